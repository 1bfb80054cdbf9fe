import { useDeferredValue, useState } from 'react';
import { isPending, isWaitingToRetry, nextFailed, type Pause, progressShown } from '../../../engine/run-state.ts';
import { canResume, canStop, type Work } from '../../../film/film.ts';
import { confirmedCount, editedCount, firstMissingLine, linesInPlaceOf } from '../../../film/shown-facts.ts';
import { askToNotify, canAskToNotify, useMedium, useNarrow, useTight } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { RadioGroup } from '../../kit/fields.tsx';
import { focusAtOnce, focusSoon } from '../../kit/focus.ts';
import { ChevronRight } from '../../kit/icons.tsx';
import { Bell } from '../../kit/more-icons.tsx';
import { useFocusHeir } from '../../kit/overlays.ts';
import panel from '../../kit/panel.module.css';
import { ERRORS_ID } from '../../kit/panel.tsx';
import { useKeepLines } from '../../state/keep-lines.tsx';
import {
  BATCHES_HEADING_ID,
  isPausedByLimit,
  openBatch,
  resumeSoon,
  usePrimaryVariant,
} from '../../state/next-step.ts';
import { VIEW_NAMES, type ViewName } from '../../state/page-state.ts';
import { useLinesShown, usePage, useServices, useSession } from '../../state/services.tsx';
import { BatchItems } from './batch-items.tsx';
import styles from './batch-list.module.css';
import { RunProgress, RunStateLine, Spent, TokenSum } from './run-progress.tsx';

const ROWS_ID = 'batch-rows';

/**
 * The run's progress, and the items that open a batch. In Lines the items are folded, except in a wide window, until somebody unfolds them; the list is then
 * one row above the lines.
 */
export function BatchList() {
  const { commands } = useServices();
  const count = useSession((state) => state.batches.length);
  // In a later task, because the browser lays out the whole page for a new film.
  const withRows = useDeferredValue(true, false);
  const [narrow, medium, tight] = [useNarrow(), useMedium(), useTight()];
  const folds = useLinesShown();
  const [chosen, setChosen] = useState<boolean>();
  const isUnfolded = chosen ?? !tight;
  const isFolded = folds && !isUnfolded;
  if (count === 0) return null;
  return (
    <section
      className={styles.region}
      aria-labelledby={BATCHES_HEADING_ID}
      data-folded={isFolded || undefined}
      data-strip={isFolded || medium || undefined}
    >
      <div className={styles.summary}>
        <div className={styles.titleRow}>
          <h2 id={BATCHES_HEADING_ID} tabIndex={-1} className={styles.title}>
            {folds ? (
              <button
                type="button"
                className={panel.fold}
                aria-expanded={isUnfolded}
                aria-controls={ROWS_ID}
                onClick={() => setChosen(!isUnfolded)}
              >
                <ChevronRight className={panel.foldIcon} />
                Batches
              </button>
            ) : (
              'Batches'
            )}
          </h2>
          <ViewSwitch />
        </div>
        <RunProgress />
        <RunStateLine />
        {!isFolded && <TokenSum />}
        {/* On a phone a folded list shows only the progress. */}
        {!(isFolded && narrow) && !commands.demo && <Spent />}
        <RunActions />
      </div>
      {/* Another film gets a new list, scrolled to its top. */}
      <div id={ROWS_ID} className={styles.place}>
        {withRows && !isFolded && <BatchItems key={count} count={count} />}
      </div>
    </section>
  );
}

const VIEW_WORDS: Readonly<Record<ViewName, string>> = { text: 'Text', lines: 'Lines' };

/** Switches between texts and lines; closes an open batch. */
function ViewSwitch() {
  const { page, session } = useServices();
  const view = usePage((state) => state.view);
  return (
    <RadioGroup
      name="View"
      framed
      values={VIEW_NAMES}
      chosen={view}
      wordsOf={(name) => VIEW_WORDS[name]}
      onChoose={(name) => {
        page.setState({ view: name });
        if (session.store.getState().shownBatch !== null) session.showBatch(null);
      }}
    />
  );
}

/** The commands for the whole run. A button keeps its element when its words change, so that it keeps the focus. */
function RunActions() {
  const failed = useSession((state) => progressShown(state).failed);
  // Resume comes first: after it, Retry is offered for failed batches.
  const resumes = useSession(isResumable);
  return (
    <div className={styles.actions}>
      <StopOrResume />
      {failed > 0 && !resumes && <RetryFailed />}
      {failed > 0 && <ShowFailed failed={failed} />}
      <NotifyButton />
    </div>
  );
}

const isResumable = (state: Work): boolean => canResume(state) && !canStop(state);

const isLimitAsked = (state: Work): boolean =>
  isPausedByLimit(state) && state.error !== '' && state.shownBatch === null;

function StopOrResume() {
  const stoppable = useSession(canStop);
  const inLines = useLinesShown();
  // In Text, the message about the limit has a button that does the same.
  const resumable = useSession((state) => isResumable(state) && (inLines || !isLimitAsked(state)));
  return stoppable || resumable ? <RunButton resumable={resumable} /> : null;
}

/**
 * Ignores the second click of a double click, which would undo the first: on a phone Stop takes the place of Translate and Retry. When the
 * run ends, the button disappears and the heading of the batches gets the focus.
 */
function RunButton({ resumable }: { resumable: boolean }) {
  const services = useServices();
  const { session } = services;
  const button = useFocusHeir<HTMLButtonElement>(BATCHES_HEADING_ID);
  const tryWords = useSession((state) => (canStop(state) ? tryNowWords(state) : undefined));
  const resumeVariant = usePrimaryVariant('resume');
  const resume = () =>
    void resumeSoon(services, () => {
      // Nothing could start; the error says what is missing.
      if (session.store.getState().paused !== null) focusSoon(ERRORS_ID);
    });

  return (
    <>
      <Button
        once
        ref={button}
        inBar
        variant={resumable ? resumeVariant : 'bordered'}
        onClick={() => (resumable ? resume() : session.stop())}
      >
        {resumable ? 'Resume' : 'Stop'}
      </Button>
      {tryWords && <Button onClick={() => session.resume()}>{tryWords}</Button>}
    </>
  );
}

/** Words of the button that ends an automatic wait early; undefined: nothing waits. */
function tryNowWords(state: Work): string | undefined {
  if (state.paused) return TRY_NOW_WORDS[state.paused.reason];
  return isWaitingToRetry(state) ? TRY_NOW_WORDS.outage : undefined;
}

const TRY_NOW_WORDS: Partial<Record<Pause['reason'], string>> = { outage: 'Try now', offline: 'Try now' };

/** The next button's name says how many batches failed. */
function RetryFailed() {
  const { session } = useServices();
  const variant = usePrimaryVariant('retry-failed');
  const confirmed = useSession((state) => confirmedCount(state, null));
  const edited = useSession((state) => editedCount(state, null));
  const { boxes, options } = useKeepLines({ confirmed, edited });

  function retry() {
    session.translateAgain('failed', options);
    focusAtOnce(BATCHES_HEADING_ID);
  }

  return (
    <>
      <Button variant={variant} onClick={retry}>
        Retry failed
      </Button>
      {boxes}
    </>
  );
}

function ShowFailed({ failed }: { failed: number }) {
  const { session, page, goTo } = useServices();

  function showNextFailed() {
    const state = session.store.getState();
    const next = nextFailed(state, state.shownBatch ?? -1);
    if (next === undefined) return;
    const line = firstMissingLine(state, next);
    const isInLines = page.getState().view === 'lines';
    // In Text, goes to Lines only if some lines of the batch have a translation.
    if (line === undefined || !(isInLines || linesInPlaceOf(state, next) > 0)) return openBatch(session, next);
    page.setState({ view: 'lines' });
    void goTo.call({ batch: next, line });
  }

  return (
    <Button className={styles.failedCount} title="Open the next failed batch" onClick={showNextFailed}>
      {failed} failed
    </Button>
  );
}

/** Offers a browser notification for the end of a long run, until the browser has asked for permission. */
function NotifyButton() {
  const pending = useSession(isPending);
  const [askable, setAskable] = useState(canAskToNotify);
  if (!pending || !askable) return null;
  return (
    <PlainButton
      icon={<Bell />}
      aria-label="Notify me when it is done"
      title="Notify me when it is done"
      onClick={() => void askToNotify().then(() => setAskable(canAskToNotify()))}
    />
  );
}
