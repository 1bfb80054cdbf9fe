import { isFailed } from '../../translation/batch.ts';
import type { SessionState } from '../session-state.ts';
import { isConfirmed, isEdited, isOwn, keptTexts } from './lines.ts';

const count = (texts: Readonly<Record<string, string>>): number => Object.keys(texts).length;

/** How many lines of a batch "Translate again" and "Retry" leave as they are, since a person has confirmed or edited them. */
export const ownCount = (state: SessionState, index: number): number => count(keptTexts(state, index, isOwn));

/** How many of a batch's lines a person has confirmed; of a batch that is null: of all failed batches. */
export const confirmedCount = (state: SessionState, index: number | null): number =>
  countIn(state, index, (each) => count(keptTexts(state, each, isConfirmed)));

/** How many of a batch's lines a person has edited; of a batch that is null: of all failed batches. */
export const editedCount = (state: SessionState, index: number | null): number =>
  countIn(state, index, (each) => count(keptTexts(state, each, isEdited)));

const countIn = (state: SessionState, index: number | null, countOf: (index: number) => number): number =>
  index === null
    ? state.results.reduce((sum, slot, each) => (isFailed(slot) ? sum + countOf(each) : sum), 0)
    : countOf(index);
