import { type Behaviour, type Call, drop, failure, reply } from '../test/stand-in-call.ts';
import { answerText } from './answer.ts';
import { createRandom } from './seeded-random.ts';

/** A fault in a translation that the limit has allowed; undefined: none. */
export type Fault = (call: Call) => Behaviour | undefined;

export const noFault: Fault = () => undefined;

/** One call in `oneIn`, at random, answers 500. */
export function someFail({ oneIn, seed }: { readonly oneIn: number; readonly seed: number }): Fault {
  const random = createRandom(seed);
  return () => (random() < 1 / oneIn ? failure(500) : undefined);
}

/** Every `everyNth` first answer lacks its last phrase; corrections are complete. */
export function someLackPhrase({ everyNth }: { readonly everyNth: number }): Fault {
  const isNth = every(everyNth);
  return (call) => (!call.isCorrection && isNth() ? reply(answerText(call, { without: 1 })) : undefined);
}

/** Every `everyNth` connection breaks near its answer's end. */
export function someDropped({ everyNth }: { readonly everyNth: number }): Fault {
  const isNth = every(everyNth);
  return () => (isNth() ? drop('at-end') : undefined);
}

function every(nth: number): () => boolean {
  let count = 0;
  return () => ++count % nth === 0;
}
