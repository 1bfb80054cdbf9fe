import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { sampleSrt } from '../../../../test/srt-sample.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A translated film, then the view Lines. */
async function inLines({ pageState, ...options }: RenderAppOptions = {}) {
  const app = await renderApp(options);
  await app.give(() => app.session.editSource(sampleSrt(45)));
  await app.give(app.session.translate);
  await app.pass(10_000);
  await app.give(() => app.page.setState({ ...pageState, view: 'lines' }));
  await act(() => vi.dynamicImportSettled());
  await app.pass(0);
  return app;
}

const draft = { number: 2, original: 'Фраза 2', base: 'PT 2', text: 'Half a wo' };

/** Rows are hidden until they are measured, which they never are here. */
const box = (number: number) => screen.queryByLabelText<HTMLTextAreaElement>(`Translation of ${number}`);

test('a draft is opened again', async () => {
  await inLines({ pageState: { draft } });
  expect(box(2)?.value).toBe('Half a wo');
});

test('a draft that was begun on another text of its line opens nothing', async () => {
  await inLines({ pageState: { draft: { ...draft, base: 'An older text' } } });
  expect(screen.getByRole('grid', { name: 'Lines' })).toBeTruthy();
  expect(box(2)).toBeNull();
});
