import { memo, useEffect, useState } from 'react';
import type { LineMarks } from '../../../../film/film.ts';
import { lineOf, linesToMove } from '../../../../film/lines.ts';
import type { LineView } from '../../../../film-worker/calls.ts';
import type { Line, Problem, ProblemKind } from '../../../../review/line.ts';
import { PROBLEM_KIND_ROWS } from '../../../../review/problem-kinds.ts';
import { withPlainLineEnds } from '../../../../subtitles/lines.ts';
import { PlainButton } from '../../../kit/button.tsx';
import { useServices, useSession } from '../../../state/services.tsx';
import { useFilmProblems } from '../line-facts.ts';
import { MOVE_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { goToRow, lineKey, useLinesStore } from '../lines-view.ts';
import { LineText, textDirection } from './line-text.tsx';

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
  const told = isTyped ? (view?.problems ?? []) : problems;
  const fixes = new Map(!isTyped && view?.translation === translation ? view.fixes : []);
  const shown = told.filter(({ kind }) => !dismissed?.includes(kind));

  function fix(kind: ProblemKind): void {
    const mended = fixes.get(kind);
    if (mended === undefined || lineOf(session.store.getState(), number)?.translation !== translation) return;
    session.changeLines([{ number, text: mended }], `Mended line ${number}`);
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
  const commandsFor = (kind: ProblemKind) => (
    <>
      {fixes.has(kind) && command(kind, 'Fix', () => fix(kind))}
      {kind === 'slid' && canMove && command(kind, MOVE_WORDS.later, () => session.moveTranslations(number, 1))}
      {kind === 'slid' && canMove && command(kind, MOVE_WORDS.earlier, () => session.moveTranslations(number, -1))}
      {command(kind, 'Dismiss', () => session.markLines([number], { dismissed: kind }))}
    </>
  );
  return (
    <>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it groups what is doubtful, not form fields
        <div role="group" aria-label={`Problems of ${number}`} className={styles.problemList}>
          {shown.map(({ kind, words }) => (
            <div key={kind} className={styles.problem}>
              <span className={styles.problemWords}>{words}</span>
              {!isTyped && commandsFor(kind)}
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
      The same original:
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
              <LineText text={translation} />
            </span>
          </span>
        );
      })}
      {others.length > MOST_NAMED && ` and ${others.length - MOST_NAMED} more`}
    </p>
  );
});
