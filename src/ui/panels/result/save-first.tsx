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
import { type Services, useServices, useSession } from '../../state/services.tsx';
import { useQuestion } from '../../state/use-question.ts';

/** Asks before a film goes that has translations in no file, or requests under way. */
export function SaveFirstDialog() {
  const { saveFirst } = useServices();
  const asked = useQuestion(saveFirst);
  return asked && <SaveFirst asked={asked.args} answer={asked.answer} />;
}

interface SaveFirstProps {
  readonly asked: Parameters<Services['saveFirst']['call']>;
  readonly answer: (mayGo: boolean) => void;
}

function SaveFirst({ asked: [next, waits], answer }: SaveFirstProps) {
  const services = useServices();
  const wasSaved = useSession(({ saved }) => saved !== '');
  const calls = useSession(callsUnderWay);
  const unsaved = useSession(unsavedKind);
  // A person who has pressed Save must not read of something else before the question goes.
  const [pressed, setPressed] = useState<typeof unsaved>();
  const kind = pressed ?? unsaved;
  const state = services.session.store.getState();
  const how = mainSave(state);
  const named = useSaving()?.name;
  const plain = kind === 'result' ? `translated.${formatOf(state.readAs)}` : undefined;
  const name = how === 'save-as' ? named : plain;

  async function save(): Promise<void> {
    if (pressed) return;
    setPressed(kind);
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
        <Button once variant="primary" inBar={false} onClick={() => void save()}>
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
        You are {next === '' ? 'closing this film' : `opening ${next}`}.
        {kind &&
          ` The translation on the page ${wasSaved ? 'has changed since it was last saved' : 'has not been saved'}.`}
      </p>
      {calls > 0 && <p>{callsWords(calls, waits)}</p>}
      <p>You can bring this film back: with Undo, or with Redo if Undo closes it.</p>
    </DecisionDialog>
  );
}

function callsWords(calls: number, waits: boolean): string {
  const [are, they, replies, them] =
    calls === 1
      ? ['1 request is', 'It is', 'its reply', 'it']
      : [`${calls} requests are`, 'They are', 'their replies', 'them'];
  const paid = `${are} under way. ${they} already paid for`;
  return waits
    ? `${paid}: the page waits for ${replies} first, for a minute at most.`
    : `${paid}, and ${replies} will be lost. To keep ${them}, press Cancel and wait.`;
}
