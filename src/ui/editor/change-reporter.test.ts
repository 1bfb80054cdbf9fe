import { beforeEach, expect, test, vi } from 'vitest';
import { createChangeReporter } from './surface.ts';

const LARGE = 500_000;

beforeEach(() => void vi.useFakeTimers());

function setUp() {
  const box = { text: '' };
  const reports: string[] = [];
  const read = vi.fn(() => box.text);
  const reporter = createChangeReporter({ initial: '', read, report: (text) => reports.push(text) });
  const type = (text: string, lengthCharacters = text.length) => {
    box.text = text;
    reporter.edited(lengthCharacters);
  };
  return { reporter, reports, read, type };
}

test('reports each edit of a small text at once', () => {
  const { reports, type } = setUp();
  type('a');
  type('ab');
  expect(reports).toEqual(['a', 'ab']);
});

test('reads and reports a large text at most every 50 ms, the last edit included', () => {
  const { reports, read, type } = setUp();
  for (let key = 1; key <= 100; key++) {
    type(`text ${key}`, LARGE);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(50);
  expect(reports.at(0)).toBe('text 1');
  expect(reports.at(-1)).toBe('text 100');
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(read.mock.calls.length).toBeLessThanOrEqual(22);
});

test('a flush reports what is waiting, once', () => {
  const { reporter, reports, type } = setUp();
  type('first', LARGE);
  type('second', LARGE);
  expect(reports).toEqual(['first']);
  reporter.flush();
  reporter.flush();
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual(['first', 'second']);
});

test('an echo of a report is not taken for another text, however much was typed since', () => {
  const { reporter, reports, type } = setUp();
  type('first', LARGE);
  type('second', LARGE);
  expect(reporter.accept('first')).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(reports).toEqual(['first', 'second']);
});

test('another text from outside stands above an edit that is not reported yet', () => {
  const { reporter, reports, type } = setUp();
  type('first', LARGE);
  type('second', LARGE);
  expect(reporter.accept('from outside')).toBe(true);
  vi.advanceTimersByTime(1000);
  reporter.flush();
  expect(reports).toEqual(['first']);
  expect(reporter.known()).toBe('from outside');
});

test('a text that was reported once and comes back from outside is another text', () => {
  const { reporter, type } = setUp();
  type('first');
  type('second');
  expect(reporter.accept('first')).toBe(true);
});
