import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../../../test/fake-timers-and-console.ts';
import { focusOn, type RenderAppOptions, renderApp } from '../../../../../test/render-app.tsx';
import { failure, type SentRequest, success } from '../../../../../test/session-harness.ts';
import { resultsOf } from '../../../../engine/batch.ts';
import { lineOf } from '../../../../film/lines.ts';
import { planSuggestions, tokensOfRequests } from '../../../../film/plan-suggestions.ts';
import { estimateCall } from '../../../../prices/estimate.ts';

fakeTimersAndConsole();

const textsFor = (numbers: readonly number[], textOf: (number: number) => string) =>
  success(JSON.stringify(Object.fromEntries(numbers.map((number) => [number, textOf(number)]))));

/** A translated film of 25 phrases in Lines; `suggest`: the model's reply to a request for suggestions. */
async function open(
  suggest?: (request: SentRequest, count: number) => ReturnType<typeof textsFor>,
  options: RenderAppOptions = {},
) {
  let asked = 0;
  // Loads their code first, so that it does not arrive in the middle of a test.
  await Promise.all([import('../lines-panel.tsx'), import('./ask-dialog.tsx')]);
  const page = await renderApp({
    film: 23,
    ranMs: 3_000,
    pageState: { view: 'lines' },
    ...options,
    answer: (request) =>
      request.suggestion
        ? (suggest?.(request, ++asked) ?? textsFor(request.numbers, (number) => `S ${number}`))
        : textsFor(request.numbers, (number) => `PT ${number}`),
  });
  await page.pass(2_000);
  // Rows are hidden until they are measured, which never happens without layout.
  const style = document.createElement('style');
  style.textContent = '[role=grid] * { visibility: visible !important }';
  document.body.append(style);
  await page.eventually(() => screen.getByRole('button', { name: /^Confirm all without problems/ }));
  const row = (number: number) => {
    const found = document.querySelector<HTMLElement>(`[data-number="${number}"]`);
    if (!found) throw new Error(`There is no row ${number}.`);
    return found;
  };
  const asks = () => page.requests.filter(({ suggestion }) => suggestion);
  const press = async (name: string, inside = document.body) => {
    await page.user.click(within(inside).getByRole('button', { name }));
    await page.pass(1_500);
  };
  const openDialog = async (number: number) => {
    focusOn(row(number));
    await page.user.keyboard('{Alt>}{Enter}{/Alt}');
    await page.pass(100);
  };
  return {
    ...page,
    row,
    asks,
    openDialog,
    ask: async (number: number, name: string) => {
      await openDialog(number);
      await press(name, dialog());
    },
    press,
    askFor: async (numbers: readonly number[]) => {
      await page.give(() => page.session.ask(planSuggestions(page.state(), numbers, { kind: 'again' })));
      await page.pass(8_000);
    },
  };
}

const dialog = (name = 'Translate again') => screen.getByRole('dialog', { name });
const group = (number: number) => screen.getByRole('group', { name: `Suggestion for ${number}` });
const inGroup = (number: number, name: string) => within(group(number)).getByRole('button', { name });
const said = () => screen.getByRole('status', { name: 'Suggestions' }).textContent;

describe('one line', () => {
  test('[D14.44] shows up to three suggestions; "Keep mine" removes them', async () => {
    const { press, ask } = await open((request, count) => textsFor(request.numbers, () => `Version ${count}`));
    await ask(3, 'More formal');
    await press('Again', group(3));
    await press('Again', group(3));
    expect(within(group(3)).getAllByRole('button', { name: 'Use' })).toHaveLength(3);
    await press('Keep mine', group(3));
    expect(screen.queryByRole('group', { name: 'Suggestion for 3' })).toBeNull();
  });

  test('[D14.44] are requested for a missing line in words for a line without a translation', async () => {
    const { user, press, openDialog, ask, session, give, asks } = await open();
    const without3 = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [i + 1, `PT ${i + 1}`]).filter(([n]) => n !== 3),
    );
    await give(() => session.edit(0, JSON.stringify(without3)), 1_500);
    await give(() => session.reviewOutput(0, 'validate'), 1_500);
    await openDialog(3);
    const asking = dialog('Translate what is missing');
    expect(asking.textContent).not.toMatch(/Shorter|More formal|characters/);
    await press('Translate', asking);
    expect(asks()).toHaveLength(1);
    expect(inGroup(3, 'Discard')).toBeDefined();
    await user.keyboard('{Escape}');
    await ask(4, 'Shorter');
    expect(inGroup(4, 'Keep mine')).toBeDefined();
  });

  test('can be requested shorter, with the maximum length, or with the person’s own instruction, which is stored', async () => {
    const { user, press, ask, openDialog, asks, page } = await open();
    await ask(5, 'Shorter');
    expect(asks()[0]?.suggestion?.wish).toEqual({ kind: 'shorter', most: { 5: 3 } });
    await openDialog(3);
    await user.type(within(dialog()).getByRole('textbox', { name: 'Tell the model' }), 'She is a woman.');
    await press('Send', dialog());
    expect(asks()[1]?.suggestion?.wish).toEqual({ kind: 'told', words: 'She is a woman.' });
    expect(page.getState().wishes).toEqual(['She is a woman.']);
    await openDialog(4);
    await press('She is a woman.', dialog());
    expect(within(dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Tell the model' }).value).toBe(
      'She is a woman.',
    );
  });

  test('can be requested from its row while another line is open; the focus returns to that row', async () => {
    const { user, pass, row, openDialog } = await open();
    focusOn(row(4));
    await user.keyboard('{Enter}');
    await pass(500);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Translation of 4' }));
    await user.click(within(row(7)).getByText(/^Фраза 7/));
    await openDialog(7);
    expect(dialog().textContent).toContain('Line 7.');
    await user.keyboard('{Enter}');
    await pass(1_500);
    expect(document.activeElement).toBe(row(7));
    await user.keyboard('{ArrowRight}{Enter}');
    await pass(1_500);
    expect(within(row(7)).getByText('S 7')).toBeDefined();
    expect(document.activeElement).toBe(row(7));
    expect(screen.getByRole('textbox', { name: 'Translation of 4' })).toBeDefined();
  });

  test('[D14.44] a line that is confirmed keeps its text, and its suggestion says so', async () => {
    const page = await open();
    await page.askFor([3]);
    const words = 'You confirmed the text above. “Use” replaces it with this one.';
    expect(group(3).textContent).not.toContain(words);
    await page.give(() => page.session.markLines([3], { confirmed: true }));
    expect(group(3).textContent).toContain(words);
    expect(page.row(3).textContent).toContain('PT 3');
  });

  test('[D10.4] reports once that the model repeated an earlier suggestion', async () => {
    const { press, ask } = await open((request, count) => textsFor(request.numbers, () => `S${Math.max(count, 2)}`));
    const words = 'The model repeats its suggestion.';
    await ask(3, 'Again');
    expect(group(3).textContent?.includes(words)).toBe(false);
    expect(said()).toBe('Suggestion for 3');
    await press('Again', group(3));
    expect(within(group(3)).getAllByText(words)).toHaveLength(1);
    expect(said()).toBe(`Suggestion for 3. ${words}`);
    await press('Again', group(3));
    expect(group(3).textContent).toContain('S3');
    expect(within(group(3)).queryByText(words)).toBe(null);
    expect(said()).toBe('Suggestion for 3');
  });

  test('its row says why there is no suggestion, and asks again', async () => {
    const { row, press, ask } = await open((request, count) =>
      count === 1 ? (failure('quota', 'No credit left.') as never) : textsFor(request.numbers, () => 'Now'),
    );
    await ask(3, 'Again');
    expect(group(3).textContent).toContain('No credit left.');
    expect(said()?.startsWith('No suggestion for line 3.')).toBe(true);
    expect(row(3).dataset.state).toBe('new');
    await press('Again', group(3));
    expect(group(3).textContent?.includes('Now')).toBe(true);
    expect(said()).toBe('Suggestion for 3');
  });

  test('[D14.44] an answer that arrives while another line is in view is reported by a button that goes there', async () => {
    const { row, press, askFor, user } = await open((request, count) =>
      count === 1 ? textsFor(request.numbers, () => 'Now') : (failure('quota', 'No credit left.') as never),
    );
    focusOn(row(3));
    await askFor([21]);
    await user.click(screen.getByRole('radio', { name: /^Edited/ }));
    await press('1 suggestion (line 21)');
    expect(document.activeElement).toBe(inGroup(21, 'Use'));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: /suggestion \(line/ })).toBeNull();
    await askFor([22]);
    await press('No suggestion (line 22)');
    expect(group(22).contains(document.activeElement)).toBe(true);
  });

  test('[D10.4] says that the line has changed meanwhile, and does not replace it at the first press', async () => {
    const { pass, row, press, ask, give, session } = await open();
    await ask(3, 'Again');
    await give(() => session.changeLines([{ number: 3, text: 'Mine' }]));
    await pass(500);
    expect(group(3).textContent).toContain('This line has changed since you asked the model.');
    await press('Use', group(3));
    expect(within(row(3)).getByText('Mine')).toBeDefined();
    await press('Use', group(3));
    expect(row(3).textContent).toContain('S 3');
    expect(row(3).textContent).not.toContain('Mine');
  });

  test('[D10.4] Tab from the open line to a suggestion commits nothing; Use does not replace typed text at the first press', async () => {
    const { user, pass, row, press, ask, state } = await open();
    await ask(3, 'Again');
    const text = () => lineOf(state(), 3)?.translation;
    focusOn(row(3));
    await user.keyboard('{Enter}');
    await pass(500);
    await user.keyboard('{Control>}a{/Control}Mine');
    focusOn(inGroup(3, 'Use'));
    expect(text()).toBe('PT 3');
    await user.keyboard('{Enter}');
    await pass(1_500);
    expect(text()).toBe('Mine');
    expect(group(3).textContent).toContain('To replace its new text, press “Use” again.');
    await press('Use', group(3));
    expect([text(), screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Translation of 3' }).value]).toEqual([
      'S 3',
      'S 3',
    ]);
  });

  test('waits visibly while offline, and is sent when the connection is back', async () => {
    const { pass, give, row, ask, setOnline } = await open();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await give(() => setOnline(false));
    await ask(3, 'Again');
    expect(row(3).textContent).toContain('You are offline.');
    online.mockReturnValue(true);
    await give(() => setOnline(true));
    await pass(2_000);
    expect(group(3).textContent).toContain('S 3');
  });
});

describe('a selection', () => {
  test('seven selected lines are requested from the bar, and their suggestions used in one step', async () => {
    const { user, pass, row, press, asks } = await open();
    focusOn(row(3));
    await user.keyboard('{Shift>}{ArrowDown>6/}{/Shift}');
    await pass(100);
    expect(screen.getByText(/7 lines selected/)).toBeDefined();
    await press('Translate again');
    expect(dialog().textContent).toContain('7 lines: 3, 4, 5, 6, 7, 8, 9.');
    await press('More casual', dialog());
    expect(asks().map(({ numbers }) => numbers)).toEqual([[3, 4, 5, 6, 7, 8, 9]]);
    expect(said()).toBe('Suggestions for 7 lines');
    await press('Use all 7');
    expect(row(9).textContent).toContain('S 9');
    await user.keyboard('{Control>}z{/Control}');
    await pass(500);
    expect(row(9).textContent).toContain('PT 9');
    expect(screen.getByRole('button', { name: 'Use all 7' })).toBeDefined();
  });

  test('the bar says how many suggestions wait; its button and Use lead from one to the next, even if hidden', async () => {
    const { user, pass, row, press, askFor } = await open();
    await askFor([3, 6, 9]);
    focusOn(row(4));
    await user.click(screen.getByRole('radio', { name: /^Edited/ }));
    await press('Next suggestion (3)');
    expect(document.activeElement).toBe(inGroup(6, 'Use'));
    await user.keyboard('{Enter}');
    await pass(500);
    expect(document.activeElement).toBe(inGroup(9, 'Use'));
    await press('Next suggestion (2)');
    expect(document.activeElement).toBe(inGroup(3, 'Use'));
  });

  test('[D10.4] reports suggestions that lose a number, and skips them unless ticked; confirmed lines do not change', async () => {
    const { press, askFor, give, session, state } = await open((request) =>
      textsFor(request.numbers, (number) => (number === 14 ? 'No number' : `Other ${number}`)),
    );
    await give(() => session.markLines([15], { confirmed: true }));
    await askFor([13, 14, 15]);
    expect(group(14).textContent).toContain('14');
    expect(within(group(14)).getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await press('Use all 1');
    expect(resultsOf(state())[0]?.[1]).toMatch(/"13": "Other 13",\s+"14": "PT 14",\s+"15": "PT 15"/);
  });
});

test('[D15.43] the fix of a term problem is in the line’s row', async () => {
  const { user, pass, asks, give, session, eventually } = await open();
  const { notes } = session.store.getState();
  const terms = [{ source: 'Фраза 11', translation: 'onze', note: '' }];
  await give(() => session.changeNotes({ ...notes, terms }));
  await pass(1_000);
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Ask the model to fix 1 line' })));
  expect(dialog('Ask the model to fix lines').textContent).toContain('1 line has a problem that the model may fix.');
  await user.click(within(dialog('Ask the model to fix lines')).getByRole('button', { name: 'Send' }));
  await pass(1_500);
  expect(asks().map(({ suggestion }) => suggestion?.wish)).toEqual([
    { kind: 'fix', problems: { 11: ['It does not follow the terms: Фраза 11: onze.'] } },
  ]);
});

test('[D7.22] an unusable answer for several lines is reported once, and is no suggestion', async () => {
  let isGood = false;
  const { press, askFor, asks } = await open((request) =>
    isGood || request.numbers.includes(11)
      ? textsFor(request.numbers, (number) => `S ${number}`)
      : success('{"99":"x"}'),
  );
  await askFor([4, 5, 6, 7]);
  expect(asks().map(({ numbers }) => numbers.length)).toEqual([4, 4, 2, 2]);
  const shownText = () => screen.queryAllByText(/repl(?:y|ies) cannot be used/, { ignore: '[role=status]' });
  expect(shownText().map(({ textContent }) => textContent)).toEqual([
    'No suggestion for 4 lines. The replies cannot be used.',
  ]);
  expect(screen.queryByRole('button', { name: /^(Use all|Next suggestion)/ })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Suggestion for 4' })).toBeNull();
  await press('Dismiss');
  expect(shownText()).toEqual([]);
  await askFor([4, 5, 6, 7]);
  isGood = true;
  await press('Again');
  expect(screen.getByRole('button', { name: 'Use all 4' })).toBeDefined();
  expect(shownText()).toEqual([]);
  expect(group(4).textContent).toContain('S 4');
});

test('[D10.5][D10.4] shows the price before it repairs suspect lines; replies that are not shorter or not different are reported and skipped by "Use all"', async () => {
  const long = 'far too long to be read in a second, and so it stays';
  const { pass, press, give, session, state, asks } = await open((request) =>
    textsFor(request.numbers, (number) =>
      number === 4 ? `${number} is ${long} now` : number === 5 ? `${number} is ${long}` : `S ${number}`,
    ),
  );
  await give(() => session.changeLines([4, 5, 11].map((number) => ({ number, text: `${number} is ${long}` }))));
  await pass(1_000);
  await press('Ask the model to fix 3 lines');
  const asking = dialog('Ask the model to fix lines');
  expect(asking.textContent).toMatch(/3 lines have .* 1 request: about \d+ tokens, (?:under )?\$0\.\d\d/);
  expect(asks()).toEqual([]);
  await press('Send', asking);
  expect(asks().map(({ numbers }) => numbers)).toEqual([[4, 5, 11]]);
  const box = (number: number) => within(group(number)).getByRole<HTMLInputElement>('checkbox');
  expect(within(group(4)).getByText(/^\d+ characters a second; the maximum is 17\.$/)).toBeDefined();
  expect(screen.getByText('The model has no better text for 1 line.')).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Suggestion for 5' })).toBeNull();
  expect(within(group(11)).queryByText(/at most/)).toBeNull();
  expect([4, 11].map((number) => box(number).checked)).toEqual([false, true]);
  // The suggestion for line 11 waits for an answer, and line 5 has no better version: neither is paid for again.
  await press('Ask the model to fix 1 line');
  await press('Send', dialog('Ask the model to fix lines'));
  expect(asks().map(({ numbers }) => numbers)).toEqual([[4, 5, 11], [4]]);
  await press('Use all 1');
  expect(resultsOf(state())[0]?.[1]).toMatch(/"4": "4 is far.*\s+"5": "5 is far.*/);
  expect(resultsOf(state())[0]?.[1]).toContain('"11": "S 11"');
  await pass(1_000);
  // Only line 4: line 5 is not requested again, because its answer still waits.
  await press('Ask the model to fix 1 line');
});

test('[D9.28] the price includes the problems and the instruction that are sent', async () => {
  const { user, give, pass, session, openDialog } = await open();
  await give(() => session.changeLines([{ number: 4, text: 'far too long a text '.repeat(20) }]));
  await pass(1_000);
  await openDialog(4);
  const numberIn = (words: RegExp) => Number(words.exec(dialog().textContent ?? '')?.[1]?.replaceAll(',', ''));
  const again = numberIn(/· about ([\d,]+) tokens/);
  expect(numberIn(/Fix what is wrong: about ([\d,]+) tokens/)).toBeGreaterThan(again);
  await user.click(within(dialog()).getByRole('textbox', { name: 'Tell the model' }));
  await user.paste('She is a woman. '.repeat(20));
  expect(numberIn(/· about ([\d,]+) tokens/)).toBeGreaterThan(again + 50);
});

test('[D9.27][D10.6] "Translate again" asks about confirmed and edited lines with its price, and changes none of them unasked', async () => {
  const { pass, row, press, give, session, requests, state, user, settings } = await open();
  await give(() => session.markLines([21], { confirmed: true }));
  await give(() => session.changeLines([{ number: 22, text: 'Mine' }]));
  await pass(500);
  await press('Translate batch 2 again');
  let asking = dialog('Translate batch 2 again');
  for (const name of [/^Leave confirmed/, /^Leave edited/])
    expect(within(asking).getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true);
  expect(asking.textContent).toMatch(/about \d+ tokens, (?:under )?\$0\.\d\d/);
  const shownText = () =>
    /(\d+) requests?, about (\d+) tokens/
      .exec(asking.textContent ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const [count, tokens = 0] = shownText();
  const { phrases } = state();
  const { prompt, model } = settings.store.getState();
  const asked = { prompt, model };
  const own = estimateCall({ prompt, phrases: phrases.slice(22), context: phrases.slice(20, 22) }, model);
  const beside = tokensOfRequests(state(), asked, planSuggestions(state(), [21, 22], { kind: 'again' }));
  expect(count).toBe(2);
  expect(tokens).toBe(Math.round(own.input + own.output + beside.input + beside.output));
  let before = requests.length;
  await press('Translate again', asking);
  expect(requests.slice(before).map(({ numbers }) => numbers)).toEqual([[21, 22], [23]]);
  expect([row(22).textContent?.includes('Mine'), group(22).textContent?.includes('S 22')]).toEqual([true, true]);
  expect(row(21).dataset.state).toBe('confirmed');
  await press('Translate batch 2 again');
  asking = dialog('Translate batch 2 again');
  for (const name of [/^Leave confirmed/, /^Leave edited/])
    await user.click(within(asking).getByRole('checkbox', { name }));
  expect(shownText()[0]).toBe(1);
  before = requests.length;
  await press('Translate again', asking);
  expect(requests.slice(before).map(({ numbers }) => numbers)).toEqual([[21, 22, 23]]);
});
