import { errorText } from '../lib/result.ts';
import { readingRequest, readReading } from '../notes/film-reading.ts';
import { hasFound, joinFound } from '../notes/found-notes.ts';
import { effectOf, type FailureKind, mayPass } from '../providers/failure-kinds.ts';
import {
  type CallEnd,
  type EndedCall,
  type FilmAccess,
  type ReadJob,
  readJob,
  type SentOutcome,
  stampOfLines,
} from './job.ts';
import { type Around, eventsOf, type JobKind } from './run-health.ts';
import type { FilmReading, RunEvent, RunState } from './run-state.ts';

/** True if a failed reply is paid for and holds usable rows: the reading uses its complete rows. If the provider failed late, it cut the reply off. */
const isPaidPart = (kind: FailureKind, text: string): boolean =>
  ((kind === 'cut-off' || kind === 'malformed') && text.trim() !== '') ||
  (mayPass(kind) && hasFound(readReading(text).found));

const changed = ({ reading }: RunState, change: Partial<FilmReading>): readonly RunEvent[] =>
  reading ? [{ type: 'reading-changed', reading: { ...reading, ...change } }] : [];

/** True if the person stopped the reading after its call was sent. */
const isLastCall = ({ reading }: RunState): boolean => reading?.stage === 'last';

const returned = (state: RunState): readonly RunEvent[] =>
  changed(state, isLastCall(state) ? STOPPED : { stage: 'waiting' });

const STOPPED = { stage: 'stopped', message: '', failure: undefined } as const;

/** Handles the end of one call that reads a part of the film. An unreadable or refused reply stops the reading. The reading stores everything it found. */
function settling({ getState, dispatch }: FilmAccess, { health: healthOf, isOnline }: Around) {
  const health = healthOf({ getState, dispatch });
  const tell = (events: readonly RunEvent[]) => events.forEach(dispatch);
  const change = (to: Partial<FilmReading>) => tell(changed(getState(), to));
  const stop = (message: string, failure?: FilmReading['failure']) => change({ ...STOPPED, message, failure });
  const giveBack = () => tell(returned(getState()));

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
      stage: isOver ? 'done' : isLastCall(getState()) ? 'stopped' : 'waiting',
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
      if (isOnline) return stop(message, kind);
      giveBack();
      return health.pauseOffline();
    }
    health.replied(startedAt);
    if (kind === 'rate-limit') return giveBack();
    const { reading } = getState();
    // The rows before the break are paid for, so the reading uses them.
    if (reading) change({ found: joinFound(reading.found, readReading(text).found) });
    stop(message, kind);
  }

  return ({ startedAt }: EndedCall<ReadJob>, end: CallEnd): void => {
    if ('thrown' in end) return stop(errorText(end.thrown));
    if (!end.ok) return settleFailed(startedAt, end);
    health.replied(startedAt);
    take(end.text);
  };
}

/** The earlier findings in a request: from earlier parts, and from other films. */
const withBefore = (found: FilmReading['found'], before: FilmReading['before']) =>
  before ? joinFound(before, found) : found;

/** "Read the film": one call for each part, one after another. */
export const readJobs: JobKind<ReadJob> = {
  next: ({ reading }) => (reading?.stage === 'waiting' ? readJob(reading) : undefined),
  call(_, { reading: { parts, done, found, before, languages, mostFound } }) {
    const part = parts?.[done];
    return (
      part && {
        phrases: [],
        context: [],
        reading: readingRequest(part, withBefore(found, before), languages, mostFound),
      }
    );
  },
  started: ({ reading }) => ({
    type: 'reading-changed',
    reading: { ...reading, stage: 'loading', message: '', failure: undefined },
  }),
  settle: (state, ended, end, around) => eventsOf(state, (film) => settling(film, around)(ended, end)),
  complete: (state) => changed(state, { stage: 'done' }),
  refused: ({ reading }, { message, kind }) => [
    { type: 'reading-changed', reading: { ...reading, stage: 'stopped', message, failure: kind } },
  ],
  gaveBack: (state) => returned(state),
};
