import type { Thinking } from '../provider.ts';

/** Forms of the one field that says how much to think, those first that are to be tried first; undefined: it is left out. */
type EffortForms = readonly (string | undefined)[];

const LEFT_OUT: EffortForms = [undefined];

/**
 * The efforts to try for a model. It thinks unless told not to from gpt-5 on, and the o-series always; what a model takes
 * is in no list, and a wrong guess is a refusal that costs nothing.
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
