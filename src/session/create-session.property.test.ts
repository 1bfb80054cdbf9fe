import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createJournalProvider, FAULTS, type Fault } from '../../test/journal-provider.ts';
import { createHarness, replyOf } from '../../test/session-harness.ts';
import { samplePhrases, sampleSrt } from '../../test/srt-sample.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { isFailed } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import { allOk, canReview, canStop, isPending } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CLICK_NAMES = [
  ...([
    'pass',
    'reload',
    'stop',
    'resume',
    'offline',
    'online',
    'again',
    'halves',
    'retry-failed',
    'stop-batch',
  ] as const),
  ...(['edit', 'edit-in-part', 'fill', 'undo', 'restart', 'follow', 'lead'] as const),
] as const;
type ClickName = (typeof CLICK_NAMES)[number];

const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant('answer' as const) },
  { weight: 5, arbitrary: fc.constantFrom(...FAULTS) },
);
const click = fc.oneof(
  { weight: 2, arbitrary: fc.constant('pass' as const) },
  { weight: 5, arbitrary: fc.constantFrom(...CLICK_NAMES) },
);
const script = fc.record({
  phrases: fc.integer({ min: 1, max: 130 }),
  // Faults come alone, or many in a row as in an outage.
  faults: fc
    .array(fc.tuple(fault, fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(1, 1, 1, 12)), { maxLength: 40 })
    .map((runs) =>
      runs.flatMap(([kind, afterMs, times]) => Array.from({ length: times }, (): Fault => [kind, afterMs])),
    ),
  clicks: fc.array(fc.tuple(click, fc.integer({ min: 1, max: 4_000 })), { maxLength: 30 }),
});

/** As storage writes and reads it: what was in progress counts as not started, and pauses that end by themselves are not kept. */
const reloaded = (state: SessionState): SessionState => ({
  ...state,
  results: state.results.map((slot) => slot ?? undefined),
  paused: state.paused?.reason === 'offline' || state.paused?.reason === 'outage' ? null : state.paused,
  pace: null,
  role: 'holder',
});

/** A page, the person before it and the provider behind it. */
function createWorld(count: number, faults: readonly Fault[]) {
  const provider = createJournalProvider(faults);
  const open = (initial?: SessionState) => createHarness({ answer: provider.answer, ...(initial && { initial }) });
  let page = open();
  /** Outputs that the person has written, by batch, as long as no command of the person's changes them. */
  const written = new Map<number, string>();
  const { session } = page;
  const startOver = () => {
    session.openSource(sampleSrt(count), []);
    session.translate();
  };
  startOver();

  const numbersOf = (index: number) => batchAt(samplePhrases(count), index).phrases.map(({ number }) => number);
  const askFor = (index: number) => {
    const isMissing = isFailed(page.state().results[index]) && !written.has(index);
    written.delete(index);
    if (isMissing) provider.askToRetry(numbersOf(index));
    else provider.askAnew(numbersOf(index));
  };
  const write = (index: number, output: string) => {
    if (!canReview(page.state()) || page.state().results[index] == null) return;
    page.session.editOutput(index, output);
    page.session.validateOutput(index);
    written.set(index, output);
  };

  /** What a person, the browser, another tab or the network may do at any time. */
  const clicks: Record<ClickName, (index: number) => void> = {
    pass: () => {},
    reload() {
      page.session.dispose();
      page = open(reloaded(page.state()));
    },
    stop: () => page.session.stop(),
    resume: () => page.session.resume(),
    offline: () => page.setOnline(false),
    online: () => page.setOnline(true),
    again(index) {
      if (page.state().role === 'follower' || page.state().results[index] == null) return;
      askFor(index);
      page.session.translateAgain(index);
    },
    halves(index) {
      if (page.state().role === 'follower' || page.state().results[index] == null) return;
      askFor(index);
      page.session.translateInHalves(index);
    },
    'retry-failed'() {
      if (page.state().role === 'follower') return;
      page.state().results.forEach((slot, index) => {
        if (isFailed(slot)) askFor(index);
      });
      page.session.retryFailed();
    },
    'stop-batch': (index) => page.session.stopBatch(index),
    edit: (index) => write(index, replyOf(numbersOf(index)).replaceAll('PT', 'mine')),
    'edit-in-part': (index) => write(index, replyOf(numbersOf(index).slice(1)).replaceAll('PT', 'mine')),
    fill(index) {
      if (!canReview(page.state()) || page.state().results[index] == null) return;
      page.session.fillGaps(index);
      written.set(index, page.state().results[index]?.[1] ?? '');
    },
    undo() {
      if (page.state().role === 'follower' || !page.state().undo) return;
      written.clear();
      provider.askAnewForAll();
      page.session.undo();
    },
    restart() {
      if (page.state().role === 'follower') return;
      written.clear();
      provider.askAnewForAll();
      page.session.restart();
      page.session.openSource(sampleSrt(count), []);
      page.session.translate();
    },
    follow: () => page.session.follow(),
    lead() {
      if (page.state().role === 'follower') page.session.lead(reloaded(page.state()));
    },
  };
  return { clicks, provider, written, page: () => page, numbersOf };
}

it('random answers, faults, clicks, tabs and reloads: every phrase is translated, nothing is paid twice, nothing a person wrote is lost', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ phrases, faults, clicks }) => {
      const world = createWorld(phrases, faults);
      const { page, provider, written } = world;
      const check = () => {
        const { results } = page().state();
        expect(results.every((slot) => slot == null || slot[0] !== '' || slot[1] !== '')).toBe(true);
        for (const [index, output] of written) expect(results[index]?.[1]).toBe(output);
        // Nothing shows as in progress while nothing is under way.
        expect(results.filter((slot) => slot === null).length).toBe(page().inFlight.now);
        expect(provider.paidTwice).toEqual([]);
      };

      for (const [name, number] of clicks) {
        world.clicks[name](number % Math.max(1, page().state().results.length));
        await page().pass(number);
        check();
      }

      // Faults have an end: with a person who presses on, so has the run.
      world.clicks.lead(0);
      page().setOnline(true);
      for (let round = 0; round < faults.length + 60 && !allOk(page().state()); round++) {
        if (!canStop(page().state())) page().session.resume();
        if (!isPending(page().state())) world.clicks['retry-failed'](0);
        await page().pass(400_000);
        check();
      }
      expect(allOk(page().state())).toBe(true);
      if (page().state().translated === '') page().session.assemble();
      expectWholeFilm(page().state().translated, phrases);
      page().session.dispose();
    }),
    { numRuns: fuzzRuns(100) },
  );
}, 600_000);

/** Each phrase once, on its own number and time, with the model's text, the person's, or the original that the person filled in. */
function expectWholeFilm(translated: string, count: number): void {
  const parsed = parseSrt(translated);
  const phrases = parsed.ok ? parsed.value.phrases : [];
  const originals = samplePhrases(count);
  const timesOf = (list: typeof originals) => list.map(({ number, time }) => ({ number, time }));
  expect(timesOf(phrases)).toEqual(timesOf(originals));
  for (const [index, { number, text }] of phrases.entries()) {
    expect([`PT ${number}`, `mine ${number}`, originals[index]?.text]).toContain(text);
  }
}
