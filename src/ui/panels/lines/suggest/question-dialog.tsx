import { assertNever } from '../../../../lib/assert-never.ts';
import type { Question } from '../lines-view.ts';
import { AskDialog } from './ask-dialog.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { EditsDialog } from './edits-dialog.tsx';
import { RepairDialog } from './repair-dialog.tsx';

/** What a person is about to ask the model for. */
export function QuestionDialog({ question }: { question: Question }) {
  switch (question.kind) {
    case 'lines':
      return <AskDialog numbers={question.numbers} />;
    case 'repair':
      return <RepairDialog />;
    case 'batch':
      return <BatchDialog batch={question.batch} />;
    case 'edits':
      return <EditsDialog edits={question.edits} />;
    default:
      return assertNever(question);
  }
}
