import { useEffect, useState } from 'react';
import { isUnsaved } from '../../../film/film.ts';
import { canShowResult } from '../../../film/shown-facts.ts';
import { formatOf } from '../../../subtitles/formats.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { useModal } from '../../kit/overlays.ts';
import { mainSave } from '../../state/page-state.ts';
import { saveResult } from '../../state/save.ts';
import { useSaving } from '../../state/save-part.ts';
import { useServices } from '../../state/services.tsx';
import styles from './saving.module.css';

type Answer = (mayGo: boolean) => void;

/** Asks before another film replaces a finished one that was not saved since its last change. */
export function SaveFirstDialog() {
  const { saveFirst, commands } = useServices();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let last: Answer | undefined;
    async function ask(): Promise<boolean> {
      // Nobody saves the demo.
      if (commands.demo) return true;
      // If two films are opened one after the other, only the later one asks.
      last?.(false);
      return new Promise((resolve) => {
        const given: Answer = (mayGo) => {
          setAnswer((now?: Answer) => (now === given ? undefined : now));
          resolve(mayGo);
        };
        last = given;
        setAnswer(() => given);
      });
    }
    const end = saveFirst.use(ask);
    return () => {
      end();
      last?.(false);
    };
  }, [saveFirst, commands]);
  return answer && <Question answer={answer} />;
}

function Question({ answer }: { readonly answer: Answer }) {
  const services = useServices();
  const dialog = useModal();
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

  return (
    <dialog ref={dialog} className={styles.question} aria-labelledby="save-first" onClose={() => answer(false)}>
      <h2 id="save-first">Save {name ?? 'the translation'} first?</h2>
      <p>The translation on the page was not saved since its last change. “Undo” brings it back later.</p>
      <div className={styles.answers}>
        <Button variant="primary" inBar={false} onClick={() => void save()}>
          Save
        </Button>
        <Button inBar={false} onClick={() => answer(true)}>
          Don’t save
        </Button>
        <PlainButton inBar={false} onClick={() => answer(false)}>
          Cancel
        </PlainButton>
      </div>
    </dialog>
  );
}
