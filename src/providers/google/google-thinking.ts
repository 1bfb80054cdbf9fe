import type { Thinking } from '../provider.ts';

/** Of a model that says nothing of itself. */
const LEFT_OUT = [undefined];
/** Tokens: so much "more" means to a model of before the levels, and so little 2.5 Pro can do with. */
const LARGE_BUDGET = 16_384;
const LEAST_BUDGET_OF_PRO = 128;

/**
 * Values of `thinkingConfig` to be tried in turn; undefined: it is left out.
 * @param canThink as the live list says; undefined: it was not read, or does not tell
 */
export function googleThinking(
  id: string,
  thinking: Thinking,
  canThink: boolean | undefined,
): readonly (object | undefined)[] {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? Number.POSITIVE_INFINITY);
  if (thinking === 'default' || canThink === false || version < 2.5) return LEFT_OUT;
  if (version < 3) return [{ thinkingBudget: budgetOf(id, thinking) }, undefined];
  if (thinking === 'more') return [{ thinkingLevel: 'high' }, undefined];
  const isMinimal = /flash-lite/.test(id) || (/flash/.test(id) && version <= 3.6);
  return [...(isMinimal ? [{ thinkingLevel: 'minimal' }] : []), { thinkingLevel: 'low' }, undefined];
}

function budgetOf(id: string, thinking: Thinking): number {
  if (thinking === 'more') return LARGE_BUDGET;
  return /-pro/.test(id) ? LEAST_BUDGET_OF_PRO : 0;
}
