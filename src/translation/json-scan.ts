/** Steps through the text of JSON by offsets, so that no part of a long text is copied. */

/** Takes the position of the opening quote, gives the one behind the closing quote; beyond the text where that is missing. */
export function endOfString(json: string, start: number): number {
  let position = start + 1;
  while (position < json.length && json[position] !== '"') position += json[position] === '\\' ? 2 : 1;
  return position + 1;
}

/** The first position from `start` that holds none of the characters; the length of the text where there is none. */
export function skipCharacters(json: string, start: number, characters = ' \t\r\n'): number {
  let position = start;
  while (position < json.length && characters.includes(json.charAt(position))) position++;
  return position;
}
