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
import type { StateAccess } from '../session-events.ts';
import type { LineChange, LineMarks, StepWords } from '../session-state.ts';
import { stampOfLine } from '../suggest/plan-asks.ts';
import { lineOf, marksOf } from './lines.ts';

export interface LinesOptions extends StateAccess {
  /** Called after batches were validated: the last batch may have become OK. */
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

/** The commands for single lines. Lines of finished batches can be changed while other batches are being translated. */
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
    // A line has no text while its batch is being translated; its marks stay those of the text before.
    const known = translation === undefined ? (state.marks[number] ?? {}) : marksOf(state, line);
    const { of: before, ...marks } = changeMarks(known);
    const of = translation === undefined ? before : stampOf(translation);
    return [{ number, marks: Object.keys(marks).length === 0 ? null : { ...marks, ...(of !== undefined && { of }) } }];
  };

  /** takeEditsOver for a film that is not strict .srt. */
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
      const due = uses.filter(({ number, of }) => of === undefined || of === stampOfLine(state, number));
      const lines = due.map(({ number, text }): LineChange => {
        if (text === lineOf(state, number)?.translation) return { number, suggestions: null };
        // The marks of the replaced text go: nobody has reviewed the model's new text. A flag belongs to the line and stays.
        const marks = state.marks[number]?.flagged ? { flagged: true as const } : null;
        return { number, text: withoutBlankLines(text), marks, suggestions: null };
      });
      change(lines, counted('Used the suggestion for'));
    },
    keepLines(numbers) {
      const lines = numbers.map((number) => ({ number, suggestions: null }));
      // No text changes, so onReviewed has nothing to assemble.
      if (isHolder(getState())) dispatch({ type: 'lines-changed', lines, words: counted('Kept') });
    },
    takeEditsOver() {
      if (!isHolder(getState())) return;
      const { translated, phrases, readAs } = getState();
      if (readAs !== 'srt') return void withFormats((formats) => takeOtherEditsOver(formats));
      const parsed = parseSrt(translated);
      if (!parsed.ok) return;
      const times = new Map(phrases.map(({ number, time }) => [number, time]));
      // The same number with another timing line is another phrase.
      const lines = parsed.value.phrases.filter(({ number, time }) => times.get(number) === time);
      change(
        lines.filter(({ number, text }) => lineOf(getState(), number)?.translation !== text),
        TAKEN_OVER,
      );
      // The lines now give exactly the edited text: it counts as assembled, no longer as edited by hand.
      const assembled = assemble(phrases, getState().results);
      if (assembled.ok && assembled.value === translated) dispatch({ type: 'result-assembled', text: translated });
    },
    changeLinesAgain() {
      if (!isHolder(getState())) return;
      dispatch({ type: 'lines-changed-again' });
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
