import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createJournalProvider, FAULTS, type Fault } from '../../test/journal-provider.ts';
import { createHarness, replyOf, type SentRequest } from '../../test/session-harness.ts';
import { samplePhrases, sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { isPending } from '../engine/run-state.ts';
import { ok } from '../lib/result.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { documentOfPhrases } from '../subtitles/srt.ts';
import { assemble } from '../translation/assemble.ts';
import { batchAt, isFailed } from '../translation/batch.ts';
import { waitingForResume } from './at-rest.ts';
import type { Step, Work } from './film.ts';
import { allOk, canReview, canStop } from './film.ts';

fakeTimersAndConsole();

const CLICK_NAMES = [
  ...(['pass', 'reload', 'stop', 'stop-now', 'resume', 'offline', 'online'] as const),
  ...(['again', 'halves', 'retry-failed', 'stop-batch'] as const),
  ...(['edit', 'edit-in-part', 'fill', 'undo', 'redo', 'restart', 'give'] as const),
  ...(['clear', 'assemble', 'edit-result', 'project'] as const),
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

/** The first half of a batch and its correction bring no texts, so the second half comes with the batch's fourth answer. */
const HALF_IN_VAIN = {
  phrases: 101,
  faults: [
    ['cut-off-early', 1],
    ...Array.from({ length: 12 }, (): Fault => ['no-json', 1]),
    ['cut-off-early', 1],
  ] satisfies Fault[],
  clicks: [],
};

/** A batch that is always requested line by line. It ends with the third empty answer, not with the failed correction of its first line. */
const LINE_BY_LINE = {
  phrases: 41,
  faults: [
    ...Array.from({ length: 14 }, (): Fault => ['too-large', 1]),
    ...Array.from({ length: 12 }, (): Fault => ['lacks-one', 1]),
  ],
  clicks: [],
};

/** The step of "assemble" comes after the next command has begun. Its Undo brings a typed text back and changes no batch. */
const LATE_STEP = {
  phrases: 1,
  faults: [],
  clicks: [
    ...([
      ['pass', 227],
      ['edit-result', 7],
      ['pass', 766],
    ] as const),
    ...(['fill', 'assemble', 'fill', 'undo', 'edit', 'undo'] as const).map((name) => [name, 1] as const),
  ].map(([name, number]): [ClickName, number] => [name, number]),
};

/** A page with a person in front of it and a provider behind it. */
function createWorld(count: number, faults: readonly Fault[]) {
  const provider = createJournalProvider(count, faults);
  /** The tab is about to give the work away, so nothing more may be sent. */
  let isGivingAway = false;
  const sentWhileGiving: SentRequest[] = [];
  const answer = (request: SentRequest) => {
    if (isGivingAway) sentWhileGiving.push(request);
    return provider.answer(request);
  };
  const open = (initial?: Work) => createHarness({ answer, ...(initial && { initial }) });
  let page = open();
  /** Outputs that the person has written, by batch, until a command of the person changes them. */
  const written = new Map<number, string>();
  /** For each undo step: a function that restores what this test knew before the command. */
  const before = new WeakMap<Step, () => void>();
  const startOver = () => {
    page.session.openSource(sampleSrt(count), []);
    void page.session.translate();
  };
  startOver();

  const numbersOf = (index: number) => batchAt(samplePhrases(count), index).phrases.map(({ number }) => number);
  const askFor = (index: number) => {
    const isMissing = isFailed(resultsOf(page.state())[index]) && !written.has(index);
    written.delete(index);
    if (isMissing) provider.askToRetry(numbersOf(index));
    else provider.askAgain(numbersOf(index));
  };
  /** Returns a function that restores what this test knows now about the whole film or one batch. A change of text does not affect the provider. */
  const createWayBack = (what: 'film' | 'text' | number) => {
    if (what === 'text') return () => {};
    const isMeant = (one: number) => what === 'film' || one === what;
    const texts = [...written].filter(([one]) => isMeant(one));
    const backAtProvider = provider.createWayBack(what === 'film' ? undefined : numbersOf(what));
    return () => {
      for (const one of [...written.keys()].filter(isMeant)) written.delete(one);
      for (const [one, text] of texts) written.set(one, text);
      backAtProvider();
    };
  };
  /** Runs a command. If Undo takes the command back, this test's knowledge is restored too. */
  const remembering = (what: 'film' | 'text' | number, command: () => void) => {
    const goBack = createWayBack(what);
    command();
    // The step of a text can come after its command, so it must not count as one of this command.
    const isOfText = ({ batches, film }: Step) => batches.length === 0 && film === null;
    for (const step of [...page.state().past, ...page.state().future])
      if (!before.has(step)) before.set(step, isOfText(step) ? createWayBack('text') : goBack);
  };
  const write = (index: number, output: string) => {
    if (!canReview(page.state()) || resultsOf(page.state())[index] == null) return;
    page.session.edit(index, output);
    page.session.reviewOutput(index, 'validate');
    written.set(index, output);
  };

  const asksAgain = (command: (index: number) => void) => (index: number) => {
    if (resultsOf(page.state())[index] == null) return;
    remembering(index, () => {
      askFor(index);
      command(index);
    });
  };

  const move = (step: Step | undefined, command: () => void) => {
    if (!step) return;
    const goBack = before.get(step);
    remembering(step.batches[0]?.index ?? (step.film ? 'film' : 'text'), command);
    goBack?.();
  };

  /** What a person, the browser, another tab or the network can do at any time. */
  const clicks: Record<ClickName, (index: number) => void | Promise<void>> = {
    pass: () => {},
    reload() {
      page.session.dispose();
      page = open(page.state());
    },
    stop: () => page.session.stop(),
    'stop-now': () => page.session.stop({ now: true }),
    resume: () => page.session.resume(),
    offline: () => page.setOnline(false),
    online: () => page.setOnline(true),
    again: asksAgain((index) => page.session.translateAgain(index)),
    halves: asksAgain((index) => page.session.translateAgain(index, { inHalves: true })),
    'retry-failed'() {
      resultsOf(page.state()).forEach((slot, index) => {
        if (isFailed(slot)) void clicks.again(index);
      });
    },
    'stop-batch': (index) => page.session.stop({ batch: index }),
    edit: (index) => write(index, replyOf(numbersOf(index)).replaceAll('PT', 'mine')),
    'edit-in-part': (index) => write(index, replyOf(numbersOf(index).slice(1)).replaceAll('PT', 'mine')),
    fill(index) {
      if (!canReview(page.state()) || resultsOf(page.state())[index] == null) return;
      remembering(index, () => page.session.reviewOutput(index, 'fill'));
      written.set(index, resultsOf(page.state())[index]?.[1] ?? '');
    },
    undo: () => move(page.state().past.at(-1), () => page.session.undo()),
    redo: () => move(page.state().future.at(-1), () => page.session.redo()),
    restart() {
      remembering('film', () => {
        written.clear();
        provider.askAgainForAll();
        page.session.clear('all');
      });
      startOver();
    },
    clear: () => remembering('text', () => page.session.clear('result')),
    assemble: () => remembering('text', () => void page.session.writeResult({ again: true })),
    'edit-result': () => page.session.edit('result', 'mine'),
    async project() {
      const results = resultsOf(page.state());
      const replaced = page.session.replace({ ...waitingForResume(page.state()), past: [] });
      await page.pass(results.includes(null) ? 60_000 : 0);
      await replaced;
      // The project file was saved before some of the answers that the page has now.
      remembering('film', () => {
        for (const [index, slot] of results.entries()) if (slot === null) provider.askAgain(numbersOf(index));
      });
    },
    async give() {
      isGivingAway = true;
      const given = page.session.finish(1_000, () => {});
      await page.pass(1_000);
      await given;
      page.session.dispose();
      isGivingAway = false;
      page = open(page.state());
    },
  };
  return { clicks, provider, written, sentWhileGiving, page: () => page };
}

it('[D4.3][D6.2][D6.3][D6.4] translates every phrase, pays nothing twice and loses no text in any sequence of faults and clicks', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ phrases, faults, clicks }) => {
      const world = createWorld(phrases, faults);
      const { page, provider, written, sentWhileGiving } = world;
      await page().pass(0);
      const check = () => {
        const results = resultsOf(page().state());
        expect(results.every((slot) => slot == null || slot[0] !== '' || slot[1] !== '')).toBe(true);
        for (const [index, output] of written) expect(results[index]?.[1]).toBe(output);
        // If nothing is under way, no batch may be shown as in progress.
        expect(results.filter((slot) => slot === null).length).toBe(page().inFlight.now);
        expect(provider.paidTwice).toEqual([]);
        expect(sentWhileGiving).toEqual([]);
        expectResultToFollow(page().state());
      };

      for (const [name, number] of clicks) {
        await world.clicks[name](number % Math.max(1, resultsOf(page().state()).length));
        await page().pass(number);
        check();
      }

      // Faults end, so a run ends too if a person keeps pressing the buttons.
      page().setOnline(true);
      for (let round = 0; round < faults.length + 60 && !allOk(page().state()); round++) {
        if (!canStop(page().state())) page().session.resume();
        if (!isPending(page().state())) void world.clicks['retry-failed'](0);
        await page().pass(400_000);
        check();
      }
      expect(allOk(page().state())).toBe(true);
      await page().session.writeResult({ again: true });
      expectWholeFilm(page().state().translated, phrases);
      page().session.dispose();
    }),
    { numRuns: fuzzRuns(30), examples: [[HALF_IN_VAIN], [LINE_BY_LINE], [LATE_STEP]] },
  );
}, 600_000);

/** If nobody has edited the result, it equals the texts of the batches. */
function expectResultToFollow(state: Work): void {
  const { translated, ownResult, phrases } = state;
  if (translated === '' || ownResult || !allOk(state)) return;
  expect(assemble(documentOfPhrases(phrases), phrases, resultsOf(state))).toEqual(ok(translated));
}

/** Each phrase occurs once, with its own number and time. Its text is the model's, the person's, or the original that the person filled in. */
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
