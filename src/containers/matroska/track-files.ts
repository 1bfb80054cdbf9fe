import { lineEndOf, linesOf } from '../../subtitles/lines.ts';
import type { TrackFormat } from '../container.ts';
import { type Cue, clock } from '../track-text.ts';
import type { ReadPhrase } from './blocks.ts';

/** A phrase whose end the film does not tell stands until the next one, but no longer than this. */
const LONGEST_GUESS_MS = 5_000;

/** What a track says. `head`: its CodecPrivate; `codecId` tells how WebVTT stands in a block. */
export function contentOfTrack(format: TrackFormat, codecId: string, head: string, phrases: readonly ReadPhrase[]) {
  const timed = withEnds(phrases);
  if (format === 'ass' || format === 'ssa') return assFile(head, timed, format);
  const cueOf = codecId.startsWith('D_') ? cueOfWebm : cueOfMatroska;
  return { head, cues: format === 'srt' ? timed : timed.map(cueOf) };
}

interface TimedPhrase extends ReadPhrase {
  readonly endMs: number;
}

/** In the order of their beginnings. */
function withEnds(phrases: readonly ReadPhrase[]): readonly TimedPhrase[] {
  const reversed = phrases.toSorted((one, other) => one.startMs - other.startMs).reverse();
  let next = Number.POSITIVE_INFINITY;
  return reversed
    .map((phrase, index) => {
      const { startMs, durationMs } = phrase;
      const following = reversed[index - 1]?.startMs;
      if (following !== undefined && following > startMs) next = following;
      return { ...phrase, endMs: startMs + (durationMs ?? Math.min(LONGEST_GUESS_MS, next - startMs)) };
    })
    .reverse();
}

/** WebM ("D_WEBVTT/SUBTITLES"): id and settings are the first lines of the block. */
function cueOfWebm({ startMs, endMs, text }: TimedPhrase): Cue {
  const [id = '', settings = '', ...lines] = linesOf(text);
  return { startMs, endMs, text: lines.join('\n'), id, settings };
}

/**
 * Matroska ("S_TEXT/WEBVTT"): the addition has the settings, the id, and the blocks that stood before the cue. Times within the text
 * count from the cue's beginning there, and from the film's in a WebVTT file.
 */
function cueOfMatroska({ startMs, endMs, text, addition }: TimedPhrase): Cue {
  const [settings = '', id = '', ...before] = linesOf(addition);
  return { startMs, endMs, text: text.replace(TIME_WITHIN, later(startMs)), id, settings, before: before.join('\n') };
}

const TIME_WITHIN = /<((?:\d+:)?\d\d:\d\d\.\d{3})>/g;

const later =
  (ms: number) =>
  (_: string, time: string): string => {
    const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return `<${clock(seconds * 1_000 + ms, '.')}>`;
  };

const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
const SECTION = /^[ \t]*\[[^\]\r\n]+\][ \t]*$/m;
const FORMAT = /^[ \t]*format[ \t]*:(.*)$/im;
const USUAL_COLUMNS = 'Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** An ASS or SSA file: the head as it is, and in its section of events a line for each phrase, in the order in which they stood (ReadOrder). */
function assFile(head: string, phrases: readonly TimedPhrase[], format: 'ass' | 'ssa') {
  const usual = `Format: ${format === 'ssa' ? 'Marked' : 'Layer'}, ${USUAL_COLUMNS}`;
  const lineEnd = lineEndOf(head);
  const events = EVENTS.exec(head);
  if (events === null) {
    const begun = head.trim() === '' ? '[Events]' : `${head.trimEnd()}${lineEnd}${lineEnd}[Events]`;
    return assFile(`${begun}${lineEnd}${usual}${lineEnd}`, phrases, format);
  }
  const behind = events.index + events[0].length;
  const next = head.slice(behind).search(SECTION);
  const section = head.slice(behind, next === -1 ? undefined : behind + next);
  const named = FORMAT.exec(section);
  const place = behind + endOfLastLine(section);
  const names = (named?.[1] ?? usual.slice('Format:'.length)).split(',').map((name) => name.trim().toLowerCase());
  // A damaged line could name them without end, and the text would stand in each. One that is named again is empty: what follows keeps its place.
  const columns = names.slice(0, MOST_COLUMNS).map((name, place) => (names.indexOf(name) === place ? name : ''));
  const before = head.slice(0, place);
  const written = [
    ...[before, /[\r\n]$/.test(before) ? '' : lineEnd, named === null ? usual + lineEnd : ''],
    ...phrases
      .map((phrase) => ({ phrase, order: orderOf(phrase.text) }))
      .sort((one, other) => one.order - other.order)
      .flatMap(({ phrase }) => [...valuesIn(columns, phrase), lineEnd]),
    head.slice(place),
  ];
  return { text: written.join(''), phrases: phrases.length };
}

const MOST_COLUMNS = 100;

/** Behind the line end of the last line that is not empty. */
function endOfLastLine(text: string): number {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end--;
  return end + (/^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
}

/** "ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text"; what is not of this form is a text alone, and stands last. */
const IN_BLOCK = ['readorder', 'layer', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect'];

const orderOf = (block: string): number => {
  const [, order] = /^(\d+)(?:,[^,]*){7},/.exec(block) ?? [];
  return order === undefined ? Number.POSITIVE_INFINITY : Number(order);
};

/** By the name of the column. */
function readEvent(block: string): ReadonlyMap<string, string> {
  const line = linesOf(block.trimEnd()).join('\\N');
  const values = new Map<string, string>();
  // The text is not copied: it may be one of megabytes.
  let from = 0;
  for (const column of IN_BLOCK) {
    const end = line.indexOf(',', from);
    if (end === -1) return new Map([['text', line]]);
    values.set(column, line.slice(from, end));
    from = end + 1;
  }
  return values
    .set('actor', values.get('name') ?? '')
    .set('marked', `Marked=${values.get('layer') || 0}`)
    .set('text', line.slice(from));
}

const MISSING = new Map([
  ['layer', '0'],
  ['marked', 'Marked=0'],
  ['style', 'Default'],
  ...['marginl', 'marginr', 'marginv', 'margint', 'marginb'].map((name): [string, string] => [name, '0']),
]);

/** A line in the file, in two pieces: the last column, in nearly all files the text, is not copied. */
function valuesIn(columns: readonly string[], { startMs, endMs, text }: TimedPhrase): readonly string[] {
  const values = new Map([...readEvent(text), ['start', assClock(startMs)], ['end', assClock(endMs)]]);
  const written = columns.map((column) => values.get(column) || (MISSING.get(column) ?? ''));
  const last = written.pop() ?? '';
  return [['Dialogue: ', ...written.map((value) => `${value},`)].join(''), last];
}

/** "1:02:03.45" */
function assClock(ms: number): string {
  const whole = clock(Math.round(ms / 10) * 10, '.').slice(0, -1);
  return whole.startsWith('0') ? whole.slice(1) : whole;
}
