import { guessLanguage } from './guess-language.ts';
import type { Line } from './line.ts';
import { mainScript, type Script } from './scripts.ts';
import { timingOf } from './timing-of.ts';
import { timingProblems } from './timing-problems.ts';
import { withoutTags } from './visible-text.ts';
import { folded } from './words-of.ts';

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

/** Looks at every original once: worked out when a film is opened, not when a translation changes. */
export function sourceFacts(lines: readonly Pick<Line, 'number' | 'time' | 'original'>[]): SourceFacts {
  const timed = lines.map(({ number, time }) => ({ number, timing: timingOf(time) }));
  const seconds = new Map<number, number>();
  for (const { number, timing } of timed) {
    if (timing !== undefined && timing.endMs > timing.startMs)
      seconds.set(number, (timing.endMs - timing.startMs) / 1_000);
  }
  const originals = lines.map(({ original }) => withoutTags(original));
  return {
    language: guessLanguage(originals),
    script: mainScript(originals),
    seconds,
    timing: timingProblems(timed),
    repeats: repeatsOf(originals),
  };
}

function repeatsOf(originals: readonly string[]): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const [index, original] of originals.entries()) {
    const key = folded(original);
    const same = places.get(key);
    if (same !== undefined) same.push(index);
    else if (key !== '') places.set(key, [index]);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}
