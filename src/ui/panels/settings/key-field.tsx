import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { CATALOG, withArticle } from '../../../providers/catalog.ts';
import type { ProviderId } from '../../../providers/provider.ts';
import { type KeyRefusal, keyRefusal } from '../../../settings/key-refusal.ts';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import fields from './fields.module.css';
import { KeyCheckResult } from './key-check-result.tsx';
import styles from './key-field.module.css';
import { KEY_FIELD_ID } from './key-field-id.ts';
import { KeyNotice } from './key-notice.tsx';
import { KeyQuestion } from './key-question.tsx';

/** What stands in the field while somebody is at it; what another tab saves meanwhile does not change it. */
interface Draft {
  readonly text: string;
  /** Why it is no key (yet); undefined: it is kept. */
  readonly refusal: KeyRefusal | undefined;
  /** How often keys had been forgotten then: forgetting empties the field too. */
  readonly forgotten: number;
}

/** The person's own key for one provider: where it comes from, what it looks like, whether it works. */
export function KeyField({ provider }: { provider: ProviderId }) {
  const { settings } = useServices();
  const key = useSettings((state) => state.keys[provider]);
  const held = useSettings((state) => state.heldKeys[provider]);
  const refused = useSettings((state) => state.keyChecks[provider].outcome === 'invalid');
  const forgotten = useSettings((state) => state.forgetting.times);
  const [visible, setVisible] = useState(false);
  const [lastDraft, setDraft] = useState<Draft>();
  const heldDraft = held === '' ? undefined : { text: held, refusal: keyRefusal(provider, held), forgotten };
  const draft = lastDraft?.forgotten === forgotten ? lastDraft : heldDraft;
  const { keyHint } = CATALOG[provider];
  const missing = key === '' && !draft?.refusal;
  const problem = draft?.refusal && refusalWords(draft.refusal);

  /** `sure`: the person has said of this very text that it is this provider's key. */
  function change(text: string, { sure } = { sure: false }) {
    const refusal = settings.setKey(provider, text, { sure });
    setDraft({ text: refusal ? text : text.trim(), refusal, forgotten });
  }

  return (
    <div className={fields.field}>
      <div className={styles.labelRow}>
        <label className={fields.label} htmlFor={KEY_FIELD_ID}>
          API key
        </label>
        {!missing && <KeyLink provider={provider}>Get a key</KeyLink>}
      </div>
      <div className={styles.keyRow}>
        <input
          id={KEY_FIELD_ID}
          className={`${fields.input} ${styles.key}`}
          type={visible ? 'text' : 'password'}
          value={draft?.text ?? key}
          placeholder={keyHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={missing || draft?.refusal !== undefined || refused}
          aria-describedby="api-key-problem api-key-notice"
          onChange={({ currentTarget: { value } }) => change(value)}
          onBlur={() => draft?.refusal === undefined && setDraft(undefined)}
        />
        <Button onClick={() => setVisible(!visible)}>{visible ? 'Hide' : 'Show'}</Button>
        <Button disabled={key === '' || draft?.refusal !== undefined} onClick={() => settings.checkKey(provider)}>
          Check key
        </Button>
      </div>
      <p id="api-key-problem" className={missing ? styles.missing : fields.problem}>
        {problem}
        {missing && (
          <>
            You need {withArticle(provider)} key to translate. <KeyLink provider={provider}>Get one</KeyLink>
          </>
        )}
      </p>
      <KeyQuestion
        provider={provider}
        text={draft?.text ?? ''}
        isStored={draft !== undefined && draft.text === held}
        refusal={draft?.refusal}
        onOwn={() => draft && change(draft.text, { sure: true })}
      />
      <KeyCheckResult provider={provider} />
      <KeyNotice />
    </div>
  );
}

function refusalWords(refusal: KeyRefusal): string | undefined {
  switch (refusal.reason) {
    case 'unfit':
      return refusal.problem;
    case 'unfinished':
      return 'This is not a whole key yet.';
    case 'other-provider':
    case 'several-keys':
      return undefined;
  }
}

/** To the provider's page where keys are made. */
function KeyLink({ provider, children }: { provider: ProviderId; children: string }) {
  return (
    <a href={CATALOG[provider].keyPage} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children}
      <ExternalLink aria-hidden className={styles.linkIcon} />
    </a>
  );
}
