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
  /** Called with each sum that can be read, and with null for an emptied field; what cannot be read changes nothing. */
  readonly onChange: (sum: number | null) => void;
}

/** A sum of money as text: what a person types stays as it was typed. */
export function SumField({ id, label, value, placeholder, describedBy, onChange }: SumFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isUnreadable = typed !== undefined && parseSum(typed) === undefined;

  function change(text: string) {
    setTyped(text);
    const sum = parseSum(text);
    if (sum !== undefined) onChange(sum);
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
          onBlur={() => !isUnreadable && setTyped(undefined)}
        />
      </span>
      <span id={`${id}-problem`} className={`${fields.problem} ${styles.problem}`} role="status">
        {isUnreadable ? 'This is no sum. Write it like 0.50; until then the one before holds.' : ''}
      </span>
    </div>
  );
}
