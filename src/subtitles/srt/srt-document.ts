import { compareSrt, type SrtDifference } from '../compare-srt.ts';
import type { DocumentNote, NewText, Part, ReadDocument, SubtitleDocument } from '../document.ts';
import { formatSrt } from '../format-srt.ts';
import { withPlainLineEnds } from '../lines.ts';
import type { Phrase } from '../phrase.ts';

/** A block of an .srt file: a phrase to translate, one without words, or what cannot be read. */
export type Block =
  | { readonly kind: 'phrase' | 'wordless'; readonly phrase: Phrase }
  | { readonly kind: 'unreadable'; readonly text: string; readonly line: number };

/** An .srt file of these blocks. `read`: the reader that has found them. Written as specified, whatever its spaces and line ends were. */
export function srtDocument(
  read: ReadDocument,
  blocks: readonly Block[],
  notes: readonly DocumentNote[],
): SubtitleDocument {
  const phrases = blocks.flatMap((block) => (block.kind === 'phrase' ? [block.phrase] : []));
  return {
    format: 'srt',
    phrases,
    notes,
    styles: [],
    textsIn: (written) => textsReadBy(read, written, phrases),
    compare: (written) => compareKept(written, blocks),
    write(texts) {
      const parts: string[] = [];
      for (const block of blocks) {
        parts.push(blockText(block, texts));
      }
      return `${parts.join('\n\n')}\n`;
    },
  };
}

function blockText(block: Block, texts: ReadonlyMap<number, NewText>): string {
  if (block.kind === 'unreadable') return block.text;
  const { number, time, text } = block.phrase;
  if (block.kind === 'phrase')
    return formatSrt([{ number, time, text: textOf(texts.get(number) ?? text) }]).slice(0, -1);
  return [number, time, ...(text === '' ? [] : [text])].join('\n');
}

const LOOKS: Readonly<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>> = {
  italics: ['<i>', '</i>'],
  grey: ['<font color="#808080">', '</font>'],
};

/** The parts of a text below each other, with the tags that players of .srt files know. */
const textOf = (text: NewText): string => (typeof text === 'string' ? text : text.map(partText).join('\n'));

function partText({ text, look }: Part): string {
  const [before, behind] = look ? LOOKS[look] : ['', ''];
  return before + text + behind;
}

/**
 * The texts that stand for these phrases in an edited .srt text, by number. One that stands over another timing is not the same
 * phrase, and is left out. undefined: the text cannot be read.
 */
function textsReadBy(
  read: ReadDocument,
  text: string,
  phrases: readonly Phrase[],
): ReadonlyMap<number, string> | undefined {
  const document = read(text, {});
  if (!document.ok) return undefined;
  const times = new Map(phrases.map(({ number, time }) => [number, time]));
  const same = document.value.phrases.filter(({ number, time }) => times.get(number) === time);
  return new Map(same.map(({ number, text: found }) => [number, found]));
}

/** What was kept of the file is no difference: blocks that cannot be read, and phrases without words. */
function compareKept(written: string, blocks: readonly Block[]): readonly SrtDifference[] {
  const plain = withPlainLineEnds(written).split('\n');
  const kept = new Set(blocks.flatMap((block) => (block.kind === 'unreadable' ? [firstLineOf(block.text)] : [])));
  const wordless = new Set(blocks.flatMap((block) => (block.kind === 'wordless' ? [block.phrase.number] : [])));
  const phrases = blocks.flatMap((block) => ('phrase' in block ? [block.phrase] : []));
  const differences = compareSrt(written, phrases);
  return differences.filter(
    ({ kind, line, number }) =>
      !(kind === 'unreadable' && kept.has(plain[line - 1] ?? '')) &&
      !(kind === 'no-text' && number !== undefined && wordless.has(number)),
  );
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? '';
