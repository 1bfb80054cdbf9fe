import { type ReactNode, useEffect } from 'react';
import { isFinished } from '../../../engine/batch.ts';
import { hasBatches, isPending, isWaitingToRetry, progressShown } from '../../../engine/run-state.ts';
import { canResume, canStop, type Work } from '../../../film/film.ts';
import { countWords } from '../../../lib/text.ts';
import { usePage, useServices, useSession } from '../../state/services.tsx';
import { useSpent } from '../../state/use-prices.ts';
import { centsWords, durationWords } from '../../words/quantities.ts';
import styles from './result-panel.module.css';

/** Above the result: how long the run took, what it cost, what failed, how many lines need a look. `children`: the button that goes to these lines. */
export function RunEnd({ children }: { children: ReactNode }) {
  const { commands } = useServices();
  const tookMs = usePage((state) => state.tookMs);
  const toReview = usePage((state) => state.toReview);
  const spent = useSpent();
  const money = spent && !commands.demo ? centsWords(spent.cost, spent.isPartial) : '';
  const took = tookMs === null ? '' : durationWords(tookMs);
  const failed = useSession(failedWords);
  return (
    <div className={styles.end}>
      <p>
        {doneWords(failed === '' ? 'Done' : 'Ended', took, money)} <Failed />
        {failed !== '' && ' '}
        {toReviewWords(toReview)}
      </p>
      {children}
    </div>
  );
}

/** After a run with failures: what failed, and what to do. Download and Result wait for it. */
export function Failed() {
  const words = useSession(failedWords);
  return words === '' ? null : <span id="next-step-hint">{words}</span>;
}

export const failedWords = (state: Work): string => {
  const { failed, total } = progressShown(state);
  if (failed === 0 || isPending(state) || isWaitingToRetry(state) || canResume(state)) return '';
  const what = total === 1 ? 'The batch failed.' : `${failed} of ${total} batches failed.`;
  return failed === 1
    ? `${what} Retry it. Or open it and press “Fill gaps with the original”.`
    : `${what} Retry them. Or open a batch and press “Fill gaps with the original”.`;
};

/** `took`, `money`: '' if the time is unknown or nothing was charged. */
function doneWords(how: 'Done' | 'Ended', took: string, money: string): string {
  return `${[how, took && `in ${took}`, money && `for ${money}`].filter(Boolean).join(' ')}.`;
}

/** '' until the lines are judged. */
function toReviewWords(count: number | null): string {
  if (count === null) return '';
  if (count === 0) return 'Nothing needs a look.';
  return `${countWords(count, 'line')} ${count === 1 ? 'needs' : 'need'} a look.`;
}

/** How long a film's run has taken so far; undefined: not known. `since`: when it last continued, in ms since 1970; null: it is stopped. */
export type RunTime = { readonly ms: number; readonly since: number | null } | undefined;

/** Counts from the film's first request, without the time in which the run was stopped. `now`: in ms since 1970. */
export function runTimeAfter(time: RunTime, before: Work, after: Work, now: number): RunTime {
  if (before.batches === after.batches && before.paused === after.paused) return time;
  const isOther = before.phrases !== after.phrases;
  // A film that Undo brought back or that came from a project file: nobody knows how long its run took, even if no batch is done.
  const hasCome = before.sourceText !== after.sourceText || after.batches.some(isFinished);
  if (!hasBatches(after) || (isOther && hasCome)) return undefined;
  const known = isOther ? { ms: 0, since: null } : time;
  if (known === undefined) return undefined;
  const goesOn = isPending(after) || canStop(after);
  if (goesOn) return known.since === null ? { ...known, since: now } : known;
  return known.since === null ? known : { ms: known.ms + now - known.since, since: null };
}

/** Stores on the page how long the run took. If the run began before the page was loaded, this is not known. */
export function useRunTime(): void {
  const { session, page, ticker } = useServices();
  useEffect(() => {
    let time: RunTime;
    return session.store.subscribe((after, before) => {
      time = runTimeAfter(time, before, after, ticker.exact());
      const tookMs = time?.since === null ? time.ms : null;
      if (tookMs !== page.getState().tookMs) page.setState({ tookMs });
    });
  }, [session, page, ticker]);
}
