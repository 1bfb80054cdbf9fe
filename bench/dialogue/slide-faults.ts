import type { Line } from '../../src/review/line.ts';

/** What models do to a batch's translations. */
export interface SlideFault {
  readonly name: string;
  /** The same lines, wrong from index `at` on. `filler`: what the batch ends with, since every line must have a text. */
  readonly spoil: (lines: readonly Line[], at: number) => readonly Line[];
  /** How many lines too early the translations stand from there on. */
  readonly shift: number;
}

export const SLIDE_FAULTS: readonly SlideFault[] = [
  { name: 'two phrases merged into one', shift: 1, spoil: (lines, at) => withTexts(lines, merged(textsOf(lines), at)) },
  { name: 'a phrase lost', shift: 1, spoil: (lines, at) => withTexts(lines, textsOf(lines).toSpliced(at, 1)) },
  {
    name: 'merged twice',
    shift: 2,
    spoil: (lines, at) => withTexts(lines, merged(merged(textsOf(lines), at), at)),
  },
  {
    name: 'a phrase cut in two',
    shift: -1,
    spoil: (lines, at) => withTexts(lines, textsOf(lines).toSpliced(at, 1, ...halves(textsOf(lines)[at] ?? ''))),
  },
];

const textsOf = (lines: readonly Line[]): readonly string[] => lines.map(({ translation = '' }) => translation);

const merged = (texts: readonly string[], at: number): readonly string[] =>
  texts.toSpliced(at, 2, `${texts[at]} ${texts[at + 1]}`);

function halves(text: string): readonly [string, string] {
  const letters = [...text];
  const space = text.indexOf(' ', text.length / 2 - 4);
  const middle = space > 0 ? space : Math.ceil(letters.length / 2);
  return [text.slice(0, middle).trim() || text, text.slice(middle).trim() || text];
}

/** What is missing at the end is filled as models do: with the last text once more. */
const withTexts = (lines: readonly Line[], texts: readonly string[]): readonly Line[] =>
  lines.map((line, index) => ({ ...line, translation: texts[index] ?? texts.at(-1) ?? '' }));
