import type { Line } from '../../src/review/line.ts';

/** Faults of models in a batch's translations. */
export interface MisalignmentFault {
  readonly name: string;
  /** The lines with the fault from index `at` on. `filler`: the batch's last text, because every line must have one. */
  readonly spoil: (lines: readonly Line[], at: number) => readonly Line[];
  /** By how many lines the translations after the fault come too early. */
  readonly shift: number;
}

export const MISALIGNMENT_FAULTS: readonly MisalignmentFault[] = [
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

/** Fills missing texts at the end like models do: by repeating the last one. */
const withTexts = (lines: readonly Line[], texts: readonly string[]): readonly Line[] =>
  lines.map((line, index) => ({ ...line, translation: texts[index] ?? texts.at(-1) ?? '' }));
