/** Where an item stands in a list's JSON text: from its first letter to after its last. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** The items of a JSON array between two offsets: after its "[", or after a comma of its own, and before another or its "]". */
export function itemPlaces(text: string, from: number, to: number): readonly Place[] {
  const places: Place[] = [];
  let start = from;
  let depth = 0;
  for (let at = from; at < to; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth++;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        if (depth > 0) break;
        places.push({ from: start, to: at });
        start = at + 1;
    }
  }
  places.push({ from: start, to });
  return places;
}

/** The offset of the quote that ends the string which begins at `start`; the text's end where none does. */
function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end > 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before--;
  return (at - before) % 2 === 0;
}
