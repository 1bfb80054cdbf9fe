import type { Thinking } from '../provider.ts';

/** Values of `reasoning_effort` to try in turn, each after a refusal of the one before; undefined: the field is left out. */
type EffortForms = readonly (string | undefined)[];

const LEFT_OUT: EffortForms = [undefined];

/**
 * The efforts to try for a model. From gpt-5 on models think unless told not to; the o-series always thinks. OpenAI lists nowhere
 * which efforts a model takes; a wrong guess is refused, which costs nothing.
 */
export function openaiEfforts(id: string, thinking: Thinking): EffortForms {
  const base = id.startsWith('ft:') ? (id.split(':')[1] ?? id) : id;
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(base)?.[1] ?? 0);
  const isSeriesO = /^o\d/.test(base) && !/^o1-(?:mini|preview)/.test(base);
  if (thinking === 'default' || /chat/.test(base) || (version < 5 && !isSeriesO)) return LEFT_OUT;
  if (thinking === 'more') return ['high', undefined];
  if (isSeriesO || /-astra|-pro/.test(base)) return ['low', undefined];
  return version === 5 ? ['minimal', 'low', undefined] : ['none', 'low', undefined];
}
