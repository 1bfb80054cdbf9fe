import { duplicateKeys } from './json/duplicate-keys.ts';
import { prettyJson } from './json/pretty-json.ts';
import { isObject } from './json/value-text.ts';
import { findJson } from './read-reply.ts';

/**
 * A batch's output with other texts under these numbers (`null` removes the number); everything else in it stays, also what is
 * wrong. undefined when the output is not a JSON object, in which single lines cannot be found.
 */
export function setTexts(output: string, texts: ReadonlyMap<number, string | null>): string | undefined {
  const { json, parsed } = findJson(output);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const members = new Map<string, unknown>(Object.entries(parsed.value));
  // Nobody has decided which text of a repeated key is meant: the key stays missing, and is reported as such.
  for (const { outermostKey } of duplicateKeys(json)) members.delete(outermostKey);
  for (const [number, text] of texts) {
    if (text === null) members.delete(String(number));
    else members.set(String(number), text);
  }
  return prettyJson(members);
}
