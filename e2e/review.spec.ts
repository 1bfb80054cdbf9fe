import { expect, type Page } from '@playwright/test';
import { createDialogueFilm } from '../bench/dialogue/dialogue-film.ts';
import type { ProblemKind } from '../src/review/line.ts';
import { EN_DE } from '../test/noted-films/en-de.ts';
import { linesOfFilm, notesOfFilm } from '../test/noted-films/noted-film.ts';
import { test } from './fixtures.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** How much of a film a person has to look at. */

const LINES = [...linesOfFilm(EN_DE), ...createDialogueFilm({ from: 'en', to: 'de', lines: 120, seed: 1 })]
  .slice(0, 240)
  .map(({ original, translation = '' }, at) => ({ number: at + 1, original, translation }));

const stamp = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19);

/** The film with a translation that people made, and some of its texts replaced. */
function filmWith(faults: ReadonlyMap<number, string>) {
  const phrases = LINES.map(({ number, original }) => ({
    number,
    time: `${stamp(number * 5)},000 --> ${stamp(number * 5 + 4)},000`,
    text: original,
  }));
  const translate = ({ number }: { number: number }) => faults.get(number) ?? LINES[number - 1]?.translation;
  return translatedFilm(phrases, translate);
}

const PROMPT = { initPrompt: 'Translate the following English phrases to German.' };

const toReview = (page: Page) => page.getByRole('radio', { name: /^To review \d+$/ });

test('[D14.55] a faultless film of 240 lines without notes asks for a look at two of them at most', async ({
  page,
}) => {
  await openStored(page, filmWith(new Map()), { ...PROMPT, view: 'lines' });
  await expect(toReview(page)).toHaveAccessibleName(/^To review [0-2]$/);
});

const textOf = (number: number): string => LINES[number - 1]?.translation ?? '';
/** From this line on to the end of its batch each text is that of the next line. */
const SHIFT_FROM = 127;
const SHIFTED = Array.from({ length: 140 - SHIFT_FROM + 1 }, (_, at) => SHIFT_FROM + at);

const FAULTS: readonly (readonly [kind: ProblemKind, number: number, text: string])[] = [
  ['not-translated', 6, 'Places, everyone! Dress rehearsal in five minutes.'],
  ['name', 11, 'Ludvig hat sie zweimal gesehen.'],
  ['spacing', 36, 'Das ist sie  immer, wenn es um Geld geht.'],
  ['too-long', 47, 'Sie würde ihre eigene Mutter verkaufen, und das sagt hier jeder, der sie seit Jahren gut kennt.'],
  ['punctuation-differs', 73, 'Wer wusste davon.'],
  ['tags-differ', 87, 'Sie starb im <i>Rampenlicht.'],
  ['added', 115, 'Übersetzung: Einen Vorhang verkauft keiner.'],
  ['slid', SHIFT_FROM, textOf(SHIFT_FROM + 1)],
  ['wrong-script', 169, 'Eine Fahrkarte. Einfache поездка, für morgen früh.'],
  ['numbers-differ', 204, 'Willkommen im Dorf.\nDer nächste Bus fährt in 94 Tagen.'],
];

test('[D14.55] ten planted faults in 240 lines are reached with 30 keys, and 15 lines are looked at', async ({
  page,
}) => {
  const faults = new Map(FAULTS.map(([, number, text]) => [number, text]));
  for (const number of SHIFTED) faults.set(number, textOf(Math.min(number + 1, 140)));
  await openStored(page, { ...filmWith(faults), notes: notesOfFilm(EN_DE) }, PROMPT);
  const review = page.getByRole('button', { name: /^Review \d\d? lines$/ });
  await review.focus();
  const seen = new Map<number, string>();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    const before = await page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press(key);
    await expect(page.locator('[role=row]:focus')).not.toHaveId(before ?? '');
    const row = page.locator('[role=row]:focus');
    seen.set(Number(await row.getAttribute('data-number')), (await row.getAttribute('data-problems')) ?? '');
  };
  const isReached = ([kind, number]: (typeof FAULTS)[number]) =>
    [...seen].some(
      ([at, kinds]) => kinds.split(' ').includes(kind) && Math.abs(at - number) <= (kind === 'slid' ? 2 : 0),
    );
  await press('Enter');
  while (keys < 30 && !FAULTS.every(isReached)) await press('F8');
  expect(FAULTS.filter((fault) => !isReached(fault))).toEqual([]);
  expect(seen.size).toBeLessThanOrEqual(15);
});
