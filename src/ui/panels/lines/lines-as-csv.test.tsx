import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../../test/fake-timers-and-console.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { success } from '../../../../test/session-harness.ts';
import { saveTextFile } from '../../../files/save-text-file.ts';

vi.mock('./film-judge.ts', () => {
  throw new Error('no network');
});
vi.mock('../../../files/save-text-file.ts');

fakeTimersAndConsole();

it('saves the lines without their problems, and says so, where the rules cannot be loaded', async () => {
  const { session, give, pass, user } = await renderApp({ answer: () => ({ outcome: success('{"1":"Um"}') }) });
  await give(() => session.openSource('1\n00:00:01,000 --> 00:00:02,000\nOne\n', [], 'Film.srt'));
  await give(() => session.translate());
  await pass(3_000);
  await vi.dynamicImportSettled();
  await pass(1_000);
  await user.click(screen.getByRole('button', { name: 'Lines as CSV' }));
  await pass(1_000);
  await vi.dynamicImportSettled();
  await pass(1_000);
  expect(vi.mocked(saveTextFile).mock.calls).toEqual([
    ['Film.lines.csv', expect.stringContaining('"One","Um",""'), 'text/csv'],
  ]);
  expect(screen.getByText(/^The lines were saved without their problems/)).toBeDefined();
});
