import { useState } from 'react';
import { isPending, type Pause, progress } from '../../../engine/run-state.ts';
import { canResume, canStop, nextFailed } from '../../../film/film.ts';
import { confirmedCount, editedCount, onlyEmptyLine } from '../../../film/shown-facts.ts';
import { askToNotify, canAskToNotify } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { useFocusHeir } from '../../kit/modal.ts';
import { Bell } from '../../kit/more-icons.tsx';
import { ERRORS_ID } from '../../kit/panel.tsx';
import { useKeepLines } from '../../state/keep-lines.tsx';
import { usePrimaryVariant } from '../../state/next-step.ts';
import { BATCHES_HEADING_ID, openBatch } from '../../state/open-batch.tsx';
import { useServices, useSession } from '../../state/services.tsx';
import styles from './batch-list.module.css';

/** The commands for the whole run. A button stays in its place when its words change, so that it keeps the focus. */
export function RunActions() {
  const failed = useSession((state) => progress(state).failed);
  return (
    <div className={styles.actions}>
      <StopOrResume />
      {failed > 0 && <RetryFailed failed={failed} />}
      {failed > 0 && <ShowFailed failed={failed} />}
      <NotifyButton />
    </div>
  );
}

function StopOrResume() {
  const stoppable = useSession(canStop);
  const resumable = useSession((state) => canResume(state) && !canStop(state));
  return stoppable || resumable ? <RunButton resumable={resumable} /> : null;
}

/**
 * Ignores the second click of a double click, which would undo the first: on a phone Stop takes the place of Translate and Retry. When the
 * run ends, the button disappears and the heading of the batches gets the focus.
 */
function RunButton({ resumable }: { resumable: boolean }) {
  const { session } = useServices();
  const button = useFocusHeir<HTMLButtonElement>(BATCHES_HEADING_ID);
  const tryNowWords = useSession((state) =>
    canStop(state) && state.paused ? TRY_NOW_WORDS[state.paused.reason] : undefined,
  );
  const resumeVariant = usePrimaryVariant('resume');
  function resume() {
    session.resume();
    // Nothing could start; the error says what is missing.
    if (session.store.getState().paused !== null) focusSoon(ERRORS_ID);
  }

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
      {tryNowWords && <Button onClick={session.resume}>{tryNowWords}</Button>}
    </>
  );
}

/** Words of the button that ends an automatic pause early. */
const TRY_NOW_WORDS: Partial<Record<Pause['reason'], string>> = { outage: 'Try now', offline: 'Try anyway' };

/** Its accessible name is "Retry failed" (specification, D6.4). The next button's name says how many batches failed. */
function RetryFailed({ failed }: { failed: number }) {
  const { session } = useServices();
  const variant = usePrimaryVariant('retry-failed');
  const confirmed = useSession((state) => confirmedCount(state, null));
  const edited = useSession((state) => editedCount(state, null));
  const { boxes, options } = useKeepLines({ confirmed, edited });

  function retry() {
    session.translateAgain('failed', options);
    focusSoon(BATCHES_HEADING_ID);
  }

  return (
    <>
      <Button variant={variant} onClick={retry}>
        <span>
          Retry <span aria-hidden>{failed} </span>failed
        </span>
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
    const line = page.getState().view === 'lines' ? onlyEmptyLine(state, next) : undefined;
    if (line === undefined) openBatch(session, next);
    else void goTo.call({ batch: next, line });
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
