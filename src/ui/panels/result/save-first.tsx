import { isUnsaved } from '../../../film/film.ts';
import { canShowResult } from '../../../film/shown-facts.ts';
import { formatOf } from '../../../subtitles/formats.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { mainSave } from '../../state/page-state.ts';
import { saveResult } from '../../state/save.ts';
import { useSaving } from '../../state/save-part.ts';
import { useServices, useSession } from '../../state/services.tsx';
import { useQuestion } from '../../state/use-question.ts';

/** Asks before another film replaces a finished one that was not saved since its last change. */
export function SaveFirstDialog() {
  const { saveFirst } = useServices();
  const asked = useQuestion(saveFirst);
  return asked && <SaveFirst next={asked.args[0]} answer={asked.answer} />;
}

/** `next`: the file that would be opened. */
function SaveFirst({ next, answer }: { readonly next: string; readonly answer: (mayGo: boolean) => void }) {
  const services = useServices();
  const wasSaved = useSession(({ saved }) => saved !== '');
  const how = mainSave(services.session.store.getState());
  const named = useSaving()?.name;
  const name = how === 'save-as' ? named : `translated.${formatOf(services.session.store.getState().readAs)}`;

  async function save(): Promise<void> {
    const { session } = services;
    if (canShowResult(session.store.getState())) await session.writeResult({ again: true });
    await saveResult(services, how);
    // If saving failed, the film stays and the page says why.
    answer(!isUnsaved(services.session.store.getState()));
  }

  const answers = (
    <>
      <Button variant="primary" inBar={false} onClick={() => void save()}>
        Save
      </Button>
      <Button inBar={false} onClick={() => answer(true)}>
        Don’t save
      </Button>
      <PlainButton inBar={false} onClick={() => answer(false)}>
        Cancel
      </PlainButton>
    </>
  );
  return (
    <DecisionDialog title={`Save ${name ?? 'the translation'} first?`} answers={answers} onClose={() => answer(false)}>
      <p>
        You are opening “{next}”. The translation on the page{' '}
        {wasSaved ? 'has changed since it was last saved' : 'has not been saved'}.
      </p>
      <p>You can also bring it back later with “Undo” or “Redo”.</p>
    </DecisionDialog>
  );
}
