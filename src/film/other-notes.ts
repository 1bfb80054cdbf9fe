import { nextTask } from '../clock/clock.ts';
import { hasOtherAbout, hasOtherNotes } from '../engine/notes-of-batch.ts';
import { type CountedPhrases, countedTogether, countPhrases } from '../prices/estimate.ts';
import type { Phrase } from '../subtitles/document.ts';
import { batchAt } from '../translation/batch.ts';
import type { Work } from './film.ts';
import { isOwn, linesOfBatch, marksOf } from './lines.ts';
import { ownCount } from './shown-facts.ts';

/** The facts that decide which batches were made with other notes. */
type DecidingNotes = Pick<Work, 'notes' | 'fileName' | 'phrases' | 'options' | 'batches' | 'marks'>;

/** The longest comparison in one task, in milliseconds, so that keys are drawn in between. */
const TASK_MS = 8;

/** Calls `look` for the batches of the film, in short tasks. Ends early once `isOver`. */
async function lookAtBatches({ batches }: DecidingNotes, isOver: () => boolean, look: (index: number) => void) {
  let beganAt = performance.now();
  for (const index of batches.keys()) {
    if (performance.now() - beganAt > TASK_MS) {
      await nextTask();
      beganAt = performance.now();
    }
    if (isOver()) break;
    look(index);
  }
}

/** Whether "Translate again" would send anything: the batch has failed, or some of its lines are not the person's own. */
const hasLinesToAsk = (state: DecidingNotes, index: number): boolean =>
  state.batches[index]?.state === 'failed' || ownCount(state, index) < batchAt(state.phrases, index).phrases.length;

/** The batches of a film that were made with other notes than the present ones. */
export async function findOtherNotes(state: DecidingNotes, isOver: () => boolean): Promise<readonly number[]> {
  const found: number[] = [];
  await lookAtBatches(state, isOver, (index) => {
    if (hasOtherNotes(state, index) && hasLinesToAsk(state, index)) found.push(index);
  });
  return found;
}

/** The part of a film of a series that was translated with other notes. */
export interface OtherNotes {
  /** The id of the film. */
  readonly film: string;
  readonly batches: readonly number[];
  /** The lines that would be requested again. */
  readonly lines: CountedPhrases;
  /** True if lines differ only in the text about the film. They are not counted. */
  readonly hasOtherAbout: boolean;
}

/** The lines of these batches that are not the person's own. */
export const linesToAsk = (state: DecidingNotes, batches: readonly number[]): readonly Phrase[] =>
  batches.flatMap((index) => {
    const own = new Set(linesOfBatch(state, index).flatMap((line) => (isOwn(marksOf(state, line)) ? line.number : [])));
    return batchAt(state.phrases, index).phrases.filter(({ number }) => !own.has(number));
  });

/** The same for a film of a series. `abouts`: texts about the film that earlier requests of the series contained; they count as equal. */
export async function countOtherNotes(
  film: DecidingNotes & Pick<Work, 'id'>,
  abouts: readonly string[],
  isOver: () => boolean,
): Promise<OtherNotes> {
  const found = new Map<number, CountedPhrases>();
  let isAboutOther = false;
  await lookAtBatches(film, isOver, (index) => {
    if (!hasOtherNotes(film, index)) return;
    const lines = linesToAsk(film, [index]);
    if (lines.length === 0) return;
    if (hasOtherAbout(film, index, abouts)) isAboutOther = true;
    else found.set(index, countPhrases(lines));
  });
  return {
    film: film.id,
    batches: [...found.keys()],
    lines: countedTogether([...found.values()]),
    hasOtherAbout: isAboutOther,
  };
}
