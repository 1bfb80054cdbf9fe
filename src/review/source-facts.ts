import type { Line } from './line.ts';
import type { Script } from './scripts.ts';

/** What the originals and their timings alone tell: it stays the same until another film is opened. */
export interface SourceFacts {
  /** The script of most letters; undefined: too few letters. */
  readonly script: Script | undefined;
  /** Number → seconds that the phrase is shown; only where they can be read and are more than none. */
  readonly seconds: ReadonlyMap<number, number>;
  /** Number → what is unusual about its timing, in words. */
  readonly timing: ReadonlyMap<number, string>;
  /** Originals that stand more than once, compared without tags, case and punctuation: their numbers, two or more. */
  readonly repeats: readonly (readonly number[])[];
}

/** Looks at every original once: worked out when a film is opened, not when a translation changes. */
export declare function sourceFacts(lines: readonly Pick<Line, 'number' | 'time' | 'original'>[]): SourceFacts;
