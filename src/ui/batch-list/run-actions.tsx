import { canResume, isHolder, isPending, nextFailed, progress } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { bringBatchIntoView } from '../shared/bring-batch-into-view.ts';
import { Button } from '../shared/button.tsx';
import { useServices } from '../shared/services.tsx';
import { usePrimaryLook } from '../shared/use-primary-look.ts';
import { useSession } from '../shared/use-session.ts';
import styles from './batch-list.module.css';
import { NotifyButton } from './notify-button.tsx';

const failedCount = (state: SessionState): number => progress(state).failed;

/** Of the whole run. A button keeps its place while its word changes, so that the focus stays. */
export function RunActions() {
  const failed = useSession(failedCount);
  const holds = useSession(isHolder);
  if (!holds && failed === 0) return null;
  return (
    <div className={styles.actions}>
      {holds && <StopOrResume />}
      {holds && failed > 0 && <RetryFailed />}
      {failed > 0 && <ShowFailed failed={failed} />}
      {holds && <NotifyButton />}
    </div>
  );
}

function StopOrResume() {
  const { session } = useServices();
  const pending = useSession(isPending);
  const resumable = useSession((state) => canResume(state) && state.paused?.reason !== 'offline');
  const resumeLook = usePrimaryLook('resume');
  if (!pending && !resumable) return null;
  return (
    <Button look={resumable ? resumeLook : 'bordered'} onClick={resumable ? session.resume : session.stop}>
      {resumable ? 'Resume' : 'Stop'}
    </Button>
  );
}

function RetryFailed() {
  const { session } = useServices();
  return (
    <Button look={usePrimaryLook('retry-failed')} onClick={session.retryFailed}>
      Retry failed
    </Button>
  );
}

/** Opens one after the other; in a tab that follows, too. */
function ShowFailed({ failed }: { failed: number }) {
  const { session } = useServices();

  function showNextFailed() {
    const state = session.store.getState();
    const next = nextFailed(state, state.shownBatch ?? -1);
    if (next === undefined) return;
    session.showBatch(next);
    bringBatchIntoView();
  }

  return (
    <Button className={styles.failedCount} title="Open the next failed batch" onClick={showNextFailed}>
      {failed} failed
    </Button>
  );
}
