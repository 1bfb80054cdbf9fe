import { fail, ok } from '../../lib/result.ts';
import { compareSrt, type SrtDifference } from '../compare-srt.ts';
import type { DocumentNote, NewText, ReadDocument, Steps } from '../document.ts';
import { formatSrt } from '../format-srt.ts';
import { withPlainLineEnds } from '../lines.ts';
import { haveAscendingNumbers } from '../parse-srt.ts';
import type { Phrase } from '../phrase.ts';
import { shorten } from '../shorten.ts';
import { blocksOf, isNumber, linesOfBlock, type SrtBlock } from '../srt-blocks.ts';
import { withoutMarkup } from '../without-markup.ts';
import { textOf } from './text-of-parts.ts';
import { textsReadBy } from './texts-read-by.ts';

/** A block of the file: a phrase to translate, one without words, or what cannot be read. */
type Block =
  | { readonly kind: 'phrase' | 'wordless'; readonly phrase: Phrase }
  | { readonly kind: 'unreadable'; readonly text: string; readonly line: number };

/**
 * An .srt file that was mended: blocks that are no phrase, and phrases without words, stay where they stand, are not sent and have
 * no place among the phrases. Written as every .srt file: "\n", one blank line between blocks.
 */
export const readMendedSrt: ReadDocument = function* (text) {
  const read: Block[] = [];
  let blankLinesMissing = 0;
  for (const block of blocksOf(withPlainLineEnds(text.trimEnd()))) {
    yield;
    read.push(blockOf(block));
    if (block.blankLineMissing) blankLinesMissing += 1;
  }
  const renumbered = !haveAscendingNumbers(read.flatMap((block) => ('phrase' in block ? [block.phrase] : [])));
  const blocks = renumbered ? withNumbersFromOne(read) : read;
  const phrases = blocks.flatMap((block) => (block.kind === 'phrase' ? [block.phrase] : []));
  if (phrases.length === 0) return fail({ message: 'There is nothing to translate in this .srt file.', line: 1 });
  return ok({
    format: 'srt',
    phrases,
    notes: notesOf(blocks, renumbered, blankLinesMissing),
    styles: [],
    textsIn: (written) => textsReadBy(readMendedSrt, written, phrases),
    compare: (written) => compareKept(written, blocks),
    *write(texts) {
      const parts: string[] = [];
      for (const block of blocks) {
        yield;
        parts.push(blockText(block, texts));
      }
      return `${parts.join('\n\n')}\n`;
    },
  });
};

function blockOf(block: SrtBlock): Block {
  const { number, time, body } = linesOfBlock(block);
  if (!isNumber(number) || !time.includes('-->')) {
    return { kind: 'unreadable', text: block.text, line: block.firstLine };
  }
  const phrase = { number: Number(number), time, text: body };
  return { kind: withoutMarkup(body).trim() === '' ? 'wordless' : 'phrase', phrase };
}

function withNumbersFromOne(blocks: readonly Block[]): readonly Block[] {
  let number = 0;
  return blocks.map((block) =>
    'phrase' in block ? { ...block, phrase: { ...block.phrase, number: ++number } } : block,
  );
}

function blockText(block: Block, texts: ReadonlyMap<number, NewText>): string {
  if (block.kind === 'unreadable') return block.text;
  const { number, time, text } = block.phrase;
  if (block.kind === 'phrase')
    return formatSrt([{ number, time, text: textOf(texts.get(number) ?? text) }]).slice(0, -1);
  return [number, time, ...(text === '' ? [] : [text])].join('\n');
}

/** What was kept of the file is no difference: blocks that cannot be read, and phrases without words. */
function* compareKept(written: string, blocks: readonly Block[]): Steps<readonly SrtDifference[]> {
  const plain = withPlainLineEnds(written).split('\n');
  const kept = new Set(blocks.flatMap((block) => (block.kind === 'unreadable' ? [firstLineOf(block.text)] : [])));
  const wordless = new Set(blocks.flatMap((block) => (block.kind === 'wordless' ? [block.phrase.number] : [])));
  const phrases = blocks.flatMap((block) => ('phrase' in block ? [block.phrase] : []));
  const differences = yield* compareSrt(written, phrases);
  return differences.filter(
    ({ kind, line, number }) =>
      !(kind === 'unreadable' && kept.has(plain[line - 1] ?? '')) &&
      !(kind === 'no-text' && number !== undefined && wordless.has(number)),
  );
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? '';

function notesOf(blocks: readonly Block[], renumbered: boolean, blankLinesMissing: number): readonly DocumentNote[] {
  const notes: DocumentNote[] = renumbered ? [{ kind: 'renumbered' }] : [];
  if (blankLinesMissing > 0) notes.push({ kind: 'blank-lines-missing', count: blankLinesMissing });
  const unreadable = blocks.filter((block) => block.kind === 'unreadable');
  const [first] = unreadable;
  if (first) notes.push({ kind: 'kept', count: unreadable.length, line: first.line, text: shorten(first.text) });
  return notes;
}
