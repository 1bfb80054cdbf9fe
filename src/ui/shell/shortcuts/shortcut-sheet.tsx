import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { LINE_KEYS } from '../../words/line-keys.ts';
import styles from './shortcut-sheet.module.css';
import { keyNames, SHORTCUTS } from './shortcuts.ts';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="shortcut-sheet-title" onClose={onClose}>
      <h2 id="shortcut-sheet-title" className={styles.title}>
        Keyboard shortcuts
      </h2>
      <dl className={styles.list}>
        {SHORTCUTS.map((shortcut) => (
          <div key={shortcut.label} className={styles.row}>
            <dt>{shortcut.label}</dt>
            <dd>
              {keyNames(shortcut).map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dd>
          </div>
        ))}
        <div className={styles.row}>
          <dt>This sheet</dt>
          <dd>
            <kbd>?</kbd>
          </dd>
        </div>
      </dl>
      <h3 className={styles.part}>In Lines</h3>
      <dl className={styles.list}>
        {LINE_KEYS.map(([keys, label]) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        Tab and Shift+Tab move between all controls, also out of the text boxes; arrow keys move within the batches.
        Escape closes this sheet.
      </p>
      <Button onClick={() => dialog.current?.close()}>Close this sheet</Button>
    </dialog>
  );
}
