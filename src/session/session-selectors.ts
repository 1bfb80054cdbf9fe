import type { TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { type BatchSlot, isFailed, isOk } from '../translation/batch.ts';
import type { BatchDetails, Pause, SessionState } from './session-state.ts';

/** Judgements over the facts: what the page shows and which command is possible. All pure. */

/** The word of the specification's batch icon, and `data-state` of a batch item. */
export type BatchStatus = 'waiting' | 'loading' | 'ok' | 'failed';

/** Only the tab that holds the run changes anything. */
export const isHolder = ({ role }: Pick<SessionState, 'role'>): boolean => role === 'holder';

/** Batches exist, or another tab holds the run: the original and the prompt are read-only. */
export const isSourceFixed = (state: SessionState): boolean => hasBatches(state) || !isHolder(state);

export const hasBatches = (state: SessionState): boolean => state.results.length > 0;

export function batchStatus(slot: BatchSlot): BatchStatus {
  if (slot === undefined) return 'waiting';
  if (slot === null) return 'loading';
  return isOk(slot) ? 'ok' : 'failed';
}

export interface Progress {
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly loading: number;
  readonly waiting: number;
}

const progressOf = new WeakMap<readonly BatchSlot[], Progress>();

/** Counts of the batches by status; counted once for each list of results. */
export function progress({ results }: Pick<SessionState, 'results'>): Progress {
  const known = progressOf.get(results);
  if (known) return known;
  const counts = { total: results.length, ok: 0, failed: 0, loading: 0, waiting: 0 };
  // Array.from reads the holes of a sparse list as not started.
  for (const slot of Array.from(results)) counts[batchStatus(slot)]++;
  progressOf.set(results, counts);
  return counts;
}

export const allOk = (state: SessionState): boolean => hasBatches(state) && progress(state).ok === state.results.length;

/**
 * Something is in flight, or will be by itself, here or in the tab that a follower shows. While that is so, outputs are
 * read-only (specification, section 2).
 */
export const isPending = (state: SessionState): boolean =>
  progress(state).loading > 0 || nextInRun(state) !== undefined;

/** Outputs and the result can be edited, validated, formatted. */
export const canReview = (state: SessionState): boolean => isHolder(state) && !isPending(state);

/** Something is left to start by itself, and the run is paused. */
export const canResume = (state: SessionState): boolean =>
  isHolder(state) && state.paused !== null && isLeftToRun(state);

/** Something is under way, or will be by itself, now or when a pause ends that ends by itself. */
export const canStop = (state: SessionState): boolean =>
  isHolder(state) &&
  (isPending(state) || ((state.paused === null || endsByItself(state.paused)) && isLeftToRun(state)));

/** Nobody needs to press anything for the run to go on. */
export const endsByItself = (paused: Pause | null): boolean =>
  paused?.reason === 'offline' || paused?.reason === 'outage';

export const canTranslate = (state: SessionState): boolean =>
  isHolder(state) && !hasBatches(state) && state.sourceText.trim() !== '';
export const canShowResult = (state: SessionState): boolean =>
  isHolder(state) && allOk(state) && state.translated === '';
export const canDownload = (state: SessionState): boolean => allOk(state) && state.translated !== '';
export const canClearTranslated = (state: SessionState): boolean =>
  isHolder(state) && (state.translated !== '' || state.error !== '');
/** Only finished batches open. */
export const canShowBatch = (state: SessionState, index: number): boolean => state.results[index] != null;

/** The next batch that this tab may start; undefined: none. */
export const nextBatch = (state: SessionState): number | undefined => (isHolder(state) ? nextInRun(state) : undefined);

/**
 * The next batch of the run: first one that a person asked for, then as `nextUnasked` says. In a paused run only what a
 * person asked for may start; offline nothing may.
 */
function nextInRun(state: SessionState): number | undefined {
  const { results, details, paused } = state;
  if (paused?.reason === 'offline') return undefined;
  const asked = details.findIndex(({ byHand }, index) => byHand && results[index] === undefined);
  if (asked >= 0) return asked;
  return paused ? undefined : nextUnasked(state);
}

/**
 * What the run starts next by itself, were it not paused: a batch that needs another call, else the lowest that was never
 * started, else one that takes its second chance.
 */
export function nextUnasked({ results, details }: Pick<SessionState, 'results' | 'details'>): number | undefined {
  let best: number | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (let index = 0; index < results.length; index++) {
    if (results[index] !== undefined) continue;
    const { progress: before, secondChance } = details[index] ?? {};
    const rank = before ? 0 : secondChance ? 2 : 1;
    if (rank < bestRank) [best, bestRank] = [index, rank];
    if (rank === 0) break;
  }
  return best;
}

/** A failed batch that the run tries again by itself, and that no person has edited. */
export const isRetryPlanned = (slot: BatchSlot, { retry, edited }: BatchDetails = {}): boolean =>
  retry !== undefined && !edited && isFailed(slot);

/** The batches of which that is so, the lowest first. */
export const plannedRetries = ({ results, details }: Pick<SessionState, 'results' | 'details'>): readonly number[] =>
  details.flatMap((each, index) => (isRetryPlanned(results[index], each) ? [index] : []));

/** When the first of them is due, ms since the epoch; undefined: there is none. */
export function nextRetryAt(state: Pick<SessionState, 'results' | 'details'>): number | undefined {
  const times = plannedRetries(state).map((index) => state.details[index]?.retry?.at ?? 0);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Something will be sent without a person's asking for it, now, later, or when a pause ends. */
export const isLeftToRun = (state: Pick<SessionState, 'results' | 'details'>): boolean =>
  nextUnasked(state) !== undefined ||
  state.details.some(
    (each, index) => isRetryPlanned(state.results[index], each) || hasSecondChance(state.results[index], each),
  );

/** It is sent once more when the person goes on. */
export const hasSecondChance = (slot: BatchSlot, { secondChance, edited }: BatchDetails = {}): boolean =>
  secondChance === 'planned' && !edited && isFailed(slot);

/** Index of the next failed batch after `from` (round the end), for "next failed"; undefined: none failed. */
export const nextFailed = (state: SessionState, from: number): number | undefined => findFailed(state, from, 1);

/** The same backwards. */
export const previousFailed = (state: SessionState, from: number): number | undefined =>
  findFailed(state, Math.max(from, 0), -1);

function findFailed({ results }: SessionState, from: number, direction: 1 | -1): number | undefined {
  const count = results.length;
  for (let step = 1; step <= count; step++) {
    const index = (from + direction * step + count) % count;
    if (isFailed(results[index])) return index;
  }
  return undefined;
}

/** Tokens of the whole run so far. */
export function totalUsage(state: SessionState): TokenUsage {
  const sum = { input: 0, output: 0, reasoning: 0 };
  for (const { usage } of state.details) {
    if (!usage) continue;
    sum.input += usage.input;
    sum.output += usage.output;
    sum.reasoning += usage.reasoning;
  }
  return sum;
}

/** The open batch's input as text: its phrases as they stand in the file. */
export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ number, time, text }) => `${number}\n${time}\n${text}`).join('\n\n');
