import { numberList } from './number-list.ts';

/** Of lines whose text a person has taken out: what they need; empty: there are none. */
export function emptiedWords(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const [lines, have, it] = numbers.length === 1 ? ['Line', 'has', 'it'] : ['Lines', 'have', 'them'];
  return `${lines} ${numberList(numbers)} ${have} no text: write ${it} anew in Lines, or press Undo.`;
}
