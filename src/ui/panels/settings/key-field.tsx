import { type ReactNode, useState } from 'react';
import { ENDPOINT_IDS, type EndpointId, withArticle } from '../../../providers/endpoints.ts';
import { cleanKey } from '../../../providers/keys.ts';
import { isQuestion, keyRefusal } from '../../../settings/held-back-keys.ts';
import { addressOf, type KeyCheckState, type KeyRefusal, wantsKey } from '../../../settings/settings.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import fields from '../../kit/field.module.css';
import { ExternalLink } from '../../kit/icons.tsx';
import { KEY_FIELD_ID } from '../../kit/panel.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices, useSettings } from '../../state/services.tsx';
import styles from './key-field.module.css';

const KeyCheckResult = runPart.component((part) => part.KeyCheckResult);
const KeyQuestion = runPart.component((part) => part.KeyQuestion);

/** The text of the field while a person works in it. A key that another tab saves meanwhile does not change it. */
interface Draft {
  readonly text: string;
  /** Why the text is not (yet) a key; undefined: it is stored as the key. */
  readonly refusal: KeyRefusal | undefined;
  /** `forgetting.times` at that time: "Forget keys" empties the field, too. */
  readonly forgotten: number;
  /** The server's address at that time: with another address the field is emptied. */
  readonly address: string | undefined;
}

interface KeyFieldProps {
  readonly provider: EndpointId;
  readonly keyHint: string;
  /** The page where a person gets a key; undefined: no key is needed. */
  readonly keyPage: string | undefined;
  /** Why the field is locked; undefined: it is not. */
  readonly locked: string | undefined;
}

/** The text of the key field, and why it is not a key. `change` does nothing if the field is locked. */
function useKeyText(provider: EndpointId, isLocked: boolean) {
  const { settings } = useServices();
  const key = useSettings((state) => state.keys[provider]);
  const held = useSettings((state) => state.doubtfulKeys[provider]);
  const forgotten = useSettings((state) => state.forgetting.times);
  const address = useSettings((state) => addressOf(state, provider));
  const [lastDraft, setDraft] = useState<Draft>();
  const heldDraft = held === '' ? undefined : { text: held, refusal: keyRefusal(provider, held), forgotten, address };
  const isOld = lastDraft?.forgotten !== forgotten || lastDraft.address !== address;
  const draft = isOld ? heldDraft : lastDraft;

  /** `sure`: the person has said that this very text is this provider's key. */
  function change(text: string, { sure } = { sure: false }) {
    if (isLocked) return;
    const refusal = settings.setKey(provider, text, { sure });
    setDraft({ text: refusal?.reason === 'unfit' ? text : cleanKey(text), refusal, forgotten, address });
  }
  return {
    key,
    change,
    text: draft?.text ?? key,
    isStored: draft?.text === held,
    refusal: isLocked ? undefined : draft?.refusal,
    leave: () => draft?.refusal === undefined && setDraft(undefined),
  };
}

/** The person's own key for one provider: where it comes from, what it looks like, whether it works. */
export function KeyField({ provider, keyHint, keyPage, locked }: KeyFieldProps) {
  const { settings } = useServices();
  const check = useSettings((state) => state.keyChecks[provider].outcome);
  const isWanted = useSettings((state) => wantsKey(state, provider));
  const [visible, setVisible] = useState(false);
  const { key, text, refusal, isStored, change, leave } = useKeyText(provider, locked !== undefined);
  const missing = key === '' && !refusal && keyPage !== undefined;
  const isError = check === 'invalid' || check === 'unknown';
  const result = check !== 'unchecked' && <KeyCheckResult provider={provider} />;

  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={KEY_FIELD_ID}>
        API key
      </label>
      <div className={styles.keyRow}>
        <input
          id={KEY_FIELD_ID}
          className={`${fields.input} ${styles.key}`}
          type={visible ? 'text' : 'password'}
          value={text}
          readOnly={locked !== undefined}
          placeholder={isWanted ? 'this server needs one' : keyHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={missing || refusal !== undefined || check === 'invalid'}
          aria-describedby="api-key-problem api-key-notice"
          onChange={({ currentTarget: { value } }) => change(value)}
          onBlur={leave}
        />
        <Button onClick={() => setVisible(!visible)}>{visible ? 'Hide' : 'Show'}</Button>
        <Button disabled={key === '' || (refusal ?? locked) !== undefined} onClick={() => settings.checkKey(provider)}>
          Check key
        </Button>
      </div>
      <KeyLine keyPage={keyPage} missing={missing} check={check} result={!isError && result}>
        {locked ?? (refusal && refusalWords(refusal))}
        {missing && `You need ${withArticle(provider)} key to translate.`}
      </KeyLine>
      <div role="status" className={styles.question}>
        {refusal && isQuestion(refusal) && (
          <KeyQuestion
            provider={provider}
            text={text}
            isStored={isStored}
            refusal={refusal}
            onOwn={() => change(text, { sure: true })}
          />
        )}
      </div>
      <KeyNotice check={check}>{isError && result}</KeyNotice>
    </div>
  );
}

type CheckOutcome = KeyCheckState['outcome'];

interface KeyLineProps extends Pick<KeyFieldProps, 'keyPage'> {
  readonly missing: boolean;
  readonly check: CheckOutcome;
  /** Says that the key is being checked, or works. */
  readonly result: ReactNode;
  readonly children: ReactNode;
}

/** What is wrong with the key, and where to get one. It has the height of two lines, so that nothing below moves. */
function KeyLine({ keyPage, missing, check, result, children }: KeyLineProps) {
  return (
    <div className={styles.below} data-fixed={keyPage !== undefined || undefined}>
      <p id="api-key-problem" className={missing ? undefined : fields.problem}>
        {children}
      </p>
      <p role="status" className={styles.check} data-outcome={check}>
        {result}
      </p>
      {keyPage && <KeyLink href={keyPage}>{missing ? 'Get one' : 'Get a key'}</KeyLink>}
    </div>
  );
}

/** undefined for a doubtful key: the question has its own words. */
function refusalWords(refusal: KeyRefusal): string | undefined {
  if (refusal.reason === 'unfit') return refusal.problem;
  return refusal.reason === 'unfinished' ? 'The key is not complete yet.' : undefined;
}

/** A link to the provider's page where a person makes a key. */
function KeyLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children}
      <ExternalLink className={styles.linkIcon} />
    </a>
  );
}

/** Where the keys are stored and sent, and how to remove them. An error replaces these words, so that nothing moves. */
function KeyNotice({ check, children: error }: { check: CheckOutcome; children: ReactNode }) {
  const { settings } = useServices();
  const session = useSettings((state) => state.keepKeys === 'session');
  const noKeys = useSettings(({ keys, doubtfulKeys }) =>
    ENDPOINT_IDS.every((id) => keys[id] === '' && doubtfulKeys[id] === ''),
  );
  return (
    <div className={styles.noticeRow}>
      <div className={styles.notice}>
        <p role="status" className={styles.check} data-outcome={check}>
          {error}
        </p>
        <p id="api-key-notice" className={fields.fine}>
          {session ? 'Your keys stay in memory until this page is closed.' : 'Your keys are kept in this browser only.'}{' '}
          A key is sent to its own provider only. Tip: use a key that has a spending limit and that you can delete.
        </p>
      </div>
      <PlainButton disabled={noKeys} onClick={settings.forgetKeys}>
        Forget keys
      </PlainButton>
    </div>
  );
}
