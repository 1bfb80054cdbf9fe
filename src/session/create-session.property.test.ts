import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { type Answer, createHarness, failure, replyOf, type SentRequest, success } from '../../test/session-harness.ts';
import { samplePhrases, sampleSrt } from '../../test/srt-sample.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { allOk, isPending } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FAULTS = [
  ...(['lacks-one', 'rate-limit', 'rate-limit-named', 'server', 'connection', 'cut-off', 'refused'] as const),
  ...(['bad-key', 'quota', 'malformed', 'throws'] as const),
] as const;
const CLICK_NAMES = [
  ...(['pass', 'stop', 'resume', 'translate', 'offline', 'online', 'again'] as const),
  ...(['retry-failed', 'stop-batch', 'edit'] as const),
] as const;
const fault = fc.constantFrom('answer' as const, 'answer' as const, 'answer' as const, ...FAULTS);
const click = fc.constantFrom('pass' as const, 'pass' as const, 'reload' as const, ...CLICK_NAMES);
const script = fc.record({
  phrases: fc.integer({ min: 1, max: 130 }),
  faults: fc.array(fc.tuple(fault, fc.integer({ min: 1, max: 5_000 })), { maxLength: 60 }),
  clicks: fc.array(fc.tuple(click, fc.integer({ min: 1, max: 4_000 })), { maxLength: 25 }),
});

/** As storage writes and reads it: what was in progress counts as not started. */
const reloaded = (state: SessionState): SessionState => ({
  ...state,
  results: state.results.map((slot) => slot ?? undefined),
  pace: null,
});

type Fault = readonly ['answer' | (typeof FAULTS)[number], number];

/**
 * A provider that goes through its list of faults and then answers; it notes each request for a batch that stands
 * finished, and each one that asks anew for what only needs correction.
 */
function createFaultyProvider(faults: readonly Fault[]) {
  const left = [...faults];
  /** Batches that stand finished, by the number of their first phrase. */
  const finished = new Set<number>();
  /** First phrase and length of what has been answered, though its batch is not finished. */
  const answered = new Set<string>();
  const paidTwice: number[] = [];
  const answer = ({ numbers, correction }: Pick<SentRequest, 'numbers' | 'correction'>): Answer => {
    const first = numbers[0] ?? 0;
    if (finished.has(first - ((first - 1) % 20)) || (answered.has(`${first}+${numbers.length}`) && !correction))
      paidTwice.push(first);
    const [kind, afterMs] = left.shift() ?? (['answer', 1_000] as const);
    switch (kind) {
      case 'throws':
        throw new Error('a bug');
      case 'answer':
        return { afterMs, outcome: success(replyOf(numbers)) };
      case 'lacks-one':
        return { afterMs, outcome: success(replyOf(numbers.slice(1))) };
      case 'rate-limit-named':
        return { afterMs: 100, outcome: failure('rate-limit', 'slow down', afterMs) };
      default:
        return { afterMs, outcome: failure(kind) };
    }
  };
  const follow = ({ results, details, phrases }: SessionState) => {
    finished.clear();
    answered.clear();
    results.forEach((slot, index) => {
      if (slot != null) {
        finished.add(index * 20 + 1);
        return;
      }
      const { correction, parts = [] } = details[index] ?? {};
      if (correction) answered.add(`${index * 20 + 1}+${Math.min(20, phrases.length - index * 20)}`);
      for (const { first, count } of parts) answered.add(`${first}+${count}`);
    });
  };
  return { answer, follow, paidTwice };
}

type Harness = ReturnType<typeof createHarness>;

/** What a person, the browser or the network may do at any time. */
const CLICKS: Record<(typeof CLICK_NAMES)[number], (harness: Harness, index: number) => void> = {
  pass: () => {},
  stop: ({ session }) => session.stop(),
  resume: ({ session }) => session.resume(),
  translate: ({ session }) => session.translate(),
  offline: ({ setOnline }) => setOnline(false),
  online: ({ setOnline }) => setOnline(true),
  again: ({ session }, index) => session.translateAgain(index),
  'retry-failed': ({ session }) => session.retryFailed(),
  'stop-batch': ({ session }, index) => session.stopBatch(index),
  edit: ({ session, state }, index) => session.editOutput(index, state().results[index]?.[1] ?? ''),
};

it('random answers, faults, clicks and reloads end with every phrase translated once or failed with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ phrases, faults, clicks }) => {
      const provider = createFaultyProvider(faults);
      const open = (initial?: SessionState) => {
        const harness = createHarness({ answer: provider.answer, ...(initial && { initial }) });
        harness.session.store.subscribe(provider.follow);
        provider.follow(harness.state());
        return harness;
      };
      let harness = open();
      harness.session.openSource(sampleSrt(phrases), []);
      harness.session.translate();

      for (const [name, number] of clicks) {
        if (name === 'reload') {
          harness.session.dispose();
          harness = open(reloaded(harness.state()));
        } else {
          CLICKS[name](harness, number % Math.max(1, harness.state().results.length));
        }
        await harness.pass(number);
        expect(harness.state().results.every((slot) => slot == null || slot[0] !== '' || slot[1] !== '')).toBe(true);
      }

      // Faults have an end: with a person who presses on, so has the run.
      harness.setOnline(true);
      for (let round = 0; round < 40 && !allOk(harness.state()); round++) {
        harness.session.resume();
        if (!isPending(harness.state())) harness.session.retryFailed();
        await harness.pass(60_000);
      }
      expect(provider.paidTwice).toEqual([]);
      expect(allOk(harness.state())).toBe(true);
      const parsed = parseSrt(harness.state().translated);
      expect(parsed.ok && parsed.value.phrases).toEqual(
        samplePhrases(phrases).map(({ number, time }) => ({ number, time, text: `PT ${number}` })),
      );
      harness.session.dispose();
    }),
    { numRuns: fuzzRuns(60) },
  );
}, 600_000);
