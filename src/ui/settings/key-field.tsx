import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { CATALOG } from '../../providers/catalog.ts';
import type { ProviderId } from '../../providers/provider.ts';
import { Button } from '../shared/button.tsx';
import { useServices } from '../shared/services.tsx';
import { useSettings } from '../shared/use-settings.ts';
import fields from './fields.module.css';
import { KeyCheckResult } from './key-check-result.tsx';
import styles from './key-field.module.css';

/** The person's own key for one provider: where it comes from, what it looks like, whether it works. */
export function KeyField({ provider }: { provider: ProviderId }) {
  const { settings } = useServices();
  const key = useSettings((state) => state.keys[provider]);
  const [visible, setVisible] = useState(false);
  // What was typed and refused: it must stay in the field to be corrected, but is no key.
  const [refused, setRefused] = useState<{ readonly typed: string; readonly problem: string }>();
  const { keyHint, keyPage, name } = CATALOG[provider];
  const typed = refused?.typed ?? key;
  const problem = refused?.problem ?? (key === '' ? `The ${name} key is missing. Paste one to translate.` : undefined);

  function change(text: string) {
    const refusal = settings.setKey(provider, text);
    setRefused(refusal === undefined ? undefined : { typed: text, problem: refusal });
  }

  return (
    <div className={fields.field}>
      <div className={styles.labelRow}>
        <label className={fields.label} htmlFor="api-key">
          API key
        </label>
        <a href={keyPage} target="_blank" rel="noopener noreferrer" className={styles.link}>
          Get a key
          <ExternalLink aria-hidden className={styles.linkIcon} />
        </a>
      </div>
      <div className={styles.keyRow}>
        <input
          id="api-key"
          className={`${fields.input} ${styles.key}`}
          type={visible ? 'text' : 'password'}
          value={typed}
          placeholder={keyHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby="api-key-problem api-key-notice"
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button onClick={() => setVisible(!visible)}>{visible ? 'Hide' : 'Show'}</Button>
        <Button disabled={problem !== undefined} onClick={() => settings.checkKey(provider)}>
          Check key
        </Button>
      </div>
      <p id="api-key-problem" className={fields.problem}>
        {problem}
      </p>
      <KeyCheckResult provider={provider} />
      <KeyNotice />
    </div>
  );
}

function KeyNotice() {
  const { settings } = useServices();
  const session = useSettings((state) => state.keepKeys === 'session');
  const noKeys = useSettings(({ keys }) => Object.values(keys).every((key) => key === ''));
  return (
    <div className={styles.noticeRow}>
      <p id="api-key-notice" className={fields.fine}>
        {session ? 'Your keys stay in memory until this page is closed.' : 'Your keys are kept in this browser only.'}{' '}
        Each is sent to its own provider and nobody else. Best use one with a spending limit, that you can revoke.
      </p>
      <Button look="plain" disabled={noKeys} onClick={settings.forgetKeys}>
        Forget keys
      </Button>
    </div>
  );
}
