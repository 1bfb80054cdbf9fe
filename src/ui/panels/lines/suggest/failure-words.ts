import type { AskFailure } from '../../../../engine/state/run-state.ts';
import { explainFailure } from '../../../words/explain-failure.ts';

/** Why a line has no suggestion, and what to do, in words for people. */
export function suggestionFailureWords({ kind, message }: AskFailure): string {
  switch (kind) {
    case 'cancelled':
      return 'Stopped before it came.';
    case 'differences':
      return `The answer cannot be used: ${message}`;
    case 'cut-off':
      return 'The answer reached the length limit before this line. Ask for fewer lines.';
    case 'refused':
      return `The model refuses to translate this. ${message}`;
    default:
      return `${explainFailure(kind, 'Again')} ${message}`;
  }
}
