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

/** The run's, which the model chosen in this tab need not be of. */
const calledEndpoint = ({ paused, pace }: SessionState) => (paused?.reason === 'outage' ? paused : pace)?.endpoint;

/** Why the run stands still, with the way to the error that says more; once that is cleared, with its words. */
export function RunState() {
  const paused = useSession((state) => state.paused);
  const hasError = useSession((state) => state.error !== '');
  const called = useSession(calledEndpoint);
  const provider = useSettings(({ model }) => nameOf(called ?? model.endpoint));
  const now = useNow(useSession(changesWithTime));
  const words = useSession((state) => runStateWords(state, provider, now));
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
      variant="plain"
      onClick={() => {
        session.closeBatch();
        focusSoon(ERRORS_ID);
      }}
    >
      Details
    </Button>
  );
}
