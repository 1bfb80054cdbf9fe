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
const other = { message: expect.stringContaining('model or its price') };

/** The expected verdict on a batch, on a suggestion (missing: as for the batch) and on a reading (missing: as for the suggestion). */
type Row = [what: string, change: Partial<Leaving>, batch: unknown, suggest?: unknown, read?: unknown];

test.each<Row>([
  ['nothing prevents it: go', {}, 'go'],
  ['its job is about to start, so the scheduler paces it: go', { pace: undefined }, 'go'],
  ['Stop was pressed, or film, prompt, model, key or tariff changed: wait', { isWithdrawn: true }, 'wait'],
  ['the browser is offline, or the page closes: wait', { isOpen: false }, 'wait'],
  ['a person paused the run: only batches wait', pausedBy({ reason: 'person' }), 'wait', 'go', 'go'],
  [
    'a failure paused the run: only batches wait',
    pausedBy({ reason: 'failure', kind: 'bad-key', message: '' }),
    'wait',
    'go',
    'go',
  ],
  ['the run is paused, but the person asked for this batch: go', pausedBy({ reason: 'person' }, true), 'go'],
  ['during an outage: only batches wait', pausedBy(OUTAGE), 'wait', 'go', 'go'],
  ['the request that tests whether an outage is over: go', { ...pausedBy(OUTAGE), isTry: true }, 'go'],
  ['the test request of an outage, after Stop: wait', { ...pausedBy(OUTAGE), isTry: true, isWithdrawn: true }, 'wait'],
  ['the limit of requests at once is reached: wait', { pace: { underWay: 2, atOnce: 2, isRefused: false } }, 'wait'],
  ['the limit of requests at once leaves room: go', { pace: { underWay: 1, atOnce: 2, isRefused: false } }, 'go'],
  [
    'the provider refused another request for pace: wait',
    { pace: { underWay: 0, atOnce: 9, isRefused: true } },
    'wait',
  ],
  ['the page showed the reading at another tariff: the reading ends', { tariff: 'pro' }, 'go', 'go', { end: other }],
  ['no tariff is known: go', { tariff: undefined }, 'go'],
  ['within the limit of dollars: go', { money: CLOSE }, 'go'],
  [
    'within the limit of dollars, together with all requests in flight: go',
    { money: { ...CLOSE, isAnyUnderWay: true } },
    'go',
  ],
  [
    'past the limit of dollars only because of requests in flight: wait',
    { money: { ...OVER, isAnyUnderWay: true } },
    'wait',
  ],
  [
    'past the limit of dollars: batches pause, other jobs end',
    { money: OVER },
    { pause: { reason: 'failure', ...LIMIT } },
    { end: LIMIT },
    { end: LIMIT },
  ],
  [
    'past the limit of dollars in a paused run: batches wait, other jobs end',
    { ...pausedBy({ reason: 'person' }), money: OVER },
    'wait',
    { end: LIMIT },
    { end: LIMIT },
  ],
  ['the first request to its model: go', { money: { ...CLOSE, goesAlone: true } }, 'go'],
  [
    'the first request to its model while another is in flight: wait',
    { money: { ...CLOSE, goesAlone: true, isAnyUnderWay: true } },
    'wait',
  ],
])(
  '[D6.3][D9.3] decides whether a request may leave: %s',
  (_, change: Partial<Leaving>, onBatch, suggest = onBatch, read = suggest) => {
    const verdicts = Object.entries(JOBS).map(([kind, job]) => [kind, mayLeave({ ...FREE, job, ...change })]);
    expect(Object.fromEntries(verdicts)).toEqual({ batch: onBatch, suggest, read });
  },
);
