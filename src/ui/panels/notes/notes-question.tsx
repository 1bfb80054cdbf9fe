import { useEffect, useEffectEvent, useState } from 'react';
import { isReadStill, notesToOffer, readingsOf } from '../../../film/shown-facts.ts';
import { foundInFilms } from '../../../notes/film-reading.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { usePage, useServices, useSession } from '../../state/services.tsx';
import { rowName, takeProposal, useEndReading } from './proposal.tsx';

const MOST_NAMED = 8;

interface Asked {
  readonly answer: (isWanted: boolean) => void;
}

/**
 * Asks before a run what to do about the reading of the film: while it is under way, and again once it has suggested notes. If the person closes the question,
 * nothing is sent.
 */
export function NotesQuestion({ answer }: Asked) {
  const readsAll = usePage(({ series }) => series.readsAll);
  const isReading = useSession(isReadStill) || readsAll;
  const [wasReading] = useState(isReading);
  const series = usePage((state) => state.series);
  const hasNotes = useSession((state) => notesToOffer(state, series).length > 0);
  // The reading ended while the question was open, and there is nothing to decide.
  const isSettled = wasReading && !isReading && !hasNotes;
  const begin = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (isSettled) begin();
  }, [isSettled]);
  if (isSettled) return null;
  return isReading ? <ReadingQuestion answer={answer} /> : <ProposalQuestion answer={answer} />;
}

/** If it stays open, it becomes the question about the notes when they arrive. */
function ReadingQuestion({ answer }: Asked) {
  const wait = () => answer(false);
  const answers = (
    <>
      <Button variant="primary" inBar={false} onClick={wait}>
        Wait for the notes
      </Button>
      <Button inBar={false} onClick={() => answer(true)}>
        Translate without them
      </Button>
    </>
  );
  return (
    <DecisionDialog title="The film is still being read." answers={answers} onClose={wait}>
      <p>
        The suggested notes are not complete yet. “Wait for the notes” sends nothing: start the translation when the
        notes are there. “Translate without them” starts now.
      </p>
    </DecisionDialog>
  );
}

function ProposalQuestion({ answer }: Asked) {
  const { session } = useServices();
  const film = useSession((state) => state);
  const series = usePage((state) => state.series);
  const rows = notesToOffer(film, series);
  const end = useEndReading();
  const close = () => answer(false);
  function begin(decide: () => void): void {
    decide();
    answer(true);
  }
  const names = rows.slice(0, MOST_NAMED).map(rowName).join(', ');
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  const isOne = rows.length === 1;
  const suggests =
    film.reading?.count === 0 && readingsOf(film, series.rows).length === 1
      ? 'Another film has'
      : 'The model has read the film and suggests';
  const answers = (
    <>
      <Button
        variant="primary"
        inBar={false}
        onClick={() => begin(() => takeProposal(session, foundInFilms(readingsOf(film, series.rows))))}
      >
        Use the {isOne ? 'suggested note' : `${rows.length} suggested notes`}
      </Button>
      <Button inBar={false} onClick={() => begin(() => end('decline'))}>
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
        {suggests} {isOne ? '1 note' : `${rows.length} notes`} that your film notes do not have:{' '}
        <span dir="auto">
          {names}
          {more}
        </span>
        . {isOne ? 'It is sent only if you use it.' : 'They are sent only if you use them.'}
      </p>
    </DecisionDialog>
  );
}
