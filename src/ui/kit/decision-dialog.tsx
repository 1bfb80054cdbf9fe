import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { useModal } from './overlays.ts';

interface DecisionProps {
  readonly title: string;
  readonly answers: ReactNode;
  /** Called on Escape, or when the dialog is removed for another reason. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks what to do before something begins. */
export function DecisionDialog({ title, answers, onClose, children }: DecisionProps) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog ref={dialog} className={styles.question} aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
      <div className={styles.answers}>{answers}</div>
    </dialog>
  );
}
