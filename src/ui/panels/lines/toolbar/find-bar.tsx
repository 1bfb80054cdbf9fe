import { type FormEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isHolder } from '../../../../engine/run-state.ts';
import { allLines, batchOfLine, isReadable, lineOf, marksOf, placeOf } from '../../../../film/lines.ts';
import { loadOnce } from '../../../../lib/memo.ts';
import { fail, ok, type Result } from '../../../../lib/result.ts';
import type { FindOptions, Replacement } from '../../../../review/find.ts';
import type { Line } from '../../../../review/line.ts';
import { Button } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { LineText, textDirection } from '../grid/line-text.tsx';
import type { ReviewState } from '../line-facts.ts';
import { lineWords, numberText } from '../line-words.ts';
import styles from '../lines.module.css';
import {
  FIND_ID,
  type FindFields,
  focusGrid,
  GO_TO_ID,
  lineKey,
  REPLACE_ID,
  SHOW_ALL,
  unreadableKey,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import type { Search } from './find-engine.ts';

const OPTIONS: readonly (readonly [keyof FindOptions & string, string])[] = [
  ['matchCase', 'Match case'],
  ['wholeWord', 'Whole word'],
  ['regularExpression', 'Regular expression'],
];

/**
 * Finds in originals and translations, replaces in translations, and goes to a number. `inRow`: it stands in the row of the other tools, and
 * has one of its own only from the time that somebody goes to it until Escape.
 */
export function FindBar({ state, inRow }: { state: ReviewState; inRow: boolean }) {
  const { session } = useServices();
  const store = useLinesStore();
  const holds = useSession(isHolder);
  const active = useLinesView((view) => view.active);
  const { query, options, by, replacements, isUsed } = useLinesView((view) => view.find);
  const put = (fields: Partial<FindFields>) => store.setState(({ find }) => ({ find: { ...find, ...fields } }));
  const [said, setSaid] = useState('');
  const sought = useDeferredValue(query);
  const { search, load } = useSearch(sought, options);
  const onShown = useEffectEvent(() => {
    if (query !== '') load();
  });
  useEffect(() => onShown(), []);
  const found = search.ok ? search.value : undefined;
  const { hits, missed } = useMemo(() => {
    const lines = found ? allLines(state) : [];
    return {
      hits: lines.flatMap((line) => (found?.hitsOf(line) ? [line.number] : [])),
      missed: found ? missedWords(found.missed(lines), lines.length) : '',
    };
  }, [state, found]);
  useEffect(() => {
    store.setState({ hitsOf: found?.hitsOf ?? null });
    return () => store.setState({ hitsOf: null });
  }, [store, found]);

  function goTo(number: number): string {
    const now = session.store.getState();
    const index = batchOfLine(now.phrases, number) ?? -1;
    const key = isReadable(now.results[index]) || now.results[index] == null ? lineKey(number) : unreadableKey(index);
    store.setState({ active: key, open: null, ...SHOW_ALL, reveal: {} });
    setSaid('');
    return key;
  }

  const activeHit = hits.findIndex((number) => lineKey(number) === active);

  function nextHit(): void {
    const next = hits[(activeHit + 1) % hits.length];
    if (next !== undefined) goTo(next);
  }

  // Enter may come before what was typed is found, or before the code that finds it has come.
  const [isNextDue, setIsNextDue] = useState(false);
  const isFound = found !== undefined && sought === query;
  const takeDue = useEffectEvent(() => {
    if (!isNextDue || !isFound) return;
    setIsNextDue(false);
    nextHit();
  });
  useEffect(() => (isNextDue && isFound ? takeDue() : undefined), [isNextDue, isFound]);

  function goToNumber(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get('number'));
    const isThere = placeOf(session.store.getState().phrases, number) !== undefined;
    setSaid(isThere ? '' : `There is no line ${number}.`);
    if (!isThere) return;
    focusWhenShown(goTo(number));
  }

  function preview(): void {
    if (!found) return;
    put({ replacements: allLines(session.store.getState()).flatMap((line) => found.replaceIn(line, by) ?? []) });
  }

  const goToForm = (
    <form className={styles.goTo} onSubmit={goToNumber}>
      <input
        id={GO_TO_ID}
        type="text"
        inputMode="numeric"
        name="number"
        onBlur={() => setSaid('')}
        aria-label="Go to number"
        placeholder="Go to"
        className={styles.numberField}
      />
    </form>
  );
  return (
    <>
      <div className={styles.find}>
        <input
          id={FIND_ID}
          type="search"
          aria-label="Find in lines"
          placeholder="Find"
          className={styles.findField}
          value={query}
          onFocus={() => {
            load();
            put({ isUsed: true });
          }}
          onChange={({ target }) => {
            load();
            put({ query: target.value });
            setIsNextDue(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setIsNextDue(true);
            if (event.key !== 'Escape' || query !== '') return;
            put({ isUsed: false });
            focusGrid();
          }}
        />
        {inRow && goToForm}
      </div>
      {(!inRow || isUsed || query !== '') && (
        <div className={styles.find} data-row={inRow || undefined}>
          {OPTIONS.map(([option, words]) => (
            <CheckBox
              key={option}
              checked={options[option]}
              onChange={(checked) => put({ options: { ...options, [option]: checked } })}
            >
              {words}
            </CheckBox>
          ))}
          <Button variant="plain" disabled={hits.length === 0} onClick={nextHit}>
            Next hit
          </Button>
          <span role="status" className={styles.hits}>
            {found && hitWords(hits.length, activeHit)}
          </span>
          {holds && (
            <>
              <input
                id={REPLACE_ID}
                type="text"
                aria-label="Replace with"
                placeholder="Replace with"
                className={styles.findField}
                value={by}
                onChange={({ target }) => put({ by: target.value })}
              />
              <Button variant="plain" disabled={hits.length === 0} onClick={preview}>
                Replace
              </Button>
            </>
          )}
          {!inRow && goToForm}
        </div>
      )}
      {missed !== '' && (
        <p role="status" className={styles.findError}>
          {missed}
        </p>
      )}
      {(!search.ok || said !== '') && (
        <p role="alert" className={styles.findError}>
          {search.ok ? said : search.error}
        </p>
      )}
      {replacements && (
        <ReplaceList
          key={replacements.map(({ number }) => number).join()}
          replacements={replacements}
          nothing="No translation has that. Originals are never changed."
          undoWords={(count) => `Replaced in ${lineWords(count)}`}
          onClose={() => put({ replacements: undefined })}
        />
      )}
    </>
  );
}

/** '': all was searched. */
function missedWords({ unsearched, cutShort }: ReturnType<Search['missed']>, all: number): string {
  if (unsearched > 0)
    return `This expression takes too long: the search stopped after half a second, with ${numberText(all - unsearched)} of ${numberText(all)} lines searched. One with smaller repeats finds the rest.`;
  if (cutShort > 0)
    return `This expression takes too long: ${lineWords(cutShort)} ${cutShort === 1 ? 'was' : 'were'} searched in part, so that hits may be missing. One with smaller repeats finds them.`;
  return '';
}

/** "3 of 12 lines", or "12 lines" while the active one is none of them. */
const hitWords = (count: number, activeHit: number): string =>
  activeHit < 0 ? lineWords(count) : `${numberText(activeHit + 1)} of ${lineWords(count)}`;

/** What finds is loaded when somebody goes to the field. */
const loadEngine = loadOnce(async () => (await import('./find-engine.ts')).createSearch);
type CreateSearch = Awaited<ReturnType<typeof loadEngine>>;

const NOTHING_SOUGHT: Result<Search | undefined, string> = ok(undefined);
const NOT_LOADED: Result<Search | undefined, string> = fail('Find could not be loaded. Check the connection.');

/** The search for what is sought; undefined: nothing is, or it is still being loaded. The error is a sentence for people. */
function useSearch(sought: string, options: FindOptions) {
  const [createSearch, setCreateSearch] = useState<CreateSearch | 'not-loaded'>();
  const search = useMemo(() => {
    if (sought === '' || createSearch === undefined) return NOTHING_SOUGHT;
    return createSearch === 'not-loaded' ? NOT_LOADED : createSearch(sought, options);
  }, [createSearch, sought, options]);
  const load = () =>
    void loadEngine().then(
      (loaded) => setCreateSearch(() => loaded),
      () => setCreateSearch('not-loaded'),
    );
  return { search, load };
}

interface ReplaceListProps {
  readonly replacements: readonly Replacement[];
  /** Said where there is none. */
  readonly nothing: string;
  /** Of the step that can be undone, by the number of lines that were changed. */
  readonly undoWords: (count: number) => string;
  readonly onClose: () => void;
}

/** Drawn at most: what is ticked beyond is told by its count. */
const MOST_SHOWN = 200;

/** What a replacement would make of each line, before anything changes. Confirmed lines are not ticked. */
export function ReplaceList({ replacements, nothing, undoWords, onClose }: ReplaceListProps) {
  const { session } = useServices();
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(() => {
    const state = session.store.getState();
    const isConfirmed = (line: Line | undefined) => line !== undefined && marksOf(state, line).confirmed === true;
    return new Set(replacements.map(({ number }) => number).filter((number) => isConfirmed(lineOf(state, number))));
  });
  const section = useRef<HTMLElement>(null);
  // Where there is little room it is drawn below what is in sight.
  useEffect(() => void section.current?.scrollIntoView({ block: 'nearest' }), []);
  const ticked = replacements.filter(({ number, after }) => !unticked.has(number) && after !== '');

  function toggle(number: number): void {
    const next = new Set(unticked);
    if (!next.delete(number)) next.add(number);
    setUnticked(next);
  }

  function replaceTicked(): void {
    const state = session.store.getState();
    // Those lines whose translation is still the one that was looked at.
    const there = ticked.filter(({ number, before }) => lineOf(state, number)?.translation === before);
    session.changeLines(
      there.map(({ number, after }) => ({ number, text: after })),
      undoWords,
    );
    onClose();
    focusGrid();
  }

  return (
    <section ref={section} aria-label="Replacements" className={styles.replacements}>
      {replacements.length === 0 && <p>{nothing}</p>}
      <ul className={styles.replacementList}>
        {replacements.slice(0, MOST_SHOWN).map(({ number, before, after, ranges }) => (
          <li key={number}>
            <label className={styles.replacement}>
              <input
                type="checkbox"
                checked={!unticked.has(number) && after !== ''}
                disabled={after === ''}
                onChange={() => toggle(number)}
              />
              <span className={styles.number}>{number}</span>
              <del dir={textDirection(before)}>
                <LineText text={before} hits={ranges} />
              </del>
              <ins dir={textDirection(after)}>
                {after === '' ? '(nothing would be left)' : <LineText text={after} />}
              </ins>
            </label>
          </li>
        ))}
      </ul>
      {replacements.length > MOST_SHOWN && (
        <p className={styles.count}>And {numberText(replacements.length - MOST_SHOWN)} more lines.</p>
      )}
      <div className={styles.replaceActions}>
        <Button variant="primary" inBar={false} disabled={ticked.length === 0} onClick={replaceTicked}>
          Replace ticked
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <span className={styles.count}>
          {numberText(ticked.length)} of {numberText(replacements.length)}
        </span>
      </div>
    </section>
  );
}
