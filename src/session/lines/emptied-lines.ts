import { isBlank } from '../../subtitles/lines.ts';
import { isFailed } from '../../translation/batch.ts';
import type { SessionState } from '../session-state.ts';
import { batchOfLine, isReadable, lineOf, linesOfBatch, marksOf } from './lines.ts';

type Facts = Pick<SessionState, 'phrases' | 'results' | 'marks'>;

/** Numbers of the lines that a person has emptied. An emptied line fails its batch: there is no result until the line has a text. */
export const emptiedLines = (state: Facts): readonly number[] =>
  Object.keys(state.marks)
    .map(Number)
    .filter((number) => isEmptied(state, number));

function isEmptied(state: Facts, number: number): boolean {
  const line = lineOf(state, number);
  if (line?.translation === undefined || !isBlank(line.translation)) return false;
  const batch = batchOfLine(state.phrases, number);
  return marksOf(state, line).before !== undefined && batch !== undefined && isFailed(state.results[batch]);
}

/** The number of the one line of a failed batch that has no text, where all others have one; undefined: there are several, or none. */
export function onlyEmptyLine(state: Pick<SessionState, 'phrases' | 'results'>, index: number): number | undefined {
  if (!isReadable(state.results[index])) return undefined;
  const empty = linesOfBatch(state, index).filter(({ translation = '' }) => isBlank(translation));
  return empty.length === 1 ? empty[0]?.number : undefined;
}
