import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../../../test/batches.ts';
import { EMPTY_WORK, type Work } from '../../../film/film.ts';
import type { Spending } from '../../../prices/price.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import { noteFinished, runStateWords, timeLeftMs } from './run-progress.tsx';

interface Batches {
  readonly ok?: number;
  readonly loading?: number;
  readonly waiting?: number;
  /** Failed batches that the run will retry automatically, the first at `retryAt`. */
  readonly retries?: number;
  readonly retryAt?: number;
  /** The batches in progress were requested by hand. */
  readonly byHand?: boolean;
}

function runWith({ ok = 3, loading = 2, waiting = 10, retries = 0, retryAt = NOW, byHand = false }: Batches): Work {
  const slots = Array.from({ length: 20 }, (_, index): BatchSlot => {
    if (index < retries) return ['failed', ''];
    if (index < retries + ok) return ['', 'text'];
    if (index < retries + ok + loading) return null;
    return index < retries + ok + loading + waiting ? undefined : ['failed', ''];
  });
  const details = slots.map((_, index) =>
    index < retries ? { retry: { at: retryAt + index, tries: 1, since: NOW } } : { byHand },
  );
  return { ...EMPTY_WORK, batches: batchesOf(slots, details) };
}

const OUTAGE = { reason: 'outage', kind: 'server', message: '503', tries: 0 } as const;
const NOW = 1_000_000;

const PERSON = { paused: { reason: 'person' } } as const;
const IDLE = { waiting: 0, loading: 0 };
const NONE = { kind: 'none' } as const;
const wait = (ms: number, limit: NonNullable<Work['pace']>['limit'] = NONE) => ({
  pace: { nextAt: NOW + ms, limit },
});
const outage = (tryInMs: number) => ({ paused: { ...OUTAGE, nextTryAt: NOW + tryInMs } });
const failed = (kind: 'quota' | 'bad-key' | 'wants-key' | 'bad-request') => ({
  paused: { reason: 'failure', kind, message: 'x' } as const,
});

/** Of a server on this computer. */
const FREE: Spending = {
  model: { endpoint: 'ollama', id: 'llama3' },
  price: { input: 0, output: 0 },
  reported: { input: 9, output: 9 },
  expected: { input: 9, output: 9 },
  unreported: { input: 9, output: 9 },
};

describe('runStateWords', () => {
  it.each<[words: string, Batches & Partial<Pick<Work, 'paused' | 'pace' | 'spent'>>]>([
    ['', {}],
    ['', wait(400)],
    ['OpenAI asks the page to wait: next batch in 4 s', wait(3_200)],
    ['OpenAI asks the page to wait: next batch in 60 min', wait(3_600_000)],
    [
      'OpenAI allows about 60 requests a minute · next batch in 12 s',
      wait(12_000, { kind: 'per-minute', requests: 60 }),
    ],
    ['OpenAI allows about 1 request at once', wait(0, { kind: 'at-once', requests: 1 })],
    ['', { waiting: 0, ...wait(9_000) }],
    [
      'OpenAI asks the page to wait: next batch in 5 h. OpenAI says: Come back at night.',
      { pace: { ...wait(18_000_000, { kind: 'per-minute', requests: 60 }).pace, refusal: 'Come back at night.' } },
    ],
    [
      'OpenAI asked the page to wait. The page tries again now. OpenAI says: Come back.',
      { pace: { ...wait(0).pace, refusal: 'Come back.' } },
    ],
    ['Stopped. Press Resume to continue.', { ...PERSON, loading: 0 }],
    [
      'Stopped. The page sends only the lines and batches that you ask for. Press Resume to send the other batches.',
      { ...PERSON, byHand: true },
    ],
    ['Finishing 2 requests that are already paid for.', PERSON],
    ['Finishing 1 request that is already paid for.', { ...PERSON, loading: 1, waiting: 0 }],
    ['Waiting for 2 replies.', { ...PERSON, spent: [FREE] }],
    ['Waiting for 1 reply.', { ...PERSON, loading: 1, waiting: 0, spent: [FREE] }],
    ['Finishing 2 requests that are already paid for.', { ...PERSON, spent: [FREE, { ...FREE, price: null }] }],
    ['', { ...PERSON, ...IDLE }],
    ['Waiting for OpenAI, next try in 2 min.', { ...outage(119_500), ...IDLE, retries: 3 }],
    [
      'Waiting for OpenAI to load its model, next try in 30 s.',
      { paused: { ...OUTAGE, message: 'Loading model', nextTryAt: NOW + 30_000 }, ...IDLE, retries: 3 },
    ],
    ['Waiting for OpenAI, trying again now.', { ...outage(-10), loading: 1 }],
    // While others are in progress, automatic retries are not mentioned.
    ['', { retries: 2, retryAt: NOW + 30_000 }],
    ['Waiting for OpenAI, next try in 30 s.', { retries: 2, retryAt: NOW + 30_000, ...IDLE }],
    ['Waiting for OpenAI, next try soon.', { retries: 1, retryAt: NOW - 1, ...IDLE }],
    [
      'You are offline. The translation continues by itself when the connection is back.',
      { paused: { reason: 'offline' }, waiting: 0 },
    ],
    [
      'Paused: the credit or the limit of your account is not enough. Batches finished: 3 of 20.',
      { ...failed('quota'), ...IDLE },
    ],
    ['Paused: the provider rejects the key. Batches finished: 1 of 20.', { ...failed('bad-key'), ok: 1 }],
    ['Paused: this server needs a key. Batches finished: 1 of 20.', { ...failed('wants-key'), ok: 1 }],
    ['Paused: a request has failed. No batch is finished yet.', { ...failed('bad-request'), ok: 0 }],
  ])('%s', (words, { paused = null, pace = null, spent = [], ...batches }) => {
    expect(runStateWords({ ...runWith(batches), paused, pace, spent }, 'OpenAI', NOW)).toBe(words);
  });

  const ONLY_FIRST = { ok: 1, loading: 0, waiting: 19 };
  const TRIED = 'Only the first batch was sent. Press Resume to send the other batches.';
  it.each<[title: string, words: string, other: Batches & Partial<Pick<Work, 'paused' | 'spent'>>]>([
    ['the page waits for replies of', 'Finishing 2 requests that are already paid for.', PERSON],
    ['nothing has cost anything in', 'Waiting for 2 replies.', { ...PERSON, spent: [FREE] }],
    ['Resume continues', 'Stopped. Press Resume to continue.', { ...PERSON, loading: 0 }],
    ['only the first batch was sent of', TRIED, { ...PERSON, ...ONLY_FIRST }],
    ['nothing is left of', TRIED, { ...PERSON, ...IDLE, ok: 20 }],
  ])(
    '[D18.7] after one batch of the open film, if %s another film: %s',
    (_, words, { paused = null, spent = [], ...batches }) => {
      const open = { ...runWith(ONLY_FIRST), ...PERSON, spent };
      expect(runStateWords(open, 'OpenAI', NOW, [{ ...runWith(batches), paused, spent }])).toBe(words);
    },
  );
});

const NO_LIMIT = { limit: { kind: 'none' }, waitMs: 0, oldestMs: 0 } as const;

/** Batches with these durations that finish at the same time. */
const took = (...durationsMs: readonly number[]) => durationsMs.map((durationMs) => ({ durationMs, finishedAt: 0 }));

const perMinute = { limit: { kind: 'per-minute', requests: 10 }, waitMs: 0, oldestMs: 0 } as const;
const finishedAt = (...ms: readonly number[]) => ms.map((each) => ({ durationMs: 1_000, finishedAt: each }));

describe('timeLeftMs', () => {
  it.each<[string, ...Parameters<typeof timeLeftMs>, number | undefined]>([
    ['is not known before the first batch is finished', [], { loading: 4, waiting: 10 }, NO_LIMIT, undefined],
    ['is not known when nothing is left', took(1_000), IDLE, NO_LIMIT, undefined],
    ['follows how long batches take', took(1_000, 3_000), { loading: 4, waiting: 36 }, NO_LIMIT, 20_000],
    ['is at least what a limit allows', took(1_000), { loading: 1, waiting: 30 }, perMinute, 180_000],
    ['follows how far apart they finish', finishedAt(0, 6_000, 12_000), { loading: 2, waiting: 28 }, NO_LIMIT, 180_000],
    ['but not of the last ones', finishedAt(0, 6_000, 12_000), { loading: 2, waiting: 0 }, NO_LIMIT, 1_000],
    ['is longer than a wait', took(2_000), { loading: 1, waiting: 1 }, { ...NO_LIMIT, waitMs: 60_000 }, 62_000],
    ['is never less than one batch', took(2_000), { loading: 3, waiting: 0 }, NO_LIMIT, 2_000],
    ['of a batch late by half, too', took(2_000), { loading: 3, waiting: 0 }, { ...NO_LIMIT, oldestMs: 3_000 }, 2_000],
    [
      'is not known of a slow one',
      took(2_000),
      { loading: 3, waiting: 0 },
      { ...NO_LIMIT, oldestMs: 5_000 },
      undefined,
    ],
  ])('%s', (_, finished, counts, pace, ms) => {
    expect(timeLeftMs(finished, counts, pace)).toBe(ms);
  });
});

describe('noteFinished', () => {
  const state = (slots: readonly BatchSlot[], startedAt: readonly number[]): Work => ({
    ...EMPTY_WORK,
    batches: batchesOf(slots).map((batch, index) =>
      batch.state === 'loading' ? { ...batch, startedAt: startedAt[index] ?? 0 } : batch,
    ),
  });
  const before = state([null, null, undefined], [1_000, 2_000, 0]);

  it('forgets all batches when a pause ends, because the pause is not part of the pace', () => {
    const known = [{ durationMs: 1_000, finishedAt: 5_000 }];
    const paused: Work = { ...before, paused: { reason: 'person' } };
    expect(noteFinished(known, before, paused, 6_000)).toEqual(known);
    expect(noteFinished(known, paused, before, 600_000)).toEqual([]);
  });

  it('remembers batches that became OK, not failed ones', () => {
    const after = { ...before, batches: batchesOf([['', '{}'], ['refused', ''], undefined]) };
    expect(noteFinished(took(500), before, after, 4_000)).toEqual([
      ...took(500),
      { durationMs: 3_000, finishedAt: 4_000 },
    ]);
  });

  it('returns the same list if no batch has finished', () => {
    const known = took(500);
    expect(noteFinished(known, before, { ...before, batches: batchesOf([null, null, null]) }, 4_000)).toBe(known);
    expect(noteFinished(known, before, { ...before, error: 'x' }, 4_000)).toBe(known);
  });

  it('starts again with another film', () => {
    expect(noteFinished(took(500), before, state([undefined], [0]), 4_000)).toEqual([]);
  });

  it('remembers only the latest 20', () => {
    const known = took(...Array.from({ length: 20 }, (_, index) => index));
    const after = { ...before, batches: batchesOf([['', '{}'], null, undefined]) };
    expect(noteFinished(known, before, after, 4_000)).toEqual([
      ...known.slice(1),
      { durationMs: 3_000, finishedAt: 4_000 },
    ]);
  });
});
