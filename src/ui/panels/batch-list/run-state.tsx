import { useId } from 'react';
import { isHolder, stoppingAnswers } from '../../../engine/run-state.ts';
import { moneyWords } from '../../../prices/money-words.ts';
import { endedOf, sumOf } from '../../../prices/spending.ts';
import { nameOf } from '../../../providers/catalog.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { ERRORS_ID } from '../../kit/panel-ids.ts';
import { BATCHES_HEADING_ID } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import { useNow, useSession, useSettings } from '../../state/use-film.ts';
import { useHalfPrice, usePriceOf } from '../../state/use-prices.ts';
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
      <StopNow />
    </p>
  );
}

/** Throws the answers away for which a stopped run waits, and says what that may cost. */
function StopNow() {
  const { session } = useServices();
  const answers = useSession((state) => (isHolder(state) ? stoppingAnswers(state) : 0));
  const cost = useCostUnderWay();
  const id = useId();
  if (answers === 0) return null;
  const them = answers === 1 ? 'it' : 'them';
  const charged =
    cost === 0 ? '' : `: ${cost === undefined ? '' : `about ${moneyWords(cost)} `}may be charged all the same`;
  return (
    <>
      {' '}
      <Button
        aria-describedby={id}
        onClick={() => {
          session.stopNow();
          focusSoon(BATCHES_HEADING_ID);
        }}
      >
        Stop now
      </Button>{' '}
      <span id={id} className={styles.fine}>
        throws {them} away{charged}; Resume asks for {them} again.
      </span>
    </>
  );
}

/** US dollars that the answers under way will cost, as far as can be told; undefined: nobody can. */
function useCostUnderWay(): number | undefined {
  const spent = useSession((state) => state.spent);
  const priceNow = usePriceOf();
  const isHalf = useHalfPrice();
  const [all, ended] = [sumOf(spent, priceNow), sumOf(endedOf(spent), priceNow)];
  if (spent.length === 0 || all.isPartial) return undefined;
  return (all.cost - ended.cost) / (isHalf ? 2 : 1);
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
