import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import fields from '../../kit/fields/field.module.css';
import styles from './price.module.css';

export interface SumFieldProps {
  readonly id: string;
  readonly label: string;
  /** In US dollars; null: none. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly describedBy: string;
  /**
   * Called when the field or the page is left, the field is removed, or with Enter: half a sum is another sum. null: it is empty; what cannot be read changes
   * nothing. `isEntered`: with Enter, which alone says "go on".
   */
  readonly onChange: (sum: number | null, isEntered: boolean) => void;
}

/** A sum of money as text: what a person types stays as it was typed. */
export function SumField({ id, label, value, placeholder, describedBy, onChange }: SumFieldProps) {
  const [typed, setTyped] = useState<string>();
  const sum = typed === undefined ? undefined : parseSum(typed);
  const isUnreadable = typed !== undefined && sum === undefined;

  function finish(isEntered: boolean) {
    if (sum === undefined) return;
    setTyped(undefined);
    onChange(sum, isEntered);
  }
  function leave({ currentTarget }: FocusEvent) {
    // When another window comes to the front the field is blurred, too, but stays the active element: the person may go on typing.
    if (document.activeElement !== currentTarget) finish(false);
  }

  const takeTyped = useEffectEvent(() => {
    // An emptied field lifts no limit: the person may not have finished.
    if (sum != null) onChange(sum, false);
  });
  useEffect(() => {
    window.addEventListener('pagehide', takeTyped);
    return () => {
      window.removeEventListener('pagehide', takeTyped);
      // The field goes with its view.
      takeTyped();
    };
  }, []);

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      <span className={styles.sum}>
        <span aria-hidden>$</span>
        <input
          id={id}
          className={`${fields.input} ${styles.input}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? (value === null ? '' : String(value))}
          aria-invalid={isUnreadable}
          aria-describedby={isUnreadable ? `${id}-problem ${describedBy}` : describedBy}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && finish(true)}
        />
      </span>
      <span id={`${id}-problem`} className={`${fields.problem} ${styles.problem}`} role="status">
        {isUnreadable ? 'This is no sum. Write it like 0.50; until then the one before holds.' : ''}
      </span>
    </div>
  );
}

/** A sum as people write it: "0.5", "$ 1,50", "2"; null: nothing is written; undefined: it is no sum. */
export function parseSum(text: string): number | null | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.');
  if (digits === '') return null;
  return /^(?:\d+\.?\d*|\.\d+)$/.test(digits) && Number.isFinite(Number(digits)) ? Number(digits) : undefined;
}
