import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeFallback } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createHarness, failure, readAgain, replyOf, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { createUndoSteps } from '../storage/undo-steps.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { documentOfPhrases } from '../subtitles/srt.ts';
import { assemble } from '../translation/assemble.ts';
import { batchOfLine, lineOf, marksOf } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { lineState } from './shown-facts.ts';

beforeEach(() => void vi.useFakeTimers());

/** A film of 45 phrases, all translated. */
async function translated(options: Parameters<typeof createHarness>[0] = {}, source = sampleSrt(45)) {
  const page = createHarness(options);
  page.session.openSource(source, []);
  await page.session.translate();
  await vi.advanceTimersByTimeAsync(10_000);
  const textOf = (number: number) => lineOf(page.state(), number)?.translation;
  const stateOf = (number: number) => {
    const line = lineOf(page.state(), number);
    const index = batchOfLine(page.state().phrases, number) ?? -1;
    return line && lineState(page.state(), line, index, marksOf(page.state(), line));
  };
  /** What is downloaded, by number. */
  const downloaded = (number: number) => {
    const parsed = parseSrt(page.state().translated);
    return parsed.ok ? parsed.value.phrases.find((phrase) => phrase.number === number)?.text : undefined;
  };
  return { ...page, textOf, stateOf, downloaded };
}

describe('lines', () => {
  test('[S4.4] a result that was cleared stays cleared as a line is confirmed', async () => {
    const { session, state } = await translated();
    session.clearTranslated();
    session.markLines([1], { confirmed: true });
    await session.resultSettled();
    expect(state().translated).toBe('');
  });

  test('an edited line stands in the result, and Undo and its contrary change it', async () => {
    const { session, state, textOf, stateOf, downloaded } = await translated();
    expect(stateOf(21)).toBe('new');
    session.changeLines([{ number: 21, text: 'Mended' }]);
    await session.resultSettled();
    expect(textOf(21)).toBe('Mended');
    expect(stateOf(21)).toBe('edited');
    expect(downloaded(21)).toBe('Mended');
    expect(downloaded(22)).toBe('PT 22');
    expect(state().undo).toMatchObject({ command: 'change-lines', words: 'Changed 1 line' });
    session.undo();
    await session.resultSettled();
    expect(textOf(21)).toBe('PT 21');
    expect(stateOf(21)).toBe('new');
    expect(downloaded(21)).toBe('PT 21');
    session.redo();
    await session.resultSettled();
    expect(textOf(21)).toBe('Mended');
    expect(stateOf(21)).toBe('edited');
    expect(downloaded(21)).toBe('Mended');
  });

  test.each<[string, (page: Awaited<ReturnType<typeof translated>>) => unknown]>([
    ['saving', ({ session }) => session.resultSettled()],
    ['confirming', ({ session }) => session.markLines([21], { confirmed: true })],
    ['a suggestion', ({ session }) => session.takeSuggestions([])],
    ['another film', ({ session }) => session.openSource(sampleSrt(3), [])],
    ['a project', ({ session, state }) => session.replace(state())],
    ['Restart', ({ session }) => session.restart()],
    ['another tab', ({ session }) => session.finish(1)],
  ])('%s takes what is typed over a line before it does anything', async (_, command) => {
    const page = await translated();
    const { session, state } = page;
    const before = state();
    const found: boolean[] = [];
    session.takeTyped.use(() => {
      found.push(state() === before);
      session.changeLines([{ number: 2, text: 'Typed' }]);
    });
    void command(page);
    expect(found[0]).toBe(true);
    const steps = [...resultsOf(state()).map((slot) => slot?.[1]), JSON.stringify(state().undo)];
    expect(steps.some((text) => text?.includes('Typed'))).toBe(true);
  });

  test('a line is found by its number where the numbers of the file have gaps', async () => {
    const { session, textOf, stateOf, downloaded } = await translated({}, sampleSrt(45).replace(/^(\d+)$/gm, '$10'));
    session.changeLines([{ number: 210, text: 'Mended' }]);
    await session.resultSettled();
    expect([textOf(200), textOf(210), textOf(220)]).toEqual(['PT 200', 'Mended', 'PT 220']);
    expect(stateOf(210)).toBe('edited');
    expect(downloaded(210)).toBe('Mended');
    expect(downloaded(21)).toBe(undefined);
  });

  test('blank lines are taken out, and an emptied line is an error of its batch until it has a text again', async () => {
    const { session, state, textOf, downloaded } = await translated();
    session.changeLines([{ number: 1, text: 'One\n\n \nTwo\n' }]);
    await session.resultSettled();
    expect({ text: textOf(1), saved: downloaded(1) }).toEqual({ text: 'One\nTwo', saved: 'One\nTwo' });
    session.changeLines([{ number: 1, text: ' ' }]);
    expect(resultsOf(state())[0]?.[0]).toBe('Subtitle at key 1 is empty.');
    session.changeLines([{ number: 1, text: 'Again' }]);
    await session.resultSettled();
    expect({ batchError: resultsOf(state())[0]?.[0], saved: downloaded(1) }).toEqual({
      batchError: '',
      saved: 'Again',
    });
  });

  test('several lines of several batches are one step', async () => {
    const { session, textOf, state } = await translated();
    session.changeLines([1, 21, 41].map((number) => ({ number, text: `New ${number}` })));
    expect([textOf(1), textOf(21), textOf(41)]).toEqual(['New 1', 'New 21', 'New 41']);
    expect(state().undo).toMatchObject({ words: 'Changed 3 lines' });
    session.undo();
    expect(textOf(1)).toBe('PT 1');
    expect(textOf(21)).toBe('PT 21');
    expect(textOf(41)).toBe('PT 41');
    expect(state().undo).toBe(null);
  });

  test('what is confirmed stays so over an edit by hand, is left out of Translate again, and is new after a new text', async () => {
    let count = 0;
    const { session, textOf, stateOf, requests } = await translated({
      answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', `T${++count > 3 ? 2 : 1}`)),
    });
    session.markLines([21, 22], { confirmed: true });
    session.changeLines([{ number: 22, text: 'Mine' }]);
    expect([stateOf(21), stateOf(22), stateOf(23)]).toEqual(['confirmed', 'confirmed', 'new']);
    session.translateAgain(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.at(-1)?.numbers).toEqual(Array.from({ length: 18 }, (_, index) => 23 + index));
    expect([textOf(21), textOf(22), textOf(23)]).toEqual(['T1 21', 'Mine', 'T2 23']);
    expect([stateOf(21), stateOf(22), stateOf(23)]).toEqual(['confirmed', 'confirmed', 'new']);
    session.translateAgain(1, { withConfirmed: true, withEdited: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textOf(21)).toBe('T2 21');
    expect(stateOf(21)).toBe('new');
    expect(stateOf(22)).toBe('new');
    session.undo();
    expect({ text: textOf(22), state: stateOf(22) }).toEqual({ text: 'Mine', state: 'confirmed' });
  });

  test('[D14.1] Retry and Retry failed leave edited lines as they are, unless they are meant, too', async () => {
    // The lines of the failed batch are all good; it has one too many.
    const { session, textOf, stateOf, requests } = await translated({
      answer: ({ numbers, correction }) =>
        success(
          numbers.includes(21) && (numbers.length === 20 || correction)
            ? replyOf([...numbers, 99])
            : replyOf(numbers).replaceAll('PT', 'New'),
        ),
    });
    session.changeLines([{ number: 30, text: 'Mine' }]);
    session.translateAgain('failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.at(-1)?.numbers).not.toContain(30);
    expect(textOf(30)).toBe('Mine');
    expect(stateOf(30)).toBe('edited');
    expect(textOf(31)).toBe('New 31');
    session.translateAgain(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textOf(30)).toBe('Mine');
    session.translateAgain(1, { withConfirmed: false, withEdited: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.slice(-2).flatMap(({ numbers }) => numbers)).toContain(30);
  });

  test('[D14.1] a failed batch whose lines are all a person’s own ends without a request', async () => {
    const { session, state, requests } = await translated({
      answer: ({ numbers }) => success(replyOf(numbers.includes(21) ? [...numbers, 99] : numbers)),
    });
    session.markLines(
      state()
        .phrases.slice(20, 40)
        .map(({ number }) => number),
      { confirmed: true },
    );
    const sent = requests.length;
    session.translateAgain('failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.length).toEqual(sent);
    expect(resultsOf(state())[1]?.[0]).toBe('');
  });

  test('flags stay with a line, dismissed problems with its text', async () => {
    const { session, state, stateOf } = await translated();
    session.markLines([3], { flagged: true });
    session.markLines([3], { dismissed: 'too-fast' });
    expect(state().marks[3]).toMatchObject({ flagged: true, dismissed: ['too-fast'] });
    session.markLines([3], { flagged: false });
    expect(stateOf(3)).toBe('new');
    session.undo();
    expect(stateOf(3)).toBe('flagged');
  });

  test('[D14.4] what changed in the result is taken, what changed in Lines stays, and what changed in both is asked', async () => {
    const { session, state, textOf, downloaded } = await translated();
    const result = state()
      .translated.replace('PT 30', 'By hand')
      .replace('PT 31', 'In the text')
      .replace('PT 33', 'Both');
    session.editTranslated(result);
    for (const [number, text] of [
      [31, 'In Lines'],
      [32, 'Lines alone'],
      [33, 'Both'],
    ] as const)
      session.changeLines([{ number, text }]);
    const asked = await session.takeEditsOver();
    expect(asked.onBoth).toEqual([{ number: 31, inResult: 'In the text', inLines: 'In Lines' }]);
    expect([30, 31, 32, 33].map(textOf)).toEqual(['PT 30', 'In Lines', 'Lines alone', 'Both']);
    expect(state().translated).toBe(result);
    expect((await session.takeEditsOver(new Map([[31, 'line']]))).onBoth).toEqual([]);
    expect([30, 31, 32, 33].map(textOf)).toEqual(['By hand', 'In Lines', 'Lines alone', 'Both']);
    await session.resultSettled();
    expect([30, 31, 32, 33].map(downloaded)).toEqual(['By hand', 'In Lines', 'Lines alone', 'Both']);
    expect(state().translatedEdited).toBe(false);
  });

  test('[D14.4] one Undo of that brings lines and text back as they were, with what was edited in each, after a reload, too', async () => {
    const first = await translated();
    first.session.editTranslated(first.state().translated.replace('PT 30', 'By hand').replace('PT 32', 'Both'));
    first.session.changeLines([{ number: 31, text: 'In Lines' }]);
    const before = first.state();
    await first.session.takeEditsOver(undefined, { saving: 'result' });
    await first.session.resultSettled();
    expect([30, 31, 32].map(first.downloaded)).toEqual(['By hand', 'In Lines', 'Both']);
    const store = createFakeFallback();
    await createUndoSteps(store).settle(first.state().undo);
    const stored = { ...readAgain(first.state()), undo: await createUndoSteps(store).load() };
    for (const { session, state } of [first, createHarness({ initial: stored })]) {
      session.undo();
      await session.resultSettled();
      expect([30, 31, 32].map((number) => lineOf(state(), number)?.translation)).toEqual([
        'PT 30',
        'In Lines',
        'PT 32',
      ]);
      const { translated, translatedEdited, translatedStale, textsBeforeEdit, marks } = before;
      expect(state()).toMatchObject({ translated, translatedEdited, translatedStale, textsBeforeEdit, marks });
      expect(state().undo).toMatchObject({ words: 'Changed 1 line', previous: null });
      await session.takeEditsOver();
      await session.resultSettled();
      expect(state().translated).toBe(first.state().translated);
    }
  });

  test('[D14.4] Undo of what was taken over from a text that alone was edited asks nothing of the text that is back', async () => {
    const { session, state, textOf, downloaded } = await translated();
    session.editTranslated(state().translated.replace('PT 30', 'By hand'));
    await session.takeEditsOver();
    await session.resultSettled();
    session.undo();
    expect({ text: textOf(30), saved: downloaded(30) }).toEqual({ text: 'PT 30', saved: 'By hand' });
    expect(state()).toMatchObject({ translatedEdited: true, translatedStale: false });
    session.changeLines([{ number: 30, text: 'In Lines' }]);
    expect((await session.takeEditsOver()).onBoth).toEqual([{ number: 30, inResult: 'By hand', inLines: 'In Lines' }]);
  });

  test('[D14.4] it is known after a reload, too, what stood there before', async () => {
    const first = await translated();
    first.session.editTranslated(first.state().translated.replace('PT 31', 'In the text'));
    first.session.changeLines([{ number: 31, text: 'In Lines' }]);
    const second = createHarness({ initial: readAgain(first.state()) });
    expect((await second.session.takeEditsOver()).onBoth).toHaveLength(1);
  });

  test('[D14.4] a text that the model gave with a blank line in it is not edited by taking over another line', async () => {
    const { session, state, stateOf } = await translated({
      answer: ({ numbers }) => success(replyOf(numbers).replace('PT 31"', 'One\\n\\nTwo"')),
    });
    session.editTranslated(state().translated.replace('PT 30', 'By hand'));
    await session.takeEditsOver();
    expect([stateOf(30), stateOf(31)]).toEqual(['edited', 'new']);
  });

  test('[D14.43] translations are moved a line later or earlier to the batch’s end; what falls out is kept, and one Undo takes it back', async () => {
    const { session, state, textOf, stateOf } = await translated();
    session.markLines([39], { confirmed: true });
    session.moveTranslations(37, 1);
    expect([36, 37, 38, 39, 40, 41].map(textOf)).toEqual(['PT 36', 'PT 37', 'PT 37', 'PT 38', 'PT 39', 'PT 41']);
    expect(state().suggestions[40]).toMatchObject([{ text: 'PT 40' }]);
    expect(state().undo).toMatchObject({ words: 'Moved the translations of 3 lines one line later' });
    expect([stateOf(37), stateOf(39)]).toEqual(['new', 'edited']);
    session.undo();
    expect([37, 38, 39, 40].map(textOf)).toEqual(['PT 37', 'PT 38', 'PT 39', 'PT 40']);
    expect(state().suggestions[40]).toBe(undefined);
    expect(stateOf(39)).toBe('confirmed');
    session.moveTranslations(37, -1);
    expect([37, 38, 39, 40, 41].map(textOf)).toEqual(['PT 38', 'PT 39', 'PT 40', 'PT 40', 'PT 41']);
    expect(state().suggestions[37]).toMatchObject([{ text: 'PT 37' }]);
    for (const count of [1, 2, 3, 4]) {
      session.ask(planSuggestions(state(), [37], { kind: 'told', words: String(count) }));
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(state().suggestions[37]?.[0]).toMatchObject({ text: 'PT 37' });
    session.takeSuggestions([{ number: 37, text: 'PT 37' }]);
    expect(textOf(37)).toBe('PT 37');
    session.moveTranslations(40, 1);
    expect(textOf(40)).toBe('PT 40');
  });

  test('[D14.43] Undo of moved translations brings the line’s own suggestions back, without the text that fell out', async () => {
    const { session, state } = await translated();
    for (const words of ['1', '2', '3']) {
      session.ask(planSuggestions(state(), [40], { kind: 'told', words }));
      await vi.advanceTimersByTimeAsync(2_000);
    }
    const { suggestions } = state();
    expect(suggestions[40]?.length).toBeGreaterThan(0);
    session.moveTranslations(37, 1);
    session.undo();
    expect(state().suggestions).toEqual(suggestions);
  });

  test('an output that is no JSON keeps its lines as they are', async () => {
    const { session, state } = await translated();
    session.editOutput(0, 'prose');
    session.changeLines([{ number: 1, text: 'x' }]);
    expect({ reply: resultsOf(state())[0]?.[1], undo: state().undo }).toEqual({ reply: 'prose', undo: null });
  });

  test('a confirmed line that was emptied is asked for again, so that a batch that is OK can be assembled', async () => {
    const { session, state, requests, textOf } = await translated();
    session.markLines([21], { confirmed: true });
    session.changeLines([{ number: 21, text: '' }]);
    expect(resultsOf(state())[1]?.[0]).not.toBe('');
    session.translateAgain(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.at(-1)?.numbers).toContain(21);
    expect({ batchError: resultsOf(state())[1]?.[0], text: textOf(21) }).toEqual({ batchError: '', text: 'PT 21' });
  });

  test('a confirmed line of a failed batch is not sent again by the run itself, nor by a corrective pass', async () => {
    let count = 0;
    const { session, textOf, requests } = await translated({
      answer({ numbers, correction }) {
        count++;
        // The second batch lacks a line, and its corrective pass finds no server.
        if (count <= 3 && numbers.includes(21)) return success(replyOf(numbers.filter((each) => each !== 40)));
        if (correction && count < 8) return failure('server');
        return success(replyOf(numbers).replaceAll('PT', 'Anew'));
      },
    });
    session.markLines([21], { confirmed: true });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(textOf(21)).toBe('PT 21');
    expect(textOf(40)).toBe('Anew 40');
    expect(requests.at(-1)?.numbers).not.toContain(21);
  });

  test('[D6.8] the run retries a failed batch with a confirmed line before it sends a batch for the first time', async () => {
    const { state } = await translated();
    const retry = { at: Date.now() + 500, tries: 1, since: Date.now() };
    const batches = batchesOf(
      [undefined, undefined, ['server', replyOf([41])]],
      [{}, {}, { failure: 'server', retry }],
    );
    const page = createHarness({ initial: { ...state(), batches, translated: '' }, maxAtOnce: 1 });
    page.session.markLines([41], { confirmed: true });
    await page.pass(2_500);
    expect(page.requests.map(({ numbers }) => numbers[0])).toEqual([1, 42, 21]);
  });

  test('an edit beside a key that stands twice decides nothing about that key', async () => {
    const { session, state } = await translated();
    session.editOutput(2, '{"41": "a", "41": "b", "42": "c", "43": "d", "44": "e", "45": "f"}');
    session.changeLines([{ number: 42, text: 'Mine' }]);
    expect(resultsOf(state())[2]?.[0]).not.toBe('');
    expect(resultsOf(state())[2]?.[1]).toContain('"41": "a",\n    "41": "b"');
  });

  test('a flag on a line that is on its way leaves its confirmation', async () => {
    const { session, stateOf, state } = await translated();
    session.markLines([21], { confirmed: true });
    session.translateAgain(1);
    session.markLines([21], { flagged: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stateOf(21)).toBe('flagged');
    expect(state().marks[21]).toMatchObject({ confirmed: true, flagged: true });
  });

  test('a step is named by what it has changed', async () => {
    const { session, state } = await translated();
    session.markLines([1, 2], { confirmed: true });
    session.markLines([1, 2, 3], { confirmed: true });
    expect(state().undo).toMatchObject({ words: 'Confirmed 1 line' });
  });

  test('whatever is done to lines and to outputs, and taken back, the result is what the outputs say', async () => {
    const { session, state } = await translated();
    const write = (index: number, text: string) => {
      const texts = JSON.parse(resultsOf(state())[index]?.[1] ?? '{}');
      session.editOutput(index, JSON.stringify({ ...texts, [String(index * 20 + 1)]: text }));
      session.validateOutput(index);
    };
    const number = fc.integer({ min: 1, max: 45 });
    const later =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (given: Given) =>
      () =>
        act(...given);
    const step: fc.Arbitrary<() => void> = fc.oneof(
      fc.tuple(number, fc.string()).map(later((line, text) => session.changeLines([{ number: line, text }]))),
      fc.tuple(fc.integer({ min: 0, max: 2 }), fc.string()).map(later(write)),
      number.map((line) => () => session.markLines([line], { confirmed: true })),
      fc.constant(() => session.undo()),
      fc.constant(session.redo),
    );
    const before = state();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        session.replace({ ...before, undo: null });
        for (const act of steps) act();
        await session.resultSettled();
        const expected = assemble(documentOfPhrases(state().phrases), state().phrases, resultsOf(state()));
        if (expected.ok) expect(state().translated).toBe(expected.value);
      }),
      { numRuns: fuzzRuns(50) },
    );
  });
});

test('both texts of a key that stands twice are still there once an edit of another line of the batch is taken back', async () => {
  const doubled = '{"1": "One way", "1": "Another way", "2": "Two"}';
  const { session, state } = await translated({ answer: () => success(doubled) }, sampleSrt(2));
  expect(resultsOf(state())[0]).toEqual(["Key '1' stands twice.", doubled]);
  session.changeLines([{ number: 2, text: 'Mine' }]);
  session.undo();
  expect(resultsOf(state())[0]?.[1]).toContain('One way');
  expect(resultsOf(state())[0]?.[1]).toContain('Another way');
});
