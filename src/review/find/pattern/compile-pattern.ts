import { fail, ok, type Result } from '../../../lib/result.ts';
import type { Edge, Pattern } from './pattern.ts';

/** One step of a search. `first`, `second` and `to` are indexes in the list of steps. */
export type Step =
  | { readonly kind: 'character'; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** The search goes on at both steps; a hit found by way of the first one is preferred. */
  | { kind: 'fork'; first: number; second: number }
  | { kind: 'jump'; to: number }
  /** Notes the offset at which a group begins (even place) or ends (odd place). */
  | { readonly kind: 'note'; readonly place: number }
  | { readonly kind: 'found' };

const MOST_STEPS = 1_000;

/**
 * The steps that find a pattern. The error is a sentence for people: the pattern needs too many steps. Counted repeats are written
 * out, so that an expression such as (a{99}){99} is too large.
 */
export function compilePattern(pattern: Pattern): Result<readonly Step[], string> {
  const steps: Step[] = [];
  const add = <Kind extends Step>(step: Kind): Kind => {
    if (steps.length <= MOST_STEPS) steps.push(step);
    return step;
  };

  function compile(part: Pattern): void {
    // A pattern that is too large already need not be written out to its end.
    if (steps.length > MOST_STEPS) return;
    if (part.kind === 'character' || part.kind === 'edge') add(part);
    else if (part.kind === 'sequence') part.parts.forEach(compile);
    else if (part.kind === 'choice') choice(part.options);
    else if (part.kind === 'group') group(part.inner, part.index);
    else repeat(part);
  }

  function choice([first, ...others]: readonly Pattern[]): void {
    if (!first) return;
    if (others.length === 0) return compile(first);
    const fork = add({ kind: 'fork', first: steps.length + 1, second: 0 });
    compile(first);
    const jump = add({ kind: 'jump', to: 0 });
    fork.second = steps.length;
    choice(others);
    jump.to = steps.length;
  }

  function group(inner: Pattern, index: number | undefined): void {
    if (index === undefined) return compile(inner);
    add({ kind: 'note', place: 2 * index });
    compile(inner);
    add({ kind: 'note', place: 2 * index + 1 });
  }

  function repeat({ inner, least, most, greedy }: Extract<Pattern, { kind: 'repeat' }>): void {
    for (let count = 0; count < least && steps.length <= MOST_STEPS; count++) compile(inner);
    if (most === Infinity) {
      const start = steps.length;
      optional(inner, greedy, () => add({ kind: 'jump', to: start }));
      return;
    }
    const more = (count: number): void => {
      if (count < most && steps.length <= MOST_STEPS) optional(inner, greedy, () => more(count + 1));
    };
    more(least);
  }

  function optional(inner: Pattern, greedy: boolean, then: () => void): void {
    const fork = add({ kind: 'fork', first: 0, second: 0 });
    const inside = steps.length;
    compile(inner);
    then();
    const outside = steps.length;
    fork.first = greedy ? inside : outside;
    fork.second = greedy ? outside : inside;
  }

  compile(pattern);
  add({ kind: 'found' });
  return steps.length > MOST_STEPS ? fail('This regular expression is too large.') : ok(steps);
}
