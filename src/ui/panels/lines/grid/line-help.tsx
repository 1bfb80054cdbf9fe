import { type FormEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LineMarks } from '../../../../film/film.ts';
import { lineOf, linesToMove } from '../../../../film/lines.ts';
import type { LineView } from '../../../../film-worker/calls.ts';
import { withTerm } from '../../../../notes/found-notes.ts';
import type { Term } from '../../../../notes/notes.ts';
import type { Line, Problem, ProblemKind } from '../../../../review/line.ts';
import { PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import { withPlainLineEnds } from '../../../../subtitles/lines.ts';
import { isOfInputMethod, isTextField, typeInto } from '../../../kit/browser.ts';
import { Button, PlainButton } from '../../../kit/button.tsx';
import { useServices, useSession } from '../../../state/services.tsx';
import { useFilmProblems } from '../line-facts.ts';
import styles from '../lines.module.css';
import { goToRow, KEEP_ORIGINAL, keepOriginal, lineKey, MOVE_WORDS, useLinesStore } from '../lines-view.ts';
import { LineText, textDirection } from './line-text.tsx';

/** Everything below the open line's box: its terms, and its problems with their fixes. */

export interface LineProblemsProps {
  readonly line: Line;
  readonly problems: readonly Problem[];
  /** Kinds of problems that a person has dismissed for this line. */
  readonly dismissed: LineMarks['dismissed'];
}

/** The latest answer about the open line, with the line's text at that time. */
type LineViewOf = LineView & { readonly translation: string };

/** The judgement of the open line with `typed` as its text: the newest answer, possibly about an earlier key; undefined before the first one. */
export function useLineView({ number, translation = '' }: Line, typed: string): LineViewOf | undefined {
  const { session } = useServices();
  const { version } = useFilmProblems();
  const [view, setView] = useState<LineViewOf>();
  useEffect(() => {
    if (version === undefined) return;
    const { ask, orNothing } = session.analysis;
    void orNothing(async () => {
      const found = await ask('line', { number, text: typed });
      const next = found && { ...found, translation };
      // Most keys change nothing here, so nothing is redrawn.
      if (next) setView((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    });
  }, [session, version, number, translation, typed]);
  return view;
}

const NO_TEXT: readonly ProblemKind[] = ['missing', 'empty'];

/**
 * The open line's problems with their fixes, and the other lines with the same original. While another text is typed: only problems visible
 * in that text, without commands, because the commands apply to the stored line.
 */
export function LineProblems({
  line,
  typed,
  view,
  problems,
  dismissed,
}: LineProblemsProps & { typed: string; view: LineViewOf | undefined }) {
  const { session } = useServices();
  const { box } = useLinesStore();
  const { number, translation = '' } = line;
  const canMove = useSession((state) => linesToMove(state, number).length > 0);
  const isTyped = withPlainLineEnds(typed) !== withPlainLineEnds(translation);
  const current = isTyped ? (view?.problems ?? []) : problems;
  const fixes = new Map(!isTyped && view?.translation === translation ? view.fixes : []);
  const shown = current.filter(({ kind }) => !dismissed?.includes(kind));

  function fix(kind: ProblemKind): void {
    const mended = fixes.get(kind);
    if (mended === undefined || lineOf(session.store.getState(), number)?.translation !== translation) return;
    session.changeLines([{ number, text: mended }], `fixing line ${number}`);
  }

  /** The pressed button disappears with its problem, so the text box gets the focus. */
  const command = (kind: ProblemKind, words: string, act: () => void) => (
    <PlainButton
      aria-description={PROBLEM_KIND_ROWS[kind].name}
      onClick={() => {
        act();
        box.current?.focus({ preventScroll: true });
      }}
    >
      {words}
    </PlainButton>
  );
  const commandsFor = ({ kind, follows }: Problem) => (
    <>
      {fixes.has(kind) && command(kind, 'Fix', () => fix(kind))}
      {kind === 'slid' &&
        !follows &&
        canMove &&
        command(kind, MOVE_WORDS.later, () => session.moveTranslations(number, 1))}
      {kind === 'slid' &&
        !follows &&
        canMove &&
        command(kind, MOVE_WORDS.earlier, () => session.moveTranslations(number, -1))}
      {/* A batch with a line without a text has failed, so these problems cannot be dismissed. */}
      {NO_TEXT.includes(kind)
        ? command(kind, KEEP_ORIGINAL, () => keepOriginal(session, number))
        : command(kind, 'Dismiss', () => session.markLines([number], { dismissed: kind }))}
    </>
  );
  return (
    <>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it groups problems, not form fields
        <div role="group" aria-label={`Problems of ${number}`} className={styles.problemList}>
          {shown.map((problem) => (
            <div key={problem.kind} className={styles.problem}>
              <span className={styles.problemWords}>{problem.words}</span>
              {!isTyped && commandsFor(problem)}
            </div>
          ))}
        </div>
      )}
      {view && <SameOriginal others={view.others} />}
    </>
  );
}

const MOST_NAMED = 5;

/** Links to the other lines (numbers) with the same original, and their translations. memo: keys do not redraw it. */
const SameOriginal = memo(function SameOriginal({ others }: { others: readonly number[] }) {
  const { session } = useServices();
  const store = useLinesStore();
  const state = session.store.getState();
  if (others.length === 0) return null;
  return (
    <p className={styles.before}>
      Lines with the same original:
      {others.slice(0, MOST_NAMED).map((other) => {
        const line = lineOf(state, other);
        if (!line) return null;
        const { translation = '' } = line;
        const key = lineKey(line.number);
        return (
          <span key={key} className={styles.same}>
            <PlainButton
              aria-label={`Go to line ${line.number}`}
              onClick={() => goToRow(store, { active: key, open: line.number })}
            >
              {line.number}
            </PlainButton>
            <span dir={textDirection(translation)}>
              <LineText text={translation} hits={[]} />
            </span>
          </span>
        );
      })}
      {others.length > MOST_NAMED && ` and ${others.length - MOST_NAMED} more`}
    </p>
  );
});

type Noted = LineView['noted'];

/** Inserts a text at the cursor of the open line's box as if typed. */
function putIn(box: HTMLTextAreaElement | null, text: string): void {
  if (!box) return;
  box.focus({ preventScroll: true });
  typeInto(box, text);
}

/** Alt+1 to Alt+9 insert the first to ninth term or name. Uses the physical key, because Alt types other characters on a Mac. */
export function putInByKey(event: KeyboardEvent, box: HTMLTextAreaElement | null, noted: Noted): void {
  const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  const chosen = digit === undefined ? undefined : noted[Number(digit) - 1];
  if (!chosen || !altKey || ctrlKey || metaKey || shiftKey || isOfInputMethod(event.nativeEvent)) return;
  event.preventDefault();
  event.stopPropagation();
  putIn(box, chosen.text);
}

interface Sides {
  readonly source: string;
  readonly translation: string;
}

/** The text that is selected in the open line's original or translation. */
function selectedSides(box: HTMLTextAreaElement | null, within: Element | null): Sides {
  const written = box ? box.value.slice(box.selectionStart, box.selectionEnd).trim() : '';
  const selection = document.getSelection();
  const node = selection?.anchorNode ?? null;
  // While the text box has a selection, the document's selection is the box itself.
  const isOfBox = document.activeElement === box || node === box?.parentNode;
  const isInOriginal = node !== null && !isOfBox && within?.contains(node) === true;
  const original = isInOriginal ? (selection?.toString().trim() ?? '') : '';
  if (original !== '') return { source: original.replace(/\s+/g, ' '), translation: '' };
  return { source: '', translation: written.replace(/\s+/g, ' ') };
}

/** The terms and names in the open line's original, in order. A press inserts the translation. The last button makes a new term of the selected text. */
export function LineTerms({ number, noted, canEdit }: { number: number; noted: Noted; canEdit: boolean }) {
  const { box } = useLinesStore();
  const [adding, setAdding] = useState<Sides>();
  const group = useRef<HTMLDivElement>(null);
  // The text box keeps the focus and cursor, and the page its selection.
  const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
  function begin(): void {
    const sides = selectedSides(box.current, group.current?.closest('[role=row], dialog') ?? null);
    flushSync(() => setAdding(sides));
    const empty = sides.source === '' ? 'source' : 'translation';
    group.current?.querySelector<HTMLInputElement>(`input[name=${empty}]`)?.focus();
  }
  function end(): void {
    setAdding(undefined);
    box.current?.focus({ preventScroll: true });
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups commands, not form fields
    <div ref={group} role="group" aria-label={`Terms of ${number}`} className={styles.terms}>
      {canEdit &&
        noted.map(({ source, text }, place) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same term may occur twice, and none has a state
            key={place}
            className={styles.term}
            title={`${source}${place < 9 ? ` (Alt+${place + 1})` : ''}`}
            {...(place < 9 && { 'aria-keyshortcuts': `Alt+${place + 1}` })}
            onMouseDown={keepFocus}
            onClick={() => putIn(box.current, text)}
          >
            <span dir="auto">{text}</span>
          </Button>
        ))}
      {adding === undefined ? (
        <PlainButton onMouseDown={keepFocus} onClick={begin}>
          Add to terms
        </PlainButton>
      ) : (
        <NewTerm sides={adding} onEnd={end} />
      )}
    </div>
  );
}

/** The words for Undo. `replaced`: the term that this one replaces. */
const keptWords = ({ source, translation }: Term, replaced?: Term): string =>
  replaced
    ? `Added the term ${translation || source}. It replaces ${replaced.translation || replaced.source}`
    : `Added the term ${translation || source}`;

interface NewTermProps {
  readonly sides: Sides;
  readonly onEnd: () => void;
}

/** The fields for both sides of a new term. */
function NewTerm({ sides, onEnd }: NewTermProps) {
  const { session } = useServices();
  const [{ source, translation }, setSides] = useState(sides);
  function add(event: FormEvent): void {
    event.preventDefault();
    const { notes } = session.store.getState();
    const term = { source: source.trim(), translation: translation.trim(), note: '' };
    const { notes: next, replaced } = withTerm(notes, term);
    if (next !== notes) session.changeNotes(next, replaced && keptWords(term, replaced));
    onEnd();
  }
  return (
    <form
      className={styles.newTerm}
      onSubmit={add}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isTextField(event.target) || isOfInputMethod(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
        onEnd();
      }}
    >
      <input
        name="source"
        className={styles.termField}
        aria-label="Term in the original"
        placeholder="Original"
        dir="auto"
        value={source}
        onChange={({ target }) => setSides({ source: target.value, translation })}
      />
      <input
        name="translation"
        className={styles.termField}
        aria-label="Term in the translation"
        placeholder="Empty: not translated"
        dir="auto"
        value={translation}
        onChange={({ target }) => setSides({ source, translation: target.value })}
      />
      <Button type="submit" disabled={source.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
