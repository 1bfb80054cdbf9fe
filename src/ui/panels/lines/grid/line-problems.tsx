import { useMemo } from 'react';
import type { Line, Problem, ProblemKind } from '../../../../review/line.ts';
import { withoutBlankLines } from '../../../../review/text/words.ts';
import { lineOf, linesToMove } from '../../../../session/lines/lines.ts';
import type { LineMarks } from '../../../../session/session-state.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { KIND_WORDS, MOVE_WORDS } from '../line-words.ts';
import styles from '../lines.module.css';
import { EDITOR_ID } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';

export interface LineProblemsProps {
  readonly line: Line;
  readonly problems: readonly Problem[];
  /** Kinds of problems that a person has dismissed for this line. */
  readonly dismissed: LineMarks['dismissed'];
}

/**
 * The problems of the open line, each with what mends it. As soon as another text is typed: of that text, as far as they show in the line
 * alone, and without commands, which are for the line as it stands in the film.
 */
export function LineProblems({ line, typed, problems, dismissed }: LineProblemsProps & { typed: string }) {
  const { session } = useServices();
  const { rules } = useJudged();
  const { number, translation = '' } = line;
  // Not at each key: breaking a text anew takes its time.
  const fixes = useMemo(
    () => new Map(problems.map(({ kind }) => [kind, rules?.mended(line, kind)])),
    [line, problems, rules],
  );
  const canMove = useSession((state) => linesToMove(state, number).length > 0);
  const isTyped = typed !== translation;
  const told = isTyped ? (rules?.problemsOf({ ...line, translation: withoutBlankLines(typed) }) ?? []) : problems;
  const shown = told.filter(({ kind }) => !dismissed?.includes(kind));
  if (shown.length === 0) return null;

  function fix(kind: ProblemKind): void {
    const now = lineOf(session.store.getState(), number);
    const mended = now && rules?.mended(now, kind);
    if (mended !== undefined) session.changeLines([{ number, text: mended }], `Mended line ${number}`);
  }

  /** What was pressed goes with its problem: the work goes on in the box. */
  const command = (kind: ProblemKind, words: string, act: () => void) => (
    <Button
      variant="plain"
      aria-description={KIND_WORDS[kind]}
      onClick={() => {
        act();
        document.getElementById(EDITOR_ID)?.focus({ preventScroll: true });
      }}
    >
      {words}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups what is doubtful, not form fields
    <div role="group" aria-label={`Problems of ${number}`} className={styles.problemList}>
      {shown.map(({ kind, words }) => (
        <div key={kind} className={styles.problem}>
          <span className={styles.problemWords}>{words}</span>
          {!isTyped && fixes.get(kind) !== undefined && command(kind, 'Fix', () => fix(kind))}
          {!isTyped && kind === 'slid' && canMove && (
            <>
              {command(kind, MOVE_WORDS.later, () => session.moveTranslations(number, 1))}
              {command(kind, MOVE_WORDS.earlier, () => session.moveTranslations(number, -1))}
            </>
          )}
          {!isTyped && command(kind, 'Dismiss', () => session.dismissProblem(number, kind))}
        </div>
      ))}
    </div>
  );
}
