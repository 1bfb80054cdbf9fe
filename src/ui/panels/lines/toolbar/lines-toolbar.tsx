import { type ReactNode, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isHolder } from '../../../../engine/run-state.ts';
import { FILTERS, type Filter } from '../../../../review/filter.ts';
import { PROBLEM_KINDS, type ProblemKind } from '../../../../review/line.ts';
import { Button } from '../../../kit/button.tsx';
import { RadioGroup } from '../../../kit/fields.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { undoWords } from '../../../words/undo-words.ts';
import { countLines, type ReviewState, shownBy } from '../line-facts.ts';
import { countText, KIND_WORDS, SHOW_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { useLinesStore, useLinesView } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { FixAll } from './fix-all.tsx';
import { ViewOptions } from './view-options.tsx';

/** No number is shown until the film has been judged: 0 would say that nothing is doubtful. */
const NEED_JUDGING: ReadonlySet<Filter> = new Set(['to-review', 'problems']);

/** Above the grid: what is shown of the film, and how far the review is. `children`: what there is no other room for. */
export function LinesToolbar({ state, children }: { state: ReviewState; children: ReactNode }) {
  const { session } = useServices();
  const store = useLinesStore();
  const { show, kind } = useLinesView(useShallow(({ show, kind }) => ({ show, kind })));
  const judged = useJudged();
  const holds = useSession(isHolder);
  const undo = useSession(({ undo: step }) => step);
  const redo = useSession(({ redo: step }) => step);
  const counts = useMemo(() => countLines(state, judged), [state, judged]);

  /** The lines that match now; later the rows stay as they are until an option is chosen again. */
  function choose(nextShow: Filter, nextKind: ProblemKind | ''): void {
    const shown = shownBy(session.store.getState(), judged, nextShow, nextKind);
    store.setState({ show: nextShow, kind: nextKind, shown, open: null, selected: new Set() });
  }

  return (
    <div className={styles.toolbar}>
      <RadioGroup
        name="Show"
        values={FILTERS}
        chosen={show}
        wordsOf={(each) => (
          <>
            {SHOW_WORDS[each]}{' '}
            <span className={styles.optionCount}>
              {(judged.film || !NEED_JUDGING.has(each)) && countText(counts.shown[each])}
            </span>
          </>
        )}
        onChoose={(each) => choose(each, '')}
        onChooseAgain={(each) => choose(each, each === 'problems' ? kind : '')}
      />
      {show === 'problems' && (
        <select
          aria-label="Kind"
          className={styles.select}
          value={kind}
          onChange={({ target }) => choose('problems', target.value as ProblemKind | '')}
        >
          <option value="">All kinds</option>
          {PROBLEM_KINDS.filter((each) => counts.ofKind[each] > 0).map((each) => (
            <option key={each} value={each}>
              {KIND_WORDS[each]} ({countText(counts.ofKind[each])})
            </option>
          ))}
        </select>
      )}
      {holds && show === 'problems' && kind !== '' && <FixAll key={kind} kind={kind} count={counts.ofKind[kind]} />}
      <span className={styles.progress}>
        {countText(counts.shown.confirmed)} of {countText(counts.shown.all)} confirmed
      </span>
      {holds && (
        <>
          <Button
            variant="plain"
            disabled={undo === null}
            title={undo ? undoWords(undo) : undefined}
            onClick={() => session.undo()}
          >
            Undo
          </Button>
          <Button
            variant="plain"
            disabled={redo === null}
            title={redo ? `${redo.words}.` : undefined}
            onClick={session.changeLinesAgain}
          >
            Redo
          </Button>
        </>
      )}
      <ViewOptions />
      {children}
    </div>
  );
}
