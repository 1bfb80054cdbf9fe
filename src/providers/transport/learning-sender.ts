import type { ProviderFailure } from '../provider.ts';
import type { HttpOutcome } from './http-request.ts';

/** How often each part of a request was refused by a model, and so which form of the part is sent next. */
export type Refusals<Part extends string> = ReadonlyMap<Part, number>;

interface LearningCall<Part extends string> {
  /** What is learnt holds for: the model, and whatever else makes its requests what they are. */
  readonly about: string;
  /** Sends the request with the forms that were not refused. */
  readonly send: (refusals: Refusals<Part>) => Promise<HttpOutcome>;
  /** Which part of the request a failure says the model does not take; undefined: none of ours. */
  readonly refusedPart: (failure: ProviderFailure) => Part | undefined;
  /** How many other forms of a part there are, the last of which may be to leave it out. */
  readonly formsLeft: (part: Part) => number;
}

/** Sends again what was refused for its form, in the next form; so only the first calls to a model are sent twice. */
export function createLearningSender<Part extends string>() {
  const learnt = new Map<string, Refusals<Part>>();

  return async ({ about, send, refusedPart, formsLeft }: LearningCall<Part>): Promise<HttpOutcome> => {
    for (;;) {
      const sentWith = learnt.get(about) ?? new Map<Part, number>();
      const outcome = await send(sentWith);
      const part = outcome.ok ? undefined : refusedPart(outcome.failure);
      const times = part === undefined ? 0 : (sentWith.get(part) ?? 0);
      if (part === undefined || times >= formsLeft(part)) return outcome;
      // Calls that run at the same time learn at the same time: what another one found out is kept, and counts once.
      const now = new Map(learnt.get(about));
      learnt.set(about, now.set(part, Math.max(now.get(part) ?? 0, times + 1)));
    }
  };
}
