import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusOn, renderApp } from '../../../../../test/render-app.tsx';
import { success } from '../../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../../test/srt-sample.ts';

test.each([
  { what: 'the second half of a double click', detail: 2, afterMs: 300, confirms: false },
  { what: 'a second tap', detail: 1, afterMs: 250, confirms: false },
  { what: 'a press later', detail: 1, afterMs: 600, confirms: true },
])('$what on a button that replaced an offer confirms: $confirms', async (press) => {
  const film = sampleSrt(9).replace(/^Фраза [234]$/gm, 'Муха');
  const { page, give, pass, settle, state, user } = await renderApp({
    film,
    ranMs: 10_000,
    answer: ({ numbers }) => {
      const texts = numbers.map((number) => [number, number > 1 && number < 5 ? 'Mosca' : `PT ${number}`]);
      return success(JSON.stringify(Object.fromEntries(texts)));
    },
  });
  await give(() => page.setState({ view: 'lines' }));
  await settle(500);
  const row = document.querySelector<HTMLElement>('[data-number="2"]');
  focusOn(row);
  fireEvent.keyDown(row as HTMLElement, { key: 'Enter' });
  await pass(50);
  const box = screen.getByLabelText<HTMLTextAreaElement>('Translation of 2');
  fireEvent.input(box, { target: { value: 'Inseto' } });
  fireEvent.blur(box);
  await pass(50);
  await user.click(screen.getByRole('button', { name: 'Leave them' }));
  await pass(press.afterMs);
  fireEvent.click(screen.getByRole('button', { name: /^Confirm all/ }), { detail: press.detail });
  expect(Object.values(state().marks).some(({ confirmed }) => confirmed)).toBe(press.confirms);
});
