import type { ThinkingFacts } from '../endpoints.ts';
import type { Thinking } from '../provider.ts';

/**
 * A request's fields about thinking, as forms to try in turn, each after a refusal of the one before; the last has no field.
 * @param canThink as the live list says; undefined: the list was not read, or does not tell
 */
export function thinkingForms(
  facts: ThinkingFacts | undefined,
  id: string,
  thinking: Thinking,
  canThink: boolean | undefined,
): readonly object[] {
  const least = facts && leastOf(facts, id, canThink);
  if (facts === undefined || least === undefined || thinking === 'default') return [{}];
  const efforts = thinking === 'more' ? [facts.field === 'thinking' ? 'enabled' : 'high'] : [least, 'low'];
  return [...[...new Set(efforts)].flatMap((effort) => inField(facts.field, effort)), {}];
}

function leastOf({ families }: ThinkingFacts, id: string, canThink: boolean | undefined): string | undefined {
  if (families === 'listed') return canThink ? 'none' : undefined;
  return families.find(([pattern]) => pattern.test(id))?.[1];
}

function inField(field: ThinkingFacts['field'], effort: string): readonly object[] {
  switch (field) {
    case 'reasoning_effort':
      return [{ reasoning_effort: effort }];
    case 'reasoning':
      return [{ reasoning: { effort } }];
    // A switch with two positions: there is no "low".
    case 'thinking':
      return effort === 'low' ? [] : [{ thinking: { type: effort } }];
  }
}
