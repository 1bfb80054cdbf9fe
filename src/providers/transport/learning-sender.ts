import type { ProviderFailure } from '../provider.ts';
import type { HttpOutcome } from './http-request.ts';

/** How many forms of each part of a request a model has refused, and so the index of the form to send next. */
export type Refusals<Part extends string> = ReadonlyMap<Part, number>;

interface LearningCall<Part extends string> {
  /** What the refusals are remembered for: the model, and whatever else decides the forms of its requests. */
  readonly about: string;
  /** Sends the request with the forms that the model has not refused. */
  readonly send: (refusals: Refusals<Part>) => Promise<HttpOutcome>;
  /** The part of the request that a failure refuses; undefined: the failure has another reason. */
  readonly refusedPart: (failure: ProviderFailure) => Part | undefined;
  /** How many forms of a part there are beside the first; the last may be to leave the part out. */
  readonly formsLeft: (part: Part) => number;
}

/** A sender that repeats a request whose form was refused in the next form. It remembers refusals, so later calls begin with that form. */
export function createLearningSender<Part extends string>() {
  const learnt = new Map<string, Refusals<Part>>();

  return async ({ about, send, refusedPart, formsLeft }: LearningCall<Part>): Promise<HttpOutcome> => {
    for (;;) {
      const sentWith = learnt.get(about) ?? new Map<Part, number>();
      const outcome = await send(sentWith);
      const part = outcome.ok ? undefined : refusedPart(outcome.failure);
      const times = part === undefined ? 0 : (sentWith.get(part) ?? 0);
      if (part === undefined || times >= formsLeft(part)) return outcome;
      // Several calls may be refused at the same time: what another call has learnt is kept, and the same refusal counts once.
      const now = new Map(learnt.get(about));
      learnt.set(about, now.set(part, Math.max(now.get(part) ?? 0, times + 1)));
    }
  };
}
