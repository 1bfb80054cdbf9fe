import { fail, ok } from '../../lib/result.ts';
import type { DocumentNote, ReadDocument } from '../document.ts';
import { withPlainLineEnds } from '../lines.ts';
import { haveAscendingNumbers, srtNotes } from '../parse-srt.ts';
import { shorten } from '../shorten.ts';
import { blocksOf, isNumber, linesOfBlock, type SrtBlock } from '../srt-blocks.ts';
import { withoutTags } from '../without-tags.ts';
import { type Block, srtDocument } from './srt-document.ts';

/**
 * An .srt file that was mended: blocks that are no phrase, and phrases without words, stay where they stand, are not sent and have
 * no place among the phrases.
 */
export const readMendedSrt: ReadDocument = (text) => {
  const read: Block[] = [];
  let blankLinesMissing = 0;
  for (const block of blocksOf(withPlainLineEnds(text.trimEnd()))) {
    read.push(blockOf(block));
    if (block.blankLineMissing) blankLinesMissing += 1;
  }
  const renumbered = !haveAscendingNumbers(read.flatMap((block) => ('phrase' in block ? [block.phrase] : [])));
  const blocks = renumbered ? withNumbersFromOne(read) : read;
  const document = srtDocument(readMendedSrt, blocks, [
    ...srtNotes(renumbered, blankLinesMissing),
    ...keptNote(blocks),
  ]);
  return document.phrases.length > 0
    ? ok(document)
    : fail({ message: 'There is nothing to translate in this .srt file.', line: 1 });
};

function blockOf(block: SrtBlock): Block {
  const { number, time, body } = linesOfBlock(block);
  if (!isNumber(number) || !time.includes('-->')) {
    return { kind: 'unreadable', text: block.text, line: block.firstLine };
  }
  const phrase = { number: Number(number), time, text: body };
  return { kind: withoutTags(body).trim() === '' ? 'wordless' : 'phrase', phrase };
}

function withNumbersFromOne(blocks: readonly Block[]): readonly Block[] {
  let number = 0;
  return blocks.map((block) =>
    'phrase' in block ? { ...block, phrase: { ...block.phrase, number: ++number } } : block,
  );
}

function keptNote(blocks: readonly Block[]): readonly DocumentNote[] {
  const unreadable = blocks.filter((block) => block.kind === 'unreadable');
  const [first] = unreadable;
  return first ? [{ kind: 'kept', count: unreadable.length, line: first.line, text: shorten(first.text) }] : [];
}
