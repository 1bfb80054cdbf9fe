import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createHarness, failure, readAgain, replyOf, storedAgain, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { documentOfPhrases } from '../subtitles/srt.ts';
import { assemble } from '../translation/assemble.ts';
import { isResultBehind } from './film.ts';
import { lineState } from './judged-lines.ts';
import { batchOfLine, lineOf, marksOf } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';

beforeEach(() => void vi.useFakeTimers());

/** A translated film of 45 phrases. */
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
  /** The phrase with this number in the file that would be downloaded. */
  const downloaded = (number: number) => {
    const parsed = parseSrt(page.state().translated);
    return parsed.ok ? parsed.value.phrases.find((phrase) => phrase.number === number)?.text : undefined;
  };
  return { ...page, textOf, stateOf, downloaded };
}

describe('lines of the film', () => {
  test('[S4.4] keeps a cleared result empty when a line is confirmed', async () => {
    const { session, state } = await translated();
    session.clear('result');
    session.markLines([1], { confirmed: true });
    await session.writeResult();
    expect(state().translated).toBe('');
  });

  test('updates the result after a line is edited, and after Undo and Redo', async () => {
    const { session, state, textOf, stateOf, downloaded } = await translated();
    expect(stateOf(21)).toBe('new');
    session.changeLines([{ number: 21, text: 'Mended' }]);
    await session.writeResult();
    expect(textOf(21)).toBe('Mended');
    expect(stateOf(21)).toBe('edited');
    expect(downloaded(21)).toBe('Mended');
    expect(downloaded(22)).toBe('PT 22');
    expect(state().past.at(-1)).toMatchObject({ command: 'change-lines', words: 'changing line 21' });
    session.undo();
    await session.writeResult();
    expect(textOf(21)).toBe('PT 21');
    expect(stateOf(21)).toBe('new');
    expect(downloaded(21)).toBe('PT 21');
    session.redo();
    await session.writeResult();
    expect(textOf(21)).toBe('Mended');
    expect(stateOf(21)).toBe('edited');
    expect(downloaded(21)).toBe('Mended');
  });

  test.each<[string, (page: Awaited<ReturnType<typeof translated>>) => unknown]>([
    ['saving', ({ session }) => session.writeResult()],
    ['confirming', ({ session }) => session.markLines([21], { confirmed: true })],
    ['using a suggestion', ({ session }) => session.takeSuggestions([])],
    ['opening another film', ({ session }) => session.openSource(sampleSrt(3), [])],
    ['opening a project', ({ session, state }) => session.replace(state())],
    ['Restart', ({ session }) => session.clear('all')],
    ['giving the work to another tab', ({ session }) => session.finish(1, () => {})],
  ])('takes the text that is being typed over a line before %s', async (_, command) => {
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
    const steps = [...resultsOf(state()).map((slot) => slot?.[1]), JSON.stringify(state().past)];
    expect(steps.some((text) => text?.includes('Typed'))).toBe(true);
  });

  test('finds a line by its number if the numbers of the file have gaps', async () => {
    const { session, textOf, stateOf, downloaded } = await translated({}, sampleSrt(45).replace(/^(\d+)$/gm, '$10'));
    session.changeLines([{ number: 210, text: 'Mended' }]);
    await session.writeResult();
    expect([textOf(200), textOf(210), textOf(220)]).toEqual(['PT 200', 'Mended', 'PT 220']);
    expect(stateOf(210)).toBe('edited');
    expect(downloaded(210)).toBe('Mended');
    expect(downloaded(21)).toBe(undefined);
  });

  test('removes blank lines from a text, and fails the batch of an emptied line until the line has a text again', async () => {
    const { session, state, textOf, downloaded } = await translated();
    session.changeLines([{ number: 1, text: 'One\n\n \nTwo\n' }]);
    await session.writeResult();
    expect({ text: textOf(1), saved: downloaded(1) }).toEqual({ text: 'One\nTwo', saved: 'One\nTwo' });
    session.changeLines([{ number: 1, text: ' ' }]);
    expect(resultsOf(state())[0]?.[0]).toBe('Subtitle at key 1 is empty.');
    session.changeLines([{ number: 1, text: 'Again' }]);
    await session.writeResult();
    expect({ batchError: resultsOf(state())[0]?.[0], saved: downloaded(1) }).toEqual({
      batchError: '',
      saved: 'Again',
    });
  });

  test('changes several lines of several batches as one undo step', async () => {
    const { session, textOf, state } = await translated();
    session.changeLines([1, 21, 41].map((number) => ({ number, text: `New ${number}` })));
    expect([textOf(1), textOf(21), textOf(41)]).toEqual(['New 1', 'New 21', 'New 41']);
    expect(state().past.at(-1)).toMatchObject({ words: 'changing 3 lines' });
    session.undo();
    expect(textOf(1)).toBe('PT 1');
    expect(textOf(21)).toBe('PT 21');
    expect(textOf(41)).toBe('PT 41');
    expect(state().past).toEqual([]);
  });

  test('keeps a confirmed line over an edit and over Translate again, and counts a new text as new', async () => {
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

  test('[D14.1] keeps edited lines at Retry and Retry failed, unless the person includes them', async () => {
    // All lines of the failed batch are good, but the answer has one line too many.
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

  test('[D14.1] ends a failed batch without a request if a person wrote or confirmed all its lines', async () => {
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

  test('keeps a flag with its line, and a dismissed problem with its text', async () => {
    const { session, state, stateOf } = await translated();
    session.markLines([3], { flagged: true });
    session.markLines([3], { dismissed: 'too-fast' });
    expect(state().marks[3]).toMatchObject({ flagged: true, dismissed: ['too-fast'] });
    session.markLines([3], { flagged: false });
    expect(stateOf(3)).toBe('new');
    session.undo();
    expect(stateOf(3)).toBe('flagged');
  });

  test('[D14.42] typed text and the confirmation that takes it are one undo step; those of other lines are two', async () => {
    const { session, state, textOf, stateOf } = await translated();
    let typed = 'By hand';
    const stop = session.takeTyped.use(() => session.changeLines([{ number: 3, text: typed }]));
    session.markLines([3], { confirmed: true });
    expect([textOf(3), stateOf(3), state().past.length]).toEqual(['By hand', 'confirmed', 1]);
    expect(state().past[0]?.words).toBe('changing line 3 and confirming line 3');
    session.undo();
    expect([textOf(3), stateOf(3), state().past.length]).toEqual(['PT 3', 'new', 0]);
    session.redo();
    expect([textOf(3), stateOf(3)]).toEqual(['By hand', 'confirmed']);
    typed = 'Once more';
    session.markLines([4], { flagged: true });
    expect(state().past.length).toBe(3);
    // Nothing is typed any more.
    session.markLines([3], { flagged: true });
    expect(state().past.length).toBe(4);
    stop();
  });

  test('[D14.4] moves text typed in the result into the lines', async () => {
    const { session, state, textOf, stateOf, downloaded } = await translated();
    const result = state().translated.replace('PT 30', 'By hand').replace('PT 31', 'Two\nlines');
    session.edit('result', result);
    expect(textOf(30)).toBe('PT 30');
    await session.writeResult();
    expect([29, 30, 31].map(textOf)).toEqual(['PT 29', 'By hand', 'Two\nlines']);
    expect([29, 30, 31].map(stateOf)).toEqual(['new', 'edited', 'edited']);
    expect(state()).toMatchObject({ translated: result, ownResult: null });
    session.changeLines([{ number: 30, text: 'In Lines' }]);
    await session.writeResult();
    expect([30, 31].map(downloaded)).toEqual(['In Lines', 'Two\nlines']);
  });

  test('[D14.4] moves text typed in the result into the lines 300 ms after the last key', async () => {
    const { session, state, textOf, pass } = await translated();
    const { translated: text } = state();
    session.edit('result', text.replace('PT 30', 'B'));
    await pass(299);
    session.edit('result', text.replace('PT 30', 'By hand'));
    await pass(299);
    expect(textOf(30)).toBe('PT 30');
    await pass(10);
    expect(textOf(30)).toBe('By hand');
  });

  test('[D14.4] undoes all typing during one visit of the result in one step, even after a reload', async () => {
    const first = await translated();
    const before = first.state();
    const { session } = first;
    session.edit('result', before.translated.replace('PT 30', 'By hand'));
    await first.pass(1_000);
    session.edit('result', first.state().translated.replace('PT 31', 'And this'));
    await first.pass(1_000);
    session.edit(
      'result',
      first.state().translated.replace('PT 32\n', 'PT 32\n\n32\nCredits\n').replace('By hand', 'Again'),
    );
    await session.writeResult();
    const after = first.state();
    expect(after.past).toMatchObject([...before.past, { words: 'editing the translated text' }]);
    const stored = storedAgain(after);
    for (const page of [first, createHarness({ initial: stored })]) {
      const texts = () => [30, 31, 32].map((number) => lineOf(page.state(), number)?.translation);
      await page.session.writeResult();
      page.session.undo();
      await page.session.writeResult();
      expect(texts()).toEqual(['PT 30', 'PT 31', 'PT 32']);
      expect(page.state()).toMatchObject({ translated: before.translated, ownResult: null });
      page.session.redo();
      await page.session.writeResult();
      expect(texts()).toEqual(['Again', 'And this', 'PT 32']);
      expect(page.state().translated).toBe(after.translated);
      expect(isResultBehind(page.state())).toBe(false);
    }
  });

  test.each([false, true])(
    '[D14.4] makes no undo step if text is typed in the result and removed again (after a reload: %s)',
    async (isLoaded) => {
      const first = await translated();
      first.session.changeLines([{ number: 1, text: 'Mine' }]);
      await first.session.writeResult();
      const { translated: text, past } = first.state();
      first.session.edit('result', text.replace('PT 30', 'PT 30!'));
      await first.pass(1_000);
      first.session.edit('result', text);
      const page = isLoaded ? createHarness({ initial: storedAgain(first.state()) }) : first;
      await page.session.writeResult();
      page.session.noteSaved();
      expect({ words: page.state().past.map(({ words }) => words), text: page.state().translated }).toEqual({
        words: past.map(({ words }) => words),
        text,
      });
    },
  );

  test('[D14.4] keeps text that lines cannot contain in the result, and notices later changes of lines', async () => {
    const { session, state, textOf, downloaded } = await translated();
    const credits = '99\n00:09:00,000 --> 00:09:01,000\nCredits\n';
    session.edit('result', `${state().translated}\n${credits}`);
    await session.writeResult();
    const own = state().translated;
    session.changeLines([{ number: 31, text: 'In Lines' }]);
    await session.writeResult();
    expect({ isBehind: isResultBehind(state()), saved: state().translated }).toEqual({ isBehind: true, saved: own });
    session.edit('result', own.replace('PT 30', 'By hand'));
    await session.writeResult();
    expect({ texts: [30, 31].map(textOf), isBehind: isResultBehind(state()) }).toEqual({
      texts: ['By hand', 'In Lines'],
      isBehind: true,
    });
    await session.writeResult({ again: true });
    expect({ texts: [30, 31].map(downloaded), isOwn: state().ownResult !== null }).toEqual({
      texts: ['By hand', 'In Lines'],
      isOwn: false,
    });
    session.undo();
    expect(state().translated).toBe(own.replace('PT 30', 'By hand'));
    session.edit('result', state().translated.replace('PT 31', 'In Lines'));
    await session.writeResult();
    expect(isResultBehind(state())).toBe(false);
  });

  test('[D14.4] saves the file without a phrase whose text was deleted in the result, and keeps its line', async () => {
    const { session, state, textOf } = await translated();
    const typed = state().translated.replace('PT 30\n', '');
    session.edit('result', typed);
    await session.writeResult();
    expect({ text: textOf(30), saved: state().translated }).toEqual({ text: 'PT 30', saved: typed });
    session.edit('result', typed.replace(/(30\n.* --> .*\n)/, '$1New\n'));
    await session.writeResult();
    expect({ text: textOf(30), own: state().ownResult }).toEqual({ text: 'New', own: null });
  });

  test('[D14.4] finds text in the lines after a reload that was typed in the result as the page closed', async () => {
    const first = await translated();
    first.session.edit('result', first.state().translated.replace('PT 31', 'In the text'));
    const second = createHarness({ initial: readAgain(first.state()) });
    await second.session.writeResult();
    expect(lineOf(second.state(), 31)?.translation).toBe('In the text');
    expect(second.state()).toMatchObject({ translated: first.state().translated, ownResult: null });
  });

  test('[D14.1] keeps text that was typed in the result when its batch is translated again at once', async () => {
    const { session, state, textOf, pass, requests } = await translated();
    session.edit('result', state().translated.replace('PT 31', 'In the text'));
    session.translateAgain(1);
    await pass(5_000);
    expect(requests.at(-1)?.numbers).not.toContain(31);
    expect(textOf(31)).toBe('In the text');
  });

  test('[D14.4] keeps a blank line inside a model’s text when another line is edited in the result', async () => {
    const { session, state, stateOf } = await translated({
      answer: ({ numbers }) => success(replyOf(numbers).replace('PT 31"', 'One\\n\\nTwo"')),
    });
    session.edit('result', state().translated.replace('PT 30', 'By hand'));
    await session.writeResult();
    expect([stateOf(30), stateOf(31)]).toEqual(['edited', 'new']);
  });

  test('[D14.43] moves translations by one line up to the end of the batch, and keeps the text that falls out', async () => {
    const { session, state, textOf, stateOf } = await translated();
    session.markLines([39], { confirmed: true });
    session.moveTranslations(37, 1);
    expect([36, 37, 38, 39, 40, 41].map(textOf)).toEqual(['PT 36', 'PT 37', 'PT 37', 'PT 38', 'PT 39', 'PT 41']);
    expect(state().suggestions[40]).toMatchObject([{ text: 'PT 40' }]);
    expect(state().past.at(-1)).toMatchObject({ words: 'moving 3 translations down one line' });
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

  test('[D14.43] restores the suggestions of a line when moved translations are undone', async () => {
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

  test('keeps the lines of an output that is no JSON unchanged', async () => {
    const { session, state } = await translated();
    session.edit(0, 'prose');
    session.changeLines([{ number: 1, text: 'x' }]);
    expect({ reply: resultsOf(state())[0]?.[1], past: state().past }).toEqual({ reply: 'prose', past: [] });
  });

  test('asks again for a confirmed line that was emptied, so that the film can be assembled', async () => {
    const { session, state, requests, textOf } = await translated();
    session.markLines([21], { confirmed: true });
    session.changeLines([{ number: 21, text: '' }]);
    expect(resultsOf(state())[1]?.[0]).not.toBe('');
    session.translateAgain(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.at(-1)?.numbers).toContain(21);
    expect({ batchError: resultsOf(state())[1]?.[0], text: textOf(21) }).toEqual({ batchError: '', text: 'PT 21' });
  });

  test('never sends a confirmed line of a failed batch again, in a retry or a corrective pass', async () => {
    let count = 0;
    const { session, textOf, requests } = await translated({
      answer({ numbers, correction }) {
        count++;
        // The answer for the second batch lacks a line, and the server is down for its corrective pass.
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

  test('[D6.8] retries a failed batch with a confirmed line before it sends new batches', async () => {
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

  test('keeps both texts of a key that occurs twice when another line is edited', async () => {
    const { session, state } = await translated();
    session.edit(2, '{"41": "a", "41": "b", "42": "c", "43": "d", "44": "e", "45": "f"}');
    session.changeLines([{ number: 42, text: 'Mine' }]);
    expect(resultsOf(state())[2]?.[0]).not.toBe('');
    expect(resultsOf(state())[2]?.[1]).toContain('"41": "a",\n    "41": "b"');
  });

  test('keeps a confirmation when a line is flagged while its batch is being translated', async () => {
    const { session, stateOf, state } = await translated();
    session.markLines([21], { confirmed: true });
    session.translateAgain(1);
    session.markLines([21], { flagged: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stateOf(21)).toBe('flagged');
    expect(state().marks[21]).toMatchObject({ confirmed: true, flagged: true });
  });

  test('names a step by what it has changed', async () => {
    const { session, state } = await translated();
    session.markLines([1, 2], { confirmed: true });
    session.markLines([1, 2, 3], { confirmed: true });
    expect(state().past.at(-1)).toMatchObject({ words: 'confirming line 3' });
  });

  test('keeps the result equal to the lines after any changes and undone changes', async () => {
    const { session, state } = await translated();
    const write = (index: number, text: string) => {
      const texts = JSON.parse(resultsOf(state())[index]?.[1] ?? '{}');
      session.edit(index, JSON.stringify({ ...texts, [String(index * 20 + 1)]: text }));
      session.reviewOutput(index, 'validate');
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
        session.replace({ ...before, past: [] });
        for (const act of steps) act();
        await session.writeResult();
        const expected = assemble(documentOfPhrases(state().phrases), state().phrases, resultsOf(state()));
        if (expected.ok) expect(state().translated).toBe(expected.value);
      }),
      { numRuns: fuzzRuns(25) },
    );
  });
});

test('keeps both texts of a key that occurs twice when an edit of another line is undone', async () => {
  const doubled = '{"1": "One way", "1": "Another way", "2": "Two"}';
  const { session, state } = await translated({ answer: () => success(doubled) }, sampleSrt(2));
  expect(resultsOf(state())[0]).toEqual(["Key '1' stands twice.", doubled]);
  session.changeLines([{ number: 2, text: 'Mine' }]);
  session.undo();
  expect(resultsOf(state())[0]?.[1]).toContain('One way');
  expect(resultsOf(state())[0]?.[1]).toContain('Another way');
});
