import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isHolder } from '../../../../engine/run-state.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { allFacts, countFineLines, fineLines, matches, type ReviewState, shownBy } from '../line-facts.ts';
import { countText, lineWords } from '../line-words.ts';
import styles from '../lines.module.css';
import { focusGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { SuggestBar } from '../suggest/suggest-bar.tsx';
import { useJudged, useLineJudge } from '../use-judged.ts';
import { RepeatsOffer } from './repeats-offer.tsx';

/**
 * Below the grid: what can be done as things stand. These commands come and go by themselves; above the grid they would push down the line
 * that a person is typing in.
 */
export function Offers({ state }: { state: ReviewState }) {
  const judged = useJudged();
  const judge = useLineJudge();
  const holds = useSession(isHolder);
  return (
    <div className={styles.offers}>
      {judged.rulesFailed && (
        <span role="alert" className={styles.gone}>
          The lines are not checked for problems: a part of the page could not be loaded.
          <Button variant="plain" onClick={() => judge.choose(judged.choices)}>
            Try again
          </Button>
        </span>
      )}
      <Refresh state={state} />
      {holds && <SelectionCommands />}
      {holds && <ConfirmAll state={state} />}
      <SuggestBar state={state} />
      <RepeatsOffer />
    </div>
  );
}

/** Lines that were shown when the option was chosen do not match it any more. */
function Refresh({ state }: { state: ReviewState }) {
  const { session } = useServices();
  const store = useLinesStore();
  const judged = useJudged();
  const { show, kind, shown } = useLinesView(useShallow(({ show, kind, shown }) => ({ show, kind, shown })));
  const gone = useMemo(() => {
    if (shown === null) return 0;
    const lines = [...allFacts(state, judged)];
    return lines.filter((facts) => shown.has(facts.line.number) && !matches(facts, show, kind)).length;
  }, [state, judged, show, kind, shown]);
  if (gone === 0) return null;
  return (
    <span className={styles.gone}>
      {gone === 1 ? '1 line no longer matches' : `${countText(gone)} lines no longer match`}
      <Button
        variant="plain"
        onClick={() => {
          const matching = shownBy(session.store.getState(), judged, show, kind);
          store.setState({ shown: matching, open: null, selected: new Set() });
          focusGrid();
        }}
      >
        Refresh
      </Button>
    </span>
  );
}

function SelectionCommands() {
  const { session } = useServices();
  const store = useLinesStore();
  const selected = useLinesView((view) => view.selected);
  if (selected.size === 0) return null;
  const numbers = [...selected];
  return (
    <span className={styles.selection}>
      {lineWords(selected.size)} selected
      <Button variant="plain" onClick={() => store.setState({ question: { kind: 'lines', numbers } })}>
        Translate again
      </Button>
      <Button variant="plain" onClick={() => session.markLines(numbers, { confirmed: true })}>
        Confirm
      </Button>
      <Button variant="plain" onClick={() => session.markLines(numbers, { flagged: true })}>
        Flag
      </Button>
    </span>
  );
}

function ConfirmAll({ state }: { state: ReviewState }) {
  const { session } = useServices();
  const judged = useJudged();
  const count = useMemo(() => countFineLines(state, judged), [state, judged]);
  if (count === 0) return null;
  return (
    <Button
      variant="plain"
      onClick={() => {
        session.markLines(fineLines(session.store.getState(), judged), { confirmed: true });
        focusGrid();
      }}
    >
      Confirm all without problems ({countText(count)})
    </Button>
  );
}
