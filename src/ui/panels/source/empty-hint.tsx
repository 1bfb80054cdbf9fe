import Captions from 'lucide-react/icons/captions';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import styles from './empty-hint.module.css';
import { UploadButton } from './upload-button.tsx';

export const DEMO_BUTTON_ID = 'try-the-demo';

/** The ways to begin, shown over the empty text area; clicks go through to the text area. */
export function EmptyHint() {
  const { startDemo } = useServices().commands;
  return (
    <div className={styles.hint}>
      <Captions aria-hidden className={styles.icon} />
      <p className={styles.title}>Open an .srt file</p>
      <p>Drop it anywhere on this page, upload it, or paste the subtitles here.</p>
      <div className={styles.actions}>
        <UploadButton />
        {startDemo && (
          <Button id={DEMO_BUTTON_ID} onClick={startDemo}>
            Try the demo
          </Button>
        )}
      </div>
    </div>
  );
}
