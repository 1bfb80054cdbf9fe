import { useEffect, useRef } from 'react';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import styles from './advanced-settings.module.css';
import { CallFields } from './call-fields.tsx';

const MOST_AT_ONCE = 64;

/** What few people set. Comes into sight when it is first drawn, which is after the opening that asked for it. */
export function AdvancedFields() {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => void content.current?.closest('details')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={content} className={styles.content}>
      <Concurrency />
      <CallFields />
      <KeepKeys />
    </div>
  );
}

function Concurrency() {
  const { settings } = useServices();
  const concurrency = useSettings((state) => state.concurrency);

  function change(text: string) {
    const requests = Number.parseInt(text, 10);
    settings.setConcurrency(requests >= 1 ? Math.min(requests, MOST_AT_ONCE) : 'automatic');
  }

  return (
    <div className={styles.row}>
      <label htmlFor="concurrency" className={fields.label}>
        Concurrency
      </label>
      <input
        id="concurrency"
        className={`${fields.input} ${styles.numberInput}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_AT_ONCE}
        placeholder="Automatic"
        value={concurrency === 'automatic' ? '' : concurrency}
        aria-describedby="concurrency-help"
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p id="concurrency-help" className={fields.fine}>
        Requests at the same time (1-{MOST_AT_ONCE}). Leave empty for automatic.
      </p>
    </div>
  );
}

function KeepKeys() {
  const { settings } = useServices();
  const keepKeys = useSettings((state) => state.keepKeys);
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        className={styles.checkboxInput}
        checked={keepKeys === 'session'}
        onChange={(event) => settings.setKeepKeys(event.currentTarget.checked ? 'session' : 'stored')}
      />
      Keep keys only for this session
    </label>
  );
}
