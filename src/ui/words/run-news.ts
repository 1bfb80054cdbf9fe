import {
  callsUnderWay,
  hasBatches,
  hasMoreToCome,
  isPending,
  type Pause,
  progressShown,
  stoppingAnswers,
} from '../../engine/run-state.ts';
import { allOk, type Work } from '../../film/film.ts';
import { countWords } from '../../lib/text.ts';
import { explainOutage, failureWords } from './failures.ts';
import { finishingWords } from './quantities.ts';

/**
 * What to announce to a person who does not see the page change; '': clear the last words; undefined: nothing new. `others`: the other films of the series
 * in memory.
 */
export function announcement(before: Work, after: Work, others: readonly Work[]): string | undefined {
  // Another film of the series was opened.
  if (!hasBatches(after) || (before.id !== '' && after.id !== before.id)) return '';
  const { total } = progressShown(after);
  // A film that Undo brings back, or that is opened from the list, does not run: its translation has not started now.
  if (!hasBatches(before) && isPending(after))
    return `The translation of ${after.paused ? 'the first batch' : batches(total)} has started.`;
  if (allOk(after)) return allOk(before) ? undefined : doneWords(total);
  return isOver(before, after) ? endNews(after) : runNews(before, after, others);
}

const runNews = (before: Work, after: Work, others: readonly Work[]): string | undefined =>
  after.paused
    ? pauseNews(before, after, after.paused, others)
    : before.paused
      ? 'The translation continues.'
      : undefined;

function endNews(state: Work): string | undefined {
  const { failed } = progressShown(state);
  return failed > 0 ? `The translation has ended. ${batches(failed)} failed.` : undefined;
}

function pauseNews(before: Work, after: Work, pause: Pause, others: readonly Work[]): string | undefined {
  if (pause.reason !== before.paused?.reason) return pauseWords(pause, after, others);
  // The person has changed the refused setting, so the words disappear here as they do in "Errors".
  if (pause.reason === 'failure' && pause !== before.paused && pause.message === '') return '';
  return stoppedNews([before, ...others], [after, ...others]);
}

/** What to announce when the last reply has come that any of these films waited for after Stop; undefined: nothing new. */
export const stoppedNews = (before: readonly Work[], after: readonly Work[]): string | undefined =>
  sumOf(before, stoppingAnswers) > 0 && sumOf(after, stoppingAnswers) === 0 ? 'Stopped.' : undefined;

/** The last request of a run has ended. This includes a run that was stopped. */
const isOver = (before: Work, after: Work): boolean => hasMoreToCome(before) && !hasMoreToCome(after);

const batches = (count: number): string => countWords(count, 'batch', 'batches');

const doneWords = (total: number): string =>
  total === 1 ? 'The batch is translated.' : `All ${total} batches are translated.`;

export const STOPPED_NEWS = 'Stopped. Press Resume to continue.';
export const OFFLINE = 'You are offline. The translation continues by itself when the connection is back.';

/** Why these films are paused; '': there are none. */
export function pausedOthersWords(films: readonly Work[]): string {
  const pauses = films.flatMap(({ paused }) => paused ?? []);
  const pause = pauses.find(({ reason }) => reason !== 'person') ?? pauses[0];
  switch (pause?.reason) {
    case undefined:
      return '';
    case 'person':
      return finishingOr(STOPPED_NEWS, sumOf(films, stoppingAnswers), films);
    case 'outage':
      return explainOutage(pause.kind, pause.message);
    case 'offline':
      return OFFLINE;
    case 'failure':
      return failureWords(pause);
  }
}

const sumOf = (films: readonly Work[], countOf: (film: Work) => number): number =>
  films.reduce((sum, film) => sum + countOf(film), 0);

/** `answers`: how many requests of these films are under way. */
const finishingOr = (stopped: string, answers: number, films: readonly Work[]): string =>
  answers === 0
    ? stopped
    : finishingWords(
        answers,
        films.flatMap(({ spent }) => spent),
      );

function pauseWords(pause: Pause, film: Work, others: readonly Work[]): string {
  switch (pause.reason) {
    // Stop ends the run of all films, but the other films learn of it a moment later.
    case 'person':
      return finishingOr('Stopped.', stoppingAnswers(film) + sumOf(others, callsUnderWay), [film, ...others]);
    case 'outage':
      return explainOutage(pause.kind, pause.message);
    case 'offline':
      return 'Paused: you are offline.';
    case 'failure':
      return `Paused: ${pause.message}`;
  }
}
