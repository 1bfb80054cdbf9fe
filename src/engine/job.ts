import type { Clock } from '../clock/clock.ts';
import { stampOf } from '../lib/text.ts';
import type { ReadingLanguages } from '../notes/film-reading.ts';
import { type FoundNotes, hasFound, joinFound, NOTHING_FOUND } from '../notes/found-notes.ts';
import { NO_NOTES, sentNotes } from '../notes/notes.ts';
import type { PriceBook } from '../prices/price.ts';
import type { Model, Permit, TranslateOutcome } from '../providers/provider.ts';
import type { SettingsState } from '../settings/settings.ts';
import type { Phrase } from '../subtitles/document.ts';
import { type Batch, batchAt, batchOfPlace } from '../translation/batch.ts';
import type { RequestFacts } from '../translation/request.ts';
import type { BatchOrder, FilmReading, Provenance, RunEvent, RunState, SuggestionRequest } from './run-state.ts';
import type { KnownPace } from './scheduler.ts';

/** A task for the model about some phrases. It needs one or more calls, one after another. */
export type Job = BatchJob | SuggestJob | ReadJob;

/** Translates one batch. */
export interface BatchJob extends Batch {
  /** Unique within its film. */
  readonly id: string;
  readonly kind: 'batch';
}

/** Suggests other translations of some lines. */
export interface SuggestJob {
  readonly id: string;
  readonly kind: 'suggest';
  readonly ask: SuggestionRequest;
}

/** Reads the film and proposes film notes. */
export interface ReadJob {
  readonly id: typeof READ_JOB_ID;
  readonly kind: 'read';
  readonly reading: FilmReading;
}
export const READ_JOB_ID = 'read';

export const batchJobId = (index: number): string => `batch ${index}`;

/** Throws a RangeError for an index that no batch has. */
export const batchJob = (phrases: readonly Phrase[], index: number): BatchJob => ({
  id: batchJobId(index),
  kind: 'batch',
  ...batchAt(phrases, index),
});

/** The content of one call, without the prompt. A corrective pass includes the model's answer to the same phrases. */
export interface Call extends Omit<RequestFacts, 'prompt'> {
  /** Names of people and speakers that the request mentions. A reply must not begin with one. Missing: no names. */
  readonly names?: readonly string[];
  /** In a batch's call: stamp of the film notes for the whole batch. Missing: the film has no notes. */
  readonly notesStamp?: string;
}

export const readJob = (reading: FilmReading): ReadJob => ({ id: READ_JOB_ID, kind: 'read', reading });
export const suggestJob = (ask: SuggestionRequest): SuggestJob => ({ id: ask.id, kind: 'suggest', ask });

/** `madeWith` is missing if nothing was sent. */
export type SentOutcome = TranslateOutcome & { readonly madeWith?: Provenance };

export interface EndedCall<J extends Job = Job> {
  readonly job: J;
  readonly call: Call;
  /** When the call started, in ms since 1970. */
  readonly startedAt: number;
}

/** `thrown`: a bug, or a script of the page that could not be loaded. */
export type CallEnd = SentOutcome | { readonly thrown: unknown };

/** Why a job ends without sending its request. */
export interface Refusal {
  readonly message: string;
  readonly kind?: 'limit';
}

export interface FilmAccess {
  readonly getState: () => RunState;
  readonly dispatch: (event: RunEvent) => void;
}

/** Where the page stores the learned pace of the model in use. */
export interface PaceMemory {
  recall(): KnownPace | undefined;
  /** True if the model or key has changed since the pace was recalled. */
  isOfAnother(): boolean;
  /** Called when a request leaves to this model. */
  sentTo(model: Model): void;
  keep(known: KnownPace | undefined): void;
}

/** One film, as the dispatcher reads and changes it. */
export interface FilmOfRun extends FilmAccess {
  /** Calls `onChange` after each change of the state; the returned function unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Called after a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** False while the costs of films that are not in memory are unknown. Under a limit of money nothing is sent then. */
  readonly isAllCounted: () => boolean;
}

/** Options that all films share. */
export interface DispatcherOptions {
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** An error of our own code; the film hears of it as a failure. */
  readonly onBug: (thrown: unknown) => void;
  /** The most requests in flight: the person's limit, or the automatic one. */
  readonly maxAtOnce: () => number;
  /** Whether calls ask for half price now; that tier has its own pace. Missing: no call asks for half price. */
  readonly isHalfPrice: (() => boolean) | undefined;
  /** The tariff that the page shows with a price, for this model or the one in use. Missing: the page shows no prices. */
  readonly tariff: ((model?: Model) => string) | undefined;
  /** Missing: each film learns its pace from the start. */
  readonly paceMemory: PaceMemory | undefined;
  /** True if all films have the same prompt and model, as on a page: a failure of one would affect all of them. */
  readonly isOneRun: boolean;
  /** Of the first film. The others are sent the longest batch first. */
  readonly order: BatchOrder;
  /** Missing: costs are not recorded, and there is no limit. `film`: whose prompt and model are meant; missing: those of any film. */
  readonly readPricing: ((film?: FilmAccess) => PricingContext) | undefined;
}

/**
 * The facts that decide what a call costs and whether it may be sent, read again for each call. Without `calls` and `models` there are no prices from an
 * endpoint.
 */
export interface PricingContext extends PriceBook, Partial<Pick<SettingsState, 'calls' | 'models'>> {
  readonly prompt: string;
  readonly model: Model;
  /** US dollars that the films had cost before this limit was set. */
  readonly paidBefore?: number;
  /** True while the page loads a model list that may still change the model or name its price. */
  readonly isModelOpen?: boolean;
}

/** Sends one call without pacing. It reads prompt, model and key at that moment, so that a corrected key works for all later calls. */
export type SendRequest = (call: Call, options: SendOptions) => Promise<SentOutcome>;

interface SendOptions {
  /** The film whose prompt and model the request has. */
  readonly film: FilmAccess;
  readonly signal: AbortSignal;
  /** Makes the permit for a call's requests, as soon as the content of the request is known. */
  readonly permitFor: (sending: Sending) => Permit;
}

export interface Sending {
  readonly model: Model;
  /** True if prompt, model, key and tariff are still those that the request was composed with. */
  isAsComposed(): boolean;
}

/** Whether the browser believes that it has a network. */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls `onChange` at each change; the returned function unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

type Parts = readonly (readonly string[])[];

export const isUnderWay = ({ stage }: FilmReading): boolean => stage !== 'stopped' && stage !== 'done';

/** True if the model has answered, but nothing in its answers could be used. */
export const isUnusable = ({ found, unread }: Pick<FilmReading, 'found' | 'unread'>): boolean =>
  unread > 0 && !hasFound(found);

/** True if the model has read the whole film. A reading without parts only holds notes that came with the film. */
export const isRead = (reading: FilmReading): boolean =>
  reading.stage === 'done' && reading.count > 0 && !isUnusable(reading);

/** A fingerprint of the lines that were read. It shows whether the text has changed, or another model needs other parts. */
export const stampOfLines = (lines: readonly string[]): string => stampOf(lines.join('\n'));

/** Starts a reading, or continues an earlier reading of the same lines. It keeps everything that the earlier reading found. */
export function readingOf(
  before: FilmReading | null,
  parts: Parts,
  languages: ReadingLanguages,
  mostFound?: number,
  tariff?: string,
  foundBefore?: FoundNotes,
): FilmReading {
  const { done, lines, stamp, unread } =
    before?.stage === 'stopped' ? before : { done: 0, lines: 0, stamp: '', unread: 0 };
  const found = before?.found ?? NOTHING_FOUND;
  const read = parts.flat().slice(0, lines);
  // Guards against a damaged project file. Each part has at least one line.
  const goesOn = done > 0 && done <= read.length && stampOfLines(read) === stamp;
  const begun = {
    ...(goesOn ? { done, lines, stamp } : { done: 0, lines: 0, stamp: '' }),
    parts: goesOn ? [read, ...Array.from({ length: done - 1 }, () => []), ...behind(parts, lines)] : parts,
  };
  return {
    ...begun,
    count: begun.parts.length,
    stage: 'waiting',
    found,
    unread,
    message: '',
    languages,
    mostFound,
    before: foundBefore,
    told: tariff,
    declined: before?.declined,
  };
}

/** The parts without the first `count` lines. */
function behind(parts: Parts, count: number): Parts {
  let left = count;
  return parts.flatMap((part) => {
    const rest = part.slice(left);
    left = Math.max(0, left - part.length);
    return rest.length > 0 ? [rest] : [];
  });
}

/** Adds notes that came with a film to the findings of a reading, so that a person decides about them. Without such notes the reading does not change. */
export function proposedIn(reading: FilmReading | null, notes: FoundNotes): FilmReading | null {
  const { about, people, address, terms } = sentNotes({ ...NO_NOTES, ...notes });
  const brought = { about, people, address, terms };
  if (!hasFound(brought)) return reading;
  const there = reading ?? { ...readingOf(null, [], { from: undefined, into: undefined }), stage: 'done' };
  return { ...there, found: joinFound(there.found, brought) };
}

/** Index of the batch that a job's tokens are counted for. Suggestions: the batch of their first line. null: a reading belongs to no batch. */
export function countedAt({ phrases }: RunState, job: Job): number | null {
  if (job.kind !== 'suggest') return job.kind === 'batch' ? job.index : null;
  const place = phrases.findIndex(({ number }) => number === job.ask.phrases[0]?.number);
  return place < 0 ? place : batchOfPlace(phrases, place).index;
}

/** The requests of one film. */
export interface Run {
  /** Starts what may start now. While the browser is offline the run waits, without a failure or cost, and continues by itself. */
  pump(): void;
  /** The person resumes. Earlier failures no longer count. If there is an outage, or the browser reports offline, the run tries a request at once. */
  goOn(): void;
  /** From now on the jobs of this film go before those of all other films. */
  goFirst(): void;
  /** Forgets limits and failures. To be called before the first batch of another text. */
  reset(): void;
  /** Stops one job, or all: sends no further requests. Requests in flight are waited for; jobs without a request return to the queue. */
  stop(jobId?: string): void;
  /** Sends nothing more, for good. Resolves when all requests in flight are answered. */
  finish(): Promise<void>;
  /** Aborts one job, or all, without a restart. Late answers are dropped. Returns the aborted jobs. */
  abort(jobId?: string): readonly Job[];
  dispose(): void;
}
