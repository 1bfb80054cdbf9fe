import type { FilmRules } from './film-rules.ts';
import type { Line } from './line.ts';
import { MARKS, type MarkName } from './marks.ts';
import { isLongEnough, lengthOfScript } from './problems/length.ts';
import { see } from './seen-line.ts';
import { countCharacters, withoutTags } from './visible-text.ts';

/** Lines looked at, taken evenly from the whole film: more say nothing new. */
const SAMPLE_LINES = 500;
/** Fewer say less than what is usual between two scripts. */
const LEAST_LINES = 20;
/** A change that no judgement hangs on: the ratio of before is kept. */
const SMALL_CHANGE = 0.1;

function* sampleOf(lines: readonly Line[]): Generator<Line & { readonly translation: string }> {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  for (let index = 0; index < lines.length; index += step) {
    const line = lines[index];
    if (line?.translation !== undefined && line.translation !== '') yield { ...line, translation: line.translation };
  }
}

/** The median of translation to original in visible characters, from enough finished lines; else the scripts' usual. */
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

/** A sign that so many originals have and so few translations keep is left out on purpose, as Thai does with "?". */
const LEAST_MARKS = 10;
const KEPT_SHARE = 0.85;

/** The signs that this film's translation keeps; all, as long as few have been seen. */
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
