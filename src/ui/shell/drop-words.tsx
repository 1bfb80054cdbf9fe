import { canOpenSource } from '../../film/film.ts';
import { FileUp } from '../kit/icons/later-icons.tsx';
import { useReadOnlyReason, useSession } from '../state/use-film.ts';
import styles from './drop-overlay.module.css';

/** What becomes of the file that is dragged over the page. */
export function DropWords() {
  const locked = !useSession(canOpenSource);
  const readOnly = useReadOnlyReason();
  return (
    <div className={styles.overlay}>
      <p className={styles.words} data-refused={locked || undefined}>
        <FileUp aria-hidden />
        {locked ? readOnly || 'Restart before you open another file' : 'Drop the .srt file to open it'}
      </p>
    </div>
  );
}
