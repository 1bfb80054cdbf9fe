import { useId } from 'react';
import { Button } from '../../kit/button.tsx';
import { useModal } from '../../kit/overlays.ts';
import styles from './notes.module.css';

export interface PasteQuestion {
  readonly words: string;
  /** A sentence about rows that do not fit; '' if all fit. */
  readonly leftOut: string;
  readonly take: () => void;
}

/** Asks before many rows are pasted. */
export function PasteDialog({ words, leftOut, take, onClose }: PasteQuestion & { readonly onClose: () => void }) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className={styles.dialog} onClose={onClose}>
      <strong id={titleId}>{words}</strong>
      {leftOut !== '' && <p>{leftOut}.</p>}
      <div className={styles.commands}>
        <Button
          variant="primary"
          inBar={false}
          onClick={() => {
            take();
            dialog.current?.close();
          }}
        >
          Paste
        </Button>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
      </div>
    </dialog>
  );
}
