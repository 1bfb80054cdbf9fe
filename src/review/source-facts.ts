import { guessLanguage } from './language/guess-language.ts';
import { mainScript, type Script } from './language/scripts.ts';
import type { Line } from './line.ts';
import { timingOf } from './timing-of.ts';
import { timingProblems } from './timing-problems.ts';
import { withoutTags } from './visible-text.ts';
import { folded } from './words/words-of.ts';

/** What the originals and their timings alone tell: it stays the same until another film is opened. */
export interface SourceFacts {
  /** BCP 47; undefined: cannot be told. */
  readonly language: string | undefined;
  /** The script of most letters; undefined: too few letters. */
  readonly script: Script | undefined;
  /** Number → seconds that the phrase is shown; only where they can be read and are more than none. */
  readonly seconds: ReadonlyMap<number, number>;
  /** Number → what is unusual about its timing, in words. */
  readonly timing: ReadonlyMap<number, string>;
  /** Places in the list of lines with the same original (without tags, case and punctuation), two or more each. */
  readonly repeats: readonly (readonly number[])[];
}

type SourceLine = Pick<Line, 'number' | 'time' | 'original'>;

/** Lines looked at in one step: far less than a millisecond. */
const LINES_A_STEP = 50;

/** Looks at every original once: worked out when a film is opened, not when a translation changes. */
export function sourceFacts(lines: readonly SourceLine[]): SourceFacts {
  const steps = sourceFactsInSteps(lines);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same in steps, between which the caller may do something else: for a long film it takes a tenth of a second. */
export function* sourceFactsInSteps(lines: readonly SourceLine[]): Generator<undefined, SourceFacts> {
  const timed: { readonly number: number; readonly timing: ReturnType<typeof timingOf> }[] = [];
  const seconds = new Map<number, number>();
  const originals: string[] = [];
  const places = new Map<string, number[]>();
  for (const [index, { number, time, original }] of lines.entries()) {
    if (index % LINES_A_STEP === 0) yield;
    const timing = timingOf(time);
    timed.push({ number, timing });
    if (timing !== undefined && timing.endMs > timing.startMs)
      seconds.set(number, (timing.endMs - timing.startMs) / 1_000);
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
