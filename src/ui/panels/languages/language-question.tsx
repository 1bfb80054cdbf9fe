import { useStore } from 'zustand';
import { standardPrompt } from '../../../languages/standard-prompt.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { useModal } from '../../kit/focus.ts';
import { pairWords } from '../../state/language-pair.ts';
import { beginRun } from '../../state/next-step.ts';
import type { LanguageQuestion as Question } from '../../state/page-state.ts';
import { useServices } from '../../state/services.tsx';
import styles from './languages.module.css';

/** Asked once before a run: the person's own prompt says another language than the film's. Closed, nothing is sent. */
export function LanguageQuestionDialog() {
  const question = useStore(useServices().page, (state) => state.languageQuestion);
  return question && <Dialog {...question} />;
}

function Dialog({ words, pair, about, options }: Question) {
  const services = useServices();
  const { settings, page } = services;
  const dialog = useModal();
  const close = () => page.setState({ languageQuestion: null });
  function begin(decide: () => void) {
    close();
    decide();
    void beginRun(services, options);
  }

  return (
    <dialog ref={dialog} className={styles.question} aria-labelledby="language-question" onClose={close}>
      <h2 id="language-question" className={styles.questionTitle}>
        {words}
      </h2>
      <p>
        A film that is asked for in the wrong language is paid for and often gives nothing. Nothing has been sent yet.
      </p>
      <div className={styles.answers}>
        <Button variant="primary" inBar={false} onClick={() => begin(() => settings.resetPrompt(standardPrompt(pair)))}>
          Use the standard prompt for {pairWords(pair)}
        </Button>
        <Button inBar={false} onClick={() => begin(() => page.setState({ languageAnswered: about }))}>
          Translate with my prompt as it is
        </Button>
        <PlainButton inBar={false} onClick={close}>
          Cancel
        </PlainButton>
      </div>
    </dialog>
  );
}
