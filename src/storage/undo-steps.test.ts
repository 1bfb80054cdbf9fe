import { expect, test } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { NEW_BATCH } from '../engine/batch.ts';
import { EMPTY_WORK, type Step, type Work } from '../film/film.ts';
import { factsOfFilm, filmStep, stepOf } from '../film/steps.ts';
import { NO_NOTES } from '../notes/notes.ts';
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
const away = (command: Parameters<typeof filmStep>[0], film: Work = FILM): Step => filmStep(command, factsOfFilm(film));
const again = stepOf('translate-again', { batches: [{ index: 0, batch: FIRST }] });

/** The steps after a reload. `damage`: records that replace those of some steps. */
function read(past: readonly Step[], damage: readonly Put[] = []): readonly Step[] {
  return decodeWork(rawWith({ ...EMPTY_WORK, past }, { owner: 'a tab', revision: 1, taken: [] }, damage)).work.past;
}

test('restores each kind of undo step, the newest last', () => {
  const notes = { ...NO_NOTES, about: 'About' };
  const steps: readonly Step[] = [
    away('restart'),
    stepOf('translate-again', {
      batches: [
        { index: 0, batch: FIRST },
        { index: 1, batch: FIRST },
      ],
      isUndone: true,
    }),
    stepOf('change-lines', {
      words: 'Changed 2 lines',
      lines: [
        { number: 1, text: 'Oi', marks: null },
        { number: 2, text: null, marks: { of: '2-x', confirmed: true } },
      ],
      fields: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false },
    }),
    stepOf('change-lines', {
      words: 'The translated text was cleared',
      fields: { translated: 'mine', ownResult: null, isCleared: false, error: 'Something' },
    }),
    { ...away('open-next'), isUndone: true },
    stepOf('fill-gaps', { batches: [{ index: 1, batch: FIRST }] }),
    stepOf('change-prompt', {
      words: 'English → German',
      prompt: { text: 'Translate.', follows: true, said: { from: 'de', into: null, tone: null, toneChosen: 'formal' } },
    }),
    stepOf('change-notes', { words: '1 term added', fields: { notes: NO_NOTES }, made: { notes } }),
    stepOf('drop-reading', { fields: { reading: null }, isUndone: true }),
    away('clear-original'),
    again,
    away('mend-original'),
  ];
  expect(read(steps)).toEqual(steps);
});

test('restores undone steps after a reload if they contain something that was paid for', () => {
  const work = {
    ...EMPTY_WORK,
    past: [again],
    future: [stepOf('change-lines', { words: 'Changed 1 line' }), { ...again, isUndone: true, isOnlyCopy: true }],
  };
  const { past, future } = decodeWork(rawWith(work, { owner: 'a tab', revision: 1, taken: [] }, [])).work;
  expect({ past, future }).toEqual({ past: [{ ...again, isUndone: true }, again], future: [] });
});

test.each([
  ['bring-back-batch', 'translate-again', 1],
  ['bring-back-together', 'translate-again', 2],
  ['bring-back', 'open-next', 0],
])('reads the step %s of earlier versions as an undone step', (command, is, count) => {
  const batch = JSON.parse(stepTexts(again).head);
  const head = {
    ...batch,
    command,
    made: '{"1":"dois"}',
    isPassed: true,
    batches: Array.from({ length: count }, () => batch),
  };
  expect(parseStep(head, stepTexts(away('restart')).film)).toMatchObject({
    command: is,
    batches: Array.from({ length: count }, () => ({ index: 0 })),
    isUndone: true,
  });
});

test.each(['clear-translated', 'assemble-again', 'take-edits', 'bring-back-text'])(
  'restores the replaced text with the step %s of version 1',
  (command) => {
    const film = { ...FILM, translated: 'mine', ownResult: { since: 'a stamp', now: null } };
    const lines = [{ number: 1, text: 'Oi' }];
    const { film: texts } = stepTexts(away('clear-original', film));
    const head = { command, ...(command === 'take-edits' && { lines }) };
    expect(parseStep(head, texts)).toEqual(
      stepOf('change-lines', {
        words: 'replacing the translated text',
        lines: command === 'take-edits' ? lines : [],
        fields: { translated: 'mine', ownResult: { since: 'a stamp', now: null }, isCleared: false },
      }),
    );
  },
);

test('restores the settings that an opened project replaced, and stores the model by its name', () => {
  const madeWith = { prompt: 'mine', model: modelByName('claude-9') };
  const step = filmStep('open-project', factsOfFilm(FILM), madeWith);
  expect(JSON.parse(stepTexts(step).head)).toMatchObject({ madeWith: { prompt: 'mine', model: 'claude-9' } });
  expect(read([step])).toEqual([step]);
});

test('restores the stamp by which a step of mending is recognized', () => {
  const step = filmStep('mend-original', factsOfFilm({ ...EMPTY_WORK, sourceText: 'broken' }), null, 'a stamp');
  expect(read([step])).toEqual([step]);
});

test.each([
  ['an unknown command', { head: '{"command":"erase"}' }],
  ['a broken head', { head: '{"comm' }],
  ['a missing text', { film: [null] }],
  ['no film', { film: [] }],
])('drops a step with %s and all older steps, and keeps the newer ones', (_, damaged) => {
  const steps = [again, away('restart'), again];
  const { head, film } = stepTexts(away('restart'));
  expect(read(steps)).toEqual(steps);
  expect(read(steps, [['past', 1, { head, film, ...damaged }]])).toEqual([again]);
});
