import { expect, test } from '@playwright/test';
import { keepResult } from './kept-results.ts';
import { LANGUAGES, measureLanguage } from './measure-tokens.ts';
import { MISSED } from './summary.ts';

/** How far an estimate may be from the tokens that are really used, either way. In %. */
const OFF_AT_MOST = 25;

for (const language of LANGUAGES) {
  const name = `tokens, ${language}`;
  test(name, () => {
    const measure = measureLanguage(language);
    const missed = Object.entries(measure.offPercent)
      .filter(([, off]) => Math.abs(off) > OFF_AT_MOST)
      .map(([what, off]) => `${what}: ${off.toFixed(0)} % off`);
    console.log(`${name}: ${JSON.stringify(measure)}`);
    keepResult({ kind: 'tokens', name, ...measure, missed });
    expect(missed, MISSED).toEqual([]);
  });
}
