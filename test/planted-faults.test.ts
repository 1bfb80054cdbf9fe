import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from '../scripts/planted-faults.mjs';

test('each planted fault can be planted: its file has the text that it replaces exactly once', () => {
  const lost = FAULTS.filter(({ file, find }) => readFileSync(`src/${file}`, 'utf8').split(find).length !== 2);
  expect(lost).toEqual([]);
});
