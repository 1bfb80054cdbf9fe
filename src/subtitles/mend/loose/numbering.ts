import type { Steps } from '../../document.ts';
import { type LooseBlock, type LoosePhrase, mapPhrases, numberOf } from './loose-block.ts';

export function numberFromOne(blocks: readonly LooseBlock[]): Steps<readonly LooseBlock[]> {
  let number = 0;
  return mapPhrases(blocks, (phrase) => ({ ...phrase, number: `${++number}` }));
}

/** The numbers begin with 1 again here, and go on from there. */
export function beginsAgain(phrases: readonly LoosePhrase[], place: number): boolean {
  const [before, here, next] = [phrases[place - 1], phrases[place], phrases[place + 1]].map(
    (phrase) => phrase && numberOf(phrase),
  );
  if (before === undefined || here === undefined || here > 1 || before < 2) return false;
  return place + 1 === phrases.length || next === here + 1;
}
