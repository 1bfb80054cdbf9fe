import { assertNever } from '../lib/result.ts';
import { ABORTED, addUsage, type TokenUsage } from '../providers/provider.ts';
import { type Batch, batchAt } from '../translation/batch.ts';
import { prettyJson } from '../translation/read-reply.ts';
import {
  type BatchFailure,
  type BatchProgress,
  type FailedBatch,
  type FilmBatch,
  factsOf,
  keepResults,
  NO_PROGRESS,
  progressOf,
  sendingOf,
  slotOf,
  textCount,
  turnWith,
  type WaitingBatch,
} from './batch.ts';
import {
  type FinishedBatch,
  hasSecondChance,
  isAsked,
  isRetryPlanned,
  type Pause,
  type RunEvent,
  type RunState,
} from './run-state.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The state after an event of the engine. It is the same object if the event changes nothing. Pure. */
export function runReducer<S extends RunState>(state: S, event: RunEvent): S {
  switch (event.type) {
    case 'batch-started':
      return withBatch(state, event.index, (batch) => started(batch, event.at));
    case 'batch-returned':
      return withBatch(state, event.index, waiting);
    case 'batch-answered':
      return withBatch(state, event.index, (batch) => answered(batch, event.progress));
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
    // The page shows this event. It changes no state.
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
    case 'refusal-outdated':
      return state.paused?.reason === 'failure' ? { ...state, paused: { ...state.paused, message: '' } } : state;
    case 'run-resumed':
      return runResumed(state, event.byPerson);
    case 'pace-changed':
      return { ...state, pace: event.pace };
    default:
      return assertNever(event);
  }
}

function runPaused<S extends RunState>(state: S, paused: Pause): S {
  // A batch that a person asked for starts in a paused run, unless the run has been paused for another reason since.
  const isAnother = paused.reason !== 'offline' && (paused.reason !== 'outage' || state.paused?.reason !== 'outage');
  const next = { ...state, paused: keepAlone(state, paused), pace: null };
  return isAnother ? withEach(next, notAsked) : next;
}

/** The batch without the person's request for it. */
export const notAsked = (batch: FilmBatch): FilmBatch =>
  batch.state !== 'ok' && batch.turn === 'asked' ? { ...batch, turn: turnWith(batch.progress) } : batch;

/** A failure does not end the person's stop: the new pause remembers the batches that the person had asked for. */
function keepAlone({ paused: before, batches }: RunState, paused: Pause): Pause {
  const wasAlone = before?.reason === 'failure' ? before.alone : undefined;
  if (paused.reason !== 'failure' || (before?.reason !== 'person' && !wasAlone)) return paused;
  const alone = batches.flatMap((batch, index) =>
    (batch.state === 'waiting' || batch.state === 'loading') && (isAsked(batch) || wasAlone?.includes(index))
      ? [index]
      : [],
  );
  return alone.length === 0 ? paused : { ...paused, alone };
}

/** If a person resumes, or an outage ends, planned retries start at once. When the browser is online again, they start at their planned times. */
function runResumed<S extends RunState>(state: S, byPerson: boolean): S {
  const resumed = byPerson ? withAsksOn(resumedByPerson(state)) : { ...state, paused: null };
  return byPerson || state.paused?.reason === 'outage' ? retried(resumed, () => true) : resumed;
}

/** A suggestion request whose call is still under way may have its corrective pass after all. */
const withAsksOn = <S extends RunState>(state: S): S => ({
  ...state,
  suggestionRequests: state.suggestionRequests.map((ask) =>
    ask.stage === 'last' ? { ...ask, stage: 'loading' } : ask,
  ),
});

function resumedByPerson<S extends RunState>(state: S): S {
  const { paused } = state;
  const alone = (paused?.reason === 'failure' && paused.alone) || [];
  const isToGo = (batch: FilmBatch, index: number) =>
    (alone.includes(index) && batch.state === 'waiting') ||
    (paused?.reason === 'person' && isAsked(batch) && isRetryPlanned(batch));
  if (!state.batches.some(isToGo)) return { ...secondChancesTaken(state), paused: null };
  const asked = (batch: FilmBatch, index: number): FilmBatch =>
    batch.state !== 'ok' && isToGo(batch, index) ? { ...batch, turn: 'asked' } : batch;
  return { ...withEach(state, asked), paused: { reason: 'person' } };
}

/** The batch, put into the queue with everything its calls have brought. An OK batch needs no call, so it stays as it is. */
export const waiting = (batch: FilmBatch): FilmBatch =>
  batch.state === 'ok' ? batch : { ...toSend(batch), state: 'waiting' };

const started = (batch: FilmBatch, startedAt: number): FilmBatch => ({ ...toSend(batch), state: 'loading', startedAt });

/** The facts that a batch keeps when it is sent or returns to the queue. */
function toSend(batch: FilmBatch) {
  const { turn, progress, retry } = sendingOf(batch);
  return { ...factsOf(batch), turn, progress, retry };
}

/** The batch needs another call. It returns to the queue with its answers. */
function answered(batch: FilmBatch, brought: BatchProgress): WaitingBatch {
  const before = toSend(batch);
  const { correcting } = brought;
  return {
    ...before,
    state: 'waiting',
    turn: before.turn === 'usual' ? 'next' : before.turn,
    correction: correcting
      ? { answer: correcting.answer, errors: correcting.errors, worked: false }
      : before.correction,
    progress: withTextsNotes(brought, before.progress, before.notesStamp),
  };
}

/** The progress, with the stamp of the notes that its texts were made with. A new answer's stamp replaces the old one if the answer brought texts. */
function withTextsNotes(brought: BatchProgress, before: BatchProgress, notesStamp: string): BatchProgress {
  return { ...brought, textsNotes: textCount(brought) > textCount(before) ? notesStamp : before.textsNotes };
}

function batchMade<S extends RunState>(state: S, event: EventOf<'batch-made'>): S {
  const { index, provenance, provenances, notesStamp } = event;
  return { ...withBatch(state, index, (batch) => ({ ...batch, provenance, notesStamp })), provenances };
}

const batchFinished = <S extends RunState>(state: S, event: EventOf<'batch-finished'>): S =>
  withBatch(state, event.index, (batch) => finished(batch, event, state.paused));

function finished(batch: FilmBatch, event: EventOf<'batch-finished'>, paused: Pause | null): FilmBatch {
  const { result, failure, corrected, namesTaken, retry } = event;
  const { turn, progress: before } = sendingOf(batch);
  const facts = factsOf(batch);
  const correction = facts.correction && { ...facts.correction, worked: facts.correction.worked || corrected };
  const output = { result, inParts: textCount(before) > 0, edited: false, filled: [], namesTaken };
  if (failure === null) return { ...facts, state: 'ok', correction, ...output };
  const hasTexts = textCount(event.progress) > 0;
  // The person's request counts for one retry only: a batch that fails each time must not block the others.
  const staysAsked = paused?.reason === 'person' && retry?.tries === 1;
  return {
    ...facts,
    state: 'failed',
    correction,
    ...output,
    failure,
    retry,
    turn: turn === 'last' || (turn === 'asked' && staysAsked) ? turn : 'usual',
    progress: hasTexts ? withTextsNotes(event.progress, before, facts.notesStamp) : event.progress,
    secondChance: false,
  };
}

/** Returns to the queue those of the selected batches that are still failed and have a planned retry. */
const retried = <S extends RunState>(state: S, which: (index: number) => boolean): S =>
  withEach(state, (batch, index) => (which(index) && isRetryPlanned(batch) ? requeued(batch) : batch));

const requeued = (batch: FailedBatch): WaitingBatch => ({
  ...toSend(batch),
  state: 'waiting',
  turn: turnWith(batch.progress, batch.turn),
});

const secondChancesPlanned = <S extends RunState>(state: S, { batches }: EventOf<'second-chances-planned'>): S =>
  batches.reduce(
    (next, { index, result }) =>
      withBatch(next, index, (batch) =>
        batch.state === 'failed' && batch.result === result ? { ...batch, secondChance: true } : batch,
      ),
    state,
  );

/** Returns the batches with a second chance to the queue. */
const secondChancesTaken = <S extends RunState>(state: S): S =>
  withEach(state, (batch) => (hasSecondChance(batch) ? { ...requeued(batch), turn: 'last' } : batch));

const tokensUsed = <S extends RunState>(state: S, index: number | null, usage: TokenUsage): S =>
  index === null
    ? { ...state, readingUsage: addUsage(state.readingUsage, usage) }
    : withBatch(state, index, (batch) => ({ ...batch, usage: addUsage(batch.usage, usage) }));

/** Changes one batch. If the batch does not exist (a late answer after Restart), the state stays the same. */
export function withBatch<S extends RunState>(state: S, index: number, change: (batch: FilmBatch) => FilmBatch): S {
  const before = state.batches[index];
  const after = before && change(before);
  if (after === undefined || after === before) return state;
  const batches = state.batches.with(index, after);
  if (slotOf(after) === slotOf(before)) keepResults(state.batches, batches);
  return { ...state, batches };
}

/** Changes each batch. If no batch changes, the state is the same object. */
export function withEach<S extends Pick<RunState, 'batches'>>(
  state: S,
  change: (batch: FilmBatch, index: number) => FilmBatch,
): S {
  const batches = state.batches.map(change);
  if (batches.every((batch, index) => batch === state.batches[index])) return state;
  if (batches.every((batch, index) => slotOf(batch) === slotOf(state.batches[index])))
    keepResults(state.batches, batches);
  return { ...state, batches };
}

export interface FinishedStep extends FinishedBatch {
  readonly kind: 'finished';
}

/** Ends a batch that cannot continue, with everything its calls brought. The page shows `text`, from the last call, if the calls brought nothing else. */
export function unfinished(
  batch: Batch,
  { texts, correcting, namesTaken }: BatchProgress,
  failure: BatchFailure,
  error: string,
  text = '',
): FinishedStep {
  return {
    kind: 'finished',
    result: [error, textsAsOutput(batch, texts) ?? correcting?.answer ?? text],
    failure,
    progress: { ...NO_PROGRESS, texts, namesTaken, correcting },
    corrected: false,
    namesTaken,
  };
}

/** A person stops one batch. It becomes a failed batch with everything its calls brought, so that the run does not start it again. */
export function batchStopped(
  { phrases, batches }: RunState,
  index: number,
): Extract<RunEvent, { type: 'batch-finished' }> {
  const { kind: _, ...ended } = unfinished(batchAt(phrases, index), progressOf(batches[index]), 'cancelled', ABORTED);
  return { type: 'batch-finished', index, ...ended, retry: null };
}

/** Makes an output of texts by phrase number. undefined: there are no texts. */
export const textsAsOutput = ({ phrases }: Batch, texts: BatchProgress['texts']): string | undefined =>
  textCount({ texts }) === 0
    ? undefined
    : prettyJson(
        phrases.flatMap(({ number }) =>
          texts[number] === undefined ? [] : [[String(number), texts[number]] as const],
        ),
      );
