import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDialogueFilm, withFreeTranslations } from '../../bench/dialogue/dialogue-film.ts';
import { MISALIGNMENT_FAULTS } from '../../bench/dialogue/misalignment-faults.ts';
import { batchesOf } from '../../test/batches.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { connectInside } from '../../test/session-harness.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import type { BatchResult, BatchSlot } from '../translation/batch.ts';

const BATCHES = 8;
const LINES = BATCHES * 20;
const TIME = '00:00:01,000 --> 00:00:03,000';

const DIALOGUE = createDialogueFilm({ from: 'en', to: 'de', lines: LINES, seed: 1 });
const PHRASES = DIALOGUE.map(({ number, original }) => ({ number, time: TIME, text: original }));

/** The answers of a film of which the first batches have longer translations, and three batches are shifted. */
function answersOf(seed: number, longer: number): readonly BatchResult[] {
  const lines = withFreeTranslations(DIALOGUE, 0.1, seed);
  return Array.from({ length: BATCHES }, (_, batch) => {
    const own = lines.slice(batch * 20, batch * 20 + 20);
    const [fault] = MISALIGNMENT_FAULTS.slice(batch % MISALIGNMENT_FAULTS.length);
    const said = fault && batch % 4 === seed % 4 ? fault.spoil(own, 2 + (seed % 12)) : own;
    const words = 'a'.repeat(batch < longer ? 18 : 0);
    return ['', JSON.stringify(Object.fromEntries(said.map((line) => [line.number, `${line.translation} ${words}`])))];
  });
}

const filmWith = (slots: readonly BatchSlot[]): Work => ({
  ...EMPTY_WORK,
  phrases: PHRASES,
  batches: batchesOf(slots),
});

async function problemsOf(film: Work, { ask } = connectInside()) {
  const found = await ask(film, 'judge', { prompt: 'Translate into German.', since: undefined });
  return found?.changed.flatMap(([, problems]) => problems);
}

test('[D14.58] a film has the same problems whatever the order in which its answers came and were changed, and after a reload', async () => {
  const order = fc.shuffledSubarray([...Array(BATCHES).keys()], { minLength: BATCHES });
  await fc.assert(
    fc.asyncProperty(order, fc.nat(40), fc.nat(BATCHES), async (batches, seed, longer) => {
      const worker = connectInside();
      const answers = answersOf(seed, longer);
      const slots: BatchSlot[] = answers.map(() => null);
      for (const batch of batches) {
        slots[batch] = answers[batch];
        await problemsOf(filmWith([...slots]), worker);
      }
      expect(await problemsOf(filmWith([...slots]), worker)).toEqual(await problemsOf(filmWith(answers)));
      // A line that is edited later changes what is usual, too.
      slots[0] = ['', (slots[0]?.[1] ?? '').replace(/ a+"/, `${' b'.repeat(60)}"`)];
      expect(await problemsOf(filmWith([...slots]), worker)).toEqual(await problemsOf(filmWith(slots)));
    }),
    { numRuns: fuzzRuns(5) },
  );
});
