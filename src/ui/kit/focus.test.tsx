import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusGrid, focusWhenShown, whenDrawn } from './focus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  document.body.replaceChildren();
});

function draw(id: string): void {
  const element = document.createElement('p');
  element.id = id;
  document.body.append(element);
}

test('whenDrawn acts once, in the next task, on an element that exists', async () => {
  draw('there');
  const act = vi.fn();
  whenDrawn('there', act);
  expect(act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(act).toHaveBeenCalledExactlyOnceWith(document.getElementById('there'));
});

test('whenDrawn waits for a missing element, but only for a limited time', async () => {
  const [soon, never] = [vi.fn(), vi.fn()];
  whenDrawn('soon', soon);
  whenDrawn('never', never);
  // As on a slow computer.
  await vi.advanceTimersByTimeAsync(5_000);
  draw('soon');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(soon).toHaveBeenCalledOnce();
  draw('never');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(never).not.toHaveBeenCalled();
});

test.each([
  ['focusGrid', () => focusGrid()],
  ['focusWhenShown', () => focusWhenShown('late')],
])('%s gives up once a person has moved the focus, but not when a closing dialog moves it', async (_, move) => {
  document.body.innerHTML = '<input><button></button>';
  const [field, opener] = [document.querySelector('input'), document.querySelector('button')];
  const drawRow = () =>
    document.body.insertAdjacentHTML('beforeend', '<p role="grid"><b id="late" role="row" tabindex="0">');
  const row = () => document.getElementById('late');
  move();
  opener?.focus();
  drawRow();
  await vi.advanceTimersByTimeAsync(100);
  expect(document.activeElement).toBe(row());
  row()?.remove();
  move();
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }));
  field?.focus();
  drawRow();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(document.activeElement).toBe(field);
});
