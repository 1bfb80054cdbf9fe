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
  /** Whether to begin with two halves instead of the whole batch, or of a part of one. */
  readonly isHalved: (batch: Batch) => boolean;
  /** What an earlier attempt, which got no further, was answered to this batch, or to this part of one. */
  readonly answerTo: (batch: Batch) => string | undefined;
  /** The reply was cut off: the batch goes on in halves. */
  readonly onHalved: () => void;
  /**
   * An answer has come that does not finish the whole batch: it has differences, or is that of a part. It is paid for, and to be kept
   * until the batch is finished.
   */
  readonly onAnswered: (batch: Batch, answer: Correction) => void;
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
  /** A call failed: whether the batch fails is the run's decision; if it does, `output` is what it shows. What was answered before has been told. */
  | {
      readonly kind: 'unanswered';
      readonly failure: FailureKind;
      readonly message: string;
      readonly output: string;
      readonly correction?: Correction;
    };

/** One batch's life, top to bottom (specification, section 4, "Translation pipeline per batch"). */
export async function translateBatch(batch: Batch, options: BatchOptions): Promise<BatchOutcome> {
  const known = options.answerTo(batch);
  if (known !== undefined) return judge(batch, known, options);
  if (options.isHalved(batch) && batch.phrases.length > 1) return translateHalves(batch, options);

  const first = await options.send(batch);
  if (options.signal.aborted) return { kind: 'cancelled' };
  if (!first.ok) {
    if (first.failure.kind === 'cut-off' && batch.phrases.length > 1) {
      options.onHalved();
      return translateHalves(batch, options);
    }
    return { kind: 'unanswered', failure: first.failure.kind, message: first.failure.message, output: first.text };
  }
  return judge(batch, first.text, options);
}

/** A first answer finishes the batch, or needs the corrective pass. */
async function judge(batch: Batch, answer: string, options: BatchOptions): Promise<BatchOutcome> {
  const errors = validateBatch(batch.phrases, answer);
  options.onAnswered(batch, { answer, errors });
  return errors.length === 0 ? ok(answer) : correct(batch, { answer, errors }, options);
}

/** The corrective pass, once: the first answer is paid for, and stays as the output if the call itself fails. */
async function correct(batch: Batch, correction: Correction, options: BatchOptions): Promise<BatchOutcome> {
  const second = await options.send(batch, correction);
  if (options.signal.aborted) return { kind: 'cancelled' };
  if (!second.ok) {
    const { kind: failure, message } = second.failure;
    return { kind: 'unanswered', failure, message, output: correction.answer, correction };
  }
  const [error] = validateBatch(batch.phrases, second.text);
  if (error === undefined) {
    options.onAnswered(batch, { answer: second.text, errors: [] });
    return { ...ok(second.text), correction };
  }
  const output = formatReply(second.text) || second.text;
  return { kind: 'finished', result: [error, output], failure: 'differences', correction };
}

const ok = (reply: string): BatchOutcome & { kind: 'finished' } => ({
  kind: 'finished',
  result: ['', formatReply(reply)],
});

/** Both halves through the same pipeline, then one reply again. What came is kept when a half fails. */
async function translateHalves(batch: Batch, options: BatchOptions): Promise<BatchOutcome> {
  const halves = await Promise.all(halve(batch).map((half) => translateBatch(half, options)));
  const [first, second] = halves;
  if (!first || !second || options.signal.aborted) return { kind: 'cancelled' };
  if (first.kind === 'cancelled' || second.kind === 'cancelled') return { kind: 'cancelled' };

  const output = joinReplies(batch.phrases, [outputOf(first), outputOf(second)]);
  const failed = [first, second].find((half) => half.kind === 'unanswered' || half.failure !== undefined);
  if (!failed) return { kind: 'finished', result: ['', output] };
  if (failed.kind === 'unanswered') {
    const { failure, message } = failed;
    return { kind: 'unanswered', failure, message, output };
  }
  return { ...failed, result: [failed.result[0], output] };
}

const outputOf = (half: Exclude<BatchOutcome, { kind: 'cancelled' }>): string =>
  half.kind === 'finished' ? half.result[1] : half.output;
