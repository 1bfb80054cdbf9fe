import { type Answer, cutOff, failure, replyOf, type SentRequest, success } from './session-harness.ts';

export const FAULTS = [
  ...(['lacks-one', 'rate-limit', 'rate-limit-named', 'server', 'connection', 'cut-off', 'cut-off-early'] as const),
  ...(['refused', 'bad-request', 'bad-key', 'quota', 'malformed', 'no-json', 'throws'] as const),
] as const;

/** Faults that bring nothing and after which the same call is not repeated. */
const ENDS_A_CORRECTION: ReadonlySet<Fault[0]> = new Set(['cut-off-early', 'refused', 'bad-request', 'malformed']);

const BRINGS_SOMETHING: ReadonlySet<Fault[0]> = new Set(['answer', 'lacks-one', 'cut-off']);
const MOST_FRUITLESS = 3;

/** How one call ends, and after how many ms. */
export type Fault = readonly ['answer' | (typeof FAULTS)[number], number];

/**
 * A provider that plays its list of faults and then answers. Its journal tells which phrases were answered in full, and which were
 * asked for again unnecessarily. The journal knows what was sent and what arrived, never the page's state.
 */
export function createJournalProvider(faults: readonly Fault[]) {
  const left = [...faults];
  /** Phrases whose translation has arrived. */
  const delivered = new Set<number>();
  /** First phrases of answers with differences: only their correction may be requested. */
  const toBeCorrected = new Set<number>();
  /** By the first phrase, how many answers in a row brought nothing; the third one ends the batch, and nothing is corrected (D6.7). */
  const fruitless = new Map<number, number>();
  const paidTwice: string[] = [];

  function noteRequest({ numbers, correction }: SentRequest): void {
    const first = numbers[0] ?? 0;
    if (correction) return;
    const again = numbers.filter((number) => delivered.has(number));
    if (again.length > 0) paidTwice.push(`asked again for ${again.join(', ')}`);
    if (toBeCorrected.has(first)) paidTwice.push(`asked anew instead of corrected: ${first}`);
  }

  function isThirdInVain(first: number, kind: Fault[0]): boolean {
    const isInVain = kind === 'no-json' || kind === 'cut-off-early';
    const inVain = isInVain ? (fruitless.get(first) ?? 0) + 1 : 0;
    if (isInVain || BRINGS_SOMETHING.has(kind)) fruitless.set(first, inVain % MOST_FRUITLESS);
    return inVain === MOST_FRUITLESS;
  }

  /** Called when the answer arrives, unless the request was aborted before. */
  function noteArrival({ numbers, correction }: SentRequest, kind: Fault[0]): void {
    const first = numbers[0] ?? 0;
    const whatCame = kind === 'answer' ? numbers : kind === 'cut-off' ? halfOf(numbers) : [];
    for (const number of whatCame) delivered.add(number);
    const hasDifferences = kind === 'lacks-one' || kind === 'no-json';
    const endsTheBatch = isThirdInVain(first, kind);
    if (hasDifferences && !correction && !endsTheBatch) toBeCorrected.add(first);
    // Any corrective reply or rejection ends the corrective pass; after a cut-off one the rest is asked for.
    else if (hasDifferences || whatCame.length > 0 || ENDS_A_CORRECTION.has(kind)) toBeCorrected.delete(first);
  }

  function answer(request: SentRequest): Answer {
    noteRequest(request);
    const [kind, afterMs] = left.shift() ?? (['answer', 1_000] as const);
    if (kind === 'throws') throw new Error('a bug');
    return { ...answerOf(kind, request, afterMs), onArrival: () => noteArrival(request, kind) };
  }

  return {
    answer,
    paidTwice,
    /** The returned function restores the journal's present knowledge of these phrases, or of all. */
    createWayBack(numbers?: readonly number[]): () => void {
      const sets = [delivered, toBeCorrected].map((set) => [set, new Set(set)] as const);
      return () => {
        for (const [set, copy] of sets) {
          for (const number of numbers ?? new Set([...set, ...copy])) {
            if (copy.has(number)) set.add(number);
            else set.delete(number);
          }
        }
      };
    },
    /** A person asks for these phrases again. */
    askAnew(numbers: Iterable<number>): void {
      for (const number of numbers) delivered.delete(number);
      this.askToRetry(numbers);
    },
    /** A person asks for what is missing of these phrases. */
    askToRetry(numbers: Iterable<number>): void {
      for (const number of numbers) toBeCorrected.delete(number);
    },
    askAnewForAll(): void {
      delivered.clear();
      toBeCorrected.clear();
    },
  };
}

const halfOf = (numbers: readonly number[]) => numbers.slice(0, Math.ceil(numbers.length / 2));

function answerOf(kind: Exclude<Fault[0], 'throws'>, { numbers }: SentRequest, afterMs: number): Answer {
  switch (kind) {
    case 'answer':
      return { afterMs, outcome: success(replyOf(numbers)) };
    case 'lacks-one':
      return { afterMs, outcome: success(replyOf(numbers.slice(1))) };
    case 'no-json':
      return { afterMs, outcome: success('I cannot do that.') };
    case 'cut-off':
      return { afterMs, outcome: cutOff(`${replyOf(halfOf(numbers)).slice(0, -1)},"99999": "cu`) };
    case 'cut-off-early':
      return { afterMs, outcome: cutOff('') };
    case 'rate-limit-named':
      return { afterMs: 100, outcome: failure('rate-limit', 'slow down', afterMs) };
    default:
      return { afterMs, outcome: failure(kind) };
  }
}
