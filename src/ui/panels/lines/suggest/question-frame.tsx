import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus-soon.ts';
import { EDITOR_ID, focusGrid, lineKey, useLinesStore } from '../lines-view.ts';
import styles from './suggest.module.css';

/** A dialog in which the model is asked for something. Closed, the focus is where it came from. */
export function QuestionFrame({ title, children }: { title: string; children: ReactNode }) {
  const store = useLinesStore();
  const lines = useLinesStore();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first]:not([disabled])')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={styles.dialog}
      onClose={() => {
        store.setState({ question: null });
        const { open, active } = lines.getState();
        // Another line than the open one may have been asked for, from its row.
        if (open !== null && active === lineKey(open)) focusSoon(EDITOR_ID);
        else focusGrid();
      }}
    >
      <div className={styles.dialogHead}>
        <strong>{title}</strong>
        <Button look="plain" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  );
}

/** Closes the dialog that an element is in. */
export const closeAround = (element: Element): void => element.closest('dialog')?.close();
