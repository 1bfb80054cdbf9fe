import { inEach } from '../loose/in-each.ts';
import { type LoosePhrase, linesOfText, mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

/** Each search stops at the next bracket: linear. */
const TAG = /<[ \t]*(\/?)[ \t]*([ibu]|font)(?![\w-])([^<>]*)>/gi;

export const unclosedTags: RepairKind = {
  name: 'unclosed-tags',
  standing: 'told',
  find: ({ phrases }) =>
    inEach(phrases, (phrase) => {
      const before = linesOfText(phrase).join('\n');
      const after = closed(before);
      return before === after ? undefined : [{ line: phrase.timingLine + 1, before, after }];
    }),
  sentence: (found) => {
    const what = found.every(({ before }) => openTags(before).every((tag) => tag === 'i')) ? 'italics' : 'tags';
    if (found.length > 1) return `${found.length} ${what} were not closed.`;
    return what === 'tags' ? '1 tag was not closed.' : 'The italics of 1 phrase were not closed.';
  },
  offer: () => 'Close them.',
  apply: (blocks) => mapPhrases(blocks, withClosedTags),
};

function withClosedTags(phrase: LoosePhrase): LoosePhrase {
  const before = linesOfText(phrase).join('\n');
  const after = closed(before);
  // Blank lines inside of it are another kind's.
  return before === after || phrase.text.length > 1 ? phrase : { ...phrase, text: [after.split('\n')] };
}

/** The tags that are open at the end of a text, in the order of their opening. */
function openTags(text: string): readonly string[] {
  if (!text.includes('<')) return [];
  const open: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (!slash) open.push(tag);
    else if (open.at(-1) === tag) open.pop();
    else if (open.includes(tag)) open.splice(open.lastIndexOf(tag), 1);
  }
  return open;
}

/** A tag that opens twice was meant to close the second time; what is still open is closed at the end. */
function closed(text: string): string {
  if (openTags(text).length === 0) return text;
  const open: string[] = [];
  const mended = text.replace(TAG, (whole, slash: string, name: string, rest: string) => {
    const tag = name.toLowerCase();
    const at = open.lastIndexOf(tag);
    if (!slash && (at < 0 || rest.trim() !== '')) {
      open.push(tag);
      return `<${name}${rest.trimEnd()}>`;
    }
    if (at < 0) return whole;
    open.splice(at, 1);
    return `</${name}>`;
  });
  return `${mended}${open
    .reverse()
    .map((tag) => `</${tag}>`)
    .join('')}`;
}
