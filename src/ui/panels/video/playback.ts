import { memoizeByObject } from '../../../lib/memo.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { type Span, spanOf } from './cues.ts';

/** The phrases in the order of their beginnings, with their ends; all times in ms. */
export interface Spans {
  readonly spans: readonly Span[];
  /** Of each place: when the last one of those up to it is over. */
  readonly overAtMs: readonly number[];
}

export const spansOf = memoizeByObject((phrases: readonly Phrase[]): Spans => {
  const spans = phrases.flatMap((phrase) => spanOf(phrase) ?? []).sort((one, other) => one.startMs - other.startMs);
  let overMs = 0;
  return { spans, overAtMs: spans.map(({ endMs }) => (overMs = Math.max(overMs, endMs))) };
});

/** The place of the last phrase that has begun; -1: none has. */
function lastBegun({ spans }: Spans, ms: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The line that is shown: of several the one that began last. undefined: none is. */
export function lineShownAt(film: Spans, ms: number): number | undefined {
  for (let place = lastBegun(film, ms); place >= 0 && (film.overAtMs[place] ?? 0) > ms; place--) {
    const span = film.spans[place];
    if (span && span.endMs > ms) return span.number;
  }
  return undefined;
}

/** The line that is shown, else the next one, else the last one; undefined: there are none. */
export const lineNear = (film: Spans, ms: number): number | undefined =>
  lineShownAt(film, ms) ?? (film.spans[lastBegun(film, ms) + 1] ?? film.spans.at(-1))?.number;

/** Longer silence is jumped. */
const LONGEST_GAP_MS = 4_000;
/** A sound may end after its subtitle. */
const AFTER_SPEECH_MS = 300;
/** A jump lands so long before the next line. */
const BEFORE_SPEECH_MS = 400;
/** What is nearer is not worth a jump: somebody wants to hear it come. */
const NEAR_MS = 1_500;

/** Where "Only speech" goes on from here; undefined: it plays on. */
export function speechAfter(film: Spans, ms: number): number | undefined {
  const place = lastBegun(film, ms);
  const next = film.spans[place + 1];
  if (next === undefined) return undefined;
  const overMs = film.overAtMs[place] ?? 0;
  const isGap = next.startMs - overMs > LONGEST_GAP_MS && ms >= overMs + (place < 0 ? 0 : AFTER_SPEECH_MS);
  return isGap && next.startMs - ms > NEAR_MS ? next.startMs - BEFORE_SPEECH_MS : undefined;
}

/** A line is played from so long before its beginning; on its own, or with what leads to it. */
const LEAD_MS = { line: 100, on: 1_000 } as const;
/** It stops so long before its end, while its subtitle is still there to be read. */
const BEFORE_END_MS = 40;

export type PlayHow = keyof typeof LEAD_MS;

/** From where to where a line is played; undefined: it is not there. `toMs` is undefined: it plays on. */
export function partToPlay(
  { spans }: Spans,
  number: number,
  how: PlayHow,
): { readonly fromMs: number; readonly toMs: number | undefined } | undefined {
  const span = spans.find((each) => each.number === number);
  if (span === undefined) return undefined;
  const { startMs, endMs } = span;
  return {
    fromMs: startMs - LEAD_MS[how],
    toMs: how === 'line' ? Math.max(startMs, endMs - BEFORE_END_MS) : undefined,
  };
}

/** Two times that begin a line of a file, whatever its format; with a comma between them they have hours. What a text says of times is none. */
const TIMES =
  /^(?:[ \t\uFEFF]*|Dialogue:(?:[^,\n]*,)?[ \t]*)(\d+(?::\d+){1,2}(?:[.,]\d+)?)[ \t]*(?:-->|,(?=[ \t]*\d+:\d+:\d))[ \t]*(\d+(?::\d+){1,2}(?:[.,]\d+)?)/gim;

/** The phrase in which the cursor of a subtitle file's text stands: by the times in its line, or above it. undefined: before all. */
export function phraseAtCursor(phrases: readonly Phrase[], text: string, cursor: number): number | undefined {
  const end = endOfLine(text, cursor);
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, end);
  // In an .srt file the number stands above the times.
  const isNumber = /^\s*\d+\s*$/.test(line);
  const [, from, to] = [...text.slice(0, isNumber ? endOfLine(text, end + 1) : end).matchAll(TIMES)].at(-1) ?? [];
  return phraseAt(phrases, `${from} --> ${to}`);
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

function phraseAt(phrases: readonly Phrase[], time: string): number | undefined {
  const wanted = spanOf({ number: 0, time });
  return spansOf(phrases).spans.find(({ startMs, endMs }) => startMs === wanted?.startMs && endMs === wanted.endMs)
    ?.number;
}
