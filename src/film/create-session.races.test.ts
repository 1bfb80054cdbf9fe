import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  begin,
  beginFor,
  connectInside,
  createHarness,
  failure,
  finished,
  inMs,
  readAgain,
  replyOf,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';
import type { CallName, FilmNow, FilmWorker } from '../film-worker/calls.ts';
import { filmTexts, parseFilm } from '../storage/film-codec.ts';
import { isResultBehind } from './film.ts';
import { lineOf } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';

/** Actions of a person while a request or a question is under way. */

fakeTimersAndConsole();

/** The session reads text typed in the result this long after the last key. */
const QUIET_MS = 300;

const otherSrt = (count: number) => sampleSrt(count).replaceAll('Фраза', 'Another film, line');

it('goes on with the run if a part of the page that follows the film has a bug, and reports the bug', async () => {
  const { session, requests, pass } = createHarness();
  session.openSource(sampleSrt(30), []);
  const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
  const unsubscribe = session.store.subscribe(() => {
    throw new Error('Boom');
  });
  const started = session.translate();
  await pass(1_000);
  await started;
  unsubscribe();
  expect(requests.length).toBeGreaterThan(0);
  expect(later.mock.calls[0]?.[0]).toThrow('Boom');
});

describe('Translate while another film is opened', () => {
  it('sends nothing if another film is opened while Translate reads the original', async () => {
    const { session, state, requests, pass } = createHarness();
    session.openSource(sampleSrt(30), [], 'a.srt');
    const started = session.translate();
    session.openSource(otherSrt(50), [], 'b.srt');
    await pass(10_000);
    await started;
    expect(requests.length).toBe(0);
    expect(resultsOf(state()).length).toBe(0);
    expect(state().fileName).toBe('b.srt');
    await session.translate();
    expect(resultsOf(state())).toHaveLength(3);
  });

  it('sends nothing if another film was opened before the command', async () => {
    const { session, state, requests, pass } = createHarness();
    session.openSource(sampleSrt(30), []);
    const of = state();
    session.openSource(otherSrt(50), []);
    await session.translate({ of });
    await pass(10_000);
    expect({ requests: requests.length, batches: resultsOf(state()).length }).toEqual({ requests: 0, batches: 0 });
  });
});

describe('Undo of an opened project', () => {
  it('does not use suggestions for the lines of one film in another film', async () => {
    const other = begin(20);
    await other.pass(5_000);
    const { session, state, requests, pass } = await beginFor(5_000, 20, { answersLate: true });
    void session.replace({ ...other.state(), sourceText: otherSrt(20) });
    session.ask(planSuggestions(state(), [3, 4], { kind: 'again' }));
    await pass(500);
    const asked = requests.at(-1);
    session.undo();
    expect(asked?.signal.aborted).toBe(true);
    expect(state().suggestions).toEqual({});
    expect(state().suggestionRequests).toEqual([]);
    await pass(5_000);
    expect(state().suggestions).toEqual({});
    expect(state().suggestionRequests).toEqual([]);
    session.redo();
    expect(Object.keys(state().suggestions)).toEqual(['3', '4']);
    expect(state().suggestions[3]?.[0]?.failure).toMatchObject({ kind: 'left' });
  });
});

describe('edits during an outage', () => {
  /** The first answer to the first batch needs a correction, and no other request is answered. Then the person confirms two lines, and resumes. */
  async function confirmedInOutage(first: (numbers: readonly number[]) => string) {
    let isUp = false;
    const begun = begin(60, {
      answer: ({ numbers, correction }) => {
        if (numbers[0] === 1 && !correction && !isUp) return success(first(numbers));
        return isUp ? success(replyOf(numbers).replaceAll('PT', 'New')) : inMs(2_000, failure('server', '503 down'));
      },
    });
    const { session, state, requests, pass } = begun;
    for (let step = 0; step < 100 && state().paused?.reason !== 'outage'; step++) await pass(1_000);
    expect(state().paused?.reason).toBe('outage');
    expect(resultsOf(state())[0]?.[0]).toBe('503 down');
    session.markLines([1, 2], { confirmed: true });
    isUp = true;
    requests.length = 0;
    session.resume();
    return begun;
  }

  it('[D14.1] keeps confirmed lines of the batch that is tried during an outage', async () => {
    // Without its last number, the texts of an answer may be one line off.
    const { state, requests, pass } = await confirmedInOutage((numbers) => replyOf(numbers.slice(0, -1)));
    await pass(1);
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([3]);
    await pass(20_000);
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toMatchObject({ 1: 'PT 1', 2: 'PT 2', 3: 'New 3' });
  });

  it('[D4.3] does not pay again for texts that are in their places if a person confirms lines during an outage', async () => {
    const { state, requests, pass } = await confirmedInOutage((numbers) => replyOf([...numbers, 99]));
    await pass(20_000);
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([21, 41]);
    expect(progress(state())).toMatchObject({ ok: 3, failed: 0, waiting: 0 });
    expect(JSON.parse(resultsOf(state())[0]?.[1] ?? '')).toMatchObject({ 1: 'PT 1', 3: 'PT 3', 20: 'PT 20' });
  });
});

describe('Translate again right after typing in the result', () => {
  /** A translated film of 40 lines, with text typed in its result. `typed`: how the film worker answers the question which lines were typed. */
  async function typedIn(typed: () => Promise<never>) {
    const inside = connectInside();
    const ask = (of: FilmNow, name: CallName, ...others: readonly never[]) =>
      name === 'typed' ? typed() : (inside.ask as (...given: readonly unknown[]) => unknown)(of, name, ...others);
    const page = await finished(40, { filmWorker: { ...inside, ask: ask as FilmWorker['ask'] } });
    page.session.edit('result', page.state().translated.replace('PT 3', 'By hand'));
    return page;
  }

  it('sends the batch once, and keeps text typed in the result, if code cannot be loaded', async () => {
    const { session, state, requests, pass } = await typedIn(async () => {
      throw Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
    });
    const sent = requests.length;
    session.translateAgain(0);
    await pass(5_000);
    expect(requests.slice(sent).map(({ numbers }) => numbers[0])).toEqual([1]);
    expect(state().translated).toContain('By hand');
  });

  it('sends nothing at Translate again if another film has come in the meantime', async () => {
    const other = await finished(40);
    const { session, state, requests, pass } = await typedIn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      throw Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
    });
    const sent = requests.length;
    session.translateAgain(0);
    const [first, ...others] = other.state().phrases;
    if (first) await session.replace({ ...other.state(), phrases: [first, ...others] });
    await pass(5_000);
    expect({ sent: requests.length - sent, ok: resultsOf(state()).length }).toEqual({ sent: 0, ok: 2 });
  });
});

describe('[D14.4] text typed in the result', () => {
  /** A translated film of 40 lines. Later requests are answered with "New 1" and so on. */
  async function translated() {
    let count = 0;
    const page = begin(40, {
      answer: ({ numbers }) => success(++count > 2 ? replyOf(numbers).replaceAll('PT', 'New') : replyOf(numbers)),
    });
    await page.pass(5_000);
    const { session, state } = page;
    return {
      ...page,
      write: (...edits: readonly (readonly [string, string])[]) =>
        session.edit(
          'result',
          edits.reduce((text, [from, to]) => text.replace(from, to), state().translated),
        ),
      change: (number: number, text: string) => session.changeLines([{ number, text }]),
      textsOf: (...numbers: readonly number[]) => numbers.map((number) => lineOf(state(), number)?.translation),
    };
  }
  const BY_HAND = ['PT 30', 'By hand'] as const;

  it('keeps both texts when somebody types in the result right after a change in Lines', async () => {
    const { session, state, write, change, textsOf } = await translated();
    change(31, 'In Lines');
    write(BY_HAND);
    await session.writeResult();
    expect(textsOf(30, 31)).toEqual(['By hand', 'In Lines']);
    expect(['By hand', 'In Lines'].filter((text) => state().translated.includes(text))).toHaveLength(2);
  });

  it('keeps the later change when a line was typed in the result and then changed in Lines', async () => {
    const { session, state, write, change, textsOf } = await translated();
    write(BY_HAND, ['PT 31', 'In the text']);
    change(31, 'In Lines');
    await session.writeResult();
    expect(textsOf(30, 31)).toEqual(['By hand', 'In Lines']);
    expect(['By hand', 'In Lines'].filter((text) => state().translated.includes(text))).toHaveLength(2);
  });

  it('moves typed text into the lines when the last failed batch is OK again', async () => {
    const { session, state, write, change, textsOf } = await translated();
    change(20, '');
    change(31, 'In Lines');
    write(BY_HAND);
    await session.writeResult();
    expect(state().translated).toContain('By hand');
    change(20, 'Full');
    await session.writeResult();
    const texts = ['Full', 'By hand', 'In Lines'];
    expect(textsOf(20, 30, 31)).toEqual(texts);
    expect(texts.filter((text) => state().translated.includes(text))).toEqual(texts);
  });

  const CUT = '20\n00:00:38,000 --> 00:00:38,500\nPT\n\n21\n00:00:38,500 --> 00:00:39,000\n20\n';
  /** The text with all numbers from 21 on raised by one. */
  const countedOn = (text: string) =>
    text.replace(/^(\d+)(?=\n00:00:[45]|\n00:01)/gm, (number) => `${Number(number) + 1}`);
  it.each<[string, (text: string) => string]>([
    ['a phrase was cut into two times', (text) => text],
    ['a phrase was cut, and all later ones got new numbers', countedOn],
    ['one half of a cut phrase has no number', (text) => text.replace('21\n00:00:38,500', '00:00:38,500')],
    ['a blank line divides a text', (text) => text.replace('PT 25\n', 'PT\n\n25\n')],
    ['a phrase has lost its number', (text) => text.replace('25\n00:', '00:')],
    ['a phrase was removed', (text) => text.replace(/25\n00:.*\nPT 25\n\n/, '')],
    ['a line occurs twice, with two texts', (text) => text.replace(/(25\n00:.*\n)PT 25\n\n/, '$1PT 25\n\n$1Twice\n\n')],
    ['a phrase was joined to the one before', (text) => text.replace('PT 24\n\n25\n00:', 'PT 24\n00:')],
  ])('moves edited texts of other lines into the lines, and keeps the result as typed, if %s', async (_, change) => {
    const { session, state, write, textsOf } = await translated();
    write(BY_HAND, ['20\n00:00:38,000 --> 00:00:39,000\nPT 20\n', CUT]);
    session.edit('result', change(state().translated));
    const { translated: text } = state();
    await session.writeResult();
    expect(textsOf(19, 20, 21, 24, 25, 26, 30, 40)).toEqual([
      'PT 19',
      'PT 20',
      'PT 21',
      'PT 24',
      'PT 25',
      'PT 26',
      'By hand',
      'PT 40',
    ]);
    expect({ text: state().translated, isBehind: isResultBehind(state()) }).toEqual({ text, isBehind: false });
    session.changeLines([{ number: 20, text: 'In Lines' }]);
    await session.writeResult();
    expect({ text: state().translated, isBehind: isResultBehind(state()) }).toEqual({ text, isBehind: true });
  });

  it('moves typed text into the lines while a batch is translated again, and keeps the batch’s new texts', async () => {
    const { session, state, write, textsOf, pass } = await translated();
    session.translateAgain(0);
    write(BY_HAND);
    await pass(5_000);
    await session.writeResult();
    const texts = ['New 1', 'New 20', 'By hand'];
    expect(textsOf(1, 20, 30)).toEqual(texts);
    expect(texts.filter((text) => state().translated.includes(text))).toEqual(texts);
  });

  it('notices that a typed result lacks the new texts of a batch that was being translated', async () => {
    const { session, state, write, textsOf, pass } = await translated();
    session.translateAgain(0);
    write(BY_HAND, ['00:00:38,000', '00:00:38,100']);
    const { translated: text } = state();
    await pass(5_000);
    await session.writeResult();
    expect(textsOf(1, 20, 30)).toEqual(['New 1', 'New 20', 'By hand']);
    expect({ text: state().translated, isBehind: isResultBehind(state()) }).toEqual({ text, isBehind: true });
  });

  it('keeps changes in Lines when the result is emptied and typed again', async () => {
    const { session, state, write, change, textsOf } = await translated();
    write(BY_HAND);
    change(31, 'In Lines');
    const { translated: text } = state();
    session.edit('result', '');
    session.edit('result', text);
    await session.writeResult();
    expect(textsOf(30, 31)).toEqual(['By hand', 'In Lines']);
  });

  it('reads typed text only once, even if the box loses the focus during the reading', async () => {
    const { session, state, write, pass } = await translated();
    write(['00:00:38,000', '00:00:38,100']);
    const { translated: text } = state();
    vi.advanceTimersByTime(QUIET_MS);
    await session.writeResult();
    await pass(1_000);
    expect({ text: state().translated, isBehind: isResultBehind(state()) }).toEqual({ text, isBehind: false });
  });

  it('keeps new texts of the model that came after a reload, and notices that the typed result lacks them', async () => {
    const { session, state, write, pass } = await translated();
    session.translateAgain(0);
    await pass(100);
    write(BY_HAND);
    const { translated: text } = state();
    const again = createHarness({
      initial: readAgain(state()),
      answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', 'New')),
    });
    await again.pass(5_000);
    await again.session.writeResult();
    expect(lineOf(again.state(), 1)?.translation).toBe('New 1');
    expect({ text: again.state().translated, isBehind: isResultBehind(again.state()) }).toEqual({
      text,
      isBehind: true,
    });
  });

  it('undoes typing in the result and changes in Lines one after another', async () => {
    const { session, state, write, change, textsOf, pass } = await translated();
    const { translated: text } = state();
    write(BY_HAND);
    change(5, 'In Lines');
    write(['PT 31', 'Typed']);
    await pass(1_000);
    const all = textsOf(5, 30, 31);
    expect(all).toEqual(['In Lines', 'By hand', 'Typed']);
    const { translated: whole } = state();
    session.undo();
    await pass(1_000);
    expect(textsOf(5)).toEqual(['In Lines']);
    for (let step = 0; step < 2; step++) {
      session.undo();
      await pass(1_000);
    }
    expect({ text: state().translated, texts: textsOf(5, 30, 31) }).toEqual({
      text,
      texts: ['PT 5', 'PT 30', 'PT 31'],
    });
    for (let step = 0; step < 3; step++) {
      session.redo();
      await pass(1_000);
    }
    expect({ text: state().translated, texts: textsOf(5, 30, 31) }).toEqual({ text: whole, texts: all });
  });

  it('keeps a later change of a line when the result is saved right after a reload', async () => {
    const { session, state, write, change } = await translated();
    write(['00:00:38,000', '00:00:38,100']);
    await session.writeResult();
    change(31, 'In Lines');
    const { translated: text } = state();
    const again = createHarness({ initial: readAgain(state()) });
    await again.session.writeResult();
    expect(lineOf(again.state(), 31)?.translation).toBe('In Lines');
    expect({ text: again.state().translated, isBehind: isResultBehind(again.state()) }).toEqual({
      text,
      isBehind: true,
    });
  });

  it('keeps typed text and changes in the lines when the result is written again', async () => {
    const { session, state, write, change, textsOf } = await translated();
    write(BY_HAND, ['PT 40\n', 'PT 40\n\n99\n00:09:00,000 --> 00:09:01,000\nCredits\n']);
    change(31, 'In Lines');
    const written = session.writeResult({ again: true });
    change(32, 'Later');
    write(['PT 33', 'Typed']);
    await written;
    expect(state()).toMatchObject({ ownResult: null });
    expect(textsOf(30, 31, 32, 33)).toEqual(['By hand', 'In Lines', 'Later', 'Typed']);
    const texts = ['By hand', 'In Lines', 'Later', 'Typed', 'Credits'];
    expect(texts.filter((text) => state().translated.includes(text))).toEqual(texts.slice(0, 4));
    session.undo();
    await session.writeResult();
    expect(state().translated).toContain('Credits');
    expect(textsOf(30, 31, 32, 33)).toEqual(['By hand', 'In Lines', 'Later', 'Typed']);
  });
});

describe('an OK batch whose JSON is edited while another batch is retried', () => {
  const edited = async (edit: (output: string) => string) => {
    let isUp = false;
    const page = begin(40, {
      answer: ({ numbers }) => (numbers[0] === 1 || isUp ? success(replyOf(numbers)) : inMs(100, failure('server'))),
    });
    await page.pass(1_500);
    page.session.showBatch(0);
    page.session.edit(0, edit(resultsOf(page.state())[0]?.[1] ?? ''));
    isUp = true;
    return page;
  };

  it('validates an edited batch when it is closed, although another batch is being translated', async () => {
    const { session, state, pass } = await edited((output) => output.replace('PT 3', ''));
    for (let step = 0; step < 50 && resultsOf(state())[1] !== null; step++) await pass(200);
    expect(resultsOf(state())[1]).toBeNull();
    session.showBatch(null);
    await pass(5_000);
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['Subtitle at key 3 is empty.', '']);
    expect({ error: state().error, translated: state().translated }).toEqual({ error: '', translated: '' });
  });

  it('assembles the result from an edited batch only after the batch is closed', async () => {
    const { session, state, pass } = await edited((output) => output.replace('PT 3', ''));
    await pass(20_000);
    expect(resultsOf(state())[1]?.[0]).toBe('');
    expect(state().error).toBe('');
    expect(state().translated).toBe('');
    session.edit(0, resultsOf(state())[0]?.[1].replace('""', '"Mended"') ?? '');
    session.showBatch(null);
    await session.writeResult();
    expect(state().translated).toContain('Mended');
  });
});

describe('a tab that could not store the work', () => {
  it('[D8.2][D7.24] sends requests again that were aborted because a tab gave its work away in vain', async () => {
    const first = begin(40, {
      answer: ({ numbers }, count) => inMs(count === 1 ? 500 : 60_000, success(replyOf(numbers))),
    });
    await first.pass(1_000);
    first.session.ask(planSuggestions(first.state(), [3], { kind: 'again' }));
    const given = first.session.finish(1_000, () => {});
    await first.pass(1_000);
    await given;
    first.session.dispose();
    const { state, pass } = createHarness({ initial: first.state() });
    await pass(10_000);
    expect(resultsOf(state()).map((slot) => slot?.[0])).toEqual(['', '']);
    expect(state().suggestionRequests).toEqual([]);
    expect(state().suggestions[3]?.[0]?.failure).toMatchObject({ kind: 'left' });
  });
});

describe('[D6.3] a stopped run after a reload', () => {
  const stored = async () => {
    const page = await beginFor(1_500, 100, { maxAtOnce: 1 });
    page.session.stop();
    await page.pass(3_000);
    page.session.dispose();
    return { ...filmTexts(page.state()) };
  };

  it.each([
    ['of a kind that this version does not know', '{"reason":"failure","kind":"balance","message":"Top up."}'],
    ['that is damaged', '7'],
  ])('sends nothing by itself after a reload if the stored pause is one %s', async (_, pause) => {
    const texts = await stored();
    texts.sessionExtras = texts.sessionExtras.replace('"paused":{"reason":"person"}', `"paused":${pause}`);
    expect(texts.sessionExtras).toContain(pause);
    const { state } = parseFilm({ read: (key) => texts[key], incompleteWrite: false });
    const { requests, pass } = createHarness({ initial: state });
    await pass(10_000);
    expect(requests).toEqual([]);
  });

  it('sends nothing by itself after a reload if our own stored facts are damaged', async () => {
    const texts = { ...(await stored()), sessionExtras: '{"phrasesSt' };
    const { state } = parseFilm({ read: (key) => texts[key], incompleteWrite: false });
    const { requests, pass } = createHarness({ initial: state });
    await pass(10_000);
    expect(requests).toEqual([]);
  });
});
