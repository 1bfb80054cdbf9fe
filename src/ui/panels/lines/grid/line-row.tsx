import { type MouseEvent, type ReactElement, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isReadable } from '../../../../film/lines.ts';
import { type LineState, linesWithNames } from '../../../../film/shown-facts.ts';
import { languageOfPhrases } from '../../../../languages/guess-language.ts';
import { haveSameValues } from '../../../../lib/memo.ts';
import { counts, shows } from '../../../../review/filter.ts';
import type { LineHits } from '../../../../review/find.ts';
import { fitOf } from '../../../../review/measured-line.ts';
import type { Limits } from '../../../../review/rules.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import { Check, CircleAlert, X } from '../../../kit/icons.tsx';
import { Flag, LoaderCircle, Pencil, UserX } from '../../../kit/more-icons.tsx';
import { usePage, useServices, useSession } from '../../../state/services.tsx';
import { type FilmProblems, factsOfBatch, factsOfLine, type LineFacts, type ReviewState } from '../line-facts.ts';
import { NAME_TAKEN, problemWords, STATE_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import {
  type ItemKey,
  type LinesView,
  type LinesViewStore,
  lineKey,
  toggleSelected,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import { SuggestionGroup } from '../suggest/suggestion-group.tsx';
import { BatchRow, UnreadableRow } from './batch-row.tsx';
import type { Item } from './items.tsx';
import { LineText, textDirection } from './line-text.tsx';
import { OpenLine, type OpenLineProps } from './open-line.tsx';

const ICONS = {
  waiting: <span className={styles.dot} />,
  loading: <LoaderCircle aria-hidden className={styles.icon} />,
  failed: <X aria-hidden className={styles.icon} />,
  flagged: <Flag aria-hidden className={styles.icon} />,
  confirmed: <Check aria-hidden className={styles.icon} />,
  edited: <Pencil aria-hidden className={styles.icon} />,
  new: null,
} as const satisfies Record<LineState, unknown>;

interface LineRowProps extends OpenLineProps {
  readonly state: LineState;
  readonly rowIndex: number;
  /** Whether Tab stops at it. */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** A speaker's name was removed from its text, and nobody has edited it since. */
  readonly hadName: boolean;
  /** It no longer matches the chosen option. */
  readonly isDimmed: boolean;
  /** On a phone: a tap anywhere on the card opens the line. */
  readonly isCard: boolean;
  /** The view's store for clicks. A prop, because each hook of a row costs time during fast scrolling. */
  readonly store: LinesViewStore;
  /** Find's hits in the line. */
  readonly hits: LineHits | undefined;
  /** BCP 47 tags of the original and the translation: the same character looks different in Chinese and Japanese. */
  readonly sourceLanguage: string | undefined;
  readonly language: string | undefined;
  readonly limits: Limits;
  /** Seeks the video to the line's start; undefined: no video is open. */
  readonly onSeek: ((number: number) => void) | undefined;
  /** The video shows this line. */
  readonly isPlaying: true | undefined;
  /** The line has suggestions, or some request for suggestions is pending. */
  readonly hasSuggestions: boolean;
  /** Draws real line breaks, not ↵. */
  readonly breaksAsTheyAre: boolean;
  /** Draws only its number and texts. */
  readonly isBare: boolean;
}

/** One line: original, translation, how it fits, and its problems. */
function LineRow(props: LineRowProps) {
  const { line, state, problems, rowIndex, isActive, isOpen, isSelected, isDimmed, store, isBare } = props;
  const { canEdit, isCard, sourceLanguage, language, hits, breaksAsTheyAre, onSeek, isPlaying, hasSuggestions } = props;
  const { number, time, original } = line;
  const edit = (event: MouseEvent): void => {
    if (!isSelecting(event)) store.setState({ open: number, active: lineKey(number) });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space selects, too (use-grid-keys.ts)
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is drawn in part
    <div
      role="row"
      id={lineKey(number)}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      aria-current={isPlaying}
      tabIndex={isActive ? 0 : -1}
      className={styles.line}
      data-number={number}
      data-state={state}
      data-problems={problems.map(({ kind }) => kind).join(' ')}
      data-open={isOpen || undefined}
      data-active={isActive || undefined}
      data-dimmed={isDimmed || undefined}
      onClick={(event) => {
        if (isSelecting(event)) toggleSelected(store, number);
        else if (isCard && canEdit && isOnText(event)) edit(event);
      }}
    >
      {!isBare && cell({ className: styles.state, 'aria-label': STATE_WORDS[state], children: ICONS[state] })}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="rowheader" className={styles.number}>
        {number}
      </div>
      {!isBare && timeCell(time, onSeek && (() => onSeek(number)))}
      {cell({
        className: styles.text,
        dir: textDirection(original),
        lang: sourceLanguage,
        children: LineText({ text: original, hits: hits?.original, running: !breaksAsTheyAre && !isOpen }),
      })}
      {isOpen
        ? cell({ className: styles.openCell, children: <OpenLine key={number} {...props} /> })
        : translationCell(props, edit)}
      {hasSuggestions &&
        !isOpen &&
        cell({
          className: styles.suggestion,
          children: <SuggestionGroup line={line} language={language} tabIndex={-1} />,
        })}
      {!isBare && fitCell(props)}
      {!isBare && doubtsCell(props)}
      {!isBare && menuCell(props)}
    </div>
  );
}

const isSelecting = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

/** Not on a button, and not at the end of selecting words. */
const isOnText = ({ target }: MouseEvent): boolean =>
  !(target as Element).closest('button, input, label, a') && document.getSelection()?.isCollapsed !== false;

// The cells are functions, not components: hundreds of rows are drawn while scrolling, and a component costs more than its elements.

const cell = (props: React.ComponentProps<'div'>): ReactElement => (
  // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
  // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that is drawn in part
  <div role="gridcell" {...props} />
);

function translationCell(props: LineRowProps, edit: (event: MouseEvent) => void): ReactElement {
  const { line, state, canEdit, language, hits, breaksAsTheyAre } = props;
  const { translation = '' } = line;
  const isMissing = state === 'failed' && canEdit && translation === '';
  return cell({
    className: styles.text,
    dir: textDirection(translation),
    lang: language,
    onClick: canEdit ? edit : undefined,
    children: isMissing ? (
      <span className={styles.noText}>No text</span>
    ) : (
      LineText({ text: translation, hits: hits?.translation, running: !breaksAsTheyAre })
    ),
  });
}

const menuCell = ({ line: { number }, store }: LineRowProps): ReactElement =>
  cell({
    className: styles.menuCell,
    children: (
      <button
        type="button"
        tabIndex={-1}
        className={styles.menuButton}
        aria-label={`Actions for ${number}`}
        aria-haspopup="menu"
        onClick={({ currentTarget: button }) =>
          store.setState(({ menu }) => ({ menu: menu?.button === button ? null : { number, button } }))
        }
      >
        ⋯
      </button>
    ),
  });

function timeCell(time: string, onSeek: (() => void) | undefined): ReactElement {
  const seconds = secondsOf(timingOf(time));
  const start = time.split('-->')[0]?.trim().split(/[,.]/)[0];
  const words = seconds === undefined ? start : `${start} · ${seconds.toFixed(1)} s`;
  const children = onSeek ? (
    <button
      type="button"
      tabIndex={-1}
      className={styles.seek}
      aria-description="Shows the film there"
      onClick={onSeek}
    >
      {words}
    </button>
  ) : (
    words
  );
  return cell({ className: styles.time, title: time, children });
}

function fitCell({ line, limits }: LineRowProps): ReactElement {
  const { translation } = line;
  if (translation === undefined || translation === '') return cell({ className: styles.fit });
  const { charactersPerSecond, longestLine } = fitOf(translation, secondsOf(timingOf(line.time)));
  const isFast = charactersPerSecond !== undefined && charactersPerSecond > limits.charactersPerSecond;
  const isLong = longestLine > limits.charactersPerLine;
  const words = [`${longestLine} of ${limits.charactersPerLine} characters in the longest line`];
  if (charactersPerSecond !== undefined)
    words.unshift(`${charactersPerSecond.toFixed(1)} of ${limits.charactersPerSecond} characters a second`);
  const speed = charactersPerSecond !== undefined && figure(isFast, `${Math.round(charactersPerSecond)}/s`);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that is drawn in part
    <div role="gridcell" className={styles.fit} aria-description={words.join(', ')} title={words.join('\n')}>
      {speed}
      {speed && ' · '}
      {figure(isLong, String(longestLine))}
    </div>
  );
}

/** Sixty characters fit into the widest cell. Laying out more would take a third of a row's time. */
const WHOLE_WORDS_IN_ROOM = /^.{0,60}(?=\s|$)/s;

function doubtsCell({ problems, hadName }: LineRowProps): ReactElement {
  const words = problems.map((problem) => problem.words);
  const told = hadName ? [...words, NAME_TAKEN] : words;
  const count = problems.length > 0 ? `${problemWords(problems.length)}: ` : '';
  return cell({
    className: styles.problems,
    'aria-label': told.length > 0 ? count + told.join(' · ') : undefined,
    title: told.join('\n') || undefined,
    children: (
      <>
        {problems.length > 0 && (
          <>
            <CircleAlert aria-hidden className={styles.icon} />
            {/* There is no room for a number beside the mark of a name; the icon shows that there is one. */}
            {!hadName && (
              <span aria-hidden className={styles.problemCount}>
                {problems.length}
              </span>
            )}
            <span aria-hidden className={styles.problemTold}>
              {words.join(' · ').match(WHOLE_WORDS_IN_ROOM)?.[0]}
            </span>
          </>
        )}
        {hadName && (
          <span className={styles.nameTaken}>
            <UserX aria-hidden className={styles.icon} />
          </span>
        )}
      </>
    ),
  });
}

/** An element only if it looks different. */
const figure = (isOver: boolean, words: string) => (isOver ? <span data-over>{words}</span> : words);

interface RowOptions {
  readonly state: ReviewState;
  readonly narrow: boolean;
  readonly filmProblems: FilmProblems;
  /** The row at which Tab stops. */
  readonly current: ItemKey | undefined;
  /** Whether the film is being scrolled fast. */
  readonly isFlying: () => boolean;
}

/** Further rows are made again when they come into view. */
const MOST_KEPT = 400;

const ofRows = ({ open, selected, show, kind, shown, hitsOf }: LinesView) =>
  ({ open, selected, show, kind, shown, hitsOf }) as const;

/** Returns the same element while nothing shown in the row changes, so that React and virtua redraw only the other rows. */
export function useRow({ state, narrow, filmProblems, current, isFlying }: RowOptions) {
  const store = useLinesStore();
  const { open, selected, show, kind, shown, hitsOf } = useLinesView(useShallow(ofRows));
  const { video } = useServices();
  const player = useStore(video.store, (state) => state.player);
  const playing = useStore(video.store, (state) => state.playing);
  const breaksAsTheyAre = usePage((state) => state.lineBreaks === 'as-they-are');
  const named = useSession(linesWithNames);
  const suggestions = useSession((now) => now.suggestions);
  const isAsking = useSession((now) => now.suggestionRequests.length > 0);
  const sourceLanguage = languageOfPhrases(state.phrases);
  const hadName = new Set(named === '' ? [] : named.split(',').map(Number));
  const [made] = useState(() => new Map<number, ReactElement<object>>());

  function makeRow(item: Item, place: number): ReactElement<object> {
    const shared = { rowIndex: place + 2, isActive: item.key === current };
    if (item.kind === 'batch')
      return (
        <BatchRow
          key={item.key}
          {...shared}
          batch={item.batch}
          status={state.batches[item.batch]?.state ?? 'waiting'}
          {...headingFacts(factsOfBatch(state, filmProblems, item.batch))}
        />
      );
    if (item.kind === 'unreadable') return <UnreadableRow key={item.key} {...shared} batch={item.batch} />;
    const found = factsOfLine(state, filmProblems, item.number);
    if (found === undefined) return <div key={item.key} />;
    const { line, problems, marks } = found;
    const isOpen = !narrow && open === item.number;
    const hasSuggestions = isAsking || suggestions[item.number] !== undefined;
    return (
      <LineRow
        key={item.key}
        {...shared}
        line={line}
        state={found.state}
        problems={problems}
        isOpen={isOpen}
        hadName={hadName.has(item.number) && marks.before === undefined}
        isSelected={selected.has(item.number)}
        isDimmed={shown !== null && !shows(show, found, kind)}
        canEdit={isReadable(state.batches[item.batch])}
        isCard={narrow}
        sourceLanguage={sourceLanguage}
        language={filmProblems.language}
        limits={filmProblems.limits}
        before={marks.before}
        dismissed={marks.dismissed}
        hits={hitsOf?.(line)}
        hasSuggestions={hasSuggestions}
        store={store}
        onSeek={player?.seek}
        isPlaying={playing === item.number || undefined}
        breaksAsTheyAre={breaksAsTheyAre}
        isBare={!narrow && !isOpen && !shared.isActive && !hasSuggestions && isFlying()}
      />
    );
  }
  return (item: Item, place: number): ReactElement => {
    const row = makeRow(item, place);
    const before = made.get(place);
    if (before?.key === row.key && before.type === row.type && haveSameValues(before.props, row.props)) return before;
    if (made.size > MOST_KEPT) made.clear();
    made.set(place, row);
    return row;
  };
}

const headingFacts = (lines: readonly LineFacts[]) => ({
  first: lines[0]?.line.number ?? 0,
  last: lines.at(-1)?.line.number ?? 0,
  problems: lines.reduce((sum, { problems }) => sum + problems.filter(({ kind }) => counts(kind)).length, 0),
  confirmed: lines.filter(({ marks }) => marks.confirmed).length,
});
