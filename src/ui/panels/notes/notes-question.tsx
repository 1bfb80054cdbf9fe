import { notesToOffer } from '../../../film/shown-facts.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { useServices, useSession } from '../../state/services.tsx';
import { rowName, takeProposal } from './read-film.tsx';

const MOST_NAMED = 8;

/** Asked once a proposal before a run: whether its notes are to be used. Closed, nothing is sent. */
export function NotesQuestion({ answer }: { readonly answer: (isWanted: boolean) => void }) {
  const { session } = useServices();
  const notes = useSession((state) => state.notes);
  const reading = useSession((state) => state.reading);
  const rows = notesToOffer({ notes, reading });
  const close = () => answer(false);
  function begin(decide: () => void): void {
    decide();
    answer(true);
  }
  const names = rows.slice(0, MOST_NAMED).map(rowName).join(', ');
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  const isOne = rows.length === 1;
  const answers = (
    <>
      <Button variant="primary" inBar={false} onClick={() => begin(() => takeProposal(session))}>
        Use the {isOne ? 'suggested note' : `${rows.length} suggested notes`}
      </Button>
      <Button inBar={false} onClick={() => begin(() => session.endReading('decline'))}>
        Without {isOne ? 'it' : 'them'}
      </Button>
      <PlainButton inBar={false} onClick={close}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog title="Use the suggested notes?" answers={answers} onClose={close}>
      <p>
        {isOne
          ? 'The model has read the film and suggests 1 note that your film notes do not have:'
          : `The model has read the film and suggests ${rows.length} notes that your film notes do not have:`}{' '}
        <span dir="auto">
          {names}
          {more}
        </span>
        . {isOne ? 'It is sent only if you use it.' : 'They are sent only if you use them.'}
      </p>
    </DecisionDialog>
  );
}
