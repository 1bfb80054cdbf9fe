import { expect, test } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_WORK } from '../film/film.ts';
import { batchJob, type Job, readingOf, readJob, suggestJob } from './job.ts';
import { type Leaving, mayLeave } from './permit.ts';
import type { Pause, SuggestionRequest } from './run-state.ts';

const phrases = samplePhrases(40);
const batch = batchJob(phrases, 1);
const ask: SuggestionRequest = {
  ...{ id: 'ask', stage: 'waiting', phrases: phrases.slice(0, 1), of: {} },
  suggestion: { present: {}, neighbours: [], wish: { kind: 'again' }, quotes: false },
};
const reading = readingOf(null, [['one']], { from: undefined, into: undefined }, undefined, 'mini');
const JOBS: Readonly<Record<Job['kind'], Job>> = { batch, suggest: suggestJob(ask), read: readJob(reading) };

const FREE: Omit<Leaving, 'job'> = {
  state: { ...EMPTY_WORK, reading },
  isOpen: true,
  isWithdrawn: false,
  isTry: false,
  pace: { underWay: 0, atOnce: 1, isRefused: false },
  tariff: 'mini',
  money: undefined,
};
const pausedBy = (paused: Pause, byHand = false): Partial<Leaving> => ({
  state: { ...EMPTY_WORK, reading, paused, batches: batchesOf([undefined, undefined], [{}, { byHand }]) },
});
const OUTAGE: Pause = { reason: 'outage', kind: 'server', message: '', tries: 0, nextTryAt: 0 };
const CLOSE = { excess: undefined, isAnyUnderWay: false, goesAlone: false };
const OVER = { ...CLOSE, excess: 'too dear' };
const LIMIT = { kind: 'limit', message: 'too dear' } as const;
const other = { message: expect.stringContaining('another price') };

/** The verdict on a batch, on a suggestion (missing: the same), and on a reading (missing: the same as on a suggestion). */
type Row = [what: string, change: Partial<Leaving>, batch: unknown, suggest?: unknown, read?: unknown];

test.each<Row>([
  ['nothing holds it', {}, 'go'],
  ['it is to start, and the scheduler paces it', { pace: undefined }, 'go'],
  ['Stop, another film, another prompt, model, key or tariff', { isWithdrawn: true }, 'wait'],
  ['offline, or the page ends', { isOpen: false }, 'wait'],
  ['a person has paused', pausedBy({ reason: 'person' }), 'wait', 'go', 'go'],
  ['a failure has paused', pausedBy({ reason: 'failure', kind: 'bad-key', message: '' }), 'wait', 'go', 'go'],
  ['a pause, and the person asked for the batch', pausedBy({ reason: 'person' }, true), 'go'],
  ['an outage', pausedBy(OUTAGE), 'wait', 'go', 'go'],
  ['an outage, and this is its try', { ...pausedBy(OUTAGE), isTry: true }, 'go'],
  ['the try was stopped', { ...pausedBy(OUTAGE), isTry: true, isWithdrawn: true }, 'wait'],
  ['a lower limit of requests at once', { pace: { underWay: 2, atOnce: 2, isRefused: false } }, 'wait'],
  ['a place is free', { pace: { underWay: 1, atOnce: 2, isRefused: false } }, 'go'],
  ['another request was refused for pace', { pace: { underWay: 0, atOnce: 9, isRefused: true } }, 'wait'],
  ['another tariff than the reading was shown at', { tariff: 'pro' }, 'go', 'go', { end: other }],
  ['nobody knows a tariff', { tariff: undefined }, 'go'],
  ['within the limit of dollars', { money: CLOSE }, 'go'],
  ['within it, with all that is under way', { money: { ...CLOSE, isAnyUnderWay: true } }, 'go'],
  ['past it with what is under way', { money: { ...OVER, isAnyUnderWay: true } }, 'wait'],
  ['past it', { money: OVER }, { pause: { reason: 'failure', ...LIMIT } }, { end: LIMIT }, { end: LIMIT }],
  ['past it in a pause', { ...pausedBy({ reason: 'person' }), money: OVER }, 'wait', { end: LIMIT }, { end: LIMIT }],
  ['the first of its model', { money: { ...CLOSE, goesAlone: true } }, 'go'],
  [
    'the first of its model, and another is under way',
    { money: { ...CLOSE, goesAlone: true, isAnyUnderWay: true } },
    'wait',
  ],
])(
  '[D6.3][D9.3] whether a request may leave: %s',
  (_, change: Partial<Leaving>, onBatch, suggest = onBatch, read = suggest) => {
    const verdicts = Object.entries(JOBS).map(([kind, job]) => [kind, mayLeave({ ...FREE, job, ...change })]);
    expect(Object.fromEntries(verdicts)).toEqual({ batch: onBatch, suggest, read });
  },
);
