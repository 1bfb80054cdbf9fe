import { duplicateKeys } from './json/duplicate-keys.ts';
import { prettyJson } from './json/pretty-json.ts';
import { extractJson } from './read-reply.ts';

/** A reply has two levels. Indentation grows with the square of the levels: thousands of brackets would fill the memory. */
const MAX_LEVELS = 50;

/**
 * The reply as JSON with 4 spaces of indentation, keys ascending (specification, section 5). Empty for invalid JSON; for a
 * repeated key, since formatting would silently drop one of the texts; and for more than 50 levels.
 */
export function formatReply(replyText: string): string {
  const json = extractJson(replyText);
  try {
    const value: unknown = JSON.parse(json);
    if (duplicateKeys(json).length > 0 || !isFlatterThan(MAX_LEVELS, value)) return '';
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? prettyJson(Object.entries(value)) : JSON.stringify(value, null, 4);
  } catch {
    return '';
  }
}

const isFlatterThan = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isFlatterThan(levels - 1, inner)));
