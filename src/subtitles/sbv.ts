import { linesIn, safeLines, withPlainLineEnds } from './lines.ts';
import { piecesOf, withPlaceholders } from './placeholders.ts';
import { type FoundSlots, readerOfSlots, type Slot, type SlotPlace } from './slots.ts';

const TIME = String.raw`\d+:\d{1,2}:\d{1,2}[.,]\d+`;
const SBV_TIMING = new RegExp(String.raw`^\s*(${TIME})\s*,\s*(${TIME})\s*$`);
const BREAK = '[br]';

/** Finds blocks: a timing, then lines of text up to a blank line. A timing begins a block even without a blank line before it. */
export function findBlocks(source: string): FoundSlots {
  const lines = linesIn(source);
  const slots: Slot[] = [];
  const unreadable: number[] = [];
  const isBlank = (line: number) => lines.text(line).replace('\uFEFF', '').trim() === '';
  const timingOf = (line: number) => SBV_TIMING.exec(lines.text(line).replace('\uFEFF', ''));

  for (let line = 0; line < lines.count; ) {
    if (isBlank(line)) {
      line++;
      continue;
    }
    const first = line;
    const timing = timingOf(first);
    line++;
    while (line < lines.count && !isBlank(line) && !timingOf(line)) line++;
    if (timing === null) {
      unreadable.push(lines.from(first));
      continue;
    }
    const begin = Math.min(lines.from(first + 1), source.length);
    const raw = source.slice(begin, Math.max(begin, lines.to(line - 1)));
    const inner = raw.trim();
    const from = inner === '' ? begin : begin + raw.length - raw.trimStart().length;
    const text = withPlainLineEnds(inner).replaceAll(BREAK, '\n');
    const kind = text.trim() === '' ? 'wordless' : 'text';
    slots.push({ from, to: from + inner.length, time: `${timing[1]} --> ${timing[2]}`, text, kind });
  }
  return { slots, unreadable };
}

function encodeBlock(text: string, raw: string, { lineEnd }: SlotPlace): string {
  const own = withPlaceholders([{ kind: 'text', value: raw }]);
  const words = piecesOf(text.replaceAll(BREAK, '\n'), own).map(({ value }) => value);
  const lines = safeLines(words.join('')).map((line) => (SBV_TIMING.test(line) ? line.replaceAll(',', ' – ') : line));
  return lines.join(raw.includes(BREAK) ? BREAK : lineEnd);
}

/** Reads SubViewer as YouTube writes it: "0:00:00.599,0:00:04.160", then the text. */
export const readSbv = readerOfSlots('sbv', 'SBV', { find: findBlocks, encode: encodeBlock, looks: {} });
