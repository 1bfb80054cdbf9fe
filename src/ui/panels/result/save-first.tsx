import { useState } from 'react';
import { callsUnderWay } from '../../../engine/run-state.ts';
import { isInNoFile } from '../../../film/film.ts';
import { canShowResult } from '../../../film/shown-facts.ts';
import { formatOf } from '../../../subtitles/formats.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { mainSave } from '../../state/page-state.ts';
import { saveResult } from '../../state/save.ts';
import { saveFinishedPart, unsavedKind, useSaving } from '../../state/save-part.ts';
import { useServices, useSession } from '../../state/services.tsx';
import { useQuestion } from '../../state/use-question.ts';

/** Asks before a film goes that has translations in no file, or requests under way. */
export function SaveFirstDialog() {
  const { saveFirst } = useServices();
  const asked = useQuestion(saveFirst);
  return asked && <SaveFirst next={asked.args[0]} answer={asked.answer} />;
}

/** `next`: the file that would be opened; empty: the film is closed. */
function SaveFirst({ next, answer }: { readonly next: string; readonly answer: (mayGo: boolean) => void }) {
  const services = useServices();
  const wasSaved = useSession(({ saved }) => saved !== '');
  const calls = useSession(callsUnderWay);
  // A person who has just saved must not read of something else before the question goes.
  const [kind] = useState(() => unsavedKind(services.session.store.getState()));
  const state = services.session.store.getState();
  const how = mainSave(state);
  const named = useSaving()?.name;
  const plain = kind === 'result' ? `translated.${formatOf(state.readAs)}` : undefined;
  const name = how === 'save-as' ? named : plain;

  async function save(): Promise<void> {
    const { getState } = services.session.store;
    const before = getState().saved;
    if (kind === 'part') await saveFinishedPart(services, how);
    else {
      if (canShowResult(getState())) await services.session.writeResult({ again: true });
      await saveResult(services, how);
    }
    // If saving failed, the film stays and the page says why.
    answer(!isInNoFile(getState()) || getState().saved !== before);
  }

  const answers = (
    <>
      {kind && (
        <Button variant="primary" inBar={false} onClick={() => void save()}>
          Save
        </Button>
      )}
      <Button inBar={false} onClick={() => answer(true)}>
        {kind ? 'Don’t save' : 'Close the film'}
      </Button>
      <PlainButton inBar={false} onClick={() => answer(false)}>
        Cancel
      </PlainButton>
    </>
  );
  const title = kind ? `Save ${name ?? 'the translation'} first?` : 'Close the film now?';
  return (
    <DecisionDialog title={title} answers={answers} onClose={() => answer(false)}>
      <p>
        You are {next === '' ? 'closing this film' : `opening “${next}”`}.
        {kind &&
          ` The translation on the page ${wasSaved ? 'has changed since it was last saved' : 'has not been saved'}.`}
      </p>
      {calls > 0 && <p>{lostWords(calls)}</p>}
      <p>You can also bring it back later with “Undo” or “Redo”.</p>
    </DecisionDialog>
  );
}

const lostWords = (calls: number): string =>
  calls === 1
    ? '1 request is under way. It is already paid for, and its reply will be lost. To keep it, press Cancel and wait.'
    : `${calls} requests are under way. They are already paid for, and their replies will be lost. To keep them, press Cancel and wait.`;
