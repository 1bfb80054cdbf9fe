import type { Fix, Rule, SeenLine } from '../seen-line.ts';
import { tagsOf } from '../visible-text.ts';

/** What a program fills in when the text is shown: {0}, {{name}}, %s, %1$d, $1; and ⟦1⟧, which stands for code of a WebVTT or ASS file. */
const PLACEHOLDERS = /⟦\d+⟧|\{\{?[\w.]+\}?\}|(?<![\d%])%(?:\d+\$)?[sd]\b|\$\{\w+\}/g;

/**
 * Kinds of tags and placeholders that only one of the two has, and tags that are not closed. How often a kind stands
 * there is its translator's business: italics over two lines are one pair or two.
 */
export const tagsDiffer: Rule = ({ original, translation }) => {
  if (!hasAny(original.text) && !hasAny(translation.text)) return undefined;
  const before = kindsOf(original.text);
  const after = kindsOf(translation.text);
  const missing = [...before].filter((kind) => !after.has(kind));
  const added = [...after].filter((kind) => !before.has(kind));
  if (missing.length > 0) return `${missing.join(' ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
  if (added.length > 0) return `${added.join(' ')} ${added.length === 1 ? 'is' : 'are'} not in the original.`;
  const doubled = placedTwice(translation.text);
  if (doubled !== undefined && !placedTwice(original.text)) return `${doubled} stands there twice.`;
  const [behind, ahead] = placedTwice(original.text) ? [] : reordered(original.text, translation.text);
  if (ahead) return `${ahead} stands before ${behind}.`;
  const code = CODE.exec(translation.text)?.[0];
  if (code !== undefined && !CODE.test(original.text)) return `${code} is not in the original.`;
  const open = unclosedOf(translation.text);
  return open !== undefined && unclosedOf(original.text) === undefined ? `${open} has no counterpart.` : undefined;
};

const hasAny = (text: string): boolean => /[<{}%⟦\\]/.test(text);

/** What would be code in an ASS file, where it is replaced: "\N" that was written out, a lone brace. */
const CODE = /\\|[{}]/;

/** Each stands for one thing, which is there once. */
function placedTwice(text: string): string | undefined {
  const seen = new Set<string>();
  for (const [placeholder] of text.matchAll(/⟦\d+⟧/g)) {
    if (seen.has(placeholder)) return placeholder;
    seen.add(placeholder);
  }
  return undefined;
}

const placeholdersOf = (text: string): readonly string[] => text.match(/⟦\d+⟧/g) ?? [];

/** The first placeholder that another one stands before, other than in the original, and that other one. */
function reordered(original: string, translation: string): readonly string[] {
  const before = placeholdersOf(original);
  const after = placeholdersOf(translation);
  const place = before.findIndex((placeholder, index) => placeholder !== after[index]);
  return place === -1 ? [] : [before[place] ?? '', after[place] ?? ''];
}

/** "<Font color=…>" and "<font>" are of one kind; what stands in {\…} is one as a whole. */
const kindOfTag = (tag: string): string =>
  tag.startsWith('<') ? `${/^<\/?[a-z]+/i.exec(tag)?.[0].toLowerCase()}>` : tag;

const kindsOf = (text: string): ReadonlySet<string> =>
  new Set([...tagsOf(text).map(kindOfTag), ...(text.match(PLACEHOLDERS) ?? [])]);

/** The first tag without its counterpart. */
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

/** What the original begins and ends with is put back around the translation; what it does not have is taken out. */
export const tagsPutBack: Fix = (line, rules) => {
  const { original, translation } = line;
  const kinds = kindsOf(original.text);
  const kept = tagsOf(translation.text).filter((tag) => kinds.has(kindOfTag(tag)));
  const known =
    kept.length === tagsOf(translation.text).length ? translation.text : withoutOthers(translation.text, kinds);
  return [known, closed(known), wrapped(line, known), wrapped(line, line.translation.plain)].find((text) =>
    isMended(text, line, rules),
  );
};

const isMended = (text: string | undefined, line: SeenLine, rules: Parameters<Rule>[1]): text is string =>
  text !== undefined && tagsDiffer({ ...line, translation: { ...line.translation, text } }, rules) === undefined;

const withoutOthers = (text: string, kinds: ReadonlySet<string>): string =>
  tagsOf(text).reduce((rest, tag) => (kinds.has(kindOfTag(tag)) ? rest : rest.replace(tag, '')), text);

/** Around the text the tags before and behind the original's, but for those that the text has. */
function wrapped({ original }: SeenLine, text: string): string {
  const has = kindsOf(text);
  const isMissing = (tag: string) => !has.has(kindOfTag(tag));
  const first = tagsOf(/^(?:\s*(?:<[^<>]*>|\{[^{}]*\}))*/.exec(original.text)?.[0] ?? '');
  const rest = original.text.slice(first.join('').length);
  const last = tagsOf(rest.slice(lastLetterOf(rest)));
  return first.filter(isMissing).join('') + text + last.filter(isMissing).join('');
}

/** Where only tags and white space follow. */
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

/** A tag that was never closed is closed at the end, one that was never opened is opened at the beginning. */
function closed(text: string): string | undefined {
  const open = unclosedOf(text);
  if (open === undefined) return undefined;
  return open.startsWith('</') ? open.replace('/', '') + text : text + open.replace('<', '</');
}
