import { type ComponentProps, type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isFinished } from '../../../../engine/batch.ts';
import { isInSeries, type Work } from '../../../../film/film.ts';
import { batchOfLine, isConfirmed, isReadable, lineOf, marksOf, placeOf } from '../../../../film/lines.ts';
import { countWords } from '../../../../lib/text.ts';
import type { FindOptions, Replacement } from '../../../../review/find.ts';
import type { Line } from '../../../../review/line.ts';
import { isOfInputMethod } from '../../../kit/browser.ts';
import { Button, PlainButton } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { focusGrid, focusWhenShown, whenDrawn } from '../../../kit/focus.ts';
import { shortNameOf } from '../../../state/next-film.ts';
import { useServices, useSession } from '../../../state/services.tsx';
import { LineText, textDirection } from '../grid/line-text.tsx';
import type { ReviewState } from '../line-facts.ts';
import styles from '../lines.module.css';
import {
  askForHit,
  FIND_ID,
  type FindFields,
  GO_TO_ID,
  goToRow,
  lineKey,
  lineNumberOf,
  linesStoreOf,
  lineWords,
  numberText,
  REPLACE_ID,
  type ReplacePreview,
  SHOW_ALL,
  showLines,
  thenGrid,
  toggled,
  unreadableKey,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import { type FilmWithHits, foundOrSentence, useAnswer, useOtherFilms } from './search.ts';

const OPTIONS: readonly (readonly [keyof FindOptions & string, string])[] = [
  ['matchCase', 'Match case'],
  ['exactly', 'Match quotes and dashes exactly'],
  ['wholeWord', 'Whole word'],
  ['regularExpression', 'Regular expression'],
];

const STEPS = [
  [-1, 'Previous hit', 'Shift+F3'],
  [1, 'Next hit', 'F3'],
] as const;

/**
 * Finds in originals and translations, replaces in translations, and goes to a number. `inRow`: the field is in the row of tools. While
 * somebody uses it, until Escape, it has a row of its own, with the options beside it.
 */
export function FindBar({ state, inRow }: { state: ReviewState; inRow: boolean }) {
  const services = useServices();
  const { session, page, intake } = services;
  const store = useLinesStore();
  const openId = useSession(({ id }) => id);
  const isOfSeries = useSession(isInSeries);
  const active = useLinesView((view) => view.active);
  const lastLine = useLinesView((view) => view.lastLine);
  const { query, options, by, preview, isUsed, due } = useLinesView((view) => view.find);
  const put = (fields: Partial<FindFields>) => store.setState(({ find }) => ({ find: { ...find, ...fields } }));
  const [said, setSaid] = useState('');
  const sought = useMemo(() => ({ query, options }), [query, options]);
  const answer = useAnswer(sought);
  const isFound = answer?.query === query && answer.options === options && answer.film === openId;
  const found = isFound ? answer.found : undefined;
  const hits = useMemo(() => {
    if (!found?.ok) return [];
    const { numbers, hitsOf } = found.value;
    return numbers
      .flatMap((number) => lineOf(state, number) ?? [])
      .flatMap((line) => (hitsOf(line) ? line.number : []));
  }, [state, found]);
  const { error, ...others } = useOtherFilms(sought, found);
  // Old hits stay marked until the next answer, to avoid flicker at each key.
  const marked = answer?.found.ok ? answer.found.value.hitsOf : null;
  useEffect(() => {
    store.setState({ hitsOf: marked });
    return () => store.setState({ hitsOf: null });
  }, [store, marked]);
  // Searches a newly opened film of the series for the same. Before it is drawn, so that no field loses the focus.
  useEffect(
    () =>
      session.store.subscribe((now, before) => {
        const isOther = now.id !== before.id && page.getState().series.rows.some(({ id }) => id === now.id);
        if (!isOther) return;
        const { find } = linesStoreOf(before.phrases).getState();
        linesStoreOf(now.phrases).setState({ find: { ...find, preview: undefined } });
      }),
    [session, page],
  );

  function goTo(number: number): string {
    const now = session.store.getState();
    const index = batchOfLine(now.phrases, number) ?? -1;
    const key = isReadable(now, index) || !isFinished(now.batches[index]) ? lineKey(number) : unreadableKey(index);
    goToRow(linesStoreOf(now.phrases), { active: key, open: null, ...SHOW_ALL });
    setSaid('');
    return key;
  }

  const activeHit = hits.findIndex((number) => lineKey(number) === active);

  /** The hit after the active row, or (-1) before it; undefined: the film has none there. */
  function ownHit(step: 1 | -1): number | undefined {
    // All lines of a batch that is no JSON share one row.
    const isHere = (number: number) =>
      active === lineKey(number) || active === unreadableKey(batchOfLine(state.phrases, number) ?? -1);
    const at = step === 1 ? hits.findLastIndex(isHere) : hits.findIndex(isHere);
    if (at >= 0) return hits[at + step];
    const place = (number: number | undefined) => placeOf(state.phrases, number ?? 0) ?? -1;
    const from = place(lineNumberOf(lastLine));
    return step === 1 ? hits.find((number) => place(number) > from) : hits.findLast((number) => place(number) < from);
  }

  /** The film with the next hit in this direction; undefined: none is known. */
  function filmBehind(step: 1 | -1): FilmWithHits | undefined {
    const film = ownHit(step) === undefined ? others.nearest(step) : undefined;
    return film === 'awaited' ? undefined : film;
  }

  function goToHit(step: 1 | -1): void {
    const film = filmBehind(step);
    const number = ownHit(step) ?? (step === 1 ? hits[0] : hits.at(-1));
    if (film) void goToFilm(film);
    else if (number !== undefined) goTo(number);
  }

  const [isOpening, setIsOpening] = useState(false);
  async function goToFilm({ row: { id }, line }: FilmWithHits): Promise<void> {
    // A text field loses the focus when another film is opened, but the person may also have moved it meanwhile.
    let focused = document.activeElement;
    const follow = ({ target }: FocusEvent) => {
      focused = target as Element;
    };
    document.addEventListener('focusin', follow);
    setIsOpening(true);
    try {
      await (await intake.series())?.open(id, line);
    } finally {
      document.removeEventListener('focusin', follow);
      setIsOpening(false);
    }
    if (session.store.getState().id === id) goTo(line);
    if (focused?.id === FIND_ID) focusWhenShown(FIND_ID);
  }

  useEffect(() => {
    if (due === 0 || isOpening || !isFound) return;
    const step = due > 0 ? 1 : -1;
    if (ownHit(step) === undefined && others.nearest(step) === 'awaited') return;
    put({ due: due - step });
    goToHit(step);
  });

  function goToNumber(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get('number'));
    const isThere = placeOf(session.store.getState().phrases, number) !== undefined;
    if (isThere) focusWhenShown(goTo(number));
    else setSaid(`There is no line ${number}.`);
  }

  async function askPreview(): Promise<void> {
    setSaid('');
    const pressed = document.activeElement;
    const would = await foundOrSentence(session.analysis.ask('replace', { query, options, by }));
    if (!would?.ok) return setSaid(would?.error ?? '');
    put({ preview: previewOf(session.store.getState(), would.value) });
    focusReplacements(pressed);
  }

  const hasOptions = !inRow || isUsed || query !== '';
  return (
    <>
      <div className={styles.find} data-row={hasOptions || undefined} data-of-all-films>
        <WordsField
          id={FIND_ID}
          type="search"
          aria-label="Find in lines"
          title="Ctrl+F"
          placeholder="Find"
          value={query}
          onFocus={() => put({ isUsed: true })}
          onChange={({ target }) => {
            put({ query: target.value, due: 0 });
          }}
          onKeyDown={(event) => {
            if (isOfInputMethod(event.nativeEvent)) return;
            if (event.key === 'Enter') askForHit(store, event.shiftKey ? -1 : 1, event.repeat);
            if (event.key !== 'Escape' || query !== '') return;
            put({ isUsed: false });
            focusGrid();
          }}
        />
        {hasOptions && (
          <>
            {OPTIONS.map(([option, words]) => (
              <CheckBox
                key={option}
                checked={options[option] ?? false}
                onChange={(checked) => put({ options: { ...options, [option]: checked }, due: 0 })}
              >
                {words}
              </CheckBox>
            ))}
            {STEPS.map(([step, words, key]) => {
              const film = filmBehind(step);
              return (
                <PlainButton
                  key={words}
                  title={key}
                  disabled={hits.length === 0 && !others.hasHits}
                  onClick={() => askForHit(store, step)}
                >
                  {words}
                  {film && ` in ${shortNameOf(services, film.row)}`}
                </PlainButton>
              );
            })}
            {/* "3 of 12 lines", or "12 lines" if the active line is not a hit. In a series also "· 37 in 6 films". */}
            <span role="status" className={styles.hits}>
              {found?.ok && foundWords(activeHit + 1, hits.length, others)}
            </span>
            {found?.ok && <Hidden hits={hits} />}
            <span className={styles.replace}>
              <WordsField
                id={REPLACE_ID}
                type="text"
                aria-label="Replace with"
                title="Ctrl+H"
                placeholder="Replace with"
                value={by}
                onChange={({ target }) => put({ by: target.value })}
              />
              <PlainButton disabled={hits.length === 0} onClick={() => void askPreview()}>
                {isOfSeries ? 'Replace in this film' : 'Replace'}
              </PlainButton>
            </span>
          </>
        )}
        <form className={styles.goTo} onSubmit={goToNumber}>
          <input
            id={GO_TO_ID}
            type="text"
            inputMode="numeric"
            name="number"
            onBlur={() => setSaid('')}
            aria-label="Go to number"
            title="Ctrl+G"
            placeholder="Go to"
            className={styles.numberField}
          />
        </form>
      </div>
      {(error !== '' || said !== '') && (
        <p role="alert" className={styles.findError}>
          {said || error}
        </p>
      )}
      {preview && (
        <ReplaceList
          preview={preview}
          onTick={(ticked) => put({ preview: { ...preview, ticked } })}
          nothing="No translation contains this text. Originals are not changed."
          undoWords={(count) => `replacing text in ${lineWords(count)}`}
          onClose={() => put({ preview: undefined })}
        />
      )}
    </>
  );
}

/** `at`: the place of the active line among the found lines of the open film; 0: none is active. */
function foundWords(at: number, own: number, others: Omit<ReturnType<typeof useOtherFilms>, 'error'>): string {
  const ownWords = `${at > 0 ? `${numberText(at)} of ` : ''}${lineWords(own)}`;
  if (!others.isWhole) return ownWords;
  if (others.films === 0) return `${ownWords} · none in other films`;
  return `${ownWords} · ${numberText(own + others.count)} in ${countWords(others.films + (own > 0 ? 1 : 0), 'film')}`;
}

/** A field for the words to find, or for the words that replace them. */
const WordsField = (props: ComponentProps<'input'>) => <input dir="auto" className={styles.findField} {...props} />;

/** How many of the found lines the filter hides, and the button that shows them. */
function Hidden({ hits }: { hits: readonly number[] }) {
  const store = useLinesStore();
  const shown = useLinesView((view) => view.shown);
  const count = shown ? hits.filter((number) => !shown.has(number)).length : 0;
  if (count === 0) return null;
  return (
    <>
      <span role="status" className={styles.hits}>
        {count === hits.length ? 'The filter hides all of them' : `The filter hides ${numberText(count)} of them`}
      </span>
      <PlainButton onClick={() => showLines(store, SHOW_ALL)}>Show them</PlainButton>
    </>
  );
}

interface ReplaceListProps {
  readonly preview: ReplacePreview;
  readonly onTick: (ticked: ReadonlySet<number>) => void;
  /** Shown if there are no replacements. */
  readonly nothing: string;
  /** Words for the step in the history, by the number of changed lines. */
  readonly undoWords: (count: number) => string;
  readonly onClose: () => void;
}

const REPLACEMENTS_ID = 'replacements';
const REPLACEMENTS_COUNT_ID = 'replacements-count';

/** At most this many are drawn. Further ticked ones are only counted. */
const MOST_SHOWN = 200;

/** Ticks what a person most likely wants: no confirmed lines, and no lines that would become empty. */
export function previewOf(
  state: Pick<Work, 'phrases' | 'batches' | 'marks'>,
  replacements: readonly Replacement[],
): ReplacePreview {
  const isKept = (line: Line | undefined) => line !== undefined && isConfirmed(marksOf(state, line));
  const some = replacements.filter(({ number, after }) => after !== '' && !isKept(lineOf(state, number)));
  return { replacements, ticked: new Set(some.map(({ number }) => number)) };
}

/** Focuses the list so that a person notices it, unless they have moved on from the pressed button. */
export function focusReplacements(pressed: Element | null): void {
  whenDrawn(REPLACEMENTS_ID, (list) => {
    if (document.activeElement === pressed) list.focus();
  });
}

/** Previews a replacement line by line before anything changes. */
export function ReplaceList({ preview, onTick, nothing, undoWords, onClose }: ReplaceListProps) {
  const { session } = useServices();
  const { replacements, ticked } = preview;
  const section = useRef<HTMLElement>(null);
  // In a small window the list is drawn below the visible area.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), [replacements]);

  function replaceTicked(): void {
    const state = session.store.getState();
    // Changes only lines whose translation is still the same as in the preview.
    const isMeant = ({ number, before }: Replacement) =>
      ticked.has(number) && lineOf(state, number)?.translation === before;
    const meant = replacements.filter(isMeant);
    session.changeLines(
      meant.map(({ number, after }) => ({ number, text: after })),
      undoWords,
    );
    onClose();
    focusGrid();
  }

  return (
    <section
      ref={section}
      id={REPLACEMENTS_ID}
      tabIndex={-1}
      aria-label="Replacements"
      aria-describedby={REPLACEMENTS_COUNT_ID}
      className={styles.replacements}
    >
      {replacements.length === 0 && <p>{nothing}</p>}
      <div className={styles.replaceActions}>
        <Button variant="primary" inBar={false} disabled={ticked.size === 0} onClick={replaceTicked}>
          Replace ticked
        </Button>
        <Button onClick={thenGrid(onClose)}>Cancel</Button>
        <span id={REPLACEMENTS_COUNT_ID} className={styles.count}>
          {numberText(ticked.size)} of {numberText(replacements.length)} ticked
        </span>
      </div>
      <ul className={styles.replacementList}>
        {replacements.slice(0, MOST_SHOWN).map(({ number, before, after, ranges }) => (
          <li key={number}>
            <label className={styles.replacement}>
              <input
                type="checkbox"
                checked={ticked.has(number)}
                disabled={after === ''}
                onChange={() => onTick(toggled(ticked, number))}
              />
              <span className={styles.number}>{number}</span>
              <del dir={textDirection(before)}>
                <LineText text={before} hits={ranges} />
              </del>
              <ins dir={textDirection(after)}>
                {after === '' ? '(the line would be empty)' : <LineText text={after} hits={[]} />}
              </ins>
            </label>
          </li>
        ))}
      </ul>
      {replacements.length > MOST_SHOWN && (
        <p className={styles.count}>And {numberText(replacements.length - MOST_SHOWN)} more lines.</p>
      )}
    </section>
  );
}
