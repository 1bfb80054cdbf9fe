import { withoutSigns } from '../../subtitles/mend/kinds/texts.ts';
import { type Fix, type MeasuredLine, type Rule, tagsOf } from '../measured-line.ts';

/** Matches placeholders of programs ({0}, {{name}}, %s, %1$d) and our ⟦1⟧, which stands for code of a WebVTT or ASS file. */
const PLACEHOLDERS = /⟦\d+⟧|\{\{?[\w.]+\}?\}|(?<![\d%])%(?:\d+\$)?[sd]\b|\$\{\w+\}/g;

/**
 * Reports kinds of tags and placeholders that only one of the two texts has, and tags that are not closed. How often a tag occurs does not matter:
 * italics over two lines may be one pair of tags or two.
 */
export const tagsDiffer: Rule = ({ original, translation }) => {
  if (!hasAny(original.text) && !hasAny(translation.text)) return undefined;
  const before = kindsOf(original.text);
  const after = kindsOf(translation.text);
  const missing = [...before].filter((kind) => !after.has(kind));
  const added = [...after].filter((kind) => !before.has(kind));
  if (missing.length > 0) return `Tag missing: ${missing.join(' ')}.`;
  if (added.length > 0) return `Tag added: ${added.join(' ')}.`;
  const doubled = placedTwice(translation.text);
  if (doubled !== undefined && !placedTwice(original.text)) return `Tag twice: ${doubled}.`;
  const turned = reordered(original.text, translation.text);
  if (turned !== undefined) return turned;
  const code = codeIn(translation.text);
  if (code !== undefined && codeIn(original.text) === undefined) return `Code added: ${code}.`;
  const open = unclosedOf(translation.text);
  return open !== undefined && unclosedOf(original.text) === undefined
    ? `Tag is not opened or not closed: ${open}.`
    : undefined;
};

const hasAny = (text: string): boolean => /[<{}%⟦\\*&]/.test(text);

/** Matches text that an ASS file would read as code ("\N", a single brace), and text for a web page (**bold**, &quot;). */
const CODE = /\\|[{}]|(?<!\p{L})\*\*(?=[^*]+\*\*)|&(?:[a-z]{2,6}|#\d{2,5});/u;
const SIGN = /&[ \t]?(?:#[ \t]?(?:\d{2,6}|x[\da-f]{2,5})|[a-z]{2,7})[ \t]?;?/i;

/** "R&B; …" is not an HTML entity. */
const codeIn = (text: string): string | undefined =>
  CODE.exec(text)?.[0] ?? (text.includes('&') && withoutSigns(text) !== text ? SIGN.exec(text)?.[0] : undefined);

/** The first placeholder that occurs twice. Each placeholder stands for one piece of code, so this would double the code. */
function placedTwice(text: string): string | undefined {
  const seen = new Set<string>();
  for (const [placeholder] of text.matchAll(/⟦\d+⟧/g)) {
    if (seen.has(placeholder)) return placeholder;
    seen.add(placeholder);
  }
  return undefined;
}

const placeholdersOf = (text: string): readonly string[] => text.match(/⟦\d+⟧/g) ?? [];

/** A sentence about the first placeholder that is not in the original's order. */
function reordered(original: string, translation: string): string | undefined {
  if (placedTwice(original)) return undefined;
  const after = placeholdersOf(translation);
  const place = placeholdersOf(original).findIndex((placeholder, index) => placeholder !== after[index]);
  const ahead = after[place];
  return ahead && `Tags in another order: ${ahead} is before ${placeholdersOf(original)[place]}.`;
}

/** The name for "<Font color=…>" and "<font>", the whole tag for {\…}. */
const kindOfTag = (tag: string): string =>
  tag.startsWith('<') ? `${/^<\/?[a-z]+/i.exec(tag)?.[0].toLowerCase()}>` : tag;

const kindsOf = (text: string): ReadonlySet<string> =>
  new Set([...tagsOf(text).map(kindOfTag), ...(text.match(PLACEHOLDERS) ?? [])]);

/** The first tag that is opened but not closed, or closed but not opened. */
function unclosedOf(text: string): string | undefined {
  const open: string[] = [];
  for (const kind of tagsOf(text).map(kindOfTag)) {
    if (kind.startsWith('</')) {
      const at = open.lastIndexOf(kind.replace('/', ''));
      if (at === -1) return kind;
      open.splice(at, 1);
    } else if (kind.startsWith('<')) open.push(kind);
  }
  return open[0];
}

/** Removes tags that the original lacks, repairs damaged tags, and puts the original's outer tags around the translation. */
export const tagsPutBack: Fix = (line, rules) => {
  const { original, translation } = line;
  const kinds = kindsOf(original.text);
  const text = undamaged(
    codeIn(original.text) !== undefined ? translation.text : decoded(translation.text),
    kinds,
    original.plain,
  );
  const kept = tagsOf(text).filter((tag) => kinds.has(kindOfTag(tag)));
  const known = kept.length === tagsOf(text).length ? text : withoutOthers(text, kinds);
  return [known, closed(known), wrapped(line, known), wrapped(line, line.translation.plain)].find((mended) =>
    isMended(mended, line, rules),
  );
};

/** Matches half characters and unassigned ones. Above U+FFFF only emoji are plausible in a subtitle. */
const NOT_MEANT = /[\p{Surrogate}\p{Cn}\p{Co}]|(?!\p{Emoji})[\u{10000}-\u{10ffff}]/u;

/** Decodes HTML entities and letters that were escaped twice, but no number that has no character. */
function decoded(text: string): string {
  const mended = withoutSigns(
    text.replace(/\\u([\da-f]{4})/gi, (whole, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code < 32 ? whole : String.fromCharCode(code);
    }),
  );
  return NOT_MEANT.test(mended) && !NOT_MEANT.test(text) ? text : mended;
}

/** Repairs tags that are damaged in the translation: "< i >", "{an8]", "【1】". If the original has the same text, it is no tag. */
const undamaged = (text: string, kinds: ReadonlySet<string>, original: string): string =>
  [...kinds].reduce((mended, kind) => {
    const pattern = kindsOf(mended).has(kind) ? undefined : damageOf(kind);
    return pattern && !pattern.test(original) ? mended.replace(pattern, kind.replaceAll('$', '$$$$')) : mended;
  }, text);

/** The expression for a damaged tag of this kind; undefined: the damage would be ambiguous. */
function damageOf(kind: string): RegExp | undefined {
  const [, slash, name] = /^<(\/?)([ibu])>$/.exec(kind) ?? [];
  if (name !== undefined) return new RegExp(`[<＜]\\s*${slash && '/\\s*'}${name}\\s*[>＞]`, 'i');
  const [, position] = /^\{\\(an[1-9])\}$/.exec(kind) ?? [];
  if (position !== undefined) return new RegExp(`[{(\\[｛]\\s*[\\\\/]*${position}\\s*[})\\]｝]`, 'i');
  const [, number] = /^⟦(\d+)⟧$/.exec(kind) ?? [];
  return number === undefined ? undefined : new RegExp(`[⟦〚【\\[({]{1,2}\\s*${number}\\s*[⟧〛】\\])}]{1,2}`);
}

const isMended = (text: string | undefined, line: MeasuredLine, rules: Parameters<Rule>[1]): text is string =>
  text !== undefined && tagsDiffer({ ...line, translation: { ...line.translation, text } }, rules) === undefined;

const withoutOthers = (text: string, kinds: ReadonlySet<string>): string =>
  tagsOf(text).reduce((rest, tag) => {
    if (kinds.has(kindOfTag(tag))) return rest;
    return /^<br/i.test(tag) ? rest.replace(tag, ' ').replace(/ {2,}/g, ' ').trim() : rest.replace(tag, '');
  }, text);

/** Puts the original's outer tags around the text, except kinds of tags that the text has. */
function wrapped({ original }: MeasuredLine, text: string): string {
  const has = kindsOf(text);
  const isMissing = (tag: string) => !has.has(kindOfTag(tag));
  const first = tagsOf(/^(?:\s*(?:<[^<>]*>|\{[^{}]*\}))*/.exec(original.text)?.[0] ?? '');
  const rest = original.text.slice(first.join('').length);
  const last = tagsOf(rest.slice(lastLetterOf(rest)));
  return first.filter(isMissing).join('') + text + last.filter(isMissing).join('');
}

/** The offset behind the last letter: only tags and white space follow. */
function lastLetterOf(text: string): number {
  const tags = tagsOf(text);
  let end = text.trimEnd().length;
  for (let index = tags.length - 1; index >= 0; index--) {
    const tag = tags[index] ?? '';
    if (!text.slice(0, end).endsWith(tag)) break;
    end = text.slice(0, end - tag.length).trimEnd().length;
  }
  return end;
}

/** Closes an unclosed tag at the end, or opens an unopened one at the beginning. */
function closed(text: string): string | undefined {
  const open = unclosedOf(text);
  if (open === undefined) return undefined;
  return open.startsWith('</') ? open.replace('/', '') + text : text + open.replace('<', '</');
}
