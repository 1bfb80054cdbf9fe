import { useState } from 'react';
import fields from '../../kit/fields/field.module.css';
import { parseSum } from './parse-sum.ts';
import styles from './price.module.css';

export interface SumFieldProps {
  readonly id: string;
  readonly label: string;
  /** In US dollars; null: none. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly describedBy: string;
  /** Called when the field is left, or with Enter: half a sum is another sum. null: it is empty; what cannot be read changes nothing. */
  readonly onChange: (sum: number | null) => void;
  /** Called with each sum that can be read while it is being typed. */
  readonly onTyping?: (sum: number | null) => void;
}

/** A sum of money as text: what a person types stays as it was typed. */
export function SumField({ id, label, value, placeholder, describedBy, onChange, onTyping }: SumFieldProps) {
  const [typed, setTyped] = useState<string>();
  const sum = typed === undefined ? undefined : parseSum(typed);
  const isUnreadable = typed !== undefined && sum === undefined;

  function change(text: string) {
    setTyped(text);
    const next = parseSum(text);
    if (next !== undefined) onTyping?.(next);
  }

  function finish() {
    if (sum === undefined) return;
    setTyped(undefined);
    onChange(sum);
  }

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
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onBlur={finish}
          onKeyDown={({ key }) => key === 'Enter' && finish()}
        />
      </span>
      <span id={`${id}-problem`} className={`${fields.problem} ${styles.problem}`} role="status">
        {isUnreadable ? 'This is no sum. Write it like 0.50; until then the one before holds.' : ''}
      </span>
    </div>
  );
}
