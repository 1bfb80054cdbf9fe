import { withoutTags } from '../subtitles/without-tags.ts';
import type { FilmRules } from './film-rules.ts';
import type { Line } from './line.ts';
import { isLongEnough, lengthOfScript } from './problems/length.ts';
import { see } from './seen-line.ts';
import { countCharacters } from './visible-text.ts';
import { MARKS, type MarkName } from './words/marks.ts';

/** Number of lines in the sample, taken evenly from the whole film: more lines change nothing. */
const SAMPLE_LINES = 500;
/** With fewer lines the usual ratio of the two scripts is the better guess. */
const LEAST_LINES = 20;
/** A ratio that changes by less keeps its old value, so that lines need not be judged again. */
const SMALL_CHANGE = 0.1;

function* sampleOf(lines: readonly Line[]): Generator<Line & { readonly translation: string }> {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  for (let index = 0; index < lines.length; index += step) {
    const line = lines[index];
    if (line?.translation !== undefined && line.translation !== '') yield { ...line, translation: line.translation };
  }
}

/** The median ratio of visible characters, translation to original; the usual ratio of the scripts until enough lines are finished. */
export function usualRatio(lines: readonly Line[], rules: FilmRules, before: number | undefined): number {
  const ratios: number[] = [];
  for (const { original, translation } of sampleOf(lines)) {
    const characters = countCharacters(withoutTags(original));
    if (isLongEnough(characters, rules.sourceScript))
      ratios.push(countCharacters(withoutTags(translation)) / characters);
  }
  if (ratios.length < LEAST_LINES) return lengthOfScript(rules.script) / lengthOfScript(rules.sourceScript);
  const median = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  return before !== undefined && Math.abs(before / median - 1) < SMALL_CHANGE ? before : median;
}

/** A sign in at least so many originals, kept by less than this share of translations, is left out on purpose, as "?" in Thai. */
const LEAST_MARKS = 10;
const KEPT_SHARE = 0.85;

/** The signs that this film's translations keep; a sign seen in few originals counts as kept. */
export function usualMarks(lines: readonly Line[], { language }: FilmRules): readonly MarkName[] {
  const seen = new Map<MarkName, { originals: number; kept: number }>();
  for (const line of sampleOf(lines)) {
    const original = see(line.original).lines;
    for (const mark of MARKS) {
      if (!mark.has(original)) continue;
      const count = seen.get(mark.name) ?? { originals: 0, kept: 0 };
      count.originals++;
      if (mark.isKept(original, see(line.translation).lines, language)) count.kept++;
      seen.set(mark.name, count);
    }
  }
  return MARKS.map(({ name }) => name).filter((name) => {
    const { originals, kept } = seen.get(name) ?? { originals: 0, kept: 0 };
    return originals < LEAST_MARKS || kept >= originals * KEPT_SHARE;
  });
}
