import { duplicateKeys } from './duplicate-keys.ts';
import { prettyJson } from './pretty-json.ts';
import { extractJson } from './read-reply.ts';
import { isObject } from './value-text.ts';

/**
 * A batch's output with other texts under these numbers; `null`: without that key. What else stands in it stays as it is, also what
 * is wrong with it. Undefined where the output is no JSON object, so that single lines cannot be told apart in it.
 */
export function setTexts(output: string, texts: ReadonlyMap<number, string | null>): string | undefined {
  const members = membersOf(output);
  if (members === undefined) return undefined;
  for (const [number, text] of texts) {
    if (text === null) members.delete(String(number));
    else members.set(String(number), text);
  }
  return prettyJson(members);
}

function membersOf(output: string): Map<string, unknown> | undefined {
  try {
    const json = extractJson(output);
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return undefined;
    const members = new Map<string, unknown>(Object.entries(value));
    // Which of two texts is meant nobody has decided: it stays missing, and is told.
    for (const { outermostKey } of duplicateKeys(json)) members.delete(outermostKey);
    return members;
  } catch {
    return undefined;
  }
}
