import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { batchesOf } from '../../../../test/batches.ts';
import { fuzzRuns } from '../../../../test/fuzz-runs.ts';
import { readableFilm } from '../../../../test/readable-film.ts';
import { startSettings } from '../../../../test/settings-harness.ts';
import { resultsOf } from '../../../engine/batch.ts';
import type { Work } from '../../../film/film.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import type { Session } from '../../../film/session.ts';
import type { FromWorker, ToWorker } from '../../../film-worker/calls.ts';
import { createFilmWorker } from '../../../film-worker/connect.ts';
import { createFilmServer } from '../../../film-worker/functions.ts';
import type { ProblemKind } from '../../../review/line.ts';
import { allFacts, createLineJudge } from './line-facts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A worker in this thread whose answers take as long as the test says, in order. */
class SlowWorker extends EventTarget {
  delayMs = 0;
  private readyAt = 0;
  private isEnded = false;
  private readonly serve = createFilmServer(
    (data: FromWorker) => this.later(() => this.dispatchEvent(Object.assign(new Event('message'), { data }))),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  postMessage(message: ToWorker): void {
    const data = structuredClone(message);
    this.later(() => this.serve(data));
  }
  terminate(): void {
    this.isEnded = true;
  }
  private later(act: () => void): void {
    this.readyAt = Math.max(this.readyAt, Date.now() + this.delayMs);
    setTimeout(() => this.isEnded || act(), this.readyAt - Date.now());
  }
}

const TEXTS = ['Uma linha boa.', 'Dois  espaços.', ''];
/** Problems visible in the text alone and unique to it. */
const kindsOf = (text: string | undefined): readonly ProblemKind[] =>
  text === '' ? ['empty'] : text?.includes('  ') ? ['spacing'] : [];
const isSeen = (kind: ProblemKind): boolean => kind === 'empty' || kind === 'spacing';

const anyStep = fc.oneof(
  fc.record({ edit: fc.integer({ min: 1, max: 45 }), to: fc.constantFrom(...TEXTS) }),
  fc.record({ passMs: fc.constantFrom(0, 100, 300, 1_000, 5_000) }),
  fc.record({ delayMs: fc.constantFrom(0, 50, 400, 3_000) }),
  fc.record({ dies: fc.constant(true) }),
);

test('after any edits, late answers and worker crashes, each problem belongs to the current text of its line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (steps) => {
      let worker = new SlowWorker();
      const filmWorker = createFilmWorker({
        startWorker() {
          const { delayMs } = worker;
          worker = Object.assign(new SlowWorker(), { delayMs });
          return worker as unknown as Worker;
        },
        loadServer: async () => createFilmServer,
      });
      const store = createStore<Work>(() => readableFilm(45));
      const ask: Session['analysis']['ask'] = (name, question, signal) =>
        filmWorker.ask(store.getState(), name, question, signal);
      const session = { store, analysis: { ask } as Session['analysis'] };
      const judge = createLineJudge(session, startSettings().settings);
      const leave = judge.subscribe(() => {});
      const facts = () => allFacts(store.getState(), judge.getSnapshot());
      function check(): void {
        for (const { line, problems, isJudged } of facts())
          if (isJudged) expect(problems.map(({ kind }) => kind).filter(isSeen)).toEqual(kindsOf(line.translation));
      }

      for (const step of steps) {
        if ('edit' in step) {
          const state = store.getState();
          const batch = Math.floor((step.edit - 1) / 20);
          const output = linesOfBatch(state, batch).map(({ number, translation }) => [
            number,
            number === step.edit ? step.to : translation,
          ]);
          const slot = ['', JSON.stringify(Object.fromEntries(output))] as const;
          store.setState({ batches: batchesOf(resultsOf(state).with(batch, slot)) });
        } else if ('passMs' in step) await vi.advanceTimersByTimeAsync(step.passMs);
        else if ('delayMs' in step) worker.delayMs = step.delayMs;
        else worker.dispatchEvent(new Event('error'));
        check();
      }
      worker.delayMs = 0;
      await vi.advanceTimersByTimeAsync(120_000);
      check();
      expect(facts().every(({ isJudged }) => isJudged)).toBe(true);
      leave();
      filmWorker.dispose();
    }),
    { numRuns: fuzzRuns(30) },
  );
});
