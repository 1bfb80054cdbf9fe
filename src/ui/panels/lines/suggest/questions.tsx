import { useEffect } from 'react';
import { later } from '../../../kit/later.tsx';
import { useLinesView } from '../lines-view.ts';

const QuestionDialog = later(async () => (await import('./question-dialog.tsx')).QuestionDialog);

/** The open dialog of the view of lines, if any. Its code comes once the lines stand there. */
export function Questions() {
  const question = useLinesView((view) => view.question);
  useEffect(() => {
    // Where it cannot be loaded ahead, it is told when a dialog is opened.
    QuestionDialog.load().catch(() => {});
  }, []);
  return question && <QuestionDialog question={question} />;
}
