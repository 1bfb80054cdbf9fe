import type { CSSProperties, MouseEvent, ReactElement } from 'react';
import type { LineState } from '../../../../film/judged-lines.ts';
import type { LineHits } from '../../../../review/find.ts';
import { fitOf, type Limits } from '../../../../review/measured-line.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import { Button } from '../../../kit/button.tsx';
import { Check, CircleAlert, X } from '../../../kit/icons.tsx';
import { Flag, LoaderCircle, Pencil, UserX } from '../../../kit/more-icons.tsx';
import { useServices } from '../../../state/services.tsx';
import styles from '../lines.module.css';
import { CONFIRM_WORDS, keyNames, type LinesViewStore, lineKey, NAME_TAKEN, problemWords } from '../lines-view.ts';
import { SuggestionGroup } from '../suggest/suggestion-group.tsx';
import { LineText, textDirection } from './line-text.tsx';
import { OpenLine, type OpenLineProps } from './open-line.tsx';

const STATE_WORDS: Readonly<Record<LineState, string>> = {
  waiting: 'Waiting',
  loading: 'In progress',
  failed: 'Failed',
  flagged: 'Flagged',
  confirmed: 'Confirmed',
  edited: 'Edited',
  new: 'New',
};

const ICONS = {
  waiting: <span className={styles.dot} />,
  loading: <LoaderCircle aria-hidden className={styles.icon} />,
  failed: <X aria-hidden className={styles.icon} />,
  flagged: <Flag aria-hidden className={styles.icon} />,
  confirmed: <Check aria-hidden className={styles.icon} />,
  edited: <Pencil aria-hidden className={styles.icon} />,
  new: null,
} as const satisfies Record<LineState, unknown>;

export interface LineRowProps extends OpenLineProps {
  readonly state: LineState;
  readonly rowIndex: number;
  /** Whether this row is the Tab stop. */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** A speaker's name was removed from its text, and nobody has edited it since. */
  readonly hadName: boolean;
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

export const isSelecting = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

/** Opens a line, unless the click selects lines. */
export function edit(event: MouseEvent, number: number, store: LinesViewStore): void {
  if (!isSelecting(event)) store.setState({ open: number, active: lineKey(number) });
}

// The cells are functions, not components: hundreds of rows are drawn while scrolling, and a component costs more than its elements.

const cell = (props: React.ComponentProps<'div'>): ReactElement => (
  // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
  // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that is drawn in part
  <div role="gridcell" {...props} />
);

const stateCell = ({ state }: LineRowProps): ReactElement =>
  cell({ className: styles.state, 'aria-label': STATE_WORDS[state], children: ICONS[state] });

const numberCell = ({ line: { number } }: LineRowProps): ReactElement => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  <div role="rowheader" className={styles.number}>
    {number}
  </div>
);

const originalCell = ({ line, sourceLanguage, hits, breaksAsTheyAre, isOpen }: LineRowProps): ReactElement =>
  cell({
    className: styles.text,
    dir: textDirection(line.original),
    lang: sourceLanguage,
    children: LineText({ text: line.original, hits: hits?.original, running: !breaksAsTheyAre && !isOpen }),
  });

/** The translation, or its box; below it, across the columns to its right, the line's suggestions. */
function translationCell(props: LineRowProps): ReactElement {
  const { line, language, isOpen, hasSuggestions } = props;
  return (
    <>
      {isOpen
        ? cell({
            className: styles.openCell,
            children: (
              <OpenLine key={line.number} {...props}>
                <ConfirmButton number={line.number} isConfirmed={props.state === 'confirmed'} store={props.store} />
              </OpenLine>
            ),
          })
        : closedCell(props)}
      {hasSuggestions &&
        !isOpen &&
        cell({
          className: styles.suggestion,
          children: <SuggestionGroup line={line} language={language} tabIndex={-1} />,
        })}
    </>
  );
}

/** Does what its key does: confirms the open line and goes to the next one. */
function ConfirmButton(props: { number: number; isConfirmed: boolean; store: LinesViewStore }) {
  const { number, isConfirmed, store } = props;
  const { session } = useServices();
  if (isConfirmed)
    return <Button onClick={() => session.markLines([number], { confirmed: false })}>{CONFIRM_WORDS.takeBack}</Button>;
  return (
    <Button title={keyNames('Control+Enter').join('+')} onClick={() => store.confirmOpen.call()}>
      {CONFIRM_WORDS.confirm}
    </Button>
  );
}

function closedCell({ line, state, canEdit, language, hits, breaksAsTheyAre, store }: LineRowProps): ReactElement {
  const { translation = '' } = line;
  const isMissing = state === 'failed' && canEdit && translation === '';
  const missing = line.translation === undefined ? 'Missing' : 'No text';
  return cell({
    className: styles.text,
    dir: textDirection(translation),
    lang: language,
    onClick: canEdit ? (event) => edit(event, line.number, store) : undefined,
    children: isMissing ? (
      <span className={styles.noText}>{missing}</span>
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

function timeCell({ line: { number, time }, onSeek }: LineRowProps): ReactElement {
  const seconds = secondsOf(timingOf(time));
  const start = time.split('-->')[0]?.trim().split(/[,.]/)[0];
  const words = seconds === undefined ? start : `${start} · ${seconds.toFixed(1)} s`;
  const children = onSeek ? (
    <button
      type="button"
      tabIndex={-1}
      className={styles.seek}
      aria-description="Shows this moment of the video"
      onClick={() => onSeek(number)}
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
  const words = [`${longestLine} of ${limits.charactersPerLine} characters in the longest row`];
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

function problemsCell({ problems, hadName, isActive }: LineRowProps): ReactElement {
  const words = problems.map((problem) => problem.words);
  const sentences = hadName ? [...words, NAME_TAKEN] : words;
  const count = problems.length > 0 ? `${problemWords(problems.length)}: ` : '';
  return cell({
    className: styles.problems,
    'aria-label': sentences.length > 0 ? count + sentences.join(' · ') : undefined,
    title: sentences.join('\n') || undefined,
    children: (
      <>
        {problems.length > 0 && (
          <>
            <CircleAlert aria-hidden className={styles.icon} />
            <span aria-hidden className={styles.problemTold}>
              {isActive ? words.join(' ') : words.join(' · ').match(WHOLE_WORDS_IN_ROOM)?.[0]}
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

/** Makes an element only for a value that looks different, to save time. */
const figure = (isOver: boolean, words: string) => (isOver ? <span data-over>{words}</span> : words);

interface Column {
  /** The name of its line in the CSS grid. lines.module.css places the cells by it. */
  readonly id: string;
  /** The words in the column's head; '': the head is empty. */
  readonly name: string;
  /** Only screen readers read the name. */
  readonly isNameHidden?: true;
  /** CSS lengths: in a wide window, and in a narrower one. */
  readonly widths: readonly [wide: string, tight: string];
  /** Also drawn during fast scrolling. */
  readonly isText?: true;
  readonly cell: (props: LineRowProps) => ReactElement;
}

const REST = 'minmax(0, 1fr)';
/** The first words of the first problem fit into it; the active row shows all words. */
const PROBLEMS = ['clamp(9rem, 15cqi, 18rem)', '8.25rem'] as const;

/** The columns of Lines, in order. */
export const COLUMNS: readonly Column[] = [
  { id: 'state', name: 'State', isNameHidden: true, widths: ['1.5rem', '1.25rem'], cell: stateCell },
  { id: 'number', name: '#', widths: ['2.75rem', '2.25rem'], isText: true, cell: numberCell },
  { id: 'time', name: 'Time', widths: ['6.75rem', '6.75rem'], cell: timeCell },
  { id: 'original', name: 'Original', widths: [REST, REST], isText: true, cell: originalCell },
  { id: 'translation', name: 'Translation', widths: [REST, REST], isText: true, cell: translationCell },
  { id: 'fit', name: 'Fit', widths: ['4.5rem', '4.5rem'], cell: fitCell },
  { id: 'problems', name: 'Problems', isNameHidden: true, widths: PROBLEMS, cell: problemsCell },
  { id: 'menu', name: '', widths: ['1.75rem', '1.75rem'], cell: menuCell },
];

const template = (room: 0 | 1) => COLUMNS.map(({ id, widths }) => `[${id}] ${widths[room]}`).join(' ');

/** For the grid's style. */
export const COLUMN_WIDTHS = { '--wide-columns': template(0), '--tight-columns': template(1) } as CSSProperties;
