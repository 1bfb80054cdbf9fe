import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';

/** Lines 2 to 5 have a fly in their translation; `originals`: what stands there. */
async function inLines(originals: readonly string[]) {
  const source = originals.reduce((srt, text, at) => srt.replace(`Фраза ${at + 2}\n`, `${text}\n`), sampleSrt(9));
  const app = await renderApp({
    film: source,
    ranMs: 10_000,
    answer: ({ numbers }) => {
      const texts = numbers.map((number) => [number, number > 1 && number < 6 ? `A mosca ${number}` : `PT ${number}`]);
      return success(JSON.stringify(Object.fromEntries(texts)));
    },
  });
  await app.give(() => app.page.setState({ view: 'lines' }));
  await act(() => vi.dynamicImportSettled());
  await app.pass(500);
  const write = async (number: number, text: string) => {
    const row = document.querySelector<HTMLElement>(`[data-number="${number}"]`);
    row?.focus();
    fireEvent.keyDown(row as HTMLElement, { key: 'Enter' });
    await app.pass(50);
    const box = screen.getByLabelText<HTMLTextAreaElement>(`Translation of ${number}`);
    fireEvent.input(box, { target: { value: text } });
    fireEvent.blur(box);
    await app.pass(50);
  };
  const replaceAll = async (query: string, by: string, expression = false) => {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in lines' }), { target: { value: query } });
    if (expression) fireEvent.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
    await app.pass(500);
    fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: by } });
    await app.user.click(screen.getByRole('button', { name: 'Replace' }));
    await app.pass(100);
    await app.user.click(screen.getByRole('button', { name: 'Replace ticked' }));
    await app.pass(100);
  };
  return { ...app, write, replaceAll };
}

const keep = () => screen.queryByRole('button', { name: 'Keep as a term' });
const FLY = ['Вот муха', 'Нет мухи', 'Бей муху', 'Муха!'];

test('[D15.45] a word that Replace has replaced in three lines is kept as a term, which Undo takes back', async () => {
  const { replaceAll, user, state, session, give, pass } = await inLines(FLY);
  await replaceAll('mosca', 'inseto');
  await user.click(keep() as HTMLElement);
  await pass(100);
  expect(state().notes.terms).toEqual([{ source: 'муха', translation: 'inseto', note: '' }]);
  expect(keep()).toBeNull();
  await give(() => session.undo());
  expect(state().notes.terms).toEqual([]);
});

test('[D15.45] nothing is offered for an expression, for two lines, or once Undo has taken the words out', async () => {
  const { replaceAll, session, give, pass } = await inLines(FLY);
  await replaceAll('mosca 2', 'inseto 2');
  expect(keep()).toBeNull();
  await replaceAll('mosc.', 'inseto', true);
  expect(keep()).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
  await replaceAll('inseto', 'bicho');
  expect(keep()).not.toBeNull();
  await give(() => session.undo());
  await pass(200);
  expect(keep()).toBeNull();
});

test('[D15.45] a word that is changed by hand in three lines; where no word of the originals can be told, it is asked for', async () => {
  const { write, user, state, session, give, pass } = await inLines(['Вот муха', 'Слон', 'Да', 'Муха!']);
  await write(2, 'O inseto 2');
  await write(3, 'A abelha 3');
  await write(4, 'A abelha 4');
  expect(keep()).toBeNull();
  await write(5, 'Abelha 5');
  expect(keep()).toBeNull();
  await write(5, 'A mosca 5');
  await write(5, 'A abelha 5');
  await user.click(keep() as HTMLElement);
  await pass(100);
  expect(state().notes.terms).toEqual([]);
  const source = screen.getByLabelText('Term in the source');
  expect(document.activeElement).toBe(source);
  const form = within(source.closest('form') as HTMLElement);
  expect(form.getByLabelText<HTMLInputElement>('Term in the translation').value).toBe('abelha');
  await user.keyboard('муха{Enter}');
  expect(state().notes.terms).toEqual([{ source: 'муха', translation: 'abelha', note: '' }]);
  expect(keep()).toBeNull();
  await give(() => session.undo());
  expect(state().notes.terms).toEqual([]);
});

test('[D15.45] an offer that Undo has emptied stands again after three further lines', async () => {
  const { write, give, session, pass } = await inLines(FLY);
  for (const number of [2, 3, 4]) await write(number, `A abelha ${number}`);
  for (let steps = 0; steps < 3; steps++) await give(() => session.undo());
  await pass(200);
  expect(keep()).toBeNull();
  for (const number of [3, 4, 5]) await write(number, `A abelha ${number}`);
  expect(keep()).not.toBeNull();
});

test('[D15.45] what is asked of one word is not kept for another one that is offered meanwhile', async () => {
  const { write, replaceAll, user, pass } = await inLines(['Вот муха', 'Слон', 'Да', 'Муха!']);
  for (const number of [2, 3, 4]) await write(number, `A abelha ${number}`);
  await user.click(keep() as HTMLElement);
  await pass(100);
  expect(screen.getByLabelText<HTMLInputElement>('Term in the translation').value).toBe('abelha');
  await replaceAll('PT', 'BR');
  expect(screen.queryByLabelText('Term in the translation')).toBeNull();
  expect(keep()).not.toBeNull();
});

test('[D15.45] a second click is no second step; another film that is opened before the answer gets no term', async () => {
  const { replaceAll, session, give, pass, state } = await inLines(FLY);
  await replaceAll('mosca', 'inseto');
  const button = keep() as HTMLElement;
  fireEvent.click(button);
  fireEvent.click(button);
  await pass(500);
  expect(state().notes.terms).toHaveLength(1);
  await give(() => session.undo());
  expect(state().notes.terms).toEqual([]);
  await replaceAll('inseto', 'bicho');
  fireEvent.click(keep() as HTMLElement);
  await give(() => session.openSource(sampleSrt(5), [], 'Other.srt'));
  await pass(500);
  expect(state().notes.terms).toEqual([]);
});

test.each([
  { what: 'the second half of a double click', detail: 2, afterMs: 300, confirms: false },
  { what: 'a second tap', detail: 1, afterMs: 250, confirms: false },
  { what: 'a press later', detail: 1, afterMs: 600, confirms: true },
])('[D15.45] $what on what has taken the place of an offer confirms: $confirms', async (press) => {
  const { replaceAll, pass, state, user } = await inLines(FLY);
  await replaceAll('mosca', 'inseto');
  await user.click(screen.getByRole('button', { name: 'Leave it' }));
  await pass(press.afterMs);
  fireEvent.click(screen.getByRole('button', { name: /^Confirm all/ }), { detail: press.detail });
  expect(Object.values(state().marks).some(({ confirmed }) => confirmed)).toBe(press.confirms);
});

test('[D15.45] in a small window what was kept, and Undo, stand where it was offered', async () => {
  const small = (query: string) => Object.assign(new EventTarget(), { matches: query.includes('height') });
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => small(query) as unknown as MediaQueryList);
  const { replaceAll, pass, state, user } = await inLines(FLY);
  await replaceAll('mosca', 'inseto');
  await user.click(keep() as HTMLElement);
  await pass(600);
  const kept = within(screen.getByRole('region', { name: 'Lines' })).getByText('Kept inseto as a term.');
  await user.click(within(kept).getByRole('button', { name: 'Undo' }));
  expect(state().notes.terms).toEqual([]);
  expect(screen.queryByText('Kept inseto as a term.')).toBeNull();
});
