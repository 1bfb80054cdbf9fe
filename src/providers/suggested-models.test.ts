import { describe, expect, it } from 'vitest';
import { standInModels } from '../../test/stand-in-models.ts';
import { priceOf } from '../prices/price-of.ts';
import { ENDPOINT_IDS, type EndpointId } from './endpoints.ts';
import type { ModelInfo } from './provider.ts';
import { suggestedModels } from './suggested-models.ts';

const offer = (endpoint: EndpointId, ...ids: string[]): ModelInfo[] =>
  ids.map((id) => ({ endpoint, id, displayName: id }));
const shown = (endpoint: EndpointId, models: readonly ModelInfo[]) =>
  suggestedModels(endpoint, models).map(({ model, reason }) => `${reason}: ${model.id}`);

/** US cents for a film, begun cents as whole ones. */
function filmPrice({ endpoint, id }: ModelInfo, phrases: number): number {
  const known = priceOf({ endpoint, id }, { own: {}, livePrice: undefined, now: Date.parse('2026-11-20') });
  const of1600 = known ? (60_000 * known.price.input + 20_000 * known.price.output) / 10_000 : Number.NaN;
  return Math.ceil((of1600 * phrases) / 1_600);
}

describe('suggestedModels', () => {
  it.each<[EndpointId, readonly string[], readonly string[]]>([
    [
      'openai',
      ['gpt-4o', 'gpt-5.4-mini', 'gpt-6-astra', 'gpt-6-luna', 'gpt-6-sol'],
      ['best: gpt-6-sol', 'balanced: gpt-5.4-mini', 'cheapest: gpt-6-luna'],
    ],
    [
      'openai',
      ['gpt-5.4-mini-2026-03-17', 'gpt-5.4-2026-03-05'],
      ['best: gpt-5.4-2026-03-05', 'balanced: gpt-5.4-mini-2026-03-17'],
    ],
    ['anthropic', ['claude-opus-5-5', 'claude-haiku-4-5-20251001'], ['cheapest: claude-haiku-4-5-20251001']],
    ['google', ['gemini-3.7-flash', 'gemini-3.8-flash'], ['balanced: gemini-3.8-flash']],
    ['openrouter', ['openai/gpt-6-sol', 'claude-sonnet-5'], ['best: openai/gpt-6-sol']],
    ['openai', ['gpt-4o'], []],
    ['ollama', ['gpt-6-sol', 'qwen3:8b'], []],
  ])('[D5.17] suggests models of %s: %j', (endpoint, ids, expected) => {
    expect(shown(endpoint, offer(endpoint, ...ids))).toEqual(expected);
  });

  it('[D5.17] suggests only offered models, and none twice', () => {
    for (const endpoint of ENDPOINT_IDS) {
      const models = standInModels(endpoint).map(({ id }) => ({ endpoint, id, displayName: id }));
      const suggested = suggestedModels(endpoint, models).map(({ model }) => model);
      expect(models).toEqual(expect.arrayContaining(suggested));
      expect(new Set(suggested).size).toBe(suggested.length);
    }
  });

  it('[S2.21] a film of 240 to 1,600 phrases costs 1 to 20 cents, with the best models up to 50, and the cheaper reason costs less', () => {
    const everyModel = offer('openai', 'gpt-6-sol', 'gpt-5.4-mini', 'gpt-6-luna');
    const anthropic = offer('anthropic', 'claude-sonnet-5', 'claude-haiku-4-5');
    const google = offer('google', 'gemini-3.1-pro-preview', 'gemini-3.8-flash', 'gemini-3.1-flash-lite');
    for (const models of [everyModel, anthropic, google]) {
      const [first] = models;
      const suggested = suggestedModels(first?.endpoint ?? 'openai', models);
      expect(suggested).toHaveLength(models.length);
      const prices = suggested.map(({ model }) => filmPrice(model, 1_600));
      expect(prices).toEqual(prices.toSorted((one, other) => other - one));
      // The empty page says this.
      for (const { model, reason } of suggested) {
        expect(filmPrice(model, 240)).toBeGreaterThanOrEqual(1);
        expect(filmPrice(model, 1_600)).toBeLessThanOrEqual(reason === 'best' ? 50 : 20);
      }
    }
  });
});
