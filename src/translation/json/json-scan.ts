/** Steps through JSON text by offsets, without copying parts of a long text. */

/** Takes the position of an opening quote, returns the one behind the closing quote; a position beyond the text if that is missing. */
export function endOfString(json: string, start: number): number {
  let position = start + 1;
  while (position < json.length && json[position] !== '"') position += json[position] === '\\' ? 2 : 1;
  return position + 1;
}

/** The first position from `start` with another character; the text's length if there is none. */
export function skipCharacters(json: string, start: number, characters = ' \t\r\n'): number {
  let position = start;
  while (position < json.length && characters.includes(json.charAt(position))) position++;
  return position;
}
