import { assertNever } from '../lib/result.ts';
import { addUsage, NO_USAGE, type TokenUsage } from '../providers/provider.ts';
import type { BatchSlot } from '../translation/batch.ts';
import {
  type BatchDetails,
  type BatchProgress,
  hasSecondChance,
  isRetryPlanned,
  type Pause,
  type RunEvent,
  type RunState,
} from './run-state.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The state after an event of the engine; the same object when the event changes nothing. Pure. */
export function runReducer<S extends RunState>(state: S, event: RunEvent): S {
  switch (event.type) {
    case 'batch-started':
      return batchStarted(state, event.index, event.at);
    case 'batch-returned':
      return withBatch(state, event.index, undefined, without('startedAt'));
    case 'batch-answered':
      return batchAnswered(state, event.index, event.progress);
    case 'batch-finished':
      return batchFinished(state, event);
    case 'batch-made':
      return batchMade(state, event);
    case 'retries-due':
      return retried(state, (index) => event.indexes.includes(index));
    case 'second-chances-planned':
      return secondChancesPlanned(state, event);
    case 'tokens-used':
      return tokensUsed(state, event.index, event.usage);
    // Told on the page alone.
    case 'reply-form-lowered':
    case 'room-found':
      return state;
    case 'reading-changed':
      return { ...state, reading: event.reading };
    case 'request-changed':
      return {
        ...state,
        suggestionRequests: state.suggestionRequests.map((ask) => (ask.id === event.ask.id ? event.ask : ask)),
      };
    case 'request-ended':
      return {
        ...state,
        suggestionRequests: state.suggestionRequests.flatMap((ask) =>
          ask.id === event.id ? (event.again ?? []) : ask,
        ),
      };
    case 'call-paid':
      return { ...state, spent: event.spent };
    case 'run-paused':
      return runPaused(state, event.pause);
    case 'run-resumed':
      return runResumed(state, event.byPerson);
    case 'pace-changed':
      return { ...state, pace: event.pace };
    default:
      return assertNever(event);
  }
}

function runPaused<S extends RunState>(state: S, paused: Pause): S {
  const { details } = state;
  // A batch that a person asked for starts although the run is paused, but not when another pause has come since.
  const isAnother = paused.reason !== 'offline' && (paused.reason !== 'outage' || state.paused?.reason !== 'outage');
  const next = { ...state, paused: keepAlone(state, paused), pace: null };
  return isAnother && details.some(({ byHand }) => byHand)
    ? { ...next, details: details.map(without('byHand')) }
    : next;
}

/** A failure does not end what a person has stopped: the pause keeps what alone was to be sent. */
function keepAlone({ paused: before, details, results }: RunState, paused: Pause): Pause {
  const wasAlone = before?.reason === 'failure' ? before.alone : undefined;
  if (paused.reason !== 'failure' || (before?.reason !== 'person' && !wasAlone)) return paused;
  const alone = details.flatMap(({ byHand }, index) =>
    results[index] == null && (byHand || wasAlone?.includes(index)) ? [index] : [],
  );
  return alone.length === 0 ? paused : { ...paused, alone };
}

/** By a person, or as an outage ends, what was planned to be retried goes on at once. Back online, it keeps its times. */
function runResumed<S extends RunState>(state: S, byPerson: boolean): S {
  const resumed = byPerson ? withAsksOn(resumedByPerson(state)) : { ...state, paused: null };
  return byPerson || state.paused?.reason === 'outage' ? retried(resumed, () => true) : resumed;
}

/** An ask whose call is still under way may have its corrective pass after all. */
const withAsksOn = <S extends RunState>(state: S): S => ({
  ...state,
  suggestionRequests: state.suggestionRequests.map((ask) =>
    ask.stage === 'last' ? { ...ask, stage: 'loading' } : ask,
  ),
});

function resumedByPerson<S extends RunState>(state: S): S {
  const { paused, results, details } = state;
  const alone = (paused?.reason === 'failure' && paused.alone) || [];
  const isAsked = (index: number) =>
    (alone.includes(index) && results[index] === undefined) || isToGoAlone(state, index);
  if (!details.some((_, index) => isAsked(index))) return { ...secondChancesTaken(state), paused: null };
  const asked = details.map((each, index) => (isAsked(index) ? { ...each, byHand: true } : each));
  return { ...state, details: asked, paused: { reason: 'person' } };
}

/** A person had asked for this batch of a stopped run, and network or server failed it. */
const isToGoAlone = ({ paused, results, details }: RunState, index: number): boolean =>
  paused?.reason === 'person' && details[index]?.byHand === true && isRetryPlanned(results[index], details[index]);

const NO_DETAILS: BatchDetails = {};

const batchStarted = <S extends RunState>(state: S, index: number, at: number): S =>
  withBatch(state, index, null, ({ failure: _, ...details }) => ({ ...details, startedAt: at }));

/** Another call is needed: the batch returns to the queue, with what was answered. */
const batchAnswered = <S extends RunState>(state: S, index: number, progress: BatchProgress): S =>
  withBatch(state, index, undefined, ({ startedAt: _, ...details }) => ({
    ...details,
    ...correctionOf(progress),
    ...partsNotesOf(progress, details),
    progress,
  }));

/** What the texts so far were made with: where an answer has brought some, what was noted of it. */
function partsNotesOf(progress: BatchProgress, before: BatchDetails): Pick<BatchDetails, 'partsNotes'> {
  const { partsNotes, notesStamp = '' } = before;
  if (textCount(progress) > textCount(before.progress)) return { partsNotes: notesStamp };
  return partsNotes === undefined ? {} : { partsNotes };
}

const textCount = ({ texts = {} }: BatchProgress = {}): number => Object.keys(texts).length;

function batchMade<S extends RunState>(state: S, event: EventOf<'batch-made'>): S {
  const { index, provenance, provenances, notesStamp } = event;
  const { notesStamp: _, ...details } = state.details[index] ?? NO_DETAILS;
  const made = { ...details, provenance, ...(notesStamp !== undefined && { notesStamp }) };
  return { ...state, details: state.details.with(index, made), provenances };
}

/** Once: a batch that fails each time does not hold up the others. */
const mayGoAlone = ({ paused }: RunState, { retry }: EventOf<'batch-finished'>): boolean =>
  paused?.reason === 'person' && retry?.tries === 1;

const batchFinished = <S extends RunState>(state: S, event: EventOf<'batch-finished'>): S =>
  withBatch(state, event.index, event.result, ({ usage, correction, progress, secondChance, byHand, ...made }) => ({
    ...(usage && { usage }),
    ...(made.provenance && { provenance: made.provenance }),
    ...(made.notesStamp && { notesStamp: made.notesStamp }),
    ...(correction && { correction: event.corrected ? { ...correction, worked: true } : correction }),
    ...(progress?.texts && { inParts: true }),
    ...(event.failure && { failure: event.failure, ...(secondChance && { secondChance }) }),
    ...(event.progress && { progress: event.progress }),
    ...(event.progress?.texts && partsNotesOf(event.progress, { ...made, ...(progress && { progress }) })),
    ...(event.namesTaken && { namesTaken: event.namesTaken }),
    ...(event.retry && { retry: event.retry, ...(byHand && mayGoAlone(state, event) && { byHand }) }),
  }));

/** Returns those of these batches to the queue that are still failed and planned for a retry. */
const retried = <S extends RunState>(state: S, which: (index: number) => boolean): S =>
  requeued(state, (index) => which(index) && isRetryPlanned(state.results[index], state.details[index]));

const secondChancesPlanned = <S extends RunState>(state: S, { batches }: EventOf<'second-chances-planned'>): S =>
  batches.reduce(
    (next, { index, result }) =>
      next.results[index] === result ? withDetails(next, index, { secondChance: 'planned' }) : next,
    state,
  );

/** Returns the batches with a second chance to the queue. */
function secondChancesTaken<S extends RunState>(state: S): S {
  const takes = (index: number) => hasSecondChance(state.results[index], state.details[index]);
  const next = requeued(state, takes);
  if (next === state) return state;
  return {
    ...next,
    details: next.details.map((each, index) => (takes(index) ? { ...each, secondChance: 'taken' } : each)),
  };
}

function requeued<S extends RunState>(state: S, which: (index: number) => boolean): S {
  if (!state.results.some((_, index) => which(index))) return state;
  return {
    ...state,
    results: state.results.map((slot, index) => (which(index) ? undefined : slot)),
    details: state.details.map((each, index) => (which(index) ? without('failure')(each) : each)),
  };
}

const tokensUsed = <S extends RunState>(state: S, index: number | null, usage: TokenUsage): S =>
  index === null
    ? { ...state, readingUsage: addUsage(state.readingUsage, usage) }
    : withDetails(state, index, { usage: addUsage(state.details[index]?.usage ?? NO_USAGE, usage) });

const correctionOf = ({ correcting }: BatchProgress): Pick<BatchDetails, 'correction'> =>
  correcting ? { correction: { answer: correcting.answer, errors: correcting.errors } } : {};

/** A function that removes one part of a batch's details. */
export function without<Key extends keyof BatchDetails>(key: Key) {
  return ({ [key]: _, ...rest }: BatchDetails): BatchDetails => rest;
}

/** One batch changes; a batch that is not there (a late answer after Restart) changes nothing. */
export function withBatch<S extends RunState>(
  state: S,
  index: number,
  slot: BatchSlot,
  change: (details: BatchDetails) => BatchDetails,
): S {
  if (index < 0 || index >= state.results.length) return state;
  const sameSlot = slot === state.results[index];
  return {
    ...state,
    results: sameSlot ? state.results : state.results.with(index, slot),
    details: state.details.with(index, change(state.details[index] ?? NO_DETAILS)),
  };
}

export function withDetails<S extends RunState>(state: S, index: number, change: Partial<BatchDetails>): S {
  return withBatch(state, index, state.results[index], (details) => ({ ...details, ...change }));
}
