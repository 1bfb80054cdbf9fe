import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { factsOf } from '../../../../test/batches.ts';
import { focusOn, type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { failure, replyOf, success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { resultsOf } from '../../../engine/batch.ts';
import { lineOf } from '../../../film/lines.ts';
import { filmOf } from '../../../film/shown-facts.ts';
import { TookTooLong } from '../../../film-worker/calls.ts';
import { NO_NOTES } from '../../../notes/notes.ts';
import { formatSrt } from '../../../subtitles/srt.ts';
import { mayFollow } from './grid/scrolling.ts';

/** A film of three batches. */
const LONG = sampleSrt(45);

/** A translated film in the view Lines. */
async function inLines({ pageState, ...options }: RenderAppOptions = {}, source = sampleSrt(9)) {
  const app = await renderApp({ film: source, ranMs: 10_000, pageState: { ...pageState, view: 'lines' }, ...options });
  await app.settle(0);
  return app;
}

const draft = { film: '', number: 2, original: 'Фраза 2', base: 'PT 2', text: 'Half a wo' };

/** Rows are hidden until they are measured, which never happens here. By its attribute, because Testing Library looks for the labels of each element. */
const box = (number: number) => document.querySelector<HTMLTextAreaElement>(`[aria-label="Translation of ${number}"]`);

test.each([
  ['that was begun on another text of its line', { base: 'An older text' }],
  ['of another film that has the same line', { film: 'another film' }],
])('ignores a draft %s', async (_, other) => {
  await inLines({ pageState: { draft: { ...draft, ...other } } });
  expect(screen.getByRole('grid', { name: 'Lines' })).toBeTruthy();
  expect(box(2)).toBeNull();
});

test('typed text stays a draft when the page is unloaded, because it is too late to store a change', async () => {
  const app = await inLines({ pageState: { draft } });
  focusOn(box(2));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  // On a reload Firefox sends blur after "pagehide".
  fireEvent.blur(box(2) as HTMLElement);
  expect(app.page.getState().draft).toEqual({ ...draft, film: filmOf(app.state()) });
  hidden.mockRestore();
  await app.give(() => void fireEvent.blur(box(2) as HTMLElement));
  expect(app.page.getState().draft).toBeNull();
});

test('[D14.2] a text that Escape has discarded does not come back by a reload right after it', async () => {
  const app = await inLines({ pageState: { draft } });
  // The newest draft is stored a moment longer than the page has it.
  let stored: string | undefined;
  app.page.subscribe((state) => {
    stored = state.draft?.text ?? stored;
  });
  focusOn(box(2));
  await app.user.keyboard('{Escape}');
  await app.pass(0);
  expect({ stored, now: app.page.getState().draft }).toEqual({ stored: 'PT 2', now: null });
});

/** In Lines, with typed text in line 2, while its failed first batch is retried for `ms`. */
async function whileRetried(ms: number) {
  let isUp = false;
  const app = await renderApp({
    film: 40,
    ranMs: 0,
    answer: ({ numbers, correction }) => {
      if (numbers[0] === 21) return { outcome: success(replyOf(numbers)) };
      if (isUp) return { afterMs: ms, outcome: success(replyOf(numbers).replaceAll('PT', 'New')) };
      return correction ? { outcome: failure('server') } : { outcome: success(replyOf([...numbers, 99])) };
    },
  });
  const passUntil = async (isThere: () => boolean) => {
    for (let step = 0; step < 400 && !isThere(); step++) await app.pass(50);
  };
  await passUntil(() => factsOf(app.state())[0]?.retry !== undefined);
  await app.pass(200);
  await app.give(() => app.page.setState({ view: 'lines', draft }));
  await app.settle(0);
  isUp = true;
  await passUntil(() => resultsOf(app.state())[0] === null);
  expect(box(2)?.value).toBe('Half a wo');
  return { app, passUntil };
}

test.each(['left when it has come', 'closed while it is asked for, and opened again'])(
  '[D14.2] text typed in a line whose batch is being retried survives: %s',
  async (how) => {
    const { app, passUntil } = await whileRetried(3_000);
    if (how !== 'left when it has come') fireEvent.blur(box(2) as HTMLElement);
    if (how.startsWith('closed')) {
      await app.give(() => app.page.setState({ view: 'text' }));
      await passUntil(() => resultsOf(app.state())[0] != null);
      await app.pass(200);
      await app.give(() => app.page.setState({ view: 'lines' }));
      await app.pass(0);
    } else await passUntil(() => resultsOf(app.state())[0] != null);
    await app.give(() => void fireEvent.blur(box(2) as HTMLElement));
    expect(lineOf(app.state(), 2)?.translation).toBe('Half a wo');
    expect(lineOf(app.state(), 3)?.translation).toBe('New 3');
    expect({ typed: box(2)?.value, draft: app.page.getState().draft }).toEqual({ typed: 'Half a wo', draft: null });
  },
);

test('[D14.2] text typed in a line whose batch is being retried survives an edit of another line', async () => {
  const { app, passUntil } = await whileRetried(9_000);
  const open = async (number: number) => {
    const field = screen.getByRole('textbox', { name: 'Go to number' });
    fireEvent.change(field, { target: { value: String(number) } });
    fireEvent.submit(field);
    await app.pass(100);
    fireEvent.keyDown(document.getElementById(`line-${number}`) as HTMLElement, { key: 'Enter' });
    await app.pass(100);
  };
  fireEvent.blur(box(2) as HTMLElement);
  await open(25);
  fireEvent.change(box(25) as HTMLElement, { target: { value: 'Mine' } });
  await app.pass(400);
  fireEvent.blur(box(25) as HTMLElement);
  expect(lineOf(app.state(), 25)?.translation).toBe('Mine');
  await passUntil(() => resultsOf(app.state())[0] != null);
  await app.pass(200);
  await open(2);
  expect(box(2)?.value).toBe('Half a wo');
});

test('[D14.4] says in Lines, too, that a person’s own text lacks a later change', async () => {
  const app = await inLines();
  await app.give(() => app.session.edit('result', `${app.state().translated}\nCredits\n`), 1_000);
  expect(screen.queryByRole('button', { name: 'Write the file again' })).toBeNull();
  await app.give(() => app.session.changeLines([{ number: 7, text: 'In Lines' }]), 1_000);
  await app.user.click(screen.getByRole('button', { name: 'Write the file again' }));
  await app.pass(1_000);
  expect(app.state().translated).toContain('In Lines');
  expect(screen.queryByRole('button', { name: 'Write the file again' })).toBeNull();
});

test('[S2.17][D14.22] a line shows both texts with their language, tags, line breaks and characters a second', async () => {
  const app = await inLines({}, LONG);
  const languages = [...document.querySelectorAll<HTMLElement>('#line-3 [lang]')].map(({ lang }) => lang);
  expect(languages).toEqual(['ru', 'pt']);
  // "PT 2" in one second.
  const cells = [...(document.querySelectorAll('#line-2 [role=gridcell]') ?? [])].map(({ textContent }) => textContent);
  expect(cells).toContain('4/s · 4');
  const head = screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent);
  expect(head).toEqual(['State', '#', 'Time', 'Original', 'Translation', 'Fit', 'Problems']);
  expect(document.getElementById('batch-0')?.textContent).toMatch(/^Batch 1 · 1–20 · OK/);
  const cell = () => document.querySelector('#line-3 [lang="pt"]');
  await app.give(() => app.session.changeLines([{ number: 3, text: '<i>שלום</i> Tom\nשלום' }]), 1);
  expect(cell()?.textContent).toBe('<i>שלום</i> Tom↵\nשלום');
  expect(cell()?.getAttribute('dir')).toBe('rtl');
  expect([...(cell()?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent)).toEqual(['<i>', '</i>']);
  await app.click(screen.getByText('View options'), 0);
  await app.click(screen.getByLabelText('Line breaks as they are'), 0);
  expect(cell()?.textContent).toBe('<i>שלום</i> Tom\nשלום');
});

test('[D14.24][D14.46] another film, also the same one again, starts without filter and selection, at its own place, with its own limits', async () => {
  const sentence = 'И вот всё, что я хотел сказать об этом фильме, но никто меня не услышал';
  const long = sampleSrt(21).replaceAll('Фраза', sentence);
  const app = await inLines({}, long);
  const limit = () => screen.getByLabelText<HTMLInputElement>('Characters a line').value;
  for (const [source, characters] of [
    [long, '93'],
    [sampleSrt(21), '42'],
  ] as const) {
    fireEvent.click(document.getElementById('line-2') as HTMLElement, { ctrlKey: true });
    expect(screen.getByText('1 line selected')).toBeTruthy();
    await app.click(screen.getByRole('radio', { name: /^Flagged/ }), 0);
    await app.give(() => app.session.clear('all'));
    expect(app.page.getState().linePlace).toBeNull();
    await app.give(() => app.session.openSource(source, []));
    await app.give(app.session.translate, 5_000);
    expect(screen.getByRole('radio', { name: /^All/ })).toHaveProperty('checked', true);
    expect(document.getElementById('line-2')?.dataset.state).toBe('new');
    expect(screen.queryByText('1 line selected')).toBeNull();
    await app.click(screen.getByText('View options'), 0);
    expect(limit()).toBe(characters);
  }
});

test('[D16.6][D14.53] a person sets a limit with Enter or blur, and sees and counts what does not fit on request', async () => {
  const app = await inLines({}, LONG);
  const field = () => screen.getByLabelText<HTMLInputElement>('Characters a line');
  const figure = (of: RegExp) => screen.getByRole('radio', { name: of }).parentElement?.textContent;
  const [fit, before] = [figure(/^Fit/), figure(/^To review/)];
  const viewOptions = () => app.click(screen.getByText('View options'), 0);
  await viewOptions();
  await app.user.clear(field());
  await app.user.type(field(), '1');
  fireEvent.blur(field());
  await app.pass(1_000);
  expect(figure(/^Fit/), 'another window is in front').toBe(fit);
  await app.user.type(field(), '{Enter}');
  await app.pass(1_000);
  expect([figure(/^Fit/), figure(/^To review/)]).toEqual(['Fit 45', before]);
  await app.user.clear(field());
  await app.user.tab();
  for (const view of ['text', 'lines'] as const) await app.give(() => app.page.setState({ view }), 1_000);
  await viewOptions();
  expect([figure(/^Fit/), field().value], 'an emptied field').toEqual(['Fit 45', '1']);
  const confirms = screen.getByRole('button', { name: 'Confirm all without problems (45)' });
  expect(confirms.getAttribute('aria-describedby')).toBe(
    screen.getByText('45 of these lines are too fast or too long. This confirms them, too.').id,
  );
  await app.click(screen.getByRole('checkbox', { name: /^Also review lines that are too fast or too long/ }), 1_000);
  expect(figure(/^To review/)).toBe('To review 45');
  expect(screen.queryByRole('button', { name: /^Confirm all/ })).toBeNull();
  expect(screen.getByText(/^Batch 1 · .* · 20 to review$/)).toBeTruthy();
});

test('lines of an output that is not JSON are failed, and cannot be confirmed or lost', async () => {
  const app = await inLines(
    { answer: ({ numbers }) => success(numbers[0] === 21 ? 'Here you are: {"21": "On' : replyOf(numbers)) },
    LONG,
  );
  await app.pass(30_000);
  expect(screen.getByRole('radio', { name: 'Failed 20' })).toBeTruthy();
  await app.eventually(() => screen.getByRole('button', { name: 'Confirm all without problems (25)' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Go to number' }), { target: { value: '30' } });
  fireEvent.submit(screen.getByRole('textbox', { name: 'Go to number' }));
  await app.pass(0);
  const row = document.getElementById('unreadable-1');
  expect(row?.tabIndex).toBe(0);
  expect(row?.textContent).toBe('This reply cannot be shown as lines. Open JSON');
});

test('announces each move once: position, number of lines and problems', async () => {
  const app = await inLines(
    { answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', 'Two  spaces ,')) },
    LONG,
  );
  await judgedAs(app, 2, 'spacing');
  const said: (string | null)[] = [];
  const status = screen.getByRole('status', { name: 'Line' });
  const observer = new MutationObserver(() => said.push(status.textContent));
  observer.observe(status, { childList: true, characterData: true, subtree: true });
  for (const number of [2, 3]) {
    fireEvent.focus(document.getElementById(`line-${number}`) as HTMLElement);
    await app.pass(1_000);
  }
  observer.disconnect();
  expect(said.map((words) => words?.replace(/\d problems?/, 'N'))).toEqual(['2 of 45. N.', '3 of 45. N.']);
});

/** After the worker has judged the line. */
const judgedAs = (app: Awaited<ReturnType<typeof inLines>>, number: number, kinds: string) =>
  app.eventually(() =>
    expect(document.getElementById(`line-${number}`)?.getAttribute('data-problems')).toContain(kinds),
  );

async function openLine(app: Awaited<ReturnType<typeof inLines>>, number: number): Promise<HTMLTextAreaElement> {
  fireEvent.click(document.querySelector(`#line-${number} [lang="pt"]`) ?? document.body);
  await app.pass(0);
  return box(number) as HTMLTextAreaElement;
}

const words = (name: string) => screen.getByRole('group', { name }).textContent;

test('a failed batch names the lines that were emptied by hand, and what to do', async () => {
  const app = await inLines({}, LONG);
  expect(words('Lines: commands')).toContain('0 of 45 lines are confirmed.');
  await app.give(() => app.session.changeLines([{ number: 21, text: ' ' }]));
  await app.pass(0);
  expect(words('Lines: commands')).toContain('Line 21 has no text. Write it again in Lines, or press Undo.');
  expect(document.getElementById('batch-1')?.textContent).toContain('failed: line 21 is empty');
  expect(document.getElementById('line-21')?.textContent).toContain('No text');
  await app.give(() => app.page.setState({ view: 'text' }));
  await app.pass(0);
  expect(words('Translation: commands')).toContain('Line 21 has no text');
  await app.give(() => app.session.undo());
  await app.pass(0);
  expect(words('Translation: commands')).not.toContain('no text');
});

test('both views show the progress of the review beside Download', async () => {
  const app = await inLines({}, LONG);
  await app.give(() => app.session.markLines([1, 2, 30], { confirmed: true }));
  await app.pass(0);
  expect(words('Lines: commands')).toContain('3 of 45 lines are confirmed.');
  await app.give(() => app.page.setState({ view: 'text' }));
  await app.settle(0);
  expect(words('Translation: commands')).toContain('3 of 45 lines are confirmed.');
  expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', false);
  await app.give(() => app.session.markLines([2, 30], { confirmed: false }));
  await app.settle(0);
  expect(words('Translation: commands')).toContain('1 of 45 lines is confirmed.');
});

test('an original has its own language, and a Chinese line its own limit of characters', async () => {
  const source = formatSrt(
    ['彼は昨日、東京に行った', 'どこに行くの？', '東京。'].map((text, index) => ({
      number: index + 1,
      time: `00:00:0${index},000 --> 00:00:0${index + 1},000`,
      text,
    })),
  );
  const written = { film: '', number: 2, original: 'どこに行くの？', base: null, text: '你要去哪里？' };
  await inLines({ pageState: { draft: written } }, source);
  expect(document.querySelector('#line-3 [lang="ja"]')?.textContent).toBe('東京。');
  expect(box(2)?.style.getPropertyValue('--character')).toBe('1em');
});

test('a press with Ctrl or Shift on a button that moved away still selects', async () => {
  const app = await inLines();
  const at = { clientX: 20, clientY: 20 };
  fireEvent.pointerDown(screen.getByLabelText('Actions for 2'), at);
  // The browser sends the click to the common ancestor.
  fireEvent.click(screen.getByRole('grid', { name: 'Lines' }), { ...at, ctrlKey: true });
  await app.pass(0);
  expect(document.getElementById('line-2')?.getAttribute('aria-selected')).toBe('true');
});

test('[D14.60] Find marks hits in both texts, and says how many found lines the filter hides', async () => {
  const app = await inLines({}, LONG);
  const find = screen.getByRole('searchbox', { name: 'Find in lines' });
  await app.user.type(find, '4');
  await app.settle(0);
  expect(marks(14)).toEqual(['4', '4']);
  expect(marks(13)).toEqual([]);
  await app.give(() => app.session.changeLines([{ number: 14, text: '44 4' }]));
  expect(marks(14)).toEqual([]);
  await app.pass(300);
  expect(marks(14)).toEqual(['4', '4', '4', '4']);
  await app.user.clear(find);
  await app.pass(0);
  expect(marks(14)).toEqual([]);
  await app.give(() => app.session.markLines([4, 5], { flagged: true }));
  await app.click(screen.getByRole('radio', { name: /^Flagged/ }), 0);
  await app.user.type(find, '24');
  await app.settle(0);
  expect(screen.getByText('The filter hides all of them')).toBeDefined();
  await app.click(screen.getByRole('button', { name: 'Show them' }), 0);
  expect(row(24)).not.toBeNull();
  expect(screen.getByRole('radio', { name: /^All/ })).toHaveProperty('checked', true);
  expect(screen.getByText('1 line')).toBeDefined();
});

test('[D14.60] “Next hit” and “Previous hit” continue from the person’s line, through a batch that is not JSON, with wraparound', async () => {
  const answer: RenderAppOptions['answer'] = ({ numbers }) => success(numbers[0] === 21 ? 'None.' : replyOf(numbers));
  const app = await inLines({ answer, ranMs: 60_000 }, LONG);
  const find = screen.getByRole('searchbox', { name: 'Find in lines' });
  const activeNow = () => document.querySelector('[role=row][tabindex="0"]')?.id;
  await app.give(() => void fireEvent.keyDown(document.body, { key: 'F3' }));
  expect(document.activeElement, 'without a search there are no hits').toBe(find);
  // Lines 4, 14, 24, 34 and 40 to 45.
  await app.user.type(find, '4');
  await app.settle(0);
  const press = async (key: string, shiftKey = false) => {
    await app.give(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey }));
    await app.settle(0);
    return activeNow();
  };
  expect([await press('Enter'), await press('Enter'), await press('Enter')]).toEqual([
    'line-4',
    'line-14',
    'unreadable-1',
  ]);
  expect(await press('Enter')).toBe('line-41');
  expect(await press('F3', true)).toBe('unreadable-1');
  expect(await press('Enter', true)).toBe('line-14');
  await app.give(() => app.session.changeLines([{ number: 14, text: 'PT' }]));
  await app.give(() => app.session.changeLines([{ number: 4, text: 'PT' }]));
  await app.pass(300);
  expect([await press('Enter', true), await press('Enter', true)]).toEqual(['line-4', 'line-45']);
  expect(await press('F3')).toBe('line-4');
  /** Types words and presses keys before the search has answered. */
  const quickly = async (words: string, ...keys: readonly KeyboardEventInit[]) => {
    await app.give(() => {
      fireEvent.change(find, { target: { value: words } });
      for (const key of keys) fireEvent.keyDown(find, key);
    });
    await app.settle(0);
    return activeNow();
  };
  const [next, held, previous] = [{ key: 'Enter' }, { key: 'F3', repeat: true }, { key: 'F3', shiftKey: true }];
  expect(await quickly('1', next, next, next), 'each press counts').toBe('line-12');
  expect(await quickly('3', next, previous, previous)).toBe('line-3');
  expect(await quickly('5', next, held, held), 'a key that is held does not run on').toBe('line-5');
});

test('[D14.24] the filter of the film survives a reload that interrupts typing', async () => {
  const app = await inLines();
  await app.give(() => app.session.markLines([4, 5], { flagged: true }));
  await app.click(screen.getByRole('radio', { name: /^Flagged/ }), 0);
  await app.click(row(4) as HTMLElement, 0);
  await app.user.keyboard('{Enter}');
  await app.settle(100);
  await app.user.keyboard('abc');
  await app.settle(2_000);
  const { linePlace, draft } = app.page.getState();
  expect(draft?.text).toContain('abc');
  cleanup();
  const after = await inLines({ pageState: { linePlace, draft } });
  await after.pass(500);
  expect(screen.getByRole('radio', { name: /^Flagged/ })).toHaveProperty('checked', true);
});

test('[D14.30] Enter and Escape that end a composition do not leave Find, and a line number that does not exist is reported', async () => {
  const app = await inLines();
  const find = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find in lines' });
  await app.user.click(find);
  fireEvent.keyDown(find, { key: 'Escape', isComposing: true, keyCode: 229 });
  await app.pass(0);
  expect(document.activeElement).toBe(find);
  fireEvent.change(find, { target: { value: '4' } });
  fireEvent.keyDown(find, { key: 'Enter', isComposing: true, keyCode: 229 });
  await app.settle(300);
  expect(document.activeElement).toBe(find);
  await app.user.clear(find);
  await app.user.type(find, '(');
  await app.user.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
  await app.eventually(() => expect(screen.getByRole('alert').textContent).toMatch(/Unterminated group$/));
  await app.user.type(screen.getByRole('textbox', { name: 'Go to number' }), '999{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('There is no line 999.');
});

const marks = (number: number) =>
  [...document.querySelectorAll(`#line-${number} mark`)].map(({ textContent }) => textContent);

test('[D14.30] reports a search that takes too long, and does not repeat it until the query changes', async () => {
  const app = await inLines({}, LONG);
  const ask = vi.spyOn(app.session.analysis, 'ask').mockRejectedValue(new TookTooLong());
  const find = screen.getByRole('searchbox', { name: 'Find in lines' });
  const searches = () => ask.mock.calls.filter(([name]) => name === 'find').length;
  fireEvent.change(find, { target: { value: '(a+)+$' } });
  await app.pass(0);
  const words = () => screen.queryByText(/^The search was stopped after one second because it takes too long\./)?.role;
  expect(words()).toBe('alert');
  await app.give(() => app.session.changeLines([{ number: 14, text: 'Mine' }]));
  await app.pass(1_000);
  expect(searches()).toBe(1);
  ask.mockRestore();
  fireEvent.change(find, { target: { value: 'mine' } });
  await app.pass(0);
  expect(words()).toBeUndefined();
  expect(marks(14)).toEqual(['Mine']);
});

test('sending a batch again from its JSON, or with “Retry failed”, keeps confirmed lines unless the person includes them', async () => {
  const app = await inLines({}, LONG);
  await app.give(() => app.session.markLines([21, 22], { confirmed: true }));
  await app.give(() => app.session.showBatch(1));
  await app.pass(0);
  const keep = () => screen.getByRole('checkbox', { name: 'Leave confirmed lines as they are' });
  expect(keep()).toHaveProperty('checked', true);
  await app.user.click(screen.getByRole('button', { name: 'Translate again' }));
  expect(app.requests.at(-1)?.numbers).toEqual(Array.from({ length: 18 }, (_, index) => 23 + index));
  await app.pass(10_000);
  await app.give(() => app.session.showBatch(1));
  await app.pass(0);
  await app.user.click(keep());
  await app.user.click(screen.getByRole('button', { name: 'Translate again' }));
  expect(app.requests.at(-1)?.numbers).toEqual(Array.from({ length: 20 }, (_, index) => 21 + index));
  await app.pass(10_000);
  await app.give(() => app.session.changeLines([{ number: 45, text: '' }]), 0);
  const name = 'Leave confirmed lines as they are';
  expect(screen.queryByRole('checkbox', { name, hidden: false })).toBeNull();
  await app.give(() => app.session.markLines([44], { confirmed: true }), 0);
  await app.user.click(screen.getByRole('checkbox', { name, hidden: false }));
  await app.user.click(screen.getByRole('button', { name: 'Retry failed' }));
  expect(app.requests.at(-1)?.numbers).toContain(44);
});

test('while typing, shows the problems of the typed text, and offers commands once it is stored, also without its blank lines', async () => {
  const app = await inLines({}, LONG);
  await app.give(() => app.session.changeLines([{ number: 14, text: 'Two  spaces 14' }]));
  await judgedAs(app, 14, 'spacing');
  const written = await openLine(app, 14);
  const problems = () => screen.queryByRole('group', { name: 'Problems of 14', hidden: true });
  const commands = () => [...(problems()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
  expect(commands()).toEqual(['Fix', 'Dismiss']);
  fireEvent.change(written, { target: { value: 'One space, no number' } });
  await app.pass(0);
  expect(problems()?.textContent).toMatch(/14/);
  expect(problems()?.textContent).not.toMatch(/space/i);
  expect(commands()).toEqual([]);
  fireEvent.change(written, { target: { value: 'One space 14' } });
  await app.pass(0);
  expect(problems()).toBeNull();
  // The line is stored without its trailing blank line.
  fireEvent.change(written, { target: { value: 'One space\n14\n' } });
  await app.pass(0);
  expect(problems()).toBeNull();
  fireEvent.change(written, { target: { value: 'Two  spaces  14\n' } });
  await app.give(() => void fireEvent.blur(written), 500);
  await judgedAs(app, 14, 'spacing');
  expect(box(14)?.value).toBe('Two  spaces  14');
  expect(commands()).toEqual(['Fix', 'Dismiss']);
});

test('the open line lists other lines with the same original and their translations', async () => {
  const app = await inLines(
    {},
    sampleSrt(45).replace('Фраза 9\n', 'Фраза 2\n').replace('Фраза 44\n', '<i>фраза 2</i>\n'),
  );
  await app.pass(1_000);
  await judgedAs(app, 9, 'numbers-differ');
  await openLine(app, 2);
  const same = screen.getByText(/^Lines with the same original:/).textContent;
  expect(same).toBe('Lines with the same original:9PT 944PT 44');
});

test('[D15.54] marks a line whose reply began with a speaker’s name until it is edited', async () => {
  const people = [{ name: 'Anna', translation: 'Ana', gender: 'female', note: '' }] as const;
  const app = await renderApp({
    answer: ({ numbers }) => success(replyOf(numbers).replaceAll(/PT (?=[23]")/g, 'ANA : $&')),
  });
  await app.give(() => app.session.openSource(sampleSrt(45), [], 'Film.srt'));
  await app.give(() => app.session.changeNotes({ ...NO_NOTES, people }));
  await app.give(app.session.translate);
  await app.pass(10_000);
  await app.give(() => app.page.setState({ view: 'lines' }));
  await app.settle(0);
  const words = 'A speaker’s name was removed';
  const isMarked = (number: number) =>
    document.querySelector(`[data-number="${number}"] [role=gridcell][aria-label*="${words}"]`) !== null;
  expect(lineOf(app.state(), 2)?.translation).toBe('PT 2');
  expect([1, 2, 3, 4].map(isMarked)).toEqual([false, true, true, false]);
  await openLine(app, 3);
  expect(screen.getByText(`${words}.`)).toBeTruthy();
  await app.give(() => app.session.changeLines([{ number: 3, text: 'Outra' }]));
  expect(screen.queryByText(`${words}.`)).toBeNull();
  expect([2, 3].map(isMarked)).toEqual([true, false]);
});

test('Close of a batch with hidden lines leads to its button in the list', async () => {
  const app = await inLines({}, LONG);
  await app.user.click(screen.getByRole('button', { name: 'Batches' }));
  await app.user.click(screen.getByRole('radio', { name: /^Confirmed/ }));
  await app.pass(0);
  await app.give(() => app.session.showBatch(1));
  await app.pass(100);
  await app.user.click(screen.getByRole('button', { name: 'Close' }));
  await app.pass(100);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Batch 2\b/ }));
});

test('[D14.50] "Fix all" counts only lines that it would change: no confirmed ones, and none that need a model', async () => {
  const app = await inLines();
  await app.give(() => app.session.changeLines([2, 3, 4].map((number) => ({ number, text: `PT  ${number}` }))));
  for (const number of [2, 3, 4]) await judgedAs(app, number, 'spacing');
  await app.give(() => app.session.markLines([3], { confirmed: true }));
  await app.user.click(screen.getByRole('radio', { name: /^Problems/ }));
  await app.user.click(screen.getByRole('radio', { name: 'Spacing 2' }));
  await app.user.click(screen.getByRole('button', { name: 'Fix all of this kind (2)' }));
  await app.pass(0);
  await app.user.click(screen.getByRole('button', { name: 'Replace ticked' }));
  expect([2, 3, 4].map((number) => lineOf(app.state(), number)?.translation)).toEqual(['PT 2', 'PT  3', 'PT 4']);
  expect(screen.queryByRole('button', { name: /^Fix all/ })).toBeNull();
  const long = [`${'palavra '.repeat(9)}fim`, 'x'.repeat(80)].map((text, at) => ({ number: 5 + at, text }));
  await app.give(() => app.session.changeLines(long));
  await app.click(screen.getAllByRole('radio', { name: /^All/ })[0] as HTMLElement, 0);
  for (const { number } of long) await judgedAs(app, number, 'line-too-long');
  await app.user.click(screen.getByRole('radio', { name: /^Fit/ }));
  await app.user.click(screen.getByRole('radio', { name: /^Row too long/ }));
  await app.user.click(await app.eventually(() => screen.getByRole('button', { name: 'Fix all of this kind (1)' })));
  await app.pass(0);
  expect(screen.getByRole('region', { name: 'Replacements' }).textContent).toContain('1 of 1');
});

test('[D14.20] in the open line Undo and Redo by key revert its commands and typing', async () => {
  const app = await inLines({}, LONG);
  await app.give(() => app.session.changeLines([{ number: 14, text: 'Two  spaces 14' }]));
  await judgedAs(app, 14, 'spacing');
  const written = await openLine(app, 14);
  const press = async (key: string) => {
    const isTaken = !fireEvent.keyDown(written, { key, ctrlKey: true });
    await app.pass(0);
    return [isTaken, box(14)?.value];
  };
  await app.user.click(screen.getByRole('button', { name: 'Fix', hidden: true }));
  await app.pass(0);
  expect({ focus: document.activeElement, typed: box(14)?.value }).toEqual({ focus: written, typed: 'Two spaces 14' });
  expect(await press('z')).toEqual([true, 'Two  spaces 14']);
  expect(await press('y')).toEqual([true, 'Two spaces 14']);
  fireEvent.change(written, { target: { value: 'Typed 14' } });
  expect(await press('z')).toEqual([false, 'Typed 14']);
  fireEvent.change(written, { target: { value: 'Two spaces 14' } });
  await app.give(() => app.session.changeLines([14, 15].map((number) => ({ number, text: 'Both' }))));
  expect(await press('z')).toEqual([false, 'Both']);
  expect(lineOf(app.state(), 15)?.translation).toBe('Both');
});

test('[D14.20] Ctrl+F, Ctrl+H and Ctrl+Z work on the lines wherever the focus is, unless a text field uses the key', async () => {
  const { give, session } = await inLines();
  await give(() => void fireEvent.keyDown(document.body, { key: 'F8' }));
  expect(session.store.getState().shownBatch).toBeNull();
  const press = (target: Element, key: string, ctrlKey = false) => !fireEvent.keyDown(target, { key, ctrlKey });
  const find = screen.getByRole('searchbox', { name: 'Find in lines' });
  const taken = (key: string) => press(find, key, true);
  expect(press(document.body, 'f', true)).toBe(true);
  expect(document.activeElement).toBe(find);
  // Nothing is searched yet.
  press(document.body, 'h', true);
  expect(document.activeElement).toBe(find);
  await give(() => void fireEvent.change(find, { target: { value: 'PT' } }));
  expect(taken('h')).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Replace with' }));
  // The field itself undoes typing.
  expect(taken('z')).toBe(false);
  expect(press(screen.getByRole('radio', { name: /^All/ }), 'z', true)).toBe(true);
});

test('[D14.45] without any output there is nothing to review', async () => {
  const app = await inLines({ answer: () => failure('refused', 'No.') });
  expect(resultsOf(app.state()).every((slot) => slot?.[1] === '')).toBe(true);
  expect(screen.queryByRole('button', { name: /^Review \d/ })).toBeNull();
});

const row = (number: number) => document.getElementById(`line-${number}`);

test('[D14.45] "1 failed" in Lines leads to the first line without a text', async () => {
  const reply = (numbers: readonly number[]) => replyOf(numbers).replace('"PT 30"', '""').replace('"PT 35"', '""');
  const app = await inLines({ answer: ({ numbers }) => success(reply(numbers)) }, LONG);
  await app.user.click(screen.getByRole('button', { name: /^1 failed/ }));
  await app.pass(100);
  expect(document.activeElement).toBe(row(30));
});

const without = (missing: number) => (request: { readonly numbers: readonly number[] }) =>
  success(replyOf(request.numbers.filter((number) => number !== missing)));

test('[D14.52] a line that the answer omitted is shown as missing; its menu or its problem can keep the original, and Undo reverts that', async () => {
  const app = await inLines({ answer: without(25) }, LONG);
  await judgedAs(app, 25, 'missing');
  expect(row(25)?.textContent).toContain('Missing');
  expect(document.getElementById('batch-1')?.textContent).toContain('failed: line 25 is missing');
  expect(screen.getByRole('button', { name: 'Ask the model to fix 1 line' })).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Actions for 25' }));
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveProperty('disabled', false);
  await app.click(screen.getByRole('menuitem', { name: 'Keep the original' }), 500);
  expect(row(25)?.dataset).toMatchObject({ state: 'confirmed' });
  expect(document.getElementById('batch-1')?.textContent).toContain('OK');
  await app.user.click(screen.getByRole('button', { name: 'Actions for 26' }));
  expect(screen.queryByRole('menuitem', { name: 'Keep the original' })).toBeNull();
  await app.give(() => app.session.undo());
  await judgedAs(app, 25, 'missing');
  await app.give(() => row(25)?.focus());
  await app.user.keyboard('{Enter}');
  expect(box(25)?.value).toBe('');
  await app.click(screen.getByRole('button', { name: 'Keep the original' }), 100);
  expect(lineOf(app.state(), 25)?.translation).toBe('Фраза 25');
});

test('[D14.51] the heading says which lines may be shifted, until a person has confirmed them', async () => {
  const app = await inLines({ answer: without(40) }, LONG);
  const heading = () => document.getElementById('batch-1')?.textContent;
  expect(heading()).toContain('line 40 is missing · 19 lines may be shifted: confirm those that are right');
  await app.give(() => app.session.markLines([21, 22], { confirmed: true }));
  await app.settle(300);
  expect(heading()).toContain('17 lines may be shifted');
});

test('[D14.42] Ctrl+Enter walks through a film without problems, and says at the end that all lines are confirmed', async () => {
  const app = await inLines(
    { answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', 'Frase')) },
    sampleSrt(3),
  );
  await app.give(() => row(1)?.focus());
  for (const next of [2, 3, undefined]) {
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await app.pass(0);
    if (next) expect(document.activeElement).toBe(row(next));
  }
  expect(screen.getByText('All 3 lines are confirmed')).toBeTruthy();
});

test('[D14.42] Ctrl+Enter in the filter Fit, and in one of its kinds, goes to its next row', async () => {
  const app = await inLines({}, LONG);
  const long = [2, 3, 10, 11].map((number) => ({ number, text: `${number} ${'palavra '.repeat(9)}` }));
  await app.give(() => app.session.changeLines([...long, { number: 20, text: 'Фраза 20' }]));
  await app.give(() => app.session.markLines([10], { flagged: true }));
  await judgedAs(app, 11, 'line-too-long');
  await app.user.click(screen.getByRole('radio', { name: /^Fit/ }));
  await app.give(() => row(2)?.focus());
  // Lines 10 and 20 are to review. Line 20 is not in the filter.
  for (const next of [3, 10, 11]) {
    if (next === 11) {
      await app.user.click(screen.getByRole('radio', { name: /^Row too long/ }));
      await app.give(() => row(10)?.focus());
    }
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await app.pass(0);
    expect(document.activeElement).toBe(row(next));
  }
});

test('[D14.42] Ctrl+Enter confirms an open line and goes to the next one, which it opens only with "Edit as I go"', async () => {
  const app = await inLines({}, LONG);
  const confirm = async () => {
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await app.pass(0);
  };
  await app.give(() => app.session.markLines([15], { flagged: true }));
  await app.give(() => app.session.markLines([6], { confirmed: true }));
  await openLine(app, 4);
  for (const next of [5, 7]) {
    await confirm();
    expect(document.activeElement).toBe(row(next));
  }
  expect([box(4), box(5), box(7)]).toEqual([null, null, null]);
  await app.user.click(screen.getByText('View options'));
  await app.user.click(screen.getByRole('checkbox', { name: /^Edit as I go/ }));
  await openLine(app, 7);
  await confirm();
  expect(document.activeElement).toBe(box(8));
  expect([4, 5, 7].map((number) => row(number)?.dataset.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

test('[D14.42] one Undo reverts both the typing and the confirmation, by Ctrl+Enter or by the button Confirm', async () => {
  const app = await inLines();
  const line = () => [row(2)?.dataset.state, lineOf(app.state(), 2)?.translation];
  for (const confirm of [
    () => app.user.keyboard('{Control>}{Enter}{/Control}'),
    () => app.user.click(screen.getByRole('button', { name: 'Confirm' })),
  ]) {
    await openLine(app, 2);
    await app.user.keyboard(' typed');
    await confirm();
    await app.pass(0);
    expect(line()).toEqual(['confirmed', 'PT 2 typed']);
    await app.user.keyboard('{Control>}z{/Control}');
    await app.pass(0);
    expect(line()).toEqual(['new', 'PT 2']);
  }
});

test('[D14.20] Ctrl+Enter in Lines never resumes a stopped run, even if all lines are confirmed', async () => {
  const app = await renderApp({ film: 60 });
  await app.give(() => void app.session.translate({ only: 'first-batch' }));
  await app.pass(5_000);
  await app.give(() => app.page.setState({ view: 'lines' }));
  await app.settle(0);
  expect(screen.getByRole('grid', { name: 'Lines' })).toBeTruthy();
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await app.pass(5_000);
  await app.user.click(screen.getByRole('button', { name: 'Actions for 1' }));
  expect(document.activeElement?.role).toBe('menuitem');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  await app.pass(5_000);
  expect(app.requests.map(({ numbers }) => numbers[0])).toEqual([1]);
});

test('leaving an open line after Undo does not restore the undone text', async () => {
  const app = await inLines();
  const written = await openLine(app, 2);
  await app.user.clear(written);
  await app.user.type(written, 'Mine');
  await app.user.click(screen.getByText('View options'));
  expect(lineOf(app.state(), 2)?.translation).toBe('Mine');
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await app.pass(0);
  expect(box(2)?.value).toBe('PT 2');
  await openLine(app, 4);
  expect(box(2)).toBe(null);
  expect(lineOf(app.state(), 2)?.translation).toBe('PT 2');
  expect(row(2)?.dataset.state).toBe('new');
});

test('[D14.25] Undo above the lines names what it reverts instead of a notice; a double click undoes one answer', async () => {
  const app = await inLines(
    {
      answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', count > 3 ? 'New' : 'PT')),
    },
    LONG,
  );
  await app.give(() => app.session.translateAgain(0));
  await app.pass(5_000);
  const notices = screen.getByRole('status', { name: 'Notices' });
  expect(notices.textContent, 'read aloud').toBe('You sent batch 1 again. Undo brings back its earlier translation.');
  expect(notices.querySelector('button')).toBeNull();
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.title).toBe('You sent batch 1 again. Undo brings back its earlier translation.');
  await app.user.dblClick(undo);
  await app.pass(0);
  expect(lineOf(app.state(), 1)?.translation).toBe('PT 1');
  expect(screen.getByRole('button', { name: 'Redo' }).title).toBe('Redo: sending batch 1 again.');
  await app.give(() => app.session.changeLines([{ number: 1, text: 'Mine' }]));
  await app.give(() => app.session.changeLines([{ number: 2, text: 'Mine' }]));
  await app.user.dblClick(undo);
  expect([1, 2].map((number) => lineOf(app.state(), number)?.translation)).toEqual(['PT 1', 'PT 2']);
});

/** Line 2 is "Hello", line 3 "Hello, Tom"; shows what Replace would do to them. */
async function replacing(by: string) {
  const app = await inLines({
    answer: ({ numbers }) => success(replyOf(numbers).replace('"PT 2"', '"Hello"').replace('"PT 3"', '"Hello, Tom"')),
  });
  const put = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await app.pass(500);
  };
  put('Find in lines', 'Hello');
  await app.pass(500);
  put('Replace with', by);
  await press('Replace');
  return { ...app, put, press };
}

test('[S2.17] the preview of Replace gets the focus, names its number of lines, and ticks no line that would become empty', async () => {
  const { user, put, press, state } = await replacing('Bye');
  const list = screen.getByRole('region', { name: 'Replacements' });
  expect(document.activeElement).toBe(list);
  expect(document.getElementById(list.getAttribute('aria-describedby') ?? '')?.textContent).toBe('2 of 2 ticked');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace ticked' }));
  put('Replace with', '');
  await press('Replace');
  expect(screen.getByText('(the line would be empty)')).toBeTruthy();
  await press('Replace ticked');
  expect(lineOf(state(), 2)?.translation).toBe('Hello');
  expect(resultsOf(state())[0]?.[0]).toBe('');
});

test('[S2.17] the preview does not take the focus from a person who has moved on, and keeps a removed tick', async () => {
  const { press, pass, give, page, state } = await replacing('Bye');
  await press('Cancel');
  expect(document.activeElement?.role).toBe('row');
  screen.getByRole('button', { name: 'Replace' }).focus();
  const asked = press('Replace');
  await Promise.resolve();
  const gone = new MutationObserver(() => screen.getByRole('searchbox', { name: 'Find in lines' }).focus());
  gone.observe(document.body, { childList: true, subtree: true });
  await asked;
  await pass(100);
  gone.disconnect();
  expect(screen.getByRole('region', { name: 'Replacements' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in lines' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^2/ }));
  for (const view of ['text', 'lines'] as const) await give(() => page.setState({ view }), 500);
  await press('Replace ticked');
  expect([lineOf(state(), 2)?.translation, lineOf(state(), 3)?.translation]).toEqual(['Hello', 'Bye, Tom']);
});

test('[D14.20] in a row one press of Ctrl+Z undoes one step, and one of Ctrl+Y redoes one', async () => {
  const { give, session, state, user, pass } = await inLines();
  for (const number of [4, 5]) await give(() => session.changeLines([{ number, text: 'Mine' }]));
  await give(() => row(2)?.focus());
  const press = async (key: string) => {
    await user.keyboard(`{Control>}${key}{/Control}`);
    await pass(0);
    return [4, 5].filter((number) => lineOf(state(), number)?.translation === 'Mine');
  };
  expect(await press('z')).toEqual([4]);
  expect(await press('z')).toEqual([]);
  expect(await press('y')).toEqual([4]);
  expect(await press('y')).toEqual([4, 5]);
});

test('[D14.54] words beside Undo say for some seconds what was undone, or that there was nothing to undo', async () => {
  const app = await inLines();
  await app.give(() => row(1)?.focus());
  const announcement = screen.getByRole('status', { name: 'Nothing left' });
  const button = (name: string) => screen.getByRole('button', { name });
  const beside = () => button('Undo').parentElement?.querySelector('[aria-hidden]')?.textContent;
  expect(announcement.textContent).toBe('');
  const saysThatNothingIsLeft = async (words: string, press: Promise<void>) => {
    await press;
    await app.pass(5_000);
    expect(announcement.textContent).toBe(words);
    await app.pass(2_000);
    expect(announcement.textContent).toBe('');
  };
  await saysThatNothingIsLeft('Nothing to undo.', app.user.keyboard('{Control>}z{/Control}'));
  await saysThatNothingIsLeft('Nothing to redo.', app.user.keyboard('{Control>}y{/Control}'));
  await saysThatNothingIsLeft('Nothing to undo.', app.user.click(button('Undo')));
  await saysThatNothingIsLeft('Nothing to redo.', app.user.click(button('Redo')));
  await app.give(() => app.session.changeLines([{ number: 4, text: 'Mine' }]));
  expect(beside()).toBeUndefined();
  await app.click(button('Undo'), 5_000);
  expect(beside()).toBe('Undone: changing line 4.');
  await app.pass(2_000);
  expect([beside(), announcement.textContent]).toEqual([undefined, '']);
});

test('[S2.17] Undo and Redo in Lines announce what they changed and where, each time', async () => {
  const { give, session, pass } = await inLines();
  const announcement = screen.getByRole('status', { name: 'Undo' });
  const undo = async () => {
    await give(() => session.undo());
    await pass(0);
    return announcement.firstElementChild;
  };
  for (const text of ['One', 'Two']) await give(() => session.changeLines([{ number: 4, text }]));
  expect(announcement.textContent).toBe('');
  const first = await undo();
  expect(first?.textContent).toBe('Undone: changing line 4.');
  const second = await undo();
  expect(second?.textContent).toBe('Undone: changing line 4.');
  expect(second, 'read once more').not.toBe(first);
  await give(() => session.redo());
  expect(announcement.textContent).toBe('Redone: changing line 4.');
  await undo();
  await give(() => session.changeLines([{ number: 4, text: 'Three' }]));
  expect(announcement.textContent).toBe('');
  await give(() => session.markLines([5], { confirmed: true }));
  await undo();
  await give(() => session.redo());
  expect(announcement.textContent).toBe('Redone: confirming line 5.');
});

test('[D14.55] the filter, the button, the headings and the strip have the same number of lines to review', async () => {
  const app = await inLines(
    { answer: ({ numbers }) => success(replyOf(numbers).replaceAll('PT', 'Two  spaces')) },
    LONG,
  );
  await judgedAs(app, 2, 'spacing');
  const figures = () => ({
    filter: screen.getByRole('radio', { name: /^To review/ }).parentElement?.textContent,
    button: screen.getByRole('button', { name: /^Review/ }).textContent,
    heading: document.getElementById('batch-0')?.textContent?.match(/\d+ to review/)?.[0],
    marks: document.querySelector('svg[preserveAspectRatio="none"] path')?.getAttribute('d')?.match(/M/g)?.length,
  });
  const kinds = () => screen.getAllByRole('radio').flatMap(({ parentElement }) => parentElement?.textContent ?? []);
  expect(figures()).toEqual({
    filter: 'To review 45',
    button: 'Review 45 lines',
    heading: '20 to review',
    marks: 45,
  });
  await app.give(() => app.session.markLines([2, 3], { confirmed: true }));
  await app.give(() => app.session.markLines([4], { dismissed: 'spacing' }));
  await app.give(() => app.session.markLines([5], { flagged: true, dismissed: 'spacing' }));
  await app.pass(1_000);
  expect(figures()).toEqual({
    filter: 'To review 42',
    button: 'Review 42 lines',
    heading: '17 to review',
    marks: 42,
  });
  await app.user.click(screen.getByRole('radio', { name: /^Problems/ }));
  expect(kinds()).toEqual(expect.arrayContaining(['Problems ', 'All kinds 42', 'Spacing 41']));
  expect(kinds()).not.toContain('Name differs 0');
});

test('[D14.22] a row shows its most important problem first, and all problems while it is active', async () => {
  const app = await inLines();
  const text = 'PT 2  and more than anybody can read in a second';
  await app.give(() => app.session.changeLines([{ number: 2, text }]));
  await judgedAs(app, 2, 'spacing too-fast line-too-long');
  const announcement = () => document.querySelector('#line-2 [role=gridcell][title]:has(svg)')?.textContent;
  expect(announcement()).toBe('Two spaces in a row. · 48 characters a second; the maximum');
  fireEvent.focus(row(2) as HTMLElement);
  await app.pass(0);
  expect(announcement()).toBe(
    'Two spaces in a row. 48 characters a second; the maximum is 17. 48 characters a row; the maximum is 42.',
  );
});

test('an option of "Show" also shows matching lines that are judged later', async () => {
  const app = await inLines();
  await app.pass(2_000);
  const shown = () => [...document.querySelectorAll('[data-number]')].map((row) => row.getAttribute('data-number'));
  const editAndShow = async (number: number, name: RegExp) => {
    await app.give(() => app.session.changeLines([{ number, text: 'Two  spaces' }]));
    fireEvent.click(screen.getByRole('radio', { name }));
  };
  await editAndShow(7, /^To review/);
  expect(screen.getByText('The lines are being checked…')).toBeTruthy();
  await app.pass(2_000);
  expect(shown()).toEqual(['7']);
  expect(screen.queryByText(/being checked/)).toBeNull();
  await editAndShow(9, /^Problems/);
  await app.pass(2_000);
  expect(shown()).toEqual(['7', '9']);
});

test('a line that is no longer flagged is not called done; one that is reviewed is', async () => {
  const app = await inLines();
  await app.give(() => app.session.markLines([3], { flagged: true }));
  await app.pass(2_000);
  const gone = () => screen.queryByText(/no longer matches this filter/)?.textContent;
  for (const [filter, words, change] of [
    [/^Flagged/, '1 line no longer matches', { flagged: false }],
    [/^To review/, '1 line is done: it no longer matches', { confirmed: true }],
  ] as const) {
    await app.give(() => app.session.markLines([3], { flagged: true }));
    fireEvent.click(screen.getByRole('radio', { name: filter }));
    await app.pass(500);
    await app.give(() => app.session.markLines([3], change));
    await app.pass(500);
    expect(gone()).toMatch(new RegExp(`^${words}`));
  }
});

test('[S2.17] the number of selected lines is announced in a region that exists before; hidden lines leave the selection: Ctrl+Enter confirms only visible ones', async () => {
  const app = await inLines();
  await app.give(() => app.session.markLines([3], { flagged: true }));
  await app.pass(500);
  const announcement = screen.getByRole('status', { name: 'Selection' });
  expect(announcement.textContent).toBe('');
  fireEvent.click(row(2) as HTMLElement, { ctrlKey: true });
  expect(announcement.textContent).toBe('1 line selected');
  await app.user.click(screen.getByRole('button', { name: 'Review 1 line' }));
  await app.pass(100);
  expect(announcement.textContent).toBe('');
  await app.user.keyboard('{Control>}{Enter}{/Control}');
  const { marks } = app.state();
  expect([marks[2]?.confirmed, marks[3]?.confirmed]).toEqual([undefined, true]);
});

test('the offer to repeat an edit disappears when Undo reverts the edit', async () => {
  const source = [2, 7, 8].reduce((srt, number) => srt.replace(`Фраза ${number}\n`, 'Да, конечно\n'), sampleSrt(9));
  const app = await inLines(
    { answer: ({ numbers }) => success(replyOf(numbers).replaceAll(/"PT [278]"/g, '"Sim, claro"')) },
    source,
  );
  await app.pass(500);
  const written = await openLine(app, 2);
  fireEvent.change(written, { target: { value: 'Claro que sim' } });
  fireEvent.blur(written);
  await app.pass(100);
  const offer = () => screen.queryByRole('button', { name: 'Change 2 lines' });
  expect(offer()).not.toBeNull();
  await app.give(() => app.session.undo());
  expect(lineOf(app.state(), 2)?.translation).toBe('Sim, claro');
  expect(offer()).toBeNull();
  await app.give(() => app.session.redo());
  await app.user.click(offer() as HTMLElement);
  expect([7, 8].map((number) => lineOf(app.state(), number)?.translation)).toEqual(['Claro que sim', 'Claro que sim']);
});

type AtWork = Parameters<typeof mayFollow>[0];
const WATCHES: AtWork = { isWriting: false, isSelecting: false, scrolledAgoMs: Number.POSITIVE_INFINITY };

test.each<[string, Partial<AtWork>, boolean]>([
  ['a person who watches', {}, true],
  ['not one who writes', { isWriting: true }, false],
  ['not one who selects', { isSelecting: true }, false],
  ['not one who has just scrolled', { scrolledAgoMs: 2_900 }, false],
  ['one who scrolled three seconds ago', { scrolledAgoMs: 3_000 }, true],
])('[D17.6] whether the list may follow the video: %s', (_, atWork, follows) => {
  expect(mayFollow({ ...WATCHES, ...atWork })).toBe(follows);
});

test('a button that replaces an offer ignores the second press of a double click or double tap, but not a later press', async () => {
  const film = sampleSrt(9).replace(/^Фраза [234]$/gm, 'Муха');
  const { pass, settle, state, user } = await renderApp({
    film,
    ranMs: 10_000,
    pageState: { view: 'lines' },
    answer: ({ numbers }) => {
      const texts = numbers.map((number) => [number, number > 1 && number < 5 ? 'Mosca' : `PT ${number}`]);
      return success(JSON.stringify(Object.fromEntries(texts)));
    },
  });
  await settle(500);
  const row = document.querySelector<HTMLElement>('[data-number="2"]');
  focusOn(row);
  fireEvent.keyDown(row as HTMLElement, { key: 'Enter' });
  await pass(50);
  const box = screen.getByLabelText<HTMLTextAreaElement>('Translation of 2');
  fireEvent.input(box, { target: { value: 'Inseto' } });
  fireEvent.blur(box);
  await pass(50);
  await user.click(screen.getByRole('button', { name: 'Do not change them' }));
  const confirmsAt: number[] = [];
  let atMs = 0;
  for (const [afterMs, detail] of [
    [250, 1],
    [300, 2],
    [600, 1],
  ] as const) {
    await pass(afterMs - atMs);
    atMs = afterMs;
    fireEvent.click(screen.getByRole('button', { name: /^Confirm all/ }), { detail });
    if (Object.values(state().marks).some(({ confirmed }) => confirmed)) confirmsAt.push(afterMs);
  }
  expect(confirmsAt).toEqual([600]);
});
