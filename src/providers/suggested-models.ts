import type { EndpointId } from './endpoints.ts';
import type { Model, ModelInfo } from './provider.ts';

/** The reasons in the order in which their suggestions are shown. */
const SUGGESTION_REASONS = ['best', 'balanced', 'cheapest'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

interface SuggestedModel {
  readonly model: ModelInfo;
  readonly reason: SuggestionReason;
}

/**
 * Ids by endpoint and reason; the first one that the endpoint offers counts. Other endpoints have few models, or nobody knows how well they
 * translate.
 *
 * Best: the largest model that translates a film for less than half a dollar; more expensive ones translate no better. Balanced: the newest
 * small model, which translates nearly as well. Cheapest: the lowest known price among models that will stay.
 * Source: the price of 1,600 phrases, 60,000 tokens in and 20,000 out without thinking (prices/price-table.json, 2026-09):
 * gpt-6-sol $0.32, gpt-5.4 0.45, gpt-5.4-mini 0.14, gpt-6-luna 0.02, gpt-5.6-luna 0.04, gpt-5.4-nano 0.04 · claude-sonnet-5 0.32,
 * claude-haiku-4-5 0.16 · gemini-3.1-pro-preview 0.36, gemini-3.6-flash to 3.8-flash 0.12, gemini-3.5-flash-lite 0.07,
 * gemini-3.1-flash-lite 0.05. Without models that the providers shut down by January 2027 (gpt-5, gpt-4o, gpt-4.1, gemini-2.5). The table has
 * no prices of Sonnet 5.5 and Haiku 5.5, which replace their predecessors here.
 */
const SUGGESTED: Readonly<Partial<Record<EndpointId, Readonly<Record<SuggestionReason, readonly string[]>>>>> = {
  openai: {
    best: ['gpt-6-sol', 'gpt-5.4'],
    balanced: ['gpt-5.4-mini'],
    cheapest: ['gpt-6-luna', 'gpt-5.6-luna', 'gpt-5.4-nano'],
  },
  anthropic: {
    best: ['claude-sonnet-5-5', 'claude-sonnet-5'],
    balanced: ['claude-haiku-5-5'],
    cheapest: ['claude-haiku-4-5'],
  },
  google: {
    best: ['gemini-3.1-pro-preview'],
    balanced: ['gemini-3.8-flash', 'gemini-3.7-flash', 'gemini-3.6-flash'],
    cheapest: ['gemini-3.1-flash-lite', 'gemini-3.5-flash-lite'],
  },
  openrouter: {
    best: ['anthropic/claude-sonnet-5', 'openai/gpt-6-sol'],
    balanced: ['google/gemini-3.8-flash'],
    cheapest: ['openai/gpt-6-luna'],
  },
};

/** Turns "claude-haiku-4-5-20251001" and "gpt-5.4-2026-03-05" into "claude-haiku-4-5" and "gpt-5.4". */
const withoutDate = (id: string): string => id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');

/** The suggested models: at most one of `models` for each reason, the best first. */
export function suggestedModels(endpoint: EndpointId, models: readonly ModelInfo[]): readonly SuggestedModel[] {
  const row = SUGGESTED[endpoint];
  if (!row) return [];
  return SUGGESTION_REASONS.flatMap((reason) => {
    const offered = row[reason].flatMap((wanted) => models.find(({ id }) => withoutDate(id) === wanted) ?? []);
    return offered.slice(0, 1).map((model) => ({ model, reason }));
  });
}

const SUCCESSION: readonly SuggestionReason[] = ['balanced', 'best', 'cheapest'];

/** Ids of models that translate well, most suitable first; some may not be offered. */
export const suggestedIds = (endpoint: EndpointId): readonly string[] =>
  SUCCESSION.flatMap((reason) => SUGGESTED[endpoint]?.[reason] ?? []);

/** Suggested models that can replace `model`, the most suitable first and none older. Empty if `model` itself is suggested. */
export function successorsOf(model: Model, models: readonly ModelInfo[]): readonly ModelInfo[] {
  const suggested = suggestedModels(model.endpoint, models);
  if (suggested.some((each) => each.model.id === model.id)) return [];
  const { createdAt = 0 } = models.find(({ id }) => id === model.id) ?? {};
  return SUCCESSION.flatMap((reason) => suggested.filter((each) => each.reason === reason))
    .map((each) => each.model)
    .filter((other) => (other.createdAt ?? Number.POSITIVE_INFINITY) > createdAt);
}
