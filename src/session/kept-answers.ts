import type { Batch } from '../translation/batch.ts';
import type { SessionEvent } from './session-events.ts';
import { isSamePart, type PartRange } from './session-selectors.ts';
import type { PartAnswer, SessionState } from './session-state.ts';
import type { BatchOptions } from './translate-batch.ts';

export interface KeptAnswersOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
}

/** What a batch and its parts were answered is paid for: it is kept with the batch until that is finished. */
export function keepAnswers(
  whole: Batch,
  { getState, dispatch }: KeptAnswersOptions,
): Pick<BatchOptions, 'isHalved' | 'answerTo' | 'onAnswered'> {
  const { index } = whole;
  const kept = () => getState().details[index] ?? {};
  return {
    isHalved(batch) {
      const { inHalves = false, parts = [] } = kept();
      return batch === whole ? inHalves : parts.some((part) => isPartOf(part, batch));
    },
    answerTo(batch) {
      const { correction, parts = [] } = kept();
      return (batch === whole ? correction : parts.find((part) => isSamePart(part, rangeOf(batch))))?.answer;
    },
    onAnswered(batch, { answer, errors }) {
      if (batch !== whole) dispatch({ type: 'part-answered', index, part: { ...rangeOf(batch), answer } });
      else if (errors.length > 0) dispatch({ type: 'correction-needed', index, correction: { answer, errors } });
    },
  };
}

const isPartOf = ({ first, count }: PartAnswer, { phrases }: Batch): boolean =>
  count < phrases.length && phrases.some(({ number }) => number === first);

const rangeOf = ({ phrases }: Batch): PartRange => ({ first: phrases[0]?.number ?? 0, count: phrases.length });
