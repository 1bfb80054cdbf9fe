import { expect, test } from 'vitest';
import { type AtWork, mayFollow } from './lines-grid.tsx';

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
