import type { Correction, FailureKind, TranslateOutcome } from '../providers/provider.ts';
import type { Batch, BatchResult } from '../translation/batch.ts';
import { formatReply } from '../translation/format-reply.ts';
import { halve, joinReplies } from '../translation/halve.ts';
import { validateBatch } from '../translation/validate-batch.ts';
import type { BatchDetails } from './session-state.ts';

/** One paced call to the model; the signal is the batch's own. */
export type SendBatch = (batch: Batch, correction?: Correction) => Promise<TranslateOutcome>;

export interface BatchOptions {
  readonly send: SendBatch;
  readonly signal: AbortSignal;
  /** Begin with two halves instead of the whole batch. */
  readonly inHalves: boolean;
  /** The first answer of an earlier attempt, which got no further: this one begins with the corrective pass. */
  readonly begun?: Correction | undefined;
  /** The reply was cut off: the batch goes on in halves. */
  readonly onHalved: () => void;
  /** The first answer has come, with differences. It is paid for, and to be kept while the corrective pass runs. */
  readonly onCorrecting?: (correction: Correction) => void;
}

/** How one batch's life ended. */
export type BatchOutcome =
  | {
      readonly kind: 'finished';
      readonly result: BatchResult;
      readonly failure?: NonNullable<BatchDetails['failure']>;
      readonly correction?: NonNullable<BatchDetails['correction']>;
    }
  /** Cancelled: nothing came, the batch is not started again. */
  | { readonly kind: 'cancelled' }
  /** The first call failed before anything was answered: whether the batch fails is the run's decision. */
  | { readonly kind: 'unanswered'; readonly failure: FailureKind; readonly message: string; readonly output: string };

/** One batch's life, top to bottom (specification, section 4, "Translation pipeline per batch"). */
export async function translateBatch(batch: Batch, options: BatchOptions): Promise<BatchOutcome> {
  if (options.begun) return correct(batch, options.begun, options);
  if (options.inHalves && batch.phrases.length > 1) return translateHalves(batch, options);

  const first = await options.send(batch);
  if (options.signal.aborted) return { kind: 'cancelled' };
  if (!first.ok) {
    if (first.failure.kind === 'cut-off' && batch.phrases.length > 1) {
      options.onHalved();
      return translateHalves(batch, options);
    }
    return { kind: 'unanswered', failure: first.failure.kind, message: first.failure.message, output: first.text };
  }

  const errors = validateBatch(batch.phrases, first.text);
  if (errors.length === 0) return { kind: 'finished', result: ['', formatReply(first.text)] };
  const correction = { answer: first.text, errors };
  options.onCorrecting?.(correction);
  return correct(batch, correction, options);
}

/** The corrective pass, once: the first answer is paid for, and stays as the output if the call itself fails. */
async function correct(batch: Batch, correction: Correction, { send, signal }: BatchOptions): Promise<BatchOutcome> {
  const second = await send(batch, correction);
  if (signal.aborted) return { kind: 'cancelled' };
  if (!second.ok) {
    const { kind, message } = second.failure;
    return { kind: 'finished', result: [message, correction.answer], failure: kind, correction };
  }
  const [error] = validateBatch(batch.phrases, second.text);
  if (error === undefined) return { kind: 'finished', result: ['', formatReply(second.text)], correction };
  const output = formatReply(second.text) || second.text;
  return { kind: 'finished', result: [error, output], failure: 'differences', correction };
}

/** Both halves through the same pipeline, then one reply again. What came is kept when a half fails. */
async function translateHalves(batch: Batch, options: BatchOptions): Promise<BatchOutcome> {
  const { send, signal, onHalved } = options;
  const halfOptions = { send, signal, onHalved, inHalves: false };
  const halves = await Promise.all(halve(batch).map((half) => translateBatch(half, halfOptions)));
  const [first, second] = halves;
  if (!first || !second || options.signal.aborted) return { kind: 'cancelled' };
  if (first.kind === 'cancelled' || second.kind === 'cancelled') return { kind: 'cancelled' };

  const output = joinReplies(batch.phrases, [outputOf(first), outputOf(second)]);
  const failed = [first, second].find((half) => half.kind === 'unanswered' || half.failure !== undefined);
  if (!failed) return { kind: 'finished', result: ['', output] };
  if (failed.kind === 'unanswered') {
    return { kind: 'finished', result: [failed.message, output], failure: failed.failure };
  }
  return { ...failed, result: [failed.result[0], output] };
}

const outputOf = (half: Exclude<BatchOutcome, { kind: 'cancelled' }>): string =>
  half.kind === 'finished' ? half.result[1] : half.output;
