const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
  apos: "'",
};
const ENTITY = /&(?:(amp|lt|gt|nbsp|lrm|rlm|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/** Characters in the place of the entities that WebVTT files have; one that nobody knows stays as it is. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (entity, name?: string, decimal?: string, hexadecimal?: string) =>
        name === undefined ? characterOf(entity, decimal ?? `0x${hexadecimal}`) : (NAMED[name.toLowerCase()] ?? entity),
      )
    : text;

function characterOf(entity: string, code: string): string {
  const point = Number(code);
  const isCharacter = point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : entity;
}

/** What must be an entity: "&" and "<"; and what was one in `raw`, or would be an arrow. */
export function encodeEntities(text: string, raw: string): string {
  const encodesGreater = text.includes('-->') || raw.includes('&gt;');
  let encoded = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (encodesGreater) encoded = encoded.replaceAll('>', '&gt;');
  for (const name of ['nbsp', 'lrm', 'rlm']) {
    if (raw.includes(`&${name};`)) encoded = encoded.replaceAll(NAMED[name] ?? '', `&${name};`);
  }
  return encoded;
}
