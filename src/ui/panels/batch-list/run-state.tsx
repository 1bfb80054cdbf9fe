import { nextRetryAt, plannedRetries } from '../../../engine/state/planned-retries.ts';
import { isPending, progress } from '../../../engine/state/run-selectors.ts';
import { nameOf } from '../../../providers/catalog.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { ERRORS_ID } from '../../kit/panel-ids.ts';
import { useServices } from '../../state/services.tsx';
import { useNow } from '../../state/use-now.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import styles from './batch-list.module.css';
import { changesWithTime, runStateWords } from './run-state-words.ts';

const pauseOf = ({ paused }: SessionState) => paused;
const paceOf = ({ pace }: SessionState) => pace;
/** The run's, which the model chosen in this tab need not be of. */
const calledEndpoint = ({ paused, pace }: SessionState) => (paused?.reason === 'outage' ? paused : pace)?.endpoint;
const retriesOf = (state: SessionState) => plannedRetries(state).length;

/** Why the run stands still, with the way to the error that says more; once that is cleared, with its words. */
export function RunState() {
  const paused = useSession(pauseOf);
  const hasError = useSession(({ error }) => error !== '');
  const pace = useSession(paceOf);
  const { waiting, loading, ok, total } = useSession(progress);
  const retries = useSession(retriesOf);
  const retryAt = useSession(nextRetryAt);
  const pending = useSession(isPending);
  const called = useSession(calledEndpoint);
  const provider = useSettings(({ model }) => nameOf(called ?? model.endpoint));
  const now = useNow(changesWithTime({ paused, pace, waiting, retries }));
  const words = runStateWords(
    { paused, pace, waiting, loading, ok, total, retries, nextRetryAt: retryAt, pending, provider },
    now,
  );
  if (words === '') return null;
  return (
    <p className={styles.runState} data-paused={paused !== null || undefined}>
      {words}
      {paused?.reason === 'failure' && (hasError ? <Details /> : ` ${paused.message}`)}
    </p>
  );
}

/** Goes to the error's own words, in the right panel of the main view. */
function Details() {
  const { session } = useServices();
  return (
    <Button
      look="plain"
      onClick={() => {
        session.closeBatch();
        focusSoon(ERRORS_ID);
      }}
    >
      Details
    </Button>
  );
}
