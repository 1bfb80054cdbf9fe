import { memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { LineFacts } from '../../../../film/judged-lines.ts';
import { FREQUENT_LANGUAGES, languageOptions } from '../../../../languages/language-names.ts';
import type { Replacement } from '../../../../review/find.ts';
import type { ProblemKind } from '../../../../review/line.ts';
import type { Limits } from '../../../../review/measured-line.ts';
import { FILTERS, type Filter, kindsOf, PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import { afterQuiet, useMedium } from '../../../kit/browser.ts';
import { Announced, PlainButton } from '../../../kit/button.tsx';
import { CheckBox, RadioGroup, Select } from '../../../kit/fields.tsx';
import { Disclosure } from '../../../kit/panel.tsx';
import { NumberField } from '../../../kit/typed-fields.tsx';
import { shortNameOf, showOtherNotes, useOtherNotes } from '../../../state/next-film.ts';
import { withLanguage } from '../../../state/page-state.ts';
import { usePage, useServices, useSession, useSettings } from '../../../state/services.tsx';
import {
  choiceOf,
  countLines,
  factsOfLine,
  NEED_JUDGING,
  type ReviewState,
  useAwaitedLines,
  useFilmProblems,
  useLineJudge,
} from '../line-facts.ts';
import styles from '../lines.module.css';
import {
  lineWords,
  numberText,
  type ReplacePreview,
  showLines,
  thenGrid,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import { FindBar, focusReplacements, previewOf, ReplaceList } from './find-bar.tsx';
import { MovedWords, UndoAndRedo } from './undo-and-redo.tsx';

const SHOW_WORDS: Readonly<Record<Filter, string>> = {
  all: 'All',
  'to-review': 'To review',
  problems: 'Problems',
  fit: 'Fit',
  edited: 'Edited',
  confirmed: 'Confirmed',
  flagged: 'Flagged',
  failed: 'Failed',
};

/** Above the grid: the filter and the progress of the review. With memo it redraws only when the state changes, not when the person moves. */
export const LinesToolbar = memo(function LinesToolbar({ state, notes }: { state: ReviewState; notes: ReactNode }) {
  const folded = useMedium();
  const { session } = useServices();
  const store = useLinesStore();
  const { show, kind, shown } = useLinesView(useShallow(({ show, kind, shown }) => ({ show, kind, shown })));
  const filmProblems = useFilmProblems();
  const counts = useMemo(() => countLines(state, filmProblems), [state, filmProblems]);
  const lastCounts = useRef(counts.shown);
  useEffect(() => {
    if (filmProblems.version) lastCounts.current = counts.shown;
  }, [filmProblems, counts]);
  // A chosen kind stays in the list after its last line is done, because it has the focus.
  const kinds = kindsOf(show, filmProblems.countsFit).filter((each) => counts.ofKind[each] > 0 || each === kind);

  useAwaitedLines(state);

  function choose(nextShow: Filter, nextKind: ProblemKind | ''): void {
    const choice = choiceOf(session.store.getState(), filmProblems, nextShow, nextKind);
    showLines(store, { ...choice, open: null, selected: new Set() });
  }

  return (
    <div className={styles.toolbar}>
      <RadioGroup
        name="Show"
        framed={false}
        values={FILTERS}
        chosen={show}
        wordsOf={(each) => (
          <>
            {SHOW_WORDS[each]}{' '}
            {/* "Problems" has no count: its lines are those of "To review", and its kinds have counts. */}
            {each !== 'problems' && (
              <span className={styles.optionCount}>
                {/* Before the film is judged, a 0 would mean that there are no problems. The number of the film before keeps its room. */}
                {filmProblems.version || !NEED_JUDGING.has(each) ? (
                  numberText(counts.shown[each])
                ) : (
                  <span aria-hidden style={{ visibility: 'hidden' }}>
                    {numberText(lastCounts.current[each])}
                  </span>
                )}
              </span>
            )}
          </>
        )}
        onChoose={(each) => choose(each, '')}
        onChooseAgain={(each) => choose(each, kind)}
      />
      {show === 'all' && shown && (
        <span role="status" className={styles.count}>
          {otherNotesWords(shown.size, counts.shown.all)}
          <PlainButton onClick={thenGrid(() => choose('all', ''))}>Show all lines</PlainButton>
          <NextOtherNotes />
        </span>
      )}
      {kinds.length > 0 && (
        <div className={styles.kinds}>
          <RadioGroup
            name="Kind"
            framed={false}
            values={['', ...kinds] as const}
            chosen={kind}
            wordsOf={(each) => (
              <>
                {each === '' ? 'All kinds' : PROBLEM_KIND_ROWS[each].name}{' '}
                <span className={styles.count}>
                  {numberText(each === '' ? counts.shown[show] : counts.ofKind[each])}
                </span>
              </>
            )}
            onChoose={(each) => choose(show, each)}
            onChooseAgain={(each) => choose(show, each)}
          />
          {kind !== '' && <FixAll key={kind} kind={kind} state={state} />}
        </div>
      )}
      <Announced name="Undo" words={<MovedWords />} />
      <UndoAndRedo hasFilms={false} variant="plain" />
      <ViewOptions />
      {notes}
      {folded ? (
        <Disclosure summary="Find and replace">
          <FindBar state={state} inRow={false} />
        </Disclosure>
      ) : (
        <FindBar state={state} inRow />
      )}
    </div>
  );
});

/** The sentence is also true after these lines were translated again. */
const otherNotesWords = (shown: number, all: number): string =>
  shown === all
    ? 'All lines are shown: all were translated with other notes.'
    : shown === 1
      ? `Only 1 of ${lineWords(all)} is shown: the one that was translated with other notes.`
      : `Only ${numberText(shown)} of ${lineWords(all)} are shown: those that were translated with other notes.`;

/** "Next: E03, 12 lines": the next film of the series with such lines; after the last one, the first. */
function NextOtherNotes() {
  const services = useServices();
  const openId = useSession(({ id }) => id);
  const next = useOtherNotes().films.find(({ film }) => film !== openId);
  return (
    next && (
      <PlainButton onClick={() => void showOtherNotes(services, next)}>
        Next: {shortNameOf(services, { id: next.film })}, {lineWords(next.lines.phrases)}
      </PlainButton>
    )
  );
}

/** "Fix all of this kind (34)": fixes that need no model, with a preview. Confirmed lines do not change. */
function FixAll({ kind, state }: { kind: ProblemKind; state: ReviewState }) {
  const { session } = useServices();
  const filmProblems = useFilmProblems();
  const { version } = filmProblems;
  const [found, setFound] = useState<readonly Replacement[]>([]);
  const [fixes, setFixes] = useState<ReplacePreview>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another judgement may find other lines
  useEffect(
    () =>
      afterQuiet(0, (signal) =>
        session.analysis.orNothing(async () => setFound((await session.analysis.ask('fixAll', kind, signal)) ?? [])),
      ),
    [session, kind, version],
  );
  const meant = useMemo(
    () =>
      found.filter(({ number, before }) => {
        const facts = factsOfLine(state, filmProblems, number);
        return facts?.line.translation === before && isToMend(facts, kind);
      }),
    [found, state, filmProblems, kind],
  );

  return (
    <>
      {meant.length > 0 && (
        <PlainButton
          onClick={() => {
            setFixes(previewOf(state, meant));
            focusReplacements(document.activeElement);
          }}
        >
          Fix all of this kind ({numberText(meant.length)})
        </PlainButton>
      )}
      {fixes && (
        <ReplaceList
          preview={fixes}
          onTick={(ticked) => setFixes({ ...fixes, ticked })}
          nothing="Only a model can fix these problems."
          undoWords={(changed) => `fixing “${PROBLEM_KIND_ROWS[kind].name}” in ${lineWords(changed)}`}
          onClose={() => setFixes(undefined)}
        />
      )}
    </>
  );
}

const isToMend = ({ marks, problems }: LineFacts, kind: ProblemKind): boolean =>
  !marks.confirmed && problems.some((problem) => problem.kind === kind);

/** The limits depend on the language, not on its region. */
const LANGUAGES_WITHOUT_REGIONS = FREQUENT_LANGUAGES.filter((language) => !language.includes('-'));

/** These names are fixed, although a line here is a row of a subtitle. */
const FIELDS: readonly (readonly [keyof Limits & string, string])[] = [
  ['charactersPerSecond', 'Characters a second'],
  ['charactersPerLine', 'Characters a line'],
  ['lines', 'Lines'],
];

/** The language and the limits for judging lines. memo, because drawing a list of languages is slow. */
const ViewOptions = memo(function ViewOptions() {
  const { page, settings } = useServices();
  const judge = useLineJudge();
  const { language, limits, countsFit } = useFilmProblems();
  const breaks = usePage((state) => state.lineBreaks === 'as-they-are');
  const editsAsItGoes = usePage((state) => state.editAsIGo === 'on');
  const id = useId();
  return (
    <Disclosure summary="View options" onDemand>
      <div className={styles.options}>
        <CheckBox
          checked={breaks}
          onChange={(checked) => page.setState({ lineBreaks: checked ? 'as-they-are' : 'running' })}
        >
          Line breaks as they are
        </CheckBox>
        <CheckBox checked={editsAsItGoes} onChange={(checked) => page.setState({ editAsIGo: checked ? 'on' : 'off' })}>
          Edit as I go: Ctrl+Enter opens the next line
        </CheckBox>
        <CheckBox checked={countsFit} onChange={judge.countFit}>
          Also review lines that are too fast or too long
        </CheckBox>
        <label className={styles.option}>
          Translation language
          <Select
            className={styles.select}
            value={language ?? ''}
            options={languageOptions(language, LANGUAGES_WITHOUT_REGIONS)}
            onChoose={(chosen) => {
              judge.choose({ language: chosen || undefined });
              page.setState({ saving: withLanguage(page.getState().saving, chosen, settings.store.getState().prompt) });
            }}
          />
        </label>
        {FIELDS.map(([field, words]) => (
          <label key={field} htmlFor={id + field} className={styles.option}>
            {words}
            <NumberField
              id={id + field}
              min={1}
              max={200}
              countsSteps={false}
              className={styles.numberField}
              value={limits[field]}
              onNumber={(value = 0) => {
                if (value >= 1) judge.choose({ limits: { [field]: value } });
              }}
            />
          </label>
        ))}
      </div>
      <PromptLine />
    </Disclosure>
  );
});

/** The prompt in one line. It is edited in Text. */
function PromptLine() {
  const { page } = useServices();
  const { prompt, model } = useSettings(useShallow(({ prompt, model }) => ({ prompt, model: model.id })));
  return (
    <p className={styles.promptLine}>
      <span className={styles.promptText} title={prompt}>
        {prompt}
      </span>
      <span className={styles.count}>{model}</span>
      <PlainButton onClick={() => page.setState({ view: 'text' })}>Change</PlainButton>
    </p>
  );
}
