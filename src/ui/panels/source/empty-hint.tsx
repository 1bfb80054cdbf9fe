import { Button } from '../../kit/button.tsx';
import { Captions } from '../../kit/icons/first-icons.tsx';
import { useServices } from '../../state/services.tsx';
import styles from './empty-hint.module.css';
import { UploadButton } from './upload-button.tsx';

export const DEMO_BUTTON_ID = 'try-the-demo';

/** What the page is and the ways to begin, over the empty text area; clicks beside the buttons go through to the text area. */
export function EmptyHint() {
  const { startDemo } = useServices().commands;
  return (
    <div className={styles.hint}>
      <Captions aria-hidden className={styles.icon} />
      <p className={styles.title}>Drop a film’s subtitles here</p>
      <p className={styles.words}>
        Translates subtitle files with your own OpenAI, Anthropic or Google key. No account, no server: your key goes to
        its provider only.
      </p>
      <div className={styles.actions}>
        <UploadButton />
        {startDemo && (
          <Button id={DEMO_BUTTON_ID} onClick={() => startDemo()}>
            Try the demo
          </Button>
        )}
      </div>
      <p className={styles.fine}>or paste them into this box</p>
    </div>
  );
}
