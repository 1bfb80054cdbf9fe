import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Progress } from '../../../engine/batch.ts';
import type { PaceLimit } from '../../../engine/pace.ts';
import { SHORTEST_WAIT_MS } from '../../../engine/pace.ts';
import {
  endsByItself,
  isPending,
  isTrying,
  isWaitingToRetry,
  nextRetryAt,
  type Pace,
  type Pause,
  plannedRetries,
  progress,
  stoppingAnswers,
} from '../../../engine/run-state.ts';
import { canResume, type Work } from '../../../film/film.ts';
import { totalUsage } from '../../../film/shown-facts.ts';
import { countWords } from '../../../lib/text.ts';
import { sumOfTokens } from '../../../prices/estimate.ts';
import { costExpected, moneyWords } from '../../../prices/price.ts';
import { nameOf } from '../../../providers/endpoints.ts';
import { isLoadingModel } from '../../../providers/models.ts';
import { PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { ERRORS_ID } from '../../kit/panel.tsx';
import { useNow, useProgressShown, useServices, useSession, useSettings } from '../../state/services.tsx';
import { StopNow } from '../../state/stop-now.tsx';
import {
  useBatchTokens,
  useHalfPrice,
  useModelToAsk,
  usePriceOf,
  useRunsHere,
  useSpent,
} from '../../state/use-prices.ts';
import { useOthers } from '../../state/use-series.ts';
import { failureWords } from '../../words/failures.ts';
import { finishingWords, priceSourceWords, timeLeftWords, waitWords } from '../../words/quantities.ts';
import { OFFLINE, STOPPED_NEWS } from '../../words/run-news.ts';
import styles from './batch-list.module.css';

export function RunProgress() {
  const { ok, failed, total } = useProgressShown();
  const paused = useSession((state) => state.paused !== null);
  const isRefused = useSession(({ pace }) => pace?.refusal !== undefined);
  const timeLeft = useTimeLeft();
  const timeWords = timeLeft === undefined || paused || isRefused ? '' : timeLeftWords(timeLeft);
  const words = `${ok} of ${countWords(total, 'batch', 'batches')}`;
  return (
    <div>
      <div className={styles.counts}>
        <span className={styles.count}>{words}</span>
        <span className={styles.fine}>{timeWords}</span>
      </div>
      <div
        role="progressbar"
        aria-label="Translated batches"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ok}
        aria-valuetext={[words, timeWords].filter(Boolean).join(', ')}
        className={styles.bar}
      >
        <div className={styles.barFailed} style={{ transform: `scaleX(${(ok + failed) / total})` }} />
        <div className={styles.barOk} style={{ transform: `scaleX(${ok / total})` }} />
      </div>
    </div>
  );
}

const NO_LIMIT: PaceLimit = { kind: 'none' };

/** When the oldest unanswered request was sent, in ms since 1970; Infinity: there is none. */
const oldestStart = ({ batches }: Work): number =>
  Math.min(...batches.flatMap((batch) => (batch.state === 'loading' ? [batch.startedAt] : [])));

/** Estimated ms until the run ends, updated after each batch; undefined: unknown. */
function useTimeLeft(): number | undefined {
  const { shown, ticker } = useServices();
  const counts = useSession(useShallow(progress));
  const pace = useSession((state) => state.pace);
  const now = useNow(pace !== null);
  const oldestAt = useSession(oldestStart);
  const [finished, setFinished] = useState<readonly FinishedBatch[]>([]);

  useEffect(
    () =>
      shown.subscribe((after, before) => setFinished((known) => noteFinished(known, before, after, ticker.exact()))),
    [shown, ticker],
  );
  return timeLeftMs(finished, counts, {
    limit: pace?.limit ?? NO_LIMIT,
    waitMs: pace === null ? 0 : Math.max(0, pace.nextAt - now),
    oldestMs: Math.max(0, now - oldestAt),
  });
}

interface FinishedBatch {
  readonly durationMs: number;
  readonly finishedAt: number;
}

const REMEMBERED_BATCHES = 20;

/**
 * The latest finished batches, oldest first, after the change from `before` to `after`. Returns the same list if none finished, and an empty
 * one after a pause.
 */
export function noteFinished(
  known: readonly FinishedBatch[],
  before: Work,
  after: Work,
  now: number,
): readonly FinishedBatch[] {
  // The gap between a batch before the pause and one after it would count the pause.
  if (before.paused && !after.paused) return [];
  if (before.batches === after.batches) return known;
  if (before.batches.length !== after.batches.length) return [];
  const finished: FinishedBatch[] = [];
  // A plain loop, because it runs eight times a second over all batches.
  for (const [index, batch] of before.batches.entries()) {
    if (batch.state !== 'loading' || after.batches[index]?.state !== 'ok') continue;
    finished.push({ durationMs: now - batch.startedAt, finishedAt: now });
  }
  return finished.length === 0 ? known : [...known, ...finished].slice(-REMEMBERED_BATCHES);
}

/** A request that takes this many times the mean is slow, and its end cannot be estimated. */
const SLOW_SHARE = 2;

interface PaceAhead {
  readonly limit: PaceLimit;
  /** Milliseconds until the next start; 0: no request waits. */
  readonly waitMs: number;
  /** Milliseconds since the oldest request in flight was sent. */
  readonly oldestMs: number;
}

/** Estimated ms until the last batch finishes; undefined before the first batch has finished, and after the last one has. */
export function timeLeftMs(
  finished: readonly FinishedBatch[],
  { loading, waiting }: Pick<Progress, 'loading' | 'waiting'>,
  { limit, waitMs, oldestMs }: PaceAhead,
): number | undefined {
  const left = loading + waiting;
  if (finished.length === 0 || left === 0) return undefined;
  const meanMs = finished.reduce((sum, { durationMs }) => sum + durationMs, 0) / finished.length;
  // An unusually long request may take any time.
  if (waiting === 0) return oldestMs > SLOW_SHARE * meanMs ? undefined : meanMs;
  const byPaceMs = (left * meanMs) / Math.max(1, loading);
  const byLimitMs = limit.kind === 'per-minute' ? (waiting * 60_000) / limit.requests : 0;
  return Math.max(byPaceMs, byLimitMs, left * meanGapMs(finished), waitMs + meanMs);
}

/** The mean time between two finished batches. It also reflects an unknown limit of the provider. */
function meanGapMs(finished: readonly FinishedBatch[]): number {
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last || finished.length < 2) return 0;
  return (last.finishedAt - first.finishedAt) / (finished.length - 1);
}

/** The run's endpoint. The model that is chosen in this tab may have another one. */
const calledEndpoint = ({ paused, pace }: Work) => (paused?.reason === 'outage' ? paused : pace)?.endpoint;

/** Says why the run waits, with a link to the error or, if the error was dismissed, with its words. */
export function RunStateLine() {
  const paused = useSession((state) => state.paused);
  const waitsToRetry = useSession(isWaitingToRetry);
  const hasError = useSession((state) => state.error !== '');
  const called = useSession(calledEndpoint);
  const provider = useSettings(({ model }) => nameOf(called ?? model.endpoint));
  const now = useNow(useSession(changesWithTime));
  const others = useOthers();
  const words = useSession((state) => runStateWords(state, provider, now, [...others.values()]));
  if (words === '') return null;
  return (
    <p
      className={styles.runState}
      data-paused={paused !== null || undefined}
      data-waits={endsByItself(paused) || waitsToRetry || undefined}
    >
      {words}
      {paused?.reason === 'failure' && (hasError ? <Details /> : ` ${paused.message}`)}
      <StopNow className={styles.fine} />
    </p>
  );
}

/** A link to the error's own words, in the right panel of the main view. */
function Details() {
  const { session } = useServices();
  return (
    <PlainButton
      onClick={() => {
        session.showBatch(null);
        focusSoon(ERRORS_ID);
      }}
    >
      Details
    </PlainButton>
  );
}

function changesWithTime(state: Work): boolean {
  const { paused, pace } = state;
  if (paused) return paused.reason === 'outage';
  return (pace !== null && progress(state).waiting > 0) || plannedRetries(state).length > 0;
}

/**
 * Why the run is stopped, or what it waits for; '' if it simply runs. `provider`: display name of the run's provider; `now`: ms since 1970; `others`: the
 * other films of the list that are in memory.
 */
export function runStateWords(state: Work, provider: string, now: number, others: readonly Work[] = []): string {
  const { paused, pace } = state;
  const { waiting, loading } = progress(state);
  const retries = plannedRetries(state).length;
  if (paused)
    return waiting + loading + retries > 0 || paused.reason === 'failure' || stoppingAnswers(state) > 0
      ? pauseWords(state, paused, provider, now, others)
      : '';
  if (isWaitingToRetry(state)) return nextTryWords(provider, (nextRetryAt(state) ?? 0) - now, false);
  return pace === null || waiting === 0 || !isPending(state) ? '' : paceWords(pace, provider, now);
}

function paceWords({ nextAt, limit, refusal }: Pace, provider: string, now: number): string {
  const waitMs = nextAt - now;
  const next = waitMs >= SHORTEST_WAIT_MS ? `next batch in ${waitWords(waitMs)}` : '';
  if (refusal !== undefined)
    return next === ''
      ? `${provider} asked the page to wait. The page tries again now. ${provider} says: ${refusal}`
      : `${provider} asks the page to wait: ${next}. ${provider} says: ${refusal}`;
  if (limit.kind === 'none') return next && `${provider} asks the page to wait: ${next}`;
  const { kind, requests } = limit;
  const most = `${countWords(Math.round(requests), 'request')} ${kind === 'at-once' ? 'at once' : 'a minute'}`;
  return [`${provider} allows about ${most}`, next].filter(Boolean).join(' · ');
}

function pauseWords(state: Work, pause: Pause, provider: string, now: number, others: readonly Work[]): string {
  const { waiting, loading, ok, total } = progress(state);
  switch (pause.reason) {
    case 'person': {
      const films = [state, ...others];
      const answers = films.reduce((sum, film) => sum + stoppingAnswers(film), 0);
      if (answers > 0)
        return finishingWords(
          answers,
          films.flatMap(({ spent }) => spent),
        );
      const hasOthers = waiting + plannedRetries(state).length > 0;
      if (loading > 0)
        return `Stopped. The page sends only the lines and batches that you ask for.${hasOthers ? ' Press Resume to send the other batches.' : ''}`;
      // Resume also continues the other films, of which more than one batch was sent.
      const isTry = isTrying(state) && !others.some((film) => canResume(film) && !isTrying(film));
      return isTry ? 'Only the first batch was sent. Press Resume to send the other batches.' : STOPPED_NEWS;
    }
    case 'offline':
      return OFFLINE;
    case 'outage': {
      const whom = isLoadingModel(pause) ? `${provider} to load its model` : provider;
      return nextTryWords(whom, pause.nextTryAt - now, loading > 0);
    }
    case 'failure':
      return `${failureWords(pause)} ${keptWords(ok, total)}`;
  }
}

const keptWords = (ok: number, total: number): string =>
  ok === 0 ? 'No batch is finished yet.' : `Batches finished: ${ok} of ${total}.`;

/** `waitMs`: time until the next try; `isTrying`: the page is trying now. */
function nextTryWords(whom: string, waitMs: number, isTrying: boolean): string {
  const next = waitMs > 0 ? `next try in ${waitWords(waitMs)}` : isTrying ? 'trying again now' : 'next try soon';
  return `Waiting for ${whom}, ${next}.`;
}

/** Keeps the room of a number that comes with the first reply: without it, all that is below would move then. */
function NoNumberYet() {
  const isRunning = useSession(isPending);
  return (
    isRunning && (
      <p aria-hidden className={`${styles.fine} ${styles.tokens}`}>
        {'\u00a0'}
      </p>
    )
  );
}

/** The run's tokens so far, as counted by the provider. */
export function TokenSum() {
  const batches = useSession((state) => state.batches);
  const readingUsage = useSession((state) => state.readingUsage);
  const { input, output, reasoning, atHalfPrice = 0 } = totalUsage({ batches, readingUsage });
  if (input + output === 0) return <NoNumberYet />;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Tokens: {input.toLocaleString('en')} in · {output.toLocaleString('en')} out
      </span>{' '}
      {reasoning > 0 && <span className={styles.phrase}>(including {reasoning.toLocaleString('en')} thinking)</span>}{' '}
      {atHalfPrice > 0 && <span className={styles.phrase}>({atHalfPrice.toLocaleString('en')} at half price)</span>}
    </p>
  );
}

const spentWords = (cost: number, isPartial: boolean): string => `${isPartial ? 'at least ' : ''}${moneyWords(cost)}`;

/** The film's cost so far, and its expected total according to its calls. */
export function Spent() {
  const sum = useSpent();
  const batches = useSession((state) => state.batches);
  const tokens = useBatchTokens();
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const price = model && priceNow(model);
  const isHalf = useHalfPrice();
  const runsHere = useRunsHere(model);
  if (!sum) return price && !runsHere ? <NoNumberYet /> : null;

  const { spent, cost, guessed, isPartial } = sum;
  const left = tokens?.filter((_, index) => batches[index]?.state !== 'ok') ?? [];
  const inFull = price && costExpected(spent, { model }, sumOfTokens(left), price.price);
  const ahead = inFull && (isHalf ? inFull / 2 : inFull);
  const isTold = spent.every(({ charged }) => charged !== undefined);
  const isRunning = left.length > 0 && ahead !== undefined && tokens?.length === batches.length;
  return (
    <p className={`${styles.fine} ${styles.tokens}`}>
      <span className={styles.phrase}>
        Spent: {spentWords(cost, isPartial)}
        {isRunning ? ` of ${price?.atHour ? 'at most' : 'about'} ${moneyWords(cost + ahead)}` : ''}
      </span>{' '}
      {guessed > 0 && <span className={styles.phrase}>({moneyWords(guessed)} of it estimated)</span>}{' '}
      <span className={styles.phrase}>({isTold ? 'as reported by the provider' : priceSourceWords(price)})</span>
    </p>
  );
}
