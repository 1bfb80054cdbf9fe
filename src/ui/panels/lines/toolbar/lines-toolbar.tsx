import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { isHolder } from '../../../../engine/state/run-selectors.ts';
import { FILTERS, type Filter } from '../../../../review/filter.ts';
import { PROBLEM_KINDS, type ProblemKind } from '../../../../review/problem.ts';
import { Button } from '../../../kit/button.tsx';
import { RadioGroup } from '../../../kit/fields/radio-group.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-session.ts';
import { undoWords } from '../../../words/undo-words.ts';
import { RowMenu } from '../grid/row-menu.tsx';
import { allFacts, countLines, isFine, type LineFacts, matches, type ReviewState } from '../line-facts.ts';
import { countText, KIND_WORDS, SHOW_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { focusGrid, useLinesStore, useLinesView } from '../lines-view.ts';
import { shownBy } from '../shown-by.ts';
import { SuggestBar } from '../suggest/suggest-bar.tsx';
import { useSuggestStore } from '../suggest/suggest-view.ts';
import { useJudged, useLineJudge } from '../use-judged.ts';
import { FixAll } from './fix-all.tsx';
import { RepeatsOffer } from './repeats-offer.tsx';
import { ViewOptions } from './view-options.tsx';

/** No number is shown until the film has been judged: 0 would say that nothing is doubtful. */
const NEED_JUDGING: ReadonlySet<Filter> = new Set(['to-review', 'problems']);

/** What is shown of the film, how far the review is, and the commands that change many lines. `children`: what there is no other room for. */
export function LinesToolbar({ state: newest, children }: { state: ReviewState; children: ReactNode }) {
  const { session } = useServices();
  const store = useLinesStore();
  const suggest = useSuggestStore();
  const { show, kind, shown, selected } = useLinesView(({ show, kind, shown, selected }) => ({
    show,
    kind,
    shown,
    selected,
  }));
  const state = useDeferredValue(newest);
  const judged = useJudged();
  const judge = useLineJudge();
  const holds = useSession(isHolder);
  const undo = useSession(({ undo: step }) => step);
  const redo = useSession(({ redo: step }) => step);
  const counts = useMemo(() => countLines(state, judged), [state, judged]);
  const gone = useMemo(
    () => countGone(allFacts(state, judged), shown, (facts) => matches(facts, show, kind)),
    [state, judged, show, kind, shown],
  );

  /** The lines that match now; later the rows stay as they are until an option is chosen again. */
  function choose(nextShow: Filter, nextKind: ProblemKind | ''): void {
    const found = shownBy(session.store.getState(), judged, nextShow, nextKind);
    store.setState({ show: nextShow, kind: nextKind, shown: found, open: null, selected: new Set() });
  }

  function confirmAll(): void {
    const numbers: number[] = [];
    for (const facts of allFacts(session.store.getState(), judged)) {
      if (isFine(facts)) numbers.push(facts.line.number);
    }
    session.markLines(numbers, { confirmed: true });
    focusGrid();
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
            {(judged.film || !NEED_JUDGING.has(each)) && (
              <span className={styles.count}>{countText(counts.shown[each])}</span>
            )}
          </>
        )}
        onChoose={(each) => choose(each, '')}
        onChooseAgain={(each) => choose(each, each === 'problems' ? kind : '')}
      />
      {judged.rulesFailed && (
        <span role="alert" className={styles.gone}>
          The lines are not checked for problems: a part of the page could not be loaded.
          <Button look="plain" onClick={() => judge.choose(judged.choices)}>
            Try again
          </Button>
        </span>
      )}
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
      {gone > 0 && (
        <span className={styles.gone}>
          {gone === 1 ? '1 line no longer matches' : `${countText(gone)} lines no longer match`}
          <Button
            look="plain"
            onClick={() => {
              choose(show, kind);
              focusGrid();
            }}
          >
            Refresh
          </Button>
        </span>
      )}
      <span className={styles.progress}>
        {countText(counts.shown.confirmed)} of {countText(counts.shown.all)} confirmed
      </span>
      {holds && (
        <>
          {selected.size > 0 && (
            <span className={styles.selection}>
              {selected.size === 1 ? '1 line' : `${countText(selected.size)} lines`} selected
              <Button
                look="plain"
                onClick={() => suggest.setState({ question: { kind: 'lines', numbers: [...selected] } })}
              >
                Translate again
              </Button>
              <Button look="plain" onClick={() => session.markLines([...selected], { confirmed: true })}>
                Confirm
              </Button>
              <Button look="plain" onClick={() => session.markLines([...selected], { flagged: true })}>
                Flag
              </Button>
            </span>
          )}
          {counts.withoutProblems > 0 && (
            <Button look="plain" onClick={confirmAll}>
              Confirm all without problems ({countText(counts.withoutProblems)})
            </Button>
          )}
          <Button
            look="plain"
            disabled={undo === null}
            title={undo ? undoWords(undo) : undefined}
            onClick={() => session.undo()}
          >
            Undo
          </Button>
          <Button
            look="plain"
            disabled={redo === null}
            title={redo ? `${redo.words}.` : undefined}
            onClick={session.changeLinesAgain}
          >
            Redo
          </Button>
        </>
      )}
      <SuggestBar state={state} />
      <RepeatsOffer />
      <ViewOptions />
      {children}
      <RowMenu />
    </div>
  );
}

/** Lines that were shown when the option was chosen, and do not match it any more. */
function countGone(
  lines: Iterable<LineFacts>,
  shown: ReadonlySet<number> | null,
  isMatch: (facts: LineFacts) => boolean,
): number {
  let count = 0;
  if (shown !== null) for (const facts of lines) if (shown.has(facts.line.number) && !isMatch(facts)) count++;
  return count;
}
