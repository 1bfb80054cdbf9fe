import { toEnd } from '../lib/to-end.ts';
import { withoutTags } from '../subtitles/without-tags.ts';
import { guessLanguage } from './language/guess-language.ts';
import { mainScript, type Script } from './language/scripts.ts';
import type { Line } from './line.ts';
import { secondsOf, timingOf } from './timing-of.ts';
import { timingProblems } from './timing-problems.ts';
import { folded } from './words/words-of.ts';

/** Facts about the originals and their timings, which stay the same until another film is opened. */
export interface SourceFacts {
  /** BCP 47; undefined: the language cannot be told. */
  readonly language: string | undefined;
  /** The script of most letters; undefined: too few letters. */
  readonly script: Script | undefined;
  /** By line number: for how many seconds the line is shown; no entry: the timing cannot be read, or has no length. */
  readonly seconds: ReadonlyMap<number, number>;
  /** By line number: a sentence on what is unusual about the timing. */
  readonly timing: ReadonlyMap<number, string>;
  /** Groups of two or more lines with the same original (tags, case and punctuation ignored), as places in the list of lines. */
  readonly repeats: readonly (readonly number[])[];
}

type SourceLine = Pick<Line, 'number' | 'time' | 'original'>;

/** Number of lines that one step reads, in far less than a millisecond. */
const LINES_A_STEP = 50;

/** Reads every original once: to be called when a film is opened, not when a translation changes. */
export const sourceFacts = (lines: readonly SourceLine[]): SourceFacts => toEnd(sourceFactsInSteps(lines));

/** sourceFacts in steps, between which the caller may do something else: a long film takes a tenth of a second. */
export function* sourceFactsInSteps(lines: readonly SourceLine[]): Generator<undefined, SourceFacts> {
  const timed: { readonly number: number; readonly timing: ReturnType<typeof timingOf> }[] = [];
  const seconds = new Map<number, number>();
  const originals: string[] = [];
  const places = new Map<string, number[]>();
  for (const [index, { number, time, original }] of lines.entries()) {
    if (index % LINES_A_STEP === 0) yield;
    const timing = timingOf(time);
    timed.push({ number, timing });
    const shown = secondsOf(timing);
    if (shown !== undefined && shown > 0) seconds.set(number, shown);
    const text = withoutTags(original);
    originals.push(text);
    const key = folded(text);
    const same = places.get(key);
    if (same !== undefined) same.push(index);
    else if (key !== '') places.set(key, [index]);
  }
  yield;
  const timing = timingProblems(timed);
  yield;
  const repeats = [...places.values()].filter(({ length }) => length > 1);
  return { language: guessLanguage(originals), script: mainScript(originals), seconds, timing, repeats };
}
