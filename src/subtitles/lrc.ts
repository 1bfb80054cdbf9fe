import { linesIn, safeLines } from './lines.ts';
import { type FoundSlots, readerOfSlots, type Slot } from './slots.ts';
import { timeText } from './timing.ts';

const TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?`;
const STAMPS = new RegExp(String.raw`^[ \t\uFEFF]*(?:\[${TIME}\][ \t]*)+`);
const STAMP = new RegExp(String.raw`\[(${TIME})\]`, 'g');
const OF_WORD = String.raw`(?:<${TIME}>|\[${TIME}\])`;
/** When words are sung; players of plain .lrc files show them, those of the enhanced ones light the words up. Spaces stand on either side. */
const WORD_STAMPS = new RegExp(String.raw`(?<![ \t])[ \t]*(?:${OF_WORD}[ \t]*)+`, 'g');
const WORD_STAMP_AT_END = new RegExp(`${OF_WORD}$`);
/** [ti:Title], [offset:+500]; "[Chorus: Anna]" has a capital and is one all the same. */
const ID_TAG = /^[ \t\uFEFF]*\[[a-z#][^\]:]{0,20}:[^\]]*\][ \t]*$/i;
const OFFSET = /^[ \t\uFEFF]*\[offset:[ \t]*([+-]?\d{1,6})[ \t]*\]/im;
/** Of the last line. */
const LAST_MS = 5_000;

/**
 * The lines of an LRC file: stamps, then the text that is shown from each of them on until another one of the file. A line without a text
 * ends the one before. Tags with what the song is are no text; other lines without a stamp cannot be read.
 */
export function findLyrics(source: string): FoundSlots {
  const lines = linesIn(source);
  const found: { readonly slot: Omit<Slot, 'time'>; readonly startMs: number }[] = [];
  const unreadable: number[] = [];
  const begins = new Set<number>();
  const offsetMs = Number(OFFSET.exec(source)?.[1] ?? 0);
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    const stamps = STAMPS.exec(text)?.[0];
    if (stamps === undefined) {
      if (text.replace('\uFEFF', '').trim() !== '' && !ID_TAG.test(text)) unreadable.push(lines.from(line));
      continue;
    }
    const starts = Array.from(stamps.matchAll(STAMP), ([, time = '']) => Math.max(0, millisecondsOf(time) - offsetMs));
    for (const ms of starts) begins.add(ms);
    found.push({ slot: slotOf(text, stamps.length, lines.from(line)), startMs: Math.min(...starts) });
  }
  const sorted = [...begins].toSorted((one, other) => one - other);
  const next = new Map(sorted.map((ms, place) => [ms, sorted[place + 1] ?? ms + LAST_MS]));
  const timeOf = (ms: number) => `${timeText(ms, '.')} --> ${timeText(next.get(ms) ?? ms, '.')}`;
  return { slots: found.map(({ slot, startMs }) => ({ ...slot, time: timeOf(startMs) })), unreadable };
}

function slotOf(line: string, stamps: number, offset: number): Omit<Slot, 'time'> {
  const content = line.slice(stamps);
  const inner = withoutLastStamps(content);
  const lead = /^(?:<[\d:.]+>|\s)*/.exec(inner)?.[0].length ?? 0;
  const text = inner.slice(lead).replace(WORD_STAMPS, (stamps) => (/[ \t]/.test(stamps) ? ' ' : ''));
  const from = offset + stamps + lead;
  return { from, to: from + inner.length - lead, text, kind: text.trim() === '' ? 'wordless' : 'text' };
}

function withoutLastStamps(content: string): string {
  for (let inner = content.trimEnd(); ; ) {
    const stamp = WORD_STAMP_AT_END.exec(inner.slice(-20));
    if (stamp === null) return inner;
    inner = inner.slice(0, -stamp[0].length).trimEnd();
  }
}

/** "mm:ss.xx"; with three numbers behind each other the last are hundredths where a colon stands before two digits of them: "01:02:03". */
function millisecondsOf(time: string): number {
  const [whole = '', fraction] = time.replace(/^(\d+:\d+):(\d{2,3})$/, '$1.$2').split('.');
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1_000 + Math.round(Number(`0.${fraction ?? 0}`) * 1_000);
}

/** A translation on one line, without what would be a stamp. The stamps of the words go with the words that they were of. */
const encodeLyric = (text: string): string =>
  safeLines(text)
    .map((line) => line.trim())
    .join(' ')
    .replace(new RegExp(`<(${TIME})>`, 'g'), '$1')
    .replace(new RegExp(String.raw`\[(${TIME})\]`, 'g'), '($1)');

/** The texts of a song with the times at which they are sung. */
export const readLrc = readerOfSlots('lrc', 'LRC', {
  find: findLyrics,
  encode: encodeLyric,
  looks: {},
  lineBreak: ' / ',
});
