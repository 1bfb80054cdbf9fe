import { type FormEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isHolder } from '../../../../engine/run-state.ts';
import type { FindOptions } from '../../../../review/find.ts';
import { allLines, batchOfLine, isReadable, placeOf } from '../../../../session/lines/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { CheckBox } from '../../../kit/fields.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import type { ReviewState } from '../line-facts.ts';
import { countText, lineWords } from '../line-words.ts';
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
import { ReplaceList } from './replace-list.tsx';
import { useSearch } from './use-search.ts';

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
    return `This expression takes too long: the search stopped after half a second, with ${countText(all - unsearched)} of ${countText(all)} lines searched. One with smaller repeats finds the rest.`;
  if (cutShort > 0)
    return `This expression takes too long: ${lineWords(cutShort)} ${cutShort === 1 ? 'was' : 'were'} searched in part, so that hits may be missing. One with smaller repeats finds them.`;
  return '';
}

/** "3 of 12 lines", or "12 lines" while the active one is none of them. */
const hitWords = (count: number, activeHit: number): string =>
  activeHit < 0 ? lineWords(count) : `${countText(activeHit + 1)} of ${lineWords(count)}`;
