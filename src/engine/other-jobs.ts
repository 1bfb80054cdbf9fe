import { errorText, isChunkError } from '../lib/result.ts';
import { readingRequest, readReading } from '../notes/film-reading.ts';
import { hasFound, joinFound } from '../notes/found-notes.ts';
import { effectOf, type FailureKind, isForLess, mayPass } from '../providers/failure-kinds.ts';
import { ABORTED, type ProviderFailure, type TranslateOutcome } from '../providers/provider.ts';
import { fitOf } from '../review/measured-line.ts';
import { readSuggestions } from '../translation/suggestions.ts';
import { trustedTextsOf } from '../translation/usable-reply.ts';
import { textCount } from './batch.ts';
import { cleanTexts, plainOutcome } from './batch-calls.ts';
import {
  type Call,
  type CallEnd,
  type EndedCall,
  type FilmAccess,
  type ReadJob,
  readJob,
  type SentOutcome,
  type SuggestJob,
  stampOfLines,
  suggestJob,
} from './job.ts';
import { notedForAsk } from './notes-of-batch.ts';
import { hasLinesAround } from './room.ts';
import { type Around, eventsOf, type JobKind } from './run-health.ts';
import {
  type FilmReading,
  nextSuggestionRequest,
  type RunEvent,
  type RunState,
  type SuggestionFailure,
  type SuggestionRequest,
} from './run-state.ts';

/** The jobs that are no batches: suggestions for single lines, and the reading of the film. */

type Found = Pick<NonNullable<SuggestionRequest['correcting']>, 'texts' | 'namesTaken'>;

const NOTHING: Found = { texts: {}, namesTaken: [] };

/**
 * Handles the end of a request for suggestions. At most one corrective pass follows. If several lines still have no text, one call for each half of them
 * follows. Unusable lines are failures of these lines and fail no batch. The run learns if the provider does not answer or refuses the key.
 */
function settlingAsk({ getState, dispatch }: FilmAccess, { health: healthOf, room, isOnline }: Around) {
  const health = healthOf({ getState, dispatch });
  const change = (ask: SuggestionRequest) => dispatch({ type: 'request-changed', ask });
  const end = (...ended: Parameters<typeof endOf>) => dispatch(endOf(...ended));

  /** Asks once more, in two halves, for lines without a usable text: an answer for fewer lines is more often good. */
  function endOrHalve(job: SuggestJob, found: Found, failure: SuggestionFailure): void {
    const { correcting, ...ask } = job.ask;
    const left = ask.phrases.filter(
      ({ number }) => found.texts[number] === undefined && correcting?.texts[number] === undefined,
    );
    const isPart = ask.isPart && !isForLess(failure.kind);
    if (isPart || isLast(job) || left.length < 2) return end(job, found, failure);
    const half = Math.ceil(left.length / 2);
    const again = [left.slice(0, half), left.slice(half)].map(
      (phrases, part): SuggestionRequest => ({
        ...ask,
        id: `${ask.id}.${part}`,
        stage: 'waiting',
        phrases,
        isPart: true,
      }),
    );
    end(job, found, failure, again);
  }

  const isLast = (job: SuggestJob) => isLastAsk(getState(), job);
  const giveBack = (job: SuggestJob) => dispatch(returnedAsk(getState(), job));

  function settleReply({ job, call }: EndedCall<SuggestJob>, reply: string): void {
    const { ask } = job;
    const { texts, errors } = readSuggestions(ask.phrases, ask.suggestion, reply, charactersOf);
    const [error = ''] = errors;
    const found = cleanTexts(call, texts);
    const mayCorrect = !ask.correcting && !ask.isPart && !isLast(job);
    if (error === '' || !mayCorrect) return endOrHalve(job, found, { kind: 'differences', message: error });
    change({ ...ask, stage: 'waiting', correcting: { answer: reply, errors, ...found } });
  }

  /** Tries the request again without the lines around the requested ones. */
  function mayDoWithLess({ call, startedAt }: EndedCall<SuggestJob>, { kind, message }: ProviderFailure): boolean {
    if (kind !== 'too-large') return false;
    room.refused(call, message);
    if (hasLinesAround(call)) health.replied(startedAt);
    return hasLinesAround(call);
  }

  function settleFailed(ended: EndedCall<SuggestJob>, outcome: Extract<TranslateOutcome, { ok: false }>): void {
    const { job, startedAt } = ended;
    const { kind, message } = outcome.failure;
    if (kind === 'cancelled' || mayDoWithLess(ended, outcome.failure)) return giveBack(job);
    // If a reply fails late, or only parts of it are readable, it counts as cut off: its complete pairs are paid for.
    const pairs = wholePairs(ended.call, outcome.text);
    if (isReplyInPart(kind, pairs)) {
      health.replied(startedAt);
      return endOrHalve(job, pairs, { kind, message });
    }
    if (effectOf(kind) === 'transient') {
      if (isOnline) {
        health.unanswered(job);
        return end(job, NOTHING, { kind, message });
      }
      giveBack(job);
      return health.pauseOffline();
    }
    health.replied(startedAt);
    if (kind === 'rate-limit') return giveBack(job);
    end(job, NOTHING, { kind, message });
    if (effectOf(kind) === 'pause-run') health.failsAll(kind, message);
  }

  return (ended: EndedCall<SuggestJob>, outcome: CallEnd): void => {
    if ('thrown' in outcome) {
      const kind = isChunkError(outcome.thrown) ? 'chunk' : 'bug';
      return end(ended.job, NOTHING, { kind, message: errorText(outcome.thrown) });
    }
    const read = plainOutcome(ended.call, outcome);
    if (!read.ok) return settleFailed(ended, read);
    health.replied(ended.startedAt);
    settleReply(ended, read.text);
  };
}

function endOf(
  { ask }: SuggestJob,
  { texts, namesTaken = [] }: Found,
  failure: SuggestionFailure,
  again: readonly SuggestionRequest[] = [],
): RunEvent {
  const before = ask.correcting?.namesTaken?.filter((number) => texts[number] === undefined) ?? [];
  return {
    type: 'request-ended',
    id: ask.id,
    texts: { ...ask.correcting?.texts, ...texts },
    namesTaken: [...before, ...namesTaken],
    failure,
    again,
  };
}

/** True if the run was stopped after this call was sent. */
const isLastAsk = (state: RunState, { id }: SuggestJob): boolean =>
  state.suggestionRequests.some((ask) => ask.id === id && ask.stage === 'last');

const returnedAsk = (state: RunState, job: SuggestJob): RunEvent =>
  isLastAsk(state, job)
    ? endOf(job, NOTHING, { kind: 'cancelled', message: ABORTED })
    : { type: 'request-changed', ask: { ...job.ask, stage: 'waiting' } };

/** Suggestions for single lines. */
export const suggestJobs: JobKind<SuggestJob> = {
  next(state) {
    const ask = nextSuggestionRequest(state);
    return ask && suggestJob(ask);
  },
  call(state, { ask: { phrases, suggestion, correcting } }, room) {
    const callWith = (facts: typeof suggestion): Call => ({
      phrases,
      context: [],
      ...notedForAsk(state, { phrases, suggestion: facts }),
      suggestion: facts,
      ...(state.options.replyFormat === 'plain' && { replyFormat: 'plain' }),
      ...(correcting && { correction: { answer: correcting.answer, errors: correcting.errors } }),
    });
    return room.fitAsk(callWith(suggestion), callWith({ ...suggestion, neighbours: [] }));
  },
  started: ({ ask }) => ({ type: 'request-changed', ask: { ...ask, stage: 'loading' } }),
  settle: (state, ended, end, around) => eventsOf(state, (film) => settlingAsk(film, around)(ended, end)),
  complete: (_, job) => [endOf(job, NOTHING, { kind: 'bug', message: 'No line was sent to the model.' })],
  refused: (job, { message, kind = 'limit' }) => [endOf(job, NOTHING, { kind, message })],
  gaveBack: (state, job) => [returnedAsk(state, job)],
};

/** True if smaller calls could bring the missing lines. */
const isReplyInPart = (kind: FailureKind, found: Found): boolean =>
  kind === 'cut-off' || isForLess(kind) || (effectOf(kind) !== 'pause-run' && textCount(found) > 0);

/** The complete pairs of a reply that was cut off. In such a reply nothing distinguishes a quote from a text. */
function wholePairs(call: Call, text: string): Found {
  if (call.suggestion?.quotes) return NOTHING;
  return cleanTexts(call, trustedTextsOf(call.phrases, text));
}

const charactersOf = (text: string): number => fitOf(text, undefined).characters;

/** True if a failed reply is paid for and holds usable rows: the reading uses its complete rows. If the provider failed late, it cut the reply off. */
const isPaidPart = (kind: FailureKind, text: string): boolean =>
  ((kind === 'cut-off' || kind === 'malformed') && text.trim() !== '') ||
  (mayPass(kind) && hasFound(readReading(text).found));

const changed = ({ reading }: RunState, change: Partial<FilmReading>): readonly RunEvent[] =>
  reading ? [{ type: 'reading-changed', reading: { ...reading, ...change } }] : [];

/** True if the person stopped the reading after its call was sent. */
const isLastCall = ({ reading }: RunState): boolean => reading?.stage === 'last';

const returnedReading = (state: RunState): readonly RunEvent[] =>
  changed(state, isLastCall(state) ? STOPPED : { stage: 'waiting' });

const STOPPED = { stage: 'stopped', message: '', failure: undefined } as const;

/** Handles the end of one call that reads a part of the film. An unreadable or refused reply stops the reading. The reading stores everything it found. */
function settlingReading({ getState, dispatch }: FilmAccess, { health: healthOf, isOnline }: Around) {
  const health = healthOf({ getState, dispatch });
  const tell = (events: readonly RunEvent[]) => events.forEach(dispatch);
  const change = (to: Partial<FilmReading>) => tell(changed(getState(), to));
  const stop = (message: string, failure?: FilmReading['failure']) => change({ ...STOPPED, message, failure });
  const giveBack = () => tell(returnedReading(getState()));

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
  settle: (state, ended, end, around) => eventsOf(state, (film) => settlingReading(film, around)(ended, end)),
  complete: (state) => changed(state, { stage: 'done' }),
  refused: ({ reading }, { message, kind }) => [
    { type: 'reading-changed', reading: { ...reading, stage: 'stopped', message, failure: kind } },
  ],
  gaveBack: (state) => returnedReading(state),
};
