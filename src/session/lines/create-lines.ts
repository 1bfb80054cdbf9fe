import { isHolder } from '../../engine/state/run-selectors.ts';
import { stampOf } from '../../lib/stamp.ts';
import type { ProblemKind } from '../../review/problem.ts';
import { withoutBlankLines } from '../../review/words/blank-lines.ts';
import { isBlank } from '../../subtitles/lines.ts';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import { assemble } from '../../translation/assemble.ts';
import type { Formats } from '../formats/formats.ts';
import type { WithFormats } from '../formats/with-formats.ts';
import type { Session } from '../session.ts';
import type { SessionEvent } from '../session-events.ts';
import type { LineChange, LineMarks, SessionState, StepWords } from '../session-state.ts';
import { lineOf, marksOf } from './lines.ts';

export interface LinesOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  /** After batches were validated: the last one may have become OK. */
  readonly onReviewed: () => void;
  readonly withFormats: WithFormats;
}

type LineCommands = Pick<
  Session,
  | 'changeLines'
  | 'markLines'
  | 'dismissProblem'
  | 'takeSuggestions'
  | 'keepLines'
  | 'takeEditsOver'
  | 'changeLinesAgain'
>;

/** What a person does with single lines. Lines of finished batches can be changed while others are under way. */
export function createLines({ getState, dispatch, onReviewed, withFormats }: LinesOptions): LineCommands {
  function change(lines: readonly LineChange[], words: StepWords): void {
    if (!isHolder(getState())) return;
    dispatch({ type: 'lines-changed', lines, words });
    onReviewed();
  }

  const marked = (number: number, changeMarks: (marks: LineMarks) => LineMarks): readonly LineChange[] => {
    const state = getState();
    const line = lineOf(state, number);
    if (line === undefined) return [];
    const { translation } = line;
    // While its batch is on its way a line has no text: what is said of the one before stays.
    const known = translation === undefined ? (state.marks[number] ?? {}) : marksOf(state, line);
    const { of: before, ...marks } = changeMarks(known);
    const of = translation === undefined ? before : stampOf(translation);
    return [{ number, marks: Object.keys(marks).length === 0 ? null : { ...marks, ...(of !== undefined && { of }) } }];
  };

  /** The same of a film of another format. */
  async function takeOtherEditsOver({ editedLines, assemble: assembleOther }: Formats): Promise<void> {
    const { translated } = getState();
    const lines = await editedLines();
    if (lines === undefined) return;
    change(lines, TAKEN_OVER);
    const assembled = await assembleOther();
    if (assembled?.ok && assembled.value === translated) dispatch({ type: 'result-assembled', text: translated });
  }

  const hasText = (number: number) => !isBlank(lineOf(getState(), number)?.translation ?? '');

  return {
    changeLines: (lines, words) =>
      change(
        lines.map(({ number, text }) => ({ number, text: withoutBlankLines(text) })),
        words ?? counted('Changed'),
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
      change(lines, counted(markWords(confirmed, flagged)));
    },
    dismissProblem(number, kind) {
      const lines = marked(number, ({ dismissed = [], ...marks }) => ({
        ...marks,
        dismissed: [...new Set<ProblemKind>([...dismissed, kind])],
      }));
      change(lines, `Dismissed a problem of line ${number}`);
    },
    takeSuggestions(uses) {
      const state = getState();
      const lines = uses.map(({ number, text }): LineChange => {
        if (text === lineOf(state, number)?.translation) return { number, suggestions: null };
        // The words are the model's: what a person has said of those before is no longer true. A flag is of the line.
        const marks = state.marks[number]?.flagged ? { flagged: true as const } : null;
        return { number, text: withoutBlankLines(text), marks, suggestions: null };
      });
      change(lines, counted('Used the suggestion for'));
    },
    keepLines(numbers) {
      const lines = numbers.map((number) => ({ number, suggestions: null }));
      // No text changes: nothing is assembled by it.
      if (isHolder(getState())) dispatch({ type: 'lines-changed', lines, words: counted('Kept') });
    },
    takeEditsOver() {
      const { translated, phrases, readAs } = getState();
      if (readAs !== 'srt') return withFormats((formats) => takeOtherEditsOver(formats));
      const parsed = parseSrt(translated);
      if (!parsed.ok) return;
      const times = new Map(phrases.map(({ number, time }) => [number, time]));
      // A number that stands over another timing is not the same phrase.
      const lines = parsed.value.phrases.filter(({ number, time }) => times.get(number) === time);
      change(
        lines.filter(({ number, text }) => lineOf(getState(), number)?.translation !== text),
        TAKEN_OVER,
      );
      // Where nothing of the text is left out, it is what the lines make.
      const assembled = assemble(phrases, getState().results);
      if (assembled.ok && assembled.value === translated) dispatch({ type: 'result-assembled', text: translated });
    },
    changeLinesAgain() {
      if (isHolder(getState())) dispatch({ type: 'lines-changed-again' });
      onReviewed();
    },
  };
}

const TAKEN_OVER = 'Took your edits over into the lines';

const counted =
  (verb: string) =>
  (count: number): string =>
    `${verb} ${count} ${count === 1 ? 'line' : 'lines'}`;

function markWords(confirmed: boolean | undefined, flagged: boolean | undefined): string {
  if (confirmed !== undefined) return confirmed ? 'Confirmed' : 'Took back the confirmation of';
  return flagged ? 'Flagged' : 'Took back the flag of';
}
