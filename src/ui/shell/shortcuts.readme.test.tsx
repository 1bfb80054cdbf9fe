import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keyNames, SHORTCUTS } from './shortcuts.ts';

test('the README names each key of the page, and no other', () => {
  const readme = readFileSync('README.md', 'utf8');
  const table = readme.split(/^## /m).find((section) => section.startsWith('Keyboard')) ?? '';
  const named = [...table.matchAll(/^\| ([^|]+?) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(', '))
    .filter((key) => !/^(key|-+)$/.test(key));
  const keys = SHORTCUTS.map((shortcut) => keyNames(shortcut).join('+'));
  expect(named.toSorted()).toEqual([...keys, '?', 'Escape'].toSorted());
});
