import { createElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type BatchStatus, statusShown } from '../../../../engine/run-state.ts';
import type { LineFacts } from '../../../../film/judged-lines.ts';
import { isOwn, isReadable, linesOfBatch, marksOf } from '../../../../film/lines.ts';
import { doubtfulCount, linesWithNames } from '../../../../film/shown-facts.ts';
import { languageOfPhrases } from '../../../../languages/guess-language.ts';
import { haveSameValues } from '../../../../lib/memo.ts';
import { isToReview } from '../../../../review/problem-kinds.ts';
import { batchAt } from '../../../../translation/batch.ts';
import { PlainButton, VisuallyHidden } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { openBatch } from '../../../state/next-step.ts';
import { usePage, useServices, useSession } from '../../../state/services.tsx';
import { BATCH_STATUS_WORDS, batchStateWords } from '../../../words/batch-words.ts';
import { type FilmProblems, factsOfBatch, factsOfLine, type ReviewState } from '../line-facts.ts';
import styles from '../lines.module.css';
import {
  batchKey,
  type ItemKey,
  type LinesView,
  lineKey,
  lineWords,
  numberText,
  toggleSelected,
  unreadableKey,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import { offersOf } from '../suggest/wishes.ts';
import { COLUMNS, edit, isSelecting, type LineRowProps } from './columns.tsx';
import type { Item } from './items.tsx';

/** One line: original, translation, how it fits, and its problems. */
function LineRow(props: LineRowProps) {
  const { line, state, problems, rowIndex, isActive, isOpen, isSelected, store, isBare } = props;
  const { canEdit, isCard, isPlaying } = props;
  const { number } = line;
  // With createElement the cells need no keys.
  return createElement(
    'div',
    {
      role: 'row',
      id: lineKey(number),
      'aria-rowindex': rowIndex,
      'aria-selected': isSelected,
      'aria-current': isPlaying,
      tabIndex: isActive ? 0 : -1,
      className: styles.line,
      'data-number': number,
      'data-state': state,
      'data-problems': problems.map(({ kind }) => kind).join(' '),
      'data-open': isOpen || undefined,
      'data-active': isActive || undefined,
      onClick(event: MouseEvent) {
        if (isSelecting(event)) toggleSelected(store, number);
        else if (isCard && canEdit && isOnText(event)) edit(event, number, store);
      },
    },
    ...COLUMNS.map(({ isText = false, cell }) => (isBare && !isText ? null : cell(props))),
  );
}

/** Not on a button, and not at the end of a selection of words. */
const isOnText = ({ target }: MouseEvent): boolean =>
  !(target as Element).closest('button, input, label, a') && document.getSelection()?.isCollapsed !== false;

interface RowOptions {
  readonly state: ReviewState;
  readonly narrow: boolean;
  readonly filmProblems: FilmProblems;
  /** The row that is the Tab stop. */
  readonly current: ItemKey | undefined;
  /** Whether the film is being scrolled fast. */
  readonly isFlying: () => boolean;
}

/** Rows beyond this number are made again when they come into view. */
const MOST_KEPT = 400;

const ofRows = ({ open, selected, hitsOf }: LinesView) => ({ open, selected, hitsOf }) as const;

/** Returns the same element while the row shows the same, so that React and virtua redraw only the other rows. */
export function useRow({ state, narrow, filmProblems, current, isFlying }: RowOptions) {
  const store = useLinesStore();
  const { open, selected, hitsOf } = useLinesView(useShallow(ofRows));
  const { video } = useServices();
  const player = useStore(video.store, (state) => state.player);
  const playing = useStore(video.store, (state) => state.playing);
  const breaksAsTheyAre = usePage((state) => state.lineBreaks === 'as-they-are');
  const named = useSession(linesWithNames);
  const suggestions = useSession((now) => now.suggestions);
  const offers = usePage((page) => page.series.offers);
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
    const hasSuggestions =
      isAsking || suggestions[item.number] !== undefined || offersOf(offers, line, isOwn(marks)).length > 0;
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
        canEdit={isReadable(state, item.batch)}
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
  toReview: lines.filter(isToReview).length,
  confirmed: lines.filter(({ marks }) => marks.confirmed).length,
});

interface RowPlace {
  readonly rowIndex: number;
  /** Whether it is the Tab stop. */
  readonly isActive: boolean;
}

interface BatchRowProps extends RowPlace {
  readonly batch: number;
  /** Numbers of its first and last line. */
  readonly first: number;
  readonly last: number;
  readonly status: BatchStatus;
  readonly toReview: number;
  readonly confirmed: number;
}

/** The heading of a batch, "Batch 2 · 21–40 · OK · 3 to review", and commands for the whole batch. */
function BatchRow(props: BatchRowProps) {
  const { batch, first, last, status, toReview, confirmed, ...place } = props;
  const { session } = useServices();
  const store = useLinesStore();
  // After Restart the batches disappear slightly before this row.
  const shown = useSession(({ paused, batches }) =>
    batches[batch] ? statusShown({ paused }, batches[batch]) : status,
  );
  const standing = useSession(({ phrases, batches }) =>
    shown === 'failed' && batches[batch]
      ? batchStateWords(batchAt(phrases, batch).phrases, batches[batch])
      : BATCH_STATUS_WORDS[shown],
  );
  const doubtful = useSession((state) => doubtfulCount(state, batch));
  const hasOwn = () => {
    const state = session.store.getState();
    return linesOfBatch(state, batch).some((line) => isOwn(marksOf(state, line)));
  };
  const isDone = status === 'ok' || status === 'failed';
  const words = [
    `Batch ${batch + 1}`,
    first === last ? `${first}` : `${first}–${last}`,
    standing,
    ...(doubtful > 0
      ? [
          doubtful === 1
            ? '1 line may be shifted: confirm it if it is right'
            : `${lineWords(doubtful)} may be shifted: confirm those that are right`,
        ]
      : []),
    ...(toReview > 0 ? [`${numberText(toReview)} to review`] : []),
    ...(confirmed > 0 ? [`${confirmed} confirmed`] : []),
  ];
  return (
    <WideRow
      {...place}
      id={batchKey(batch)}
      rowClassName={styles.batch}
      cellClassName={styles.batchCell}
      data-status={shown}
    >
      <span className={styles.batchWords}>{words.join(' · ')}</span>
      {isDone && (
        <PlainButton
          tabIndex={-1}
          aria-label={`JSON of batch ${batch + 1}`}
          onClick={() => {
            store.setState({ leftFor: batch });
            openBatch(session, batch);
          }}
        >
          JSON
        </PlainButton>
      )}
      {isDone && (
        <PlainButton
          tabIndex={-1}
          aria-label={status === 'failed' ? `Retry batch ${batch + 1}` : undefined}
          onClick={() => {
            // Asks before it discards the person's own marks and texts.
            if (hasOwn()) return store.setState({ question: { kind: 'batch', batch } });
            session.translateAgain(batch);
            focusSoon(batchKey(batch));
          }}
        >
          {status === 'failed' ? (
            'Retry'
          ) : (
            <span>
              Translate <VisuallyHidden>batch {batch + 1} </VisuallyHidden>again
            </span>
          )}
        </PlainButton>
      )}
    </WideRow>
  );
}

/** Replaces the lines of an output that cannot be split into lines. */
function UnreadableRow({ batch, ...place }: RowPlace & { batch: number }) {
  const { session } = useServices();
  return (
    <WideRow {...place} id={unreadableKey(batch)} rowClassName={styles.unreadable} cellClassName={undefined}>
      This reply cannot be shown as lines.{' '}
      <PlainButton tabIndex={-1} onClick={() => openBatch(session, batch)}>
        Open JSON
      </PlainButton>
    </WideRow>
  );
}

interface WideRowProps extends RowPlace {
  readonly id: string;
  readonly rowClassName: string | undefined;
  readonly cellClassName: string | undefined;
  readonly 'data-status'?: BatchStatus;
  readonly children: ReactNode;
}

/** A row with one cell across all columns. */
function WideRow({ rowIndex, isActive, rowClassName, cellClassName, children, ...row }: WideRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is drawn in part
    <div {...row} role="row" aria-rowindex={rowIndex} tabIndex={isActive ? 0 : -1} className={rowClassName}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" aria-colindex={1} aria-colspan={COLUMNS.length} className={cellClassName}>
        {children}
      </div>
    </div>
  );
}
