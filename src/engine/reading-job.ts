import { errorText } from '../lib/result.ts';
import { hasFound, joinFound, readingRequest, readReading } from '../notes/film-reading.ts';
import { effectOf, type FailureKind, mayPass } from '../providers/failure-kinds.ts';
import { type AskKind, type ReadJob, type RunOptions, type SentOutcome, stampOfLines } from './job.ts';
import type { RunHealth } from './run-health.ts';
import type { FilmReading } from './run-state.ts';

interface ReadJobsOptions extends Pick<RunOptions, 'getState' | 'dispatch'> {
  readonly isOnline: () => boolean;
  readonly health: RunHealth;
}

/** A reply that is no whole one, and paid for all the same: the rows that are whole are kept. A provider that fails late has cut it off. */
const isPaidPart = (kind: FailureKind, text: string): boolean =>
  ((kind === 'cut-off' || kind === 'malformed') && text.trim() !== '') ||
  (mayPass(kind) && hasFound(readReading(text).found));

/**
 * "Read the film" as a job: one call for each part, one after another. What cannot be read, or is refused, stops it with a word; what was
 * found is kept, and the missing parts are asked for when the person says so.
 */
export function createReadJobs({ getState, dispatch, isOnline, health }: ReadJobsOptions): AskKind<ReadJob> {
  const change = (changed: Partial<FilmReading>): void => {
    const { reading } = getState();
    if (reading) dispatch({ type: 'reading-changed', reading: { ...reading, ...changed } });
  };
  const stop = (message: string, failure?: FilmReading['failure']) => change({ stage: 'stopped', message, failure });
  /** The person has stopped it after the call had left. */
  const isLast = () => getState().reading?.stage === 'last';
  const giveBack = () => (isLast() ? stop('') : change({ stage: 'waiting' }));

  function take(reply: string): void {
    const { reading } = getState();
    if (!reading) return;
    const { found, isWhole } = readReading(reply);
    const done = reading.done + 1;
    const isOver = done >= reading.count;
    const lines = reading.parts?.slice(0, done).flat() ?? [];
    change({
      done,
      lines: lines.length,
      stamp: stampOfLines(lines),
      found: joinFound(reading.found, found),
      unread: reading.unread + (isWhole ? 0 : 1),
      stage: isOver ? 'done' : isLast() ? 'stopped' : 'waiting',
      message: '',
    });
  }

  function settleFailed(startedAt: number, { failure, text }: Extract<SentOutcome, { ok: false }>): void {
    const { kind, message } = failure;
    if (kind === 'cancelled') return giveBack();
    if (isPaidPart(kind, text)) {
      health.replied(startedAt);
      return take(text);
    }
    if (effectOf(kind) === 'transient') {
      if (isOnline()) return stop(message, kind);
      giveBack();
      return health.pauseOffline();
    }
    health.replied(startedAt);
    if (kind === 'rate-limit') return giveBack();
    const { reading } = getState();
    // What came before it broke off was paid for.
    if (reading) change({ found: joinFound(reading.found, readReading(text).found) });
    stop(message, kind);
  }

  return {
    nextCall({ reading: { parts, done, found, languages, mostFound } }) {
      const part = parts?.[done];
      return part && { phrases: [], context: [], reading: readingRequest(part, found, languages, mostFound) };
    },
    end: () => change({ stage: 'done' }),
    started: () => change({ stage: 'loading', message: '', failure: undefined }),
    tokensUsed: (_, usage) => dispatch({ type: 'tokens-used', index: null, usage }),
    giveBack,
    refused: (_, { message, kind }) => stop(message, kind),
    settle({ startedAt }, outcome) {
      if (!outcome.ok) return settleFailed(startedAt, outcome);
      health.replied(startedAt);
      take(outcome.text);
    },
    settleThrown(_, error) {
      console.error(error);
      stop(errorText(error));
    },
  };
}
