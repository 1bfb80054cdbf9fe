import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

test('no two style modules have the same name: in the built page a class is named by its module and itself', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => basename(path));
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((name, place) => modules.indexOf(name) !== place)).toEqual([]);
});
