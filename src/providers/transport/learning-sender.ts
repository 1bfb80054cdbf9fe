import type { ProviderFailure } from '../provider.ts';
import type { HttpOutcome } from './http-request.ts';

/** The forms of each part of a request in the order in which they are tried; the last may be to leave the part out. */
interface Forms {
  readonly thinking: readonly unknown[];
  readonly [part: string]: readonly unknown[];
}

/** One form of each part. */
type Chosen<F extends Forms> = { readonly [Part in keyof F]: F[Part][number] };

interface LearningCall<F extends Forms> {
  /** What the refusals are remembered for: the model, and whatever else decides the forms of its requests. */
  readonly about: string;
  readonly forms: F;
  /** Sends the request with the first form of each part that the model has not refused. */
  readonly send: (chosen: Chosen<F>) => Promise<HttpOutcome>;
  /** The part beside `thinking` that a failure refuses; undefined: the failure has another reason. */
  readonly refusedPart?: (failure: ProviderFailure) => string | undefined;
}

/** How many forms of each part a model has refused. */
type Refusals = ReadonlyMap<string, number>;

/** A sender that repeats a request whose form was refused in the next form. It remembers refusals, so later calls begin with that form. */
export function createLearningSender() {
  const learnt = new Map<string, Refusals>();

  return async <F extends Forms>({ about, forms, send, refusedPart }: LearningCall<F>): Promise<HttpOutcome> => {
    const saysThinking = forms.thinking.length > 1;
    const partOf = (failure: ProviderFailure): string =>
      (saysThinking && refusesThinking(failure) ? 'thinking' : refusedPart?.(failure)) ?? '';
    for (;;) {
      const refused: Refusals = learnt.get(about) ?? new Map();
      const outcome = await send(chosenOf(forms, refused));
      if (outcome.ok) return outcome;
      const part = partOf(outcome.failure);
      const times = (refused.get(part) ?? 0) + 1;
      if (times >= (forms[part]?.length ?? 0)) return outcome;
      // Several calls may be refused at the same time: what another call has learnt is kept, and the same refusal counts once.
      const now = new Map(learnt.get(about));
      learnt.set(about, now.set(part, Math.max(now.get(part) ?? 0, times)));
    }
  };
}

const chosenOf = <F extends Forms>(forms: F, refused: Refusals): Chosen<F> =>
  Object.fromEntries(
    Object.entries(forms).map(([part, all]) => [part, all[Math.min(refused.get(part) ?? 0, all.length - 1)]]),
  ) as Chosen<F>;

/** Whether a failure refuses the request's fields about thinking. Few providers name the field; their words differ. */
const refusesThinking = ({ status, param = '', message }: ProviderFailure): boolean =>
  (status === 400 || status === 422) &&
  (/reasoning|thinking/.test(param) || (ABOUT_THINKING.test(message) && REFUSAL.test(message)));

const ABOUT_THINKING = /think|reasoning|\beffort\b|\bbudget\b/i;

/** Words with which providers refuse a part of a request. */
export const REFUSAL =
  /unsupported|not (?:be )?support|unavailable|not available|invalid|unrecognized|unknown|extra_forbidden|not (?:be )?(?:allowed|permitted)|must be|cannot|only works/i;
