import { linesIn, safeLines } from './lines.ts';
import { type FoundSlots, readerOfSlots, type Slot } from './slots.ts';
import { timeText } from './timing.ts';

const TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?`;
const STAMPS = new RegExp(String.raw`^[ \t\uFEFF]*(?:\[${TIME}\][ \t]*)+`);
const STAMP = new RegExp(String.raw`\[(${TIME})\]`, 'g');
const OF_WORD = String.raw`(?:<${TIME}>|\[${TIME}\])`;
/**
 * Matches stamps that say when words are sung, with the spaces around them. Players of plain .lrc files show these stamps as text; others highlight
 * the words.
 */
const WORD_STAMPS = new RegExp(String.raw`(?<![ \t])[ \t]*(?:${OF_WORD}[ \t]*)+`, 'g');
const WORD_STAMP_AT_END = new RegExp(`${OF_WORD}$`);
/** Matches tags such as [ti:Title] and [offset:+500]. "[Chorus: Anna]" with a capital is no tag. */
const ID_TAG = /^[ \t\uFEFF]*\[[a-z#][^\]:]{0,20}:[^\]]*\][ \t]*$/i;
const OFFSET = /^[ \t\uFEFF]*\[offset:[ \t]*([+-]?\d{1,6})[ \t]*\]/im;
const LAST_MS = 5_000;

/**
 * Finds lines: stamps, then the text that is shown from each stamp to the next stamp of the file. A line without text ends the line before. Tags
 * about the song are no text; other lines without a stamp are unreadable.
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

/** Reads "mm:ss.xx". In "01:02:03", two or three digits after the second colon are a fraction. */
function millisecondsOf(time: string): number {
  const [whole = '', fraction] = time.replace(/^(\d+:\d+):(\d{2,3})$/, '$1.$2').split('.');
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1_000 + Math.round(Number(`0.${fraction ?? 0}`) * 1_000);
}

/** Encodes a translation on one line, without text that looks like a stamp. Stamps of words are removed with their words. */
const encodeLyric = (text: string): string =>
  safeLines(text)
    .map((line) => line.trim())
    .join(' ')
    .replace(new RegExp(`<(${TIME})>`, 'g'), '$1')
    .replace(new RegExp(String.raw`\[(${TIME})\]`, 'g'), '($1)');

export const readLrc = readerOfSlots('lrc', 'LRC', {
  find: findLyrics,
  encode: encodeLyric,
  looks: {},
  lineBreak: ' / ',
});
