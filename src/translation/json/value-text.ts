import { fail, ok, type Result } from '../../lib/result.ts';
import { shorten } from '../../subtitles/shorten.ts';

/** The text of one value of a reply: a string, or the only value of an object (specification, section 5). */
export function textOfValue(key: string, value: unknown): Result<string, string> {
  if (typeof value === 'string') return ok(value);
  if (!isObject(value)) return fail(`Value for key '${shorten(key)}' must be a string or an object`);
  const inner = Object.values(value);
  if (inner.length !== 1) return fail(`Unknown dict: ${describeValue(value)}`);
  return typeof inner[0] === 'string' ? ok(inner[0]) : fail(`Wrong type: ${describeValue(inner[0])}`);
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as error sentences quote it. */
export function describeValue(value: unknown): string {
  try {
    return shorten(JSON.stringify(value));
  } catch {
    // JSON.stringify recurses and can overflow the stack where JSON.parse does not.
    return 'a value nested too deeply';
  }
}
