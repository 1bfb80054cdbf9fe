import { duplicateKeys } from './json/duplicate-keys.ts';
import { prettyJson } from './json/pretty-json.ts';
import { isObject } from './json/value-text.ts';
import { findJson } from './read-reply.ts';

/** A reply has two levels. Indentation grows with the square of the levels: thousands of brackets would fill the memory. */
const MAX_LEVELS = 50;

/**
 * The reply as JSON with 4 spaces of indentation, keys ascending (specification, section 5). Empty for invalid JSON; for a
 * repeated key, since formatting would silently drop one of the texts; and for more than 50 levels.
 */
export function formatReply(replyText: string): string {
  const { json, parsed } = findJson(replyText);
  if (!parsed.ok || duplicateKeys(json).length > 0 || !isFlatterThan(MAX_LEVELS, parsed.value)) return '';
  return isObject(parsed.value) ? prettyJson(Object.entries(parsed.value)) : JSON.stringify(parsed.value, null, 4);
}

const isFlatterThan = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isFlatterThan(levels - 1, inner)));
