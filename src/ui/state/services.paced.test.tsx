import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { batchesOf } from '../../../test/batches.ts';
import { createHarness, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { outputOf } from '../../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../../film/film.ts';
import { createPacedStore } from './services.tsx';

const MODEL = { endpoint: 'openai', id: 'gpt-4o' } as const;
const OK = ['', '{}'] as const;

/** A run of ten batches, of which `done` have finished. */
const running = (done: number): Pick<Work, 'batches'> => ({
  batches: batchesOf(Array.from({ length: 10 }, (_, index) => (index < done ? OK : null))),
});

function follow(initial: Partial<Work>) {
  const store = createStore<Work>(() => ({ ...EMPTY_WORK, ...initial }));
  const shown = createPacedStore(store);
  const drawn: Work[] = [];
  const end = shown.subscribe((after, before) => {
    expect(before).not.toBe(after);
    expect(shown.getState()).toBe(after);
    drawn.push(after);
  });
  return { store, shown, drawn, end };
}

describe('createPacedStore', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('passes each state on at once while there is no run', () => {
    const { store, drawn } = follow({ batches: batchesOf([OK, OK]) });
    for (const text of ['a', 'ab', 'abc']) store.setState({ batches: batchesOf([OK, ['', text]]) });
    expect(drawn.map(({ batches }) => outputOf(batches[1]))).toEqual(['a', 'ab', 'abc']);
  });

  it('a long film comes to the empty page in the task after it was opened, and a key before that is heard after it is shown', () => {
    const long = 'x'.repeat(100_001);
    for (const isPressed of [false, true]) {
      const { store, shown, drawn, end } = follow({});
      store.setState({ sourceText: long });
      expect(drawn).toHaveLength(0);
      if (isPressed) {
        const heard: string[] = [];
        window.addEventListener('keydown', () => heard.push(shown.getState().sourceText), { once: true });
        window.dispatchEvent(new Event('keydown'));
        expect(heard).toEqual([long]);
      } else vi.advanceTimersByTime(0);
      store.setState({ sourceText: `${long}y` });
      expect(drawn.map(({ sourceText }) => sourceText)).toEqual([long, `${long}y`]);
      end();
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it('passes the steps of a run on at most eight times a second, and the last one soon', () => {
    const { store, drawn } = follow(running(0));
    for (let step = 0; step < 100; step++) {
      store.setState({ pace: { nextAt: step, limit: { kind: 'none' } } });
      vi.advanceTimersByTime(10);
    }
    expect(drawn.length).toBeGreaterThan(6);
    // The first change is drawn at once, then eight a second.
    expect(drawn.length).toBeLessThanOrEqual(9);
    vi.advanceTimersByTime(125);
    expect(drawn.at(-1)?.pace?.nextAt).toBe(99);
  });

  it('passes on each fact of a real run’s steps at that pace, including spending and provenance', async () => {
    const answered = vi.fn();
    const { session, pass } = createHarness({
      maxAtOnce: 4,
      readPricing: () => ({ own: {}, stopAt: null, prompt: 'Translate.', model: MODEL }),
      madeWith: () => ({ prompt: `Prompt ${answered.mock.calls.length}`, model: MODEL }),
      answer: ({ numbers }) => ({ afterMs: 40, outcome: success(replyOf(numbers)), onArrival: answered }),
    });
    session.openSource(sampleSrt(1_600), []);
    await session.translate();
    const passedOn = vi.fn();
    createPacedStore(session.store).subscribe(passedOn);
    await pass(1_000);
    expect(answered.mock.calls.length).toBeGreaterThan(20);
    expect(answered.mock.calls.length).toBeLessThan(80);
    expect(passedOn.mock.calls.length).toBeLessThanOrEqual(9);
  });

  it('lets a step wait for an unfinished drawing, a second at most', () => {
    const { store, shown, drawn } = follow(running(0));
    shown.tellDrawn(store.getState());
    store.setState(running(1));
    vi.advanceTimersByTime(0);
    store.setState(running(2));
    vi.advanceTimersByTime(500);
    expect(drawn).toHaveLength(1);
    shown.tellDrawn(shown.getState());
    vi.advanceTimersByTime(125);
    expect(drawn).toHaveLength(2);
    store.setState(running(3));
    vi.advanceTimersByTime(999);
    expect(drawn).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(drawn).toHaveLength(3);
  });

  it('passes on at once what a person types, with all steps before it, and in the next task a pause and the end', () => {
    const { store, drawn } = follow(running(0));
    store.setState(running(1));
    store.setState(running(2));
    expect(drawn).toHaveLength(0);
    vi.advanceTimersByTime(0);
    expect(drawn).toHaveLength(1);
    store.setState(running(3));
    vi.advanceTimersByTime(0);
    expect(drawn).toHaveLength(1);
    for (const translated of ['a', 'ab']) store.setState({ translated, ownResult: { since: null, now: null } });
    expect(drawn.map(({ translated }) => translated)).toEqual(['', 'a', 'ab']);
    expect(drawn.at(-1)?.batches[2]?.state).toBe('ok');
    store.setState({ paused: { reason: 'person' } });
    vi.advanceTimersByTime(0);
    expect(drawn).toHaveLength(4);
    store.setState(running(10));
    vi.advanceTimersByTime(0);
    expect(drawn).toHaveLength(5);
    vi.advanceTimersByTime(1_000);
    expect(drawn).toHaveLength(5);
  });

  it('passes on the effects of a click at once', () => {
    const { store, drawn } = follow(running(0));
    store.setState(running(1));
    vi.advanceTimersByTime(0);
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener('click', () => store.setState(running(2)));
    button.click();
    button.remove();
    expect(drawn).toHaveLength(2);
  });

  describe('another film of the series', () => {
    /** The film that each part shows, in the order in which they were told. */
    function openOther(next: Partial<Work> = {}) {
      const { store, shown, end } = follow({ id: 'one', batches: batchesOf([OK]) });
      const told: string[] = [];
      const endLines = shown.ofLines.subscribe(({ id }) => told.push(`lines ${id}`));
      const endAround = shown.subscribe(({ id }) => told.push(`around ${id}`));
      store.setState({ id: 'two', batches: batchesOf([OK, OK]), ...next });
      return { store, shown, told, ends: () => [end, endLines, endAround].map((each) => each()) };
    }

    it('comes in a task of its own, first to the lines, and to everything else once they are drawn', async () => {
      const { store, shown, told, ends } = openOther();
      expect(told).toEqual([]);
      expect([shown.ofLines.getState().id, shown.getState().id]).toEqual(['one', 'one']);
      vi.advanceTimersByTime(0);
      expect(told).toEqual(['lines two']);
      expect([shown.ofLines.getState().id, shown.getState().id]).toEqual(['two', 'one']);
      // What changes until then is drawn with it.
      store.setState({ fileName: 'Two.srt' });
      expect(told).toEqual(['lines two']);
      await vi.advanceTimersByTimeAsync(100);
      expect(told).toEqual(['lines two', 'lines two', 'around two']);
      expect([shown.ofLines.getState(), shown.getState()]).toEqual([store.getState(), store.getState()]);
      ends();
      expect(vi.getTimerCount()).toBe(0);
    });

    it.each(['keydown', 'beforeinput', 'input', 'compositionstart', 'pointerdown', 'click', 'paste', 'drop'])(
      'a %s at any moment is heard after all of it is shown',
      async (kind) => {
        for (const passMs of [undefined, 0]) {
          const { shown, told, ends } = openOther();
          if (passMs !== undefined) vi.advanceTimersByTime(passMs);
          const heard: string[] = [];
          const hear = () => heard.push(shown.ofLines.getState().id, shown.getState().id);
          window.addEventListener(kind, hear, { capture: true, once: true });
          window.dispatchEvent(new Event(kind));
          expect(heard).toEqual(['two', 'two']);
          expect(told).toEqual(['lines two', 'around two']);
          await vi.advanceTimersByTimeAsync(1_000);
          expect(told).toHaveLength(2);
          ends();
        }
      },
    );

    it('is shown before a program without keys or pointer chooses in a list, and the choice counts', () => {
      const { shown, told, ends } = openOther();
      const list = document.body.appendChild(document.createElement('select'));
      for (const each of ['srt', 'vtt']) list.appendChild(document.createElement('option')).value = each;
      // As React does with each list that it draws again.
      const endDrawing = shown.subscribe(() => (list.value = 'srt'));
      const chosen: string[] = [];
      list.addEventListener('change', () => chosen.push(`${list.value} in ${shown.getState().id}`));
      list.value = 'vtt';
      for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
      expect(chosen).toEqual(['vtt in two']);
      expect(told).toEqual(['lines two', 'around two']);
      list.remove();
      endDrawing();
      ends();
    });

    it('comes in a task of its own, too, if a click has opened it', async () => {
      const { store, told, ends } = openOther();
      await vi.advanceTimersByTimeAsync(1_000);
      told.length = 0;
      const button = document.body.appendChild(document.createElement('button'));
      button.addEventListener('click', () => store.setState({ id: 'three' }));
      button.click();
      button.remove();
      expect(told).toEqual([]);
      vi.advanceTimersByTime(0);
      expect(told).toEqual(['lines three']);
      ends();
    });

    it('comes to all at once if it is not translated, because the panels change then', async () => {
      const { told, ends } = openOther({ batches: [] });
      vi.advanceTimersByTime(0);
      expect(told).toEqual(['lines two', 'around two']);
      ends();
    });

    it('comes last if a person has opened yet another one meanwhile', async () => {
      const { store, told, ends } = openOther();
      vi.advanceTimersByTime(0);
      store.setState({ id: 'three' });
      await vi.advanceTimersByTimeAsync(100);
      expect(told).toEqual(['lines two', 'lines three', 'around three']);
      ends();
    });
  });

  it('is never late while nobody listens, and leaves no timer running', () => {
    const { store, shown, end } = follow(running(0));
    store.setState(running(1));
    store.setState(running(2));
    end();
    expect(vi.getTimerCount()).toBe(0);
    store.setState(running(3));
    expect(shown.getState()).toBe(store.getState());
    shown.subscribe(() => {});
    expect(shown.getState()).toBe(store.getState());
  });
});
