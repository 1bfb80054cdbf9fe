import { guessLanguage } from '../languages/guess-language.ts';
import { mainScript, type Script } from '../languages/scripts.ts';
import { grouped } from '../lib/text.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { secondsOf, type Timing, timingOf } from '../subtitles/timing.ts';
import type { Line } from './line.ts';
import { measure, speedOf } from './measured-line.ts';
import { limitsFor } from './rules.ts';
import { lettersAlone } from './text/words.ts';

/** Facts about the originals and their timings. They stay the same until another film is opened. */
export interface SourceFacts {
  /** BCP 47; undefined: unknown. */
  readonly language: string | undefined;
  /** The script of most letters; undefined: too few letters. */
  readonly script: Script | undefined;
  /** By line number: display time. Missing: the timing is unreadable or zero. */
  readonly seconds: ReadonlyMap<number, number>;
  /** By line number: a sentence about unusual timing. */
  readonly timing: ReadonlyMap<number, string>;
  /** Line length that 95 % of the originals keep; undefined: the author keeps the limit of the language. */
  readonly ownLine: number | undefined;
  /** Characters per second of the median original, and of the 95th percentile; undefined: too few lines. */
  readonly ownSpeed: { readonly usual: number; readonly most: number } | undefined;
  /** Indexes of lines with the same original (ignoring tags, case and punctuation), two or more per group. */
  readonly repeats: readonly (readonly number[])[];
}

type SourceLine = Pick<Line, 'number' | 'time' | 'original'>;

/** Reads every original: call it when a film is opened, not when a translation changes. */
export function sourceFacts(lines: readonly SourceLine[]): SourceFacts {
  const timed = lines.map(({ number, time }) => ({ number, timing: timingOf(time) }));
  const seconds = new Map<number, number>();
  for (const { number, timing } of timed) {
    const shown = secondsOf(timing);
    if (shown !== undefined && shown > 0) seconds.set(number, shown);
  }
  const originals = lines.map(({ original }) => withoutTags(original));
  const places = grouped(originals.keys(), (place) => lettersAlone(originals[place] ?? ''));
  places.delete('');
  const repeats = [...places.values()].filter(({ length }) => length > 1);
  const [language, script] = [guessLanguage(originals), mainScript(originals)];
  const ownLine = ownLineOf(originals, limitsFor(language).charactersPerLine);
  const ownSpeed = ownSpeedOf(lines, originals, seconds);
  return { language, script, seconds, timing: timingProblems(timed), ownLine, ownSpeed, repeats };
}

/** How many lines, evenly spread over the film, are measured. */
const SAMPLE_LINES = 500;
const USUAL_SHARE = 0.95;

function ownLineOf(originals: readonly string[], limit: number): number | undefined {
  const step = Math.max(1, Math.floor(originals.length / SAMPLE_LINES));
  const lengths = originals.filter((_, index) => index % step === 0).map((text) => measure(text).longestLine);
  const long = lengths.filter((length) => length > limit);
  if (long.length <= lengths.length * 0.2) return undefined;
  return lengths.sort((one, other) => one - other)[Math.floor((lengths.length - 1) * USUAL_SHARE)];
}

function ownSpeedOf(lines: readonly SourceLine[], originals: readonly string[], seconds: SourceFacts['seconds']) {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  const speeds = lines.flatMap(({ number }, index) =>
    index % step === 0 ? (speedOf(measure(originals[index] ?? '').characters, seconds.get(number)) ?? []) : [],
  );
  if (speeds.length < 20) return undefined;
  speeds.sort((one, other) => one - other);
  const speedAt = (share: number): number => speeds[Math.floor((speeds.length - 1) * share)] ?? 0;
  return { usual: speedAt(0.5), most: speedAt(USUAL_SHARE) };
}

const SHORTEST_MS = 833;
const LONGEST_MS = 7_000;
/** Two frames at 24 per second. */
const SMALLEST_GAP_MS = 83;

type Timed = { readonly number: number; readonly timing: Timing | undefined };

/**
 * By line number: a sentence about unusual timing. Usual are 5/6 to 7 seconds and a gap of two frames (Netflix's guide). `lines`: in file order.
 */
export function timingProblems(lines: readonly Timed[]): ReadonlyMap<number, string> {
  const close = lines.filter(({ timing }, index) => {
    const next = lines[index + 1]?.timing;
    return timing && next && next.startMs - timing.endMs < SMALLEST_GAP_MS;
  });
  // If more lines than this follow without a gap, the author means it.
  const isChained = close.length > lines.length * 0.2;
  const found = new Map<number, string>();
  for (const [index, { number, timing }] of lines.entries()) {
    if (timing === undefined) continue;
    const words = ownProblem(timing) ?? nextProblem(timing, lines[index + 1], isChained);
    if (words !== undefined) found.set(number, words);
  }
  return found;
}

const seconds = (ms: number): string => String(Math.round(ms / 10) / 100);

function ownProblem({ startMs, endMs }: Timing): string | undefined {
  const shown = endMs - startMs;
  if (shown < 0) return 'It ends before it begins.';
  if (shown === 0) return 'It ends when it begins.';
  if (shown < SHORTEST_MS) return `Shown for ${seconds(shown)} s, 0.83 s at least.`;
  if (shown > LONGEST_MS) return `Shown for ${seconds(shown)} s, 7 s at most.`;
  return undefined;
}

function nextProblem({ endMs }: Timing, next: Timed | undefined, isChained: boolean): string | undefined {
  if (next?.timing === undefined) return undefined;
  const gap = next.timing.startMs - endMs;
  if (gap < 0) return `It overlaps line ${next.number} by ${seconds(-gap)} s.`;
  return gap < SMALLEST_GAP_MS && !isChained ? `${seconds(gap)} s to line ${next.number}, 0.08 s at least.` : undefined;
}
