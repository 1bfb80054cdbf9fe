import type { Thinking } from '../provider.ts';

/** The field about thinking is left out. */
const LEFT_OUT = [undefined];
/** Tokens to think, for models before version 3, which have no levels: for "more", and the least that 2.5 Pro takes. */
const LARGE_BUDGET = 16_384;
const LEAST_BUDGET_OF_PRO = 128;

/**
 * Values of `thinkingConfig` to try in turn, each after a refusal of the one before; undefined: the field is left out.
 * @param canThink as the live list says; undefined: the list was not read, or does not tell
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
