import { isHolder } from '../engine/run-selectors.ts';
import { stampOf } from '../lib/stamp.ts';
import type { ProblemKind } from '../review/problem.ts';
import { isBlank } from '../subtitles/lines.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { lineOf, marksOf } from './lines.ts';
import type { Session } from './session.ts';
import type { SessionEvent } from './session-events.ts';
import type { LineChange, LineMarks, SessionState } from './session-state.ts';

export interface LinesOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  /** After batches were validated: the last one may have become OK. */
  readonly onReviewed: () => void;
}

type LineCommands = Pick<
  Session,
  'changeLines' | 'markLines' | 'dismissProblem' | 'takeEditsOver' | 'changeLinesAgain'
>;

/** What a person does with single lines. Lines of finished batches can be changed while others are under way. */
export function createLines({ getState, dispatch, onReviewed }: LinesOptions): LineCommands {
  function change(lines: readonly LineChange[], words: string): void {
    if (!isHolder(getState())) return;
    dispatch({ type: 'lines-changed', lines, words });
    onReviewed();
  }

  const marked = (number: number, changeMarks: (marks: LineMarks) => LineMarks): readonly LineChange[] => {
    const line = lineOf(getState(), number);
    if (line === undefined) return [];
    const { of: _, ...marks } = changeMarks(marksOf(getState(), line));
    const { translation } = line;
    const of = translation === undefined ? {} : { of: stampOf(translation) };
    return [{ number, marks: Object.keys(marks).length === 0 ? null : { ...marks, ...of } }];
  };

  const hasText = (number: number) => !isBlank(lineOf(getState(), number)?.translation ?? '');

  return {
    changeLines: (lines, words) =>
      change(
        lines.map(({ number, text }) => ({ number, text: withoutBlankLines(text) })),
        words ?? countWords('Changed', lines.length),
      ),
    markLines(numbers, { confirmed, flagged }) {
      const which = confirmed ? numbers.filter(hasText) : numbers;
      const lines = which.flatMap((number) =>
        marked(number, ({ confirmed: wasConfirmed, flagged: wasFlagged, ...marks }) => ({
          ...marks,
          ...((confirmed ?? wasConfirmed) && { confirmed: true }),
          ...((flagged ?? wasFlagged) && { flagged: true }),
        })),
      );
      change(lines, countWords(markWords(confirmed, flagged), lines.length));
    },
    dismissProblem(number, kind) {
      const lines = marked(number, ({ dismissed = [], ...marks }) => ({
        ...marks,
        dismissed: [...new Set<ProblemKind>([...dismissed, kind])],
      }));
      change(lines, `Dismissed a problem of line ${number}`);
    },
    takeEditsOver() {
      const { translated, phrases } = getState();
      const parsed = parseSrt(translated);
      if (!parsed.ok) return;
      const times = new Map(phrases.map(({ number, time }) => [number, time]));
      // A number that stands over another timing is not the same phrase.
      const lines = parsed.value.phrases.filter(({ number, time }) => times.get(number) === time);
      change(
        lines.filter(({ number, text }) => lineOf(getState(), number)?.translation !== text),
        'Took your edits over into the lines',
      );
    },
    changeLinesAgain() {
      if (isHolder(getState())) dispatch({ type: 'lines-changed-again' });
      onReviewed();
    },
  };
}

const countWords = (verb: string, count: number): string => `${verb} ${count} ${count === 1 ? 'line' : 'lines'}`;

function markWords(confirmed: boolean | undefined, flagged: boolean | undefined): string {
  if (confirmed !== undefined) return confirmed ? 'Confirmed' : 'Took back the confirmation of';
  return flagged ? 'Flagged' : 'Took back the flag of';
}

/** A blank line would end the phrase in the .srt file. */
const withoutBlankLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isBlank(line))
    .join('\n');
