import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { EDITOR_ID, focusGrid, lineKey, useLinesStore } from '../lines-view.ts';
import styles from './suggest.module.css';

/** A dialog in which the model is asked for something; it closes as the view has no question any more. Then the focus is where it came from. */
export function QuestionFrame({ title, children }: { title: string; children: ReactNode }) {
  const store = useLinesStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => store.setState({ question: null });
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first]:not([disabled])')?.focus();
    return () => {
      const { open, active } = store.getState();
      // Another line than the open one may have been asked for, from its row.
      if (open !== null && active === lineKey(open)) focusSoon(EDITOR_ID);
      else focusGrid();
    };
  }, [store]);
  return (
    <dialog ref={dialog} aria-label={title} className={styles.dialog} onClose={close}>
      <div className={styles.dialogHead}>
        <strong>{title}</strong>
        <Button variant="plain" onClick={close}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  );
}
