import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusOn, renderApp } from '../../../../../test/render-app.tsx';
import { sampleSrt } from '../../../../../test/srt-sample.ts';
import { resultsOf } from '../../../../engine/batch.ts';
import { lineOf } from '../../../../film/lines.ts';
import { NO_NOTES } from '../../../../notes/notes.ts';

const SOURCE = sampleSrt(5).replace('Фраза 2', 'Скажи Маше, муха тут');
const NOTES = {
  ...NO_NOTES,
  people: [{ name: 'Маша', translation: 'Macha', gender: 'female', note: '' }],
  terms: [
    { source: 'муха', translation: 'mosca / inseto', note: '' },
    { source: 'слон', translation: 'elefante', note: '' },
  ],
} as const;

/** A film with notes, whose line 2 is open. */
async function inLine2() {
  const draft = { film: '', number: 2, original: 'Скажи Маше, муха тут', base: 'PT 2', text: 'Diga à' };
  const app = await renderApp({ film: SOURCE, ranMs: 10_000, pageState: { draft, view: 'lines' } });
  await app.give(() => app.session.changeNotes(NOTES));
  await app.settle(2_000);
  const box = screen.getByLabelText<HTMLTextAreaElement>('Translation of 2');
  // Rows are hidden until they are measured, which never happens here.
  const terms = within(screen.getByRole('group', { name: 'Terms of 2', hidden: true }));
  const button = (name: string | RegExp) => terms.getByRole('button', { name, hidden: true });
  return { ...app, box, terms, button };
}

test('[D15.44] lists terms and names of the open line in the order of its original, and inserts them at the cursor', async () => {
  const { box, terms, button } = await inLine2();
  const names = terms.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent);
  expect(button('mosca').title).toBe('муха (Alt+2)');
  expect(names).toEqual(['Macha', 'mosca', 'Add to terms']);
  focusOn(box);
  box.setSelectionRange(6, 6);
  fireEvent.click(button('Macha'));
  expect(box.value).toBe('Diga àMacha');
  expect(box.selectionStart).toBe(11);
  expect(document.activeElement).toBe(box);
});

test('[D15.44] Alt and a digit key insert the term of that position, and type nothing else', async () => {
  const { box } = await inLine2();
  box.setSelectionRange(0, 4);
  const isLeft = (digit: number, more = {}) =>
    fireEvent.keyDown(box, { key: '¡', code: `Digit${digit}`, altKey: true, ...more });
  expect(isLeft(2)).toBe(false);
  expect(box.value).toBe('mosca à');
  expect(isLeft(3)).toBe(true);
  expect(isLeft(1, { ctrlKey: true })).toBe(true);
  expect(isLeft(1, { altKey: false })).toBe(true);
  expect(box.value).toBe('mosca à');
});

test('[D15.44] during a composition these keys belong to the input method', async () => {
  const { box } = await inLine2();
  box.setSelectionRange(0, 4);
  const isLeft = fireEvent.keyDown(box, {
    key: 'Process',
    code: 'Digit2',
    altKey: true,
    isComposing: true,
    keyCode: 229,
  });
  expect({ isLeft, typed: box.value }).toEqual({ isLeft: true, typed: 'Diga à' });
});

test('[D15.44] "Add to terms" uses the selected text, and asks for the other side', async () => {
  const { box, button, session, pass, terms } = await inLine2();
  focusOn(box);
  box.setSelectionRange(0, 4);
  fireEvent.click(button('Add to terms'));
  const side = (name: string) => terms.getByLabelText<HTMLInputElement>(name);
  expect(side('Term in the translation').value).toBe('Diga');
  expect(document.activeElement).toBe(side('Term in the original'));
  fireEvent.change(side('Term in the original'), { target: { value: 'Скажи ' } });
  fireEvent.submit(side('Term in the original'));
  expect(session.store.getState().notes.terms.at(-1)).toEqual({ source: 'Скажи', translation: 'Diga', note: '' });
  expect(document.activeElement).toBe(box);
  await pass(2_000);
  expect(button('Diga')).toBeTruthy();
  fireEvent.click(button('Add to terms'));
  fireEvent.keyDown(side('Term in the original'), { key: 'Escape', isComposing: true, keyCode: 229 });
  expect(terms.queryByLabelText('Term in the original')).not.toBeNull();
  fireEvent.keyDown(side('Term in the original'), { key: 'Escape' });
  expect(terms.queryByLabelText('Term in the original')).toBeNull();
  expect(session.store.getState().notes.terms).toHaveLength(3);
});

test('[D15.44] a term with the same source replaces the old one, with Undo', async () => {
  const { button, session, terms, give } = await inLine2();
  fireEvent.click(button('Add to terms'));
  const type = (name: string, value: string) => fireEvent.change(terms.getByLabelText(name), { target: { value } });
  type('Term in the original', 'муха');
  type('Term in the translation', 'varejeira');
  await give(() => fireEvent.submit(terms.getByLabelText('Term in the original')));
  const ofFly = () => session.store.getState().notes.terms.filter(({ source }) => source === 'муха');
  expect(ofFly().map(({ translation }) => translation)).toEqual(['varejeira']);
  expect(screen.getByText('Added the term varejeira. It replaces mosca / inseto.')).toBeTruthy();
  await give(() => session.undo());
  expect(ofFly().map(({ translation }) => translation)).toEqual(['mosca / inseto']);
});

test('[D15.44] a selection in the original becomes the source of a term', async () => {
  const { terms, button, box, give } = await inLine2();
  const original = box.closest('[role=row]')?.querySelector('[dir]:not(textarea)');
  const text = document.createTreeWalker(original as Element, NodeFilter.SHOW_TEXT).nextNode();
  await give(() => box.blur());
  document.getSelection()?.setBaseAndExtent(text as Node, 0, text as Node, 5);
  fireEvent.click(button('Add to terms'));
  expect(terms.getByLabelText<HTMLInputElement>('Term in the original').value).toBe('Скажи');
  expect(document.activeElement).toBe(terms.getByLabelText('Term in the translation'));
});

test('[D15.44] Control+I does not change a line whose batch is in progress', async () => {
  const { box, session, give } = await inLine2();
  await give(() => session.translateAgain(0));
  expect(box.readOnly).toBe(true);
  focusOn(box);
  box.setSelectionRange(0, 4);
  fireEvent.keyDown(box, { key: 'i', ctrlKey: true });
  expect(box.value).toBe('Diga à');
});

test('[D15.44] Tab from the text to a term keeps the line open: Escape reverts all typing', async () => {
  const { box, button, state, page } = await inLine2();
  const text = () => lineOf(state(), 2)?.translation;
  focusOn(box);
  focusOn(button('mosca'));
  expect({ text: text(), typed: box.value }).toEqual({ text: 'PT 2', typed: 'Diga à' });
  fireEvent.keyDown(button('mosca'), { key: 'Escape' });
  expect(text()).toBe('PT 2');
  expect(box.isConnected).toBe(false);
  expect(page.getState().draft).toBe(null);
});

test.each([
  ['to what is no part of it', () => document.getElementById('line-3')?.focus()],
  ['by a key of the grid', () => fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })],
])('[D15.44] leaving the line from a term by %s keeps what was typed', async (_, leave) => {
  const { box, button, state, give } = await inLine2();
  focusOn(box);
  focusOn(button('mosca'));
  await give(leave);
  expect(lineOf(state(), 2)?.translation).toBe('Diga à');
});

test('[D15.44] Control+Z on a term undoes typing in its line', async () => {
  const { box, button, state, page, give } = await inLine2();
  const results = resultsOf(state());
  focusOn(box);
  focusOn(button('mosca'));
  await give(() => void fireEvent.keyDown(button('mosca'), { key: 'z', ctrlKey: true }));
  expect(resultsOf(state())).toEqual(results);
  expect(state().notes).toEqual(NOTES);
  expect(box.value).toBe('PT 2');
  expect(document.activeElement).toBe(button('mosca'));
  expect(page.getState().draft).toBe(null);
});
