import { useEffect, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { CheckBox } from '../kit/fields.tsx';
import { useModal } from '../kit/focus.ts';
import { usePage, useServices } from '../state/services.tsx';
import styles from './shortcut-sheet.module.css';
import { keyNames, SHORTCUTS } from './shortcuts.ts';

/** The list of shortcuts while it is open. */
export function ShortcutSheet() {
  const { page } = useServices();
  const isOpen = usePage((state) => state.shortcutsShown);
  return isOpen && <Sheet onClose={() => page.setState({ shortcutsShown: false })} />;
}

function Sheet({ onClose }: { onClose: () => void }) {
  const { page } = useServices();
  const sheetKey = usePage((state) => state.sheetKey);
  const dialog = useModal();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Its one button stands at the end, to which the focus would scroll it.
    title.current?.focus();
    dialog.current?.scrollTo?.({ top: 0 });
  }, [dialog]);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="shortcut-sheet-title" onClose={onClose}>
      <h2 ref={title} tabIndex={-1} id="shortcut-sheet-title">
        Keyboard shortcuts
      </h2>
      <KeyList
        rows={[...SHORTCUTS.map((each) => [keyNames(each).join(' '), each.label] as const), ['?', 'This sheet']]}
      />
      <h3 className={styles.part}>In Lines</h3>
      <KeyList rows={LINE_KEYS} />
      <p className={styles.hint}>
        Tab and Shift+Tab move between all controls, also out of the text boxes; arrow keys move within the batches.
        Escape closes this sheet.
      </p>
      <div className={styles.hint}>
        <CheckBox checked={sheetKey === 'on'} onChange={(on) => page.setState({ sheetKey: on ? 'on' : 'off' })}>
          “?” opens this sheet
        </CheckBox>
      </div>
      <Button onClick={() => dialog.current?.close()}>Close this sheet</Button>
    </dialog>
  );
}

type KeyRows = readonly (readonly [keys: string, label: string])[];

const KeyList = ({ rows }: { rows: KeyRows }) => (
  <dl className={styles.list}>
    {rows.map(([keys, label]) => (
      <div key={label} className={styles.row}>
        <dt>{label}</dt>
        <dd>
          {keys.split(' ').map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

/** The keys of the view of lines; what they do is in panels/lines/grid/use-grid-keys.ts. On a Mac Command is Control. */
const LINE_KEYS: KeyRows = [
  ['↑ ↓ PageUp PageDown', 'Another line'],
  ['Ctrl+Home Ctrl+End', 'First, last line'],
  ['← →', 'Buttons of a line or heading'],
  ['Enter', 'Edit; in the text: save, edit the next'],
  ['Shift+Enter', 'In the text: line break'],
  ['Escape', 'In the text: take back what was typed'],
  ['Alt+↑ Alt+↓', 'In the text: save, edit the line before or after'],
  ['Ctrl+I', 'In the text: italics'],
  ['Alt+1 Alt+9', 'In the text: put in a term or name of its original'],
  ['Ctrl+Enter', 'Confirm, go to the next to review'],
  ['Alt+Enter', 'Translate again: other words, as suggestions'],
  ['F8 Shift+F8', 'Next, previous problem'],
  ['Space Shift+↑ Shift+↓ Ctrl+A', 'Select lines'],
  ['Ctrl+Z Ctrl+Y', 'Undo, redo'],
  ['Ctrl+F Ctrl+H Ctrl+G', 'Find, replace, go to a number'],
];
