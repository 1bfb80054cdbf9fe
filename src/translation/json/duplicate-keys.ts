import { endOfString, skipCharacters } from './json-scan.ts';

export interface DuplicateKey {
  readonly key: string;
  /** The key in the outermost object that contains the repeated key, or the repeated key itself at the outermost level. */
  readonly outermostKey: string;
}

/**
 * Keys that occur more than once in one object, at any depth, in the order of their second occurrence. JSON.parse silently keeps
 * the last value, so that one phrase could get another's text. Takes valid JSON; linear.
 */
export function duplicateKeys(validJson: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const openObjects: Map<string, number>[] = [];
  let outermostKey = '';

  const count = (key: string) => {
    if (openObjects.length === 1) outermostKey = key;
    const object = openObjects.at(-1);
    const times = (object?.get(key) ?? 0) + 1;
    object?.set(key, times);
    if (times === 2) found.push({ key, outermostKey });
  };

  let position = 0;
  while (position < validJson.length) {
    const start = position;
    const character = validJson[position++];
    if (character === '{') openObjects.push(new Map());
    if (character === '}') openObjects.pop();
    if (character !== '"') continue;
    const end = endOfString(validJson, start);
    position = skipCharacters(validJson, end);
    // In valid JSON a string before a colon is a key, and nothing else is.
    if (validJson[position] === ':') count(decode(validJson.slice(start, end)));
  }
  return found;
}

/** "\u0031" and "1" are the same key. */
const decode = (string: string): string => (string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1));
