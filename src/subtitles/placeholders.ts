/** A piece of a slot: text, or code that a model does not see. */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly value: string;
}

const PLACEHOLDER = /⟦(\d{1,6})⟧/g;

interface WithPlaceholders {
  readonly text: string;
  readonly codes: ReadonlyMap<string, string>;
  /** The numbers of placeholders that are part of the text itself. */
  readonly own: ReadonlySet<string>;
}

/** Replaces code by ⟦1⟧, ⟦2⟧ and so on, and neighbouring code by one placeholder. Skips numbers that the text itself contains. */
export function withPlaceholders(pieces: readonly Piece[]): WithPlaceholders {
  const texts = pieces.map(({ kind, value }) => (kind === 'text' ? value : '')).join('\n');
  const taken = new Set(Array.from(texts.matchAll(PLACEHOLDER), ([, number = '']) => number));
  const codes = new Map<string, string>();
  let text = '';
  let code = '';
  let last = 0;
  const close = () => {
    if (code === '') return;
    do last++;
    while (taken.has(String(last)));
    codes.set(String(last), code);
    text += `⟦${last}⟧`;
    code = '';
  };
  for (const { kind, value } of pieces) {
    if (kind === 'code') code += value;
    else if (value !== '') {
      close();
      text += value;
    }
  }
  close();
  return { text, codes, own: taken };
}

/**
 * Splits a translation and inserts the code for its placeholders. If a placeholder is missing or repeated, or a closing one is before its opening
 * one, no code is restored: half of a pair does more harm than none, and the line stays readable. Unknown placeholders are removed.
 */
export function piecesOf(text: string, { codes, own }: Pick<WithPlaceholders, 'codes' | 'own'>): readonly Piece[] {
  if (!text.includes('⟦')) return [{ kind: 'text', value: text }];
  const parts = withoutInvented(text, (number) => codes.has(number) || own.has(number));
  const found = parts.filter((part, index) => index % 2 === 1 && codes.has(part));
  const isWhole = found.length === codes.size && new Set(found).size === codes.size && arePairsWhole(found, codes);
  const pieces: Piece[] = [];
  for (const [index, part] of parts.entries()) {
    const code = index % 2 === 1 ? codes.get(part) : undefined;
    if (index % 2 === 0) pieces.push({ kind: 'text', value: part });
    else if (code === undefined) pieces.push({ kind: 'text', value: `⟦${part}⟧` });
    else if (isWhole) pieces.push({ kind: 'code', value: code });
  }
  return pieces;
}

/** Texts and placeholder numbers in turn. Removes unknown placeholders together with one space. */
function withoutInvented(text: string, isKnown: (number: string) => boolean): readonly string[] {
  const parts = text.split(PLACEHOLDER);
  const kept: string[] = [];
  let chunks = [parts[0] ?? ''];
  for (let index = 1; index < parts.length; index += 2) {
    const [number = '', rest = '', before = ''] = [parts[index], parts[index + 1], chunks.at(-1)];
    const endsLine = /^[\n\r]/.test(rest) || (rest === '' && index === parts.length - 2);
    if (isKnown(number)) {
      kept.push(chunks.join(''), number);
      chunks = [rest];
    } else if (endsLine) chunks.splice(-1, 1, before.replace(/ $/, ''), rest);
    else chunks.push(before === '' || /\s$/.test(before.slice(-1)) ? rest.replace(/^ /, '') : rest);
  }
  return [...kept, chunks.join('')];
}

/** Matches closing code: "</c>", and override blocks that reset something, such as "{\r}". */
const CLOSING = /^<\/|^\{(?:\\(?:r[^\\{}]*|[bius]0?|[1-4]?[ac]|alpha|fn|fs))+\}$/;
const OPENING_TAG = /<[a-z][^<>]*>$/i;

/** Returns true if each closing code follows its opening code. `found`: the numbers in the order of the translation. */
function arePairsWhole(found: readonly string[], codes: ReadonlyMap<string, string>): boolean {
  const placeOf = new Map(found.map((number, place) => [number, place]));
  const open: string[] = [];
  for (const [number, code] of codes) {
    const isClosing = CLOSING.test(code);
    const opening = isClosing ? open.pop() : undefined;
    if (opening !== undefined && (placeOf.get(opening) ?? 0) > (placeOf.get(number) ?? 0)) return false;
    if (OPENING_TAG.test(code) || (code.startsWith('{') && !isClosing)) open.push(number);
  }
  return true;
}
