import { expect, test } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { NEW_BATCH } from '../engine/batch.ts';
import { EMPTY_WORK, type Undo } from '../film/film.ts';
import { rememberAll, rememberBatch, rememberMending } from '../film/undo.ts';
import { modelByName } from '../providers/models.ts';
import { decodeWork, type Put, rawWith } from './film-records.ts';
import { parseStep, stepTexts } from './undo-steps.ts';

const FILM = {
  ...EMPTY_WORK,
  sourceText: '"null"',
  phrases: samplePhrases(25),
  batches: batchesOf([['', '{"1":"um"}'], undefined], [{ usage: { input: 1, output: 2, reasoning: 0 } }]),
  paused: { reason: 'person' } as const,
  error: 'Something',
};
const [FIRST = NEW_BATCH] = FILM.batches;
const restart = (previous: Undo | null = null, sourceText = FILM.sourceText): Undo => ({
  ...rememberAll({ ...FILM, sourceText }, 'restart'),
  previous,
});
const again = (previous: Undo | null = null): Undo => rememberBatch({ ...FILM, undo: previous }, 0, 'translate-again');

/** The steps as a reload finds them. `damage`: records of steps in place of their own. */
function read(undo: Undo | null, damage: readonly Put[] = []): Undo | null {
  return decodeWork(rawWith({ ...EMPTY_WORK, undo }, { owner: 'a tab', revision: 1, taken: [] }, damage)).work.undo;
}

test('each command comes back as it was, the newest first', () => {
  const changed: Undo = {
    command: 'change-lines',
    words: 'Changed 2 lines',
    lines: [
      { number: 1, text: 'Oi', marks: null },
      { number: 2, text: null, marks: { of: '2-x', confirmed: true } },
    ],
    result: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false, error: null },
    previous: {
      command: 'bring-back-together',
      batches: [{ index: 0, batch: FIRST, made: '{"1":"dois"}' }],
      previous: restart(),
    },
  };
  const steps: Undo = {
    ...rememberAll(FILM, 'mend-original'),
    previous: again({ ...rememberAll(FILM, 'clear-original'), previous: changed }),
  };
  expect(read(steps)).toEqual(steps);
});

test.each(['clear-translated', 'assemble-again', 'take-edits', 'bring-back-text'])(
  'the step %s of version 1 brings back the text that it replaced',
  (command) => {
    const film = { ...FILM, translated: 'mine', ownResult: { since: 'a stamp', now: null } };
    const lines = [{ number: 1, text: 'Oi' }];
    const { film: texts } = stepTexts(rememberAll(film, 'clear-original'));
    const head = { command, ...(command === 'take-edits' && { lines }) };
    expect(parseStep(head, texts, restart())).toEqual({
      command: 'change-lines',
      words: 'The translated text was replaced',
      lines: command === 'take-edits' ? lines : [],
      result: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false, error: null },
      previous: restart(),
    });
  },
);

test('what an opened project put its own settings in place of comes back; the model stands there by its name', () => {
  const madeWith = { prompt: 'mine', model: modelByName('claude-9') };
  const step: Undo = { ...rememberAll(FILM, 'open-project'), madeWith };
  expect(JSON.parse(stepTexts(step).head)).toMatchObject({ madeWith: { prompt: 'mine', model: 'claude-9' } });
  expect(read(step)).toEqual(step);
});

test('of mending comes back by what it is recognized', () => {
  const step: Undo = rememberMending({ ...EMPTY_WORK, sourceText: 'broken' }, 'mended');
  const loaded = read(step);
  expect(loaded).toEqual(step);
  expect(rememberMending({ ...EMPTY_WORK, sourceText: 'mended', undo: loaded }, 'again')).toMatchObject({
    before: { sourceText: 'broken' },
  });
});

test.each([
  ['a head of another kind', { head: '{"command":"erase"}' }],
  ['a head that is no JSON', { head: '{"comm' }],
  ['a text that is missing', { film: [null] }],
  ['no film', { film: [] }],
])('%s: the step and all older ones cannot be taken back, the newer ones can', (_, damaged) => {
  const steps = again({ ...rememberAll(FILM, 'restart'), previous: again() });
  const { head, film } = stepTexts(rememberAll(FILM, 'restart') as Undo);
  expect(read(steps)).toEqual(steps);
  expect(read(steps, [['past', 1, { head, film, ...damaged }]])).toEqual(again());
});
