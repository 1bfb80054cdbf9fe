import type { Steps } from '../../document.ts';
import { isPhrase, type LooseBlock, type LoosePhrase } from './loose-block.ts';
import { type TimedPhrase, timedPhrase } from './times.ts';

/** A file as it was read, as all kinds of repair look at it. */
export interface LooseFile {
  readonly blocks: readonly LooseBlock[];
  readonly phrases: readonly LoosePhrase[];
  /** Those whose times can be read. */
  readonly timed: readonly TimedPhrase[];
}

/** So many phrases are looked at between two pauses. */
const AT_ONCE = 100;

export function* looseFile(blocks: readonly LooseBlock[]): Steps<LooseFile> {
  const phrases = blocks.filter(isPhrase);
  const timed: TimedPhrase[] = [];
  for (let index = 0; index < phrases.length; index++) {
    if (index % AT_ONCE === 0) yield;
    const phrase = timedPhrase(phrases[index] as LoosePhrase);
    if (phrase) timed.push(phrase);
  }
  return { blocks, phrases, timed };
}
