import { batchAt, isOk } from '../translation/batch.ts';
import { fillGaps, formatReply, validateBatch } from '../translation/check-reply.ts';
import type { StateAccess } from './film.ts';
import { canReview } from './film.ts';
import type { Session } from './session.ts';

export interface ReviewOptions extends StateAccess {
  /** Called after a batch was validated: the last batch may have become OK. */
  readonly onReviewed: () => void;
}

interface Leaving {
  /**
   * Validates the open batch before it is left, if it is OK and was edited: the edit may have made its output invalid. While other batches are
   * pending, too: nothing is edited by that.
   */
  leaveBatch(): void;
}

/** The commands for the open batch's output. All are ignored while a batch is pending (specification, section 2). */
export function createReview({
  getState,
  dispatch,
  onReviewed,
}: ReviewOptions): Pick<Session, 'editOutput' | 'validateOutput' | 'formatOutput' | 'fillGaps'> & Leaving {
  const outputOf = (index: number): string | undefined =>
    canReview(getState()) ? getState().results[index]?.[1] : undefined;

  const phrasesOf = (index: number) => batchAt(getState().phrases, index).phrases;

  function validate(index: number, output: string): void {
    const [error = ''] = validateBatch(phrasesOf(index), output);
    dispatch({ type: 'output-validated', index, error });
    onReviewed();
  }

  return {
    editOutput(index, output) {
      if (canReview(getState())) dispatch({ type: 'output-edited', index, output });
    },
    validateOutput(index) {
      const output = outputOf(index);
      if (output !== undefined) validate(index, output);
    },
    formatOutput(index) {
      const output = outputOf(index);
      if (output === undefined) return;
      const formatted = formatReply(output);
      if (formatted !== '') dispatch({ type: 'output-edited', index, output: formatted });
      else console.error(`The output of batch ${index + 1} is not a JSON object that can be formatted.`);
    },
    leaveBatch() {
      const { shownBatch, results, details } = getState();
      if (shownBatch === null || !details[shownBatch]?.edited) return;
      const slot = results[shownBatch];
      if (isOk(slot)) validate(shownBatch, slot[1]);
    },
    fillGaps(index) {
      const output = outputOf(index);
      if (output === undefined) return;
      const filled = fillGaps(phrasesOf(index), output);
      dispatch({ type: 'gaps-filled', index, ...filled });
      validate(index, filled.output);
    },
  };
}
