import { PHRASES_PER_BATCH } from '../src/translation/batch.ts';
import { type Answer, cutOff, failure, replyOf, type SentRequest, success } from './session-harness.ts';

export const FAULTS = [
  ...(['lacks-one', 'rate-limit', 'rate-limit-named', 'server', 'connection', 'cut-off', 'cut-off-early'] as const),
  ...(['refused', 'bad-request', 'bad-key', 'quota', 'malformed', 'no-json', 'throws'] as const),
  ...(['lacks-middle', 'wrapped', 'late', 'too-large', 'timeout'] as const),
] as const;

/** Faults that bring nothing, and after which the same call is not repeated. */
const ENDS_A_CORRECTION: ReadonlySet<Fault[0]> = new Set([
  ...(['cut-off-early', 'refused', 'bad-request', 'malformed', 'too-large', 'timeout'] as const),
]);

/** Rejections after which the batch ends, continues with another part, or returns to the queue unchanged. */
const MAY_END: ReadonlySet<Fault[0]> = new Set(['refused', 'bad-request', 'malformed', 'too-large']);
const HAS_DIFFERENCES: ReadonlySet<Fault[0]> = new Set(['lacks-one', 'lacks-middle', 'no-json']);
const MOST_FRUITLESS = 3;

/** A reply that omits its only phrase brings nothing. */
const isInVain = (kind: Fault[0], numbers: readonly number[]): boolean =>
  kind === 'no-json' ||
  kind === 'cut-off-early' ||
  ((kind === 'lacks-one' || kind === 'lacks-middle') && numbers.length === 1);

/** How one call ends, and after how many ms. */
export type Fault = readonly ['answer' | (typeof FAULTS)[number], number];

/**
 * A provider that plays a list of faults and then answers, for a film of `count` phrases. Its journal records which phrases were answered completely, and which
 * were requested again without need. It knows only what was sent and what arrived, never the page's state.
 */
export function createJournalProvider(count: number, faults: readonly Fault[]) {
  const left = [...faults];
  /** Phrases whose translation has arrived. */
  const delivered = new Map<number, true>();
  /** The first phrase of each answer with differences. Only a correction of that answer may be requested. */
  const toBeCorrected = new Map<number, true>();
  /** By first phrase: phrases of an answer with differences that are certainly in place. They stay if the correction of the answer fails (D4.3). */
  const inPlace = new Map<number, readonly number[]>();
  /**
   * By batch: number of answers in a row that brought nothing, including corrections. After the third the batch ends without a correction (D6.7). The journal
   * cannot always see what ends such a row, so it stores bounds: `least` and `most`.
   */
  const fruitless = new Map<number, { readonly least: number; readonly most: number }>();
  const paidTwice: string[] = [];

  function noteRequest({ numbers, correction }: SentRequest): void {
    const first = numbers[0] ?? 0;
    if (correction) return;
    const again = numbers.filter((number) => delivered.has(number));
    if (again.length > 0) paidTwice.push(`asked again for ${again.join(', ')}`);
    if (toBeCorrected.has(first)) paidTwice.push(`asked anew instead of corrected: ${first}`);
  }

  /** True if this may be the third useless answer in a row. */
  function mayBeThirdInVain({ numbers, correction }: SentRequest, kind: Fault[0]): boolean {
    const batch = batchOf(numbers[0] ?? 0);
    const one = isInVain(kind, numbers) ? 1 : 0;
    const before = fruitless.get(batch) ?? NONE;
    const [least, most] = [before.least + one, before.most + one];
    const failsCorrection = correction !== undefined && HAS_DIFFERENCES.has(kind);
    const isOver =
      broughtBy(kind, numbers).length > 0 ||
      least >= MOST_FRUITLESS ||
      (failsCorrection && numbers.length === Math.min(PHRASES_PER_BATCH, count - PHRASES_PER_BATCH * batch)) ||
      (kind === 'cut-off-early' && numbers.length === 1);
    const mayBeOver = failsCorrection || MAY_END.has(kind) || most >= MOST_FRUITLESS;
    fruitless.set(batch, isOver ? NONE : { least: mayBeOver ? 0 : least, most });
    return one > 0 && most >= MOST_FRUITLESS;
  }

  /** Called when the answer arrives, unless the request was aborted. */
  function noteArrival(request: SentRequest, kind: Fault[0]): void {
    const { numbers, correction } = request;
    const first = numbers[0] ?? 0;
    const whatCame = broughtBy(kind, numbers);
    for (const number of whatCame) delivered.set(number, true);
    const hasDifferences = HAS_DIFFERENCES.has(kind);
    const mayEndTheBatch = mayBeThirdInVain(request, kind);
    const placed = kind === 'lacks-middle' && numbers.length > 2 ? withoutMiddle(numbers) : [];
    if (hasDifferences && !correction && !mayEndTheBatch) {
      toBeCorrected.set(first, true);
      inPlace.set(first, placed);
    }
    // Any corrective reply or rejection ends the correction. After a reply that was cut off, the rest is requested.
    else if (hasDifferences || whatCame.length > 0 || ENDS_A_CORRECTION.has(kind))
      noteEndOfCorrection(first, correction ? placed : undefined);
  }

  /** `placed`: the phrases that the corrective reply brought. undefined: the request was not a correction. */
  function noteEndOfCorrection(first: number, placed: readonly number[] | undefined): void {
    toBeCorrected.delete(first);
    if (placed) for (const number of [...(inPlace.get(first) ?? []), ...placed]) delivered.set(number, true);
    inPlace.delete(first);
  }

  function answer(request: SentRequest): Answer {
    noteRequest(request);
    const [kind, afterMs] = left.shift() ?? (['answer', 1_000] as const);
    if (kind === 'throws') {
      fruitless.delete(batchOf(request.numbers[0] ?? 0));
      throw new Error('a bug');
    }
    return { ...answerOf(kind, request, afterMs), onArrival: () => noteArrival(request, kind) };
  }

  return {
    answer,
    paidTwice,
    /** Returns a function that restores what the journal knows now about these phrases, or about all phrases. */
    createWayBack(numbers?: readonly number[]): () => void {
      const waysBack = [
        backOf(delivered, numbers),
        backOf(toBeCorrected, numbers),
        backOf(inPlace, numbers),
        backOf(fruitless, numbers && new Set(numbers.map(batchOf))),
      ];
      return () => {
        for (const goBack of waysBack) goBack();
      };
    },
    /** A person requests these phrases again. */
    askAgain(numbers: Iterable<number>): void {
      for (const number of numbers) delivered.delete(number);
      this.askToRetry(numbers);
    },
    /** A person requests the missing ones of these phrases. */
    askToRetry(numbers: Iterable<number>): void {
      for (const number of numbers) {
        toBeCorrected.delete(number);
        inPlace.delete(number);
        fruitless.delete(batchOf(number));
      }
    },
    askAgainForAll(): void {
      delivered.clear();
      toBeCorrected.clear();
      inPlace.clear();
      fruitless.clear();
    },
  };
}

/** Returns a function that restores these keys of `map`, or the whole map. */
function backOf<Value>(map: Map<number, Value>, keys?: Iterable<number>): () => void {
  const copy = new Map(map);
  return () => {
    for (const key of keys ?? new Set([...map.keys(), ...copy.keys()])) {
      const value = copy.get(key);
      if (value === undefined) map.delete(key);
      else map.set(key, value);
    }
  };
}

const NONE = { least: 0, most: 0 };

const batchOf = (number: number) => Math.floor((number - 1) / PHRASES_PER_BATCH);

/** A reply that the provider cuts off contains only the first line. */
function broughtBy(kind: Fault[0], numbers: readonly number[]): readonly number[] {
  if (kind === 'answer' || kind === 'wrapped') return numbers;
  if (kind === 'late') return numbers.slice(0, 1);
  return kind === 'cut-off' ? halfOf(numbers) : [];
}

const halfOf = (numbers: readonly number[]) => numbers.slice(0, Math.ceil(numbers.length / 2));

/** All but the second phrase. The first and the last phrase show that the others are in place. */
const withoutMiddle = (numbers: readonly number[]) =>
  numbers.filter((_, index) => index > 1 || (index === 0 && numbers.length > 1));

function answerOf(kind: Exclude<Fault[0], 'throws'>, { numbers }: SentRequest, afterMs: number): Answer {
  switch (kind) {
    case 'answer':
      return { afterMs, outcome: success(replyOf(numbers)) };
    case 'wrapped':
      return { afterMs, outcome: success(`{"translations": ${replyOf(numbers)}}`) };
    case 'late':
      return { afterMs, outcome: { ...failure('server'), text: replyOf(numbers.slice(0, 1)).slice(0, -1) } };
    case 'lacks-one':
      return { afterMs, outcome: success(replyOf(numbers.slice(1))) };
    case 'lacks-middle':
      return { afterMs, outcome: success(replyOf(withoutMiddle(numbers))) };
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
