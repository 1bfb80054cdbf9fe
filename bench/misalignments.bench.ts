import { expect, test } from '@playwright/test';
import { createDialogueFilm, type Language, withFreeTranslations } from './dialogue/dialogue-film.ts';
import { keepResult } from './kept-results.ts';
import { LINES_LEFT, type MisalignmentFigures, measureMisalignments } from './misalignment-measure.ts';
import { MISSED } from './summary.ts';

const PAIRS: readonly (readonly [pair: string, from: Language, to: Language])[] = [
  ['English → Russian', 'en', 'ru'],
  ['English → Japanese', 'en', 'ja'],
  ['English → Arabic', 'en', 'ar'],
  ['English → German', 'en', 'de'],
];

/** The dialogue has some 135 phrases: a film of 120 repeats nothing, one of 400 repeats most of it three times. */
const FILMS = [
  { film: '400 lines', lines: 400, freeShare: 0 },
  { film: '120 lines', lines: 120, freeShare: 0 },
  { film: '400 lines, 15 % translated freely', lines: 400, freeShare: 0.15 },
] as const;

const SEEDS = [1, 2, 3, 4, 5];
/** Percentages from the specification of the review: faults found with 8 or more lines left, and batches without a false alarm. */
const FOUND_AT_LEAST = 90;
const ACCUSED_AT_MOST = 2;

for (const [pair, from, to] of PAIRS) {
  for (const { film, lines, freeShare } of FILMS) {
    const name = `slides, ${pair}, ${film}`;
    test(name, () => {
      const films = SEEDS.map((seed) =>
        withFreeTranslations(createDialogueFilm({ from, to, lines, seed }), freeShare, seed),
      );
      const figures = measureMisalignments(films);
      const missed = missedBy(figures);
      console.log(`${name}: ${JSON.stringify(figures)}`);
      keepResult({ kind: 'slides', name, pair, film, ...figures, missed });
      expect(missed, MISSED).toEqual([]);
    });
  }
}

function missedBy({ accused, cleanBatches, foundPercent }: MisalignmentFigures): readonly string[] {
  const accusedPercent = (100 * accused) / cleanBatches;
  const tooFew = LINES_LEFT.flatMap((left, index) => {
    const percent = foundPercent[index] ?? 0;
    return left < 8 || percent >= FOUND_AT_LEAST ? [] : [`${percent.toFixed(0)} % found with ${left} lines left`];
  });
  return accusedPercent > ACCUSED_AT_MOST ? [...tooFew, `${accusedPercent.toFixed(1)} % accused`] : tooFew;
}
