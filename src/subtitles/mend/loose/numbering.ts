import { isPhrase, type LooseBlock, type LoosePhrase, numberOf } from './loose-block.ts';

export function numberFromOne(blocks: readonly LooseBlock[]): readonly LooseBlock[] {
  let number = 0;
  return blocks.map((block) => (isPhrase(block) ? { ...block, number: `${++number}` } : block));
}

/** The numbers begin with 1 again here, and go on from there. */
export function beginsAgain(phrases: readonly LoosePhrase[], index: number): boolean {
  const [before, here, next] = [phrases[index - 1], phrases[index], phrases[index + 1]].map(
    (phrase) => phrase && numberOf(phrase),
  );
  if (before === undefined || here === undefined || here > 1 || before < 2) return false;
  return index + 1 === phrases.length || next === here + 1;
}
