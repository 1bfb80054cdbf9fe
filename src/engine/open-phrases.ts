import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch } from '../translation/batch.ts';
import type { BatchProgress } from './state/run-state.ts';

/** The phrases that have no text and are not given up. */
export const openPhrases = ({ phrases }: Batch, { texts = {}, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));
