import { readFileSync } from 'node:fs';
import { calcPrice } from '@pydantic/genai-prices';
import { describe, expect, test } from 'vitest';
import { asText, slimTable, TABLE_PATH } from '../scripts/slim-prices.mjs';
import { costOf } from '../src/prices/price.ts';
import { PRICES_DATE, priceOf } from '../src/prices/price-of.ts';

const NOW = Date.UTC(2026, 10, 22);

test('the table matches the installed price package (after an update of the package run scripts/slim-prices.mjs)', () => {
  expect(readFileSync(TABLE_PATH, 'utf8')).toBe(asText(slimTable()));
  expect(PRICES_DATE).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
});

describe('the page’s prices match those of the package', () => {
  const PROVIDERS = {
    deepseek: 'deepseek',
    openai: 'openai',
    anthropic: 'anthropic',
    google: 'google',
    groq: 'groq',
    mistral: 'mistral',
  };
  const tokens = { input: 1_000, output: 300 };
  const ids = Object.entries(PROVIDERS).flatMap(([endpoint, providerId]) =>
    (slimTable().endpoints[endpoint] ?? []).flatMap(([patterns]) =>
      String(patterns)
        .split(' ')
        .map((pattern) => ({ endpoint, providerId, id: pattern.replaceAll('*', 'x').replaceAll('#', '1') })),
    ),
  );

  test.each(ids)('[D9.20] the prices of $endpoint $id match at each hour', ({ endpoint, providerId, id }) => {
    const usage = { input_tokens: tokens.input, output_tokens: tokens.output };
    for (let hour = 0; hour < 24; hour++) {
      const now = NOW + hour * 3_600_000 + 60_000;
      const theirs = calcPrice(usage, id, { providerId, timestamp: new Date(now) });
      const ours = priceOf({ endpoint, id }, { own: {}, livePrice: undefined, now });
      expect(ours && costOf(tokens, ours.atHour ?? ours.price)).toBeCloseTo(theirs?.total_price ?? Number.NaN, 10);
    }
  });
});
