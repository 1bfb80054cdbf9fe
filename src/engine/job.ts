import type { Clock } from '../clock/clock.ts';
import { stampOf } from '../lib/text.ts';
import type { FoundNotes, ReadingLanguages } from '../notes/film-reading.ts';
import type { PriceBook } from '../prices/price.ts';
import type { Model, Permit, TranslateOutcome } from '../providers/provider.ts';
import type { SettingsState } from '../settings/settings.ts';
import type { Phrase } from '../subtitles/document.ts';
import { type Batch, batchAt } from '../translation/batch.ts';
import type { RequestFacts } from '../translation/request.ts';
import type { FilmReading, Provenance, RunEvent, RunState, SuggestionRequest } from './run-state.ts';
import type { KnownPace } from './scheduler.ts';

/** What the model is asked to do with some phrases, by one call after the other. */
export type Job = BatchJob | SuggestJob | ReadJob;

/** To translate a batch. */
export interface BatchJob extends Batch {
  /** Unique in its film. */
  readonly id: string;
  readonly kind: 'batch';
}

/** To suggest other translations of some lines. */
export interface SuggestJob {
  readonly id: string;
  readonly kind: 'suggest';
  readonly ask: SuggestionRequest;
}

/** To read the film for a proposal of notes. */
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

/** What one call asks for, without the prompt. In a corrective pass with the model's answer to just these phrases. */
export interface Call extends Omit<RequestFacts, 'prompt'> {
  /** Names that it tells of people and speakers: no reply is to begin with one; missing: none. */
  readonly names?: readonly string[];
  /** Of a batch: stamp of the film notes that the whole batch is made with; missing: there are none. */
  readonly notesStamp?: string;
}

export const readJob = (reading: FilmReading): ReadJob => ({ id: READ_JOB_ID, kind: 'read', reading });
export const suggestJob = (ask: SuggestionRequest): SuggestJob => ({ id: ask.id, kind: 'suggest', ask });

/** `madeWith`: missing where nothing was sent. */
export type SentOutcome = TranslateOutcome & { readonly madeWith?: Provenance };

export interface EndedCall<J extends Job = Job> {
  readonly job: J;
  readonly call: Call;
  /** In ms since 1970. */
  readonly startedAt: number;
}

/** `thrown`: code that the call needs could not be loaded, or a bug. */
export type CallEnd = SentOutcome | { readonly thrown: unknown };

/** Why a job ends without its request. */
export interface Refusal {
  readonly message: string;
  readonly kind?: 'limit';
}

export interface FilmAccess {
  readonly getState: () => RunState;
  readonly dispatch: (event: RunEvent) => void;
}

/** Where the learned pace is kept, for the model in use. */
export interface PaceMemory {
  recall(): KnownPace | undefined;
  /** Whether another model or key is in use than when the pace was recalled. */
  isOfAnother(): boolean;
  /** A request leaves to the model. */
  sentTo(model: Model): void;
  keep(known: KnownPace | undefined): void;
}

/** One film as the dispatcher reads and changes it. */
export interface FilmOfRun extends FilmAccess {
  /** Calls `onChange` after each change of the state; the returned function unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Called after a batch's result was stored. */
  readonly onBatchFinished: () => void;
}

/** What all films have in common. */
export interface DispatcherOptions {
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** The person's limit of requests in flight; Infinity: automatic. */
  readonly maxAtOnce: () => number;
  /** Whether calls ask for half price now, which has a pace of its own; missing: none does. */
  readonly isHalfPrice: (() => boolean) | undefined;
  /** The tariff of this model (missing: the one in use) that a person is shown with a price. Missing: no prices are shown. */
  readonly tariff: ((model?: Model) => string) | undefined;
  /** Missing: each film finds its pace by itself. */
  readonly paceMemory: PaceMemory | undefined;
  /** Missing: costs are not recorded, and there is no limit. */
  readonly readPricing: (() => PricingContext) | undefined;
}

/** What a call costs depends on these, and whether it may be sent. Read anew for each. Without `calls` and `models` no endpoint says its prices. */
export interface PricingContext extends PriceBook, Partial<Pick<SettingsState, 'calls' | 'models'>> {
  readonly prompt: string;
  readonly model: Model;
  /** A list is on its way that may still change the model, or name its price; missing: none is. */
  readonly isModelOpen?: boolean;
}

/** One unpaced call: prompt, model and key are read now, so that a corrected key serves the calls that are still to come. */
export type SendRequest = (call: Call, options: SendOptions) => Promise<SentOutcome>;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** The permit of a call's requests, once it is known what is sent. */
  readonly permitFor: (sending: Sending) => Permit;
}

export interface Sending {
  readonly model: Model;
  /** Whether prompt, model, key and tariff are still those that the request was composed with. */
  isAsComposed(): boolean;
}

/** Whether the browser believes that it has a network. */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls `onChange` at each change; the returned function unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

type Parts = readonly (readonly string[])[];
const NOTHING: FoundNotes = { about: '', people: [], address: [], terms: [] };

export const isUnderWay = ({ stage }: FilmReading): boolean => stage !== 'stopped' && stage !== 'done';

/** What tells lines that were read: the parts may be cut otherwise for another model, and the text may have changed. */
export const stampOfLines = (lines: readonly string[]): string => stampOf(lines.join('\n'));

/** A reading that begins, or goes on behind what one before has read of the same lines. What any before has found is kept. */
export function readingOf(
  before: FilmReading | null,
  parts: Parts,
  languages: ReadingLanguages,
  mostFound?: number,
  told?: string,
): FilmReading {
  const { done, lines, stamp, unread } =
    before?.stage === 'stopped' ? before : { done: 0, lines: 0, stamp: '', unread: 0 };
  const found = before?.found ?? NOTHING;
  const read = parts.flat().slice(0, lines);
  // A project file can say anything; a part has at least one line.
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
    told,
    declined: before?.declined,
  };
}

/** The parts without so many lines at their beginning. */
function behind(parts: Parts, count: number): Parts {
  let left = count;
  return parts.flatMap((part) => {
    const rest = part.slice(left);
    left = Math.max(0, left - part.length);
    return rest.length > 0 ? [rest] : [];
  });
}
