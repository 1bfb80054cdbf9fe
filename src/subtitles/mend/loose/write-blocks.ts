import type { LooseBlock } from './loose-block.ts';

/** The blocks as a text, each as it stands there: with the blank lines that it has, and without those that it lacks. */
export function writeBlocks(blocks: readonly LooseBlock[]): string {
  const parts = blocks.flatMap((block, index) => {
    const text = linesOf(block).join('\n');
    return index === 0 ? [text] : [block.separated ? '\n\n' : '\n', text];
  });
  return parts.length === 0 ? '' : `${parts.join('')}\n`;
}

function linesOf(block: LooseBlock): readonly string[] {
  if (block.type === 'kept') return block.lines;
  const { number, blankAfterNumber, stacked, time, blankAfterTiming, text } = block;
  return [
    ...(number === undefined ? [] : [number]),
    ...(blankAfterNumber ? [''] : []),
    ...stacked,
    time,
    ...(blankAfterTiming ? [''] : []),
    ...text.flatMap((lines, group) => (group === 0 ? lines : ['', ...lines])),
  ];
}
