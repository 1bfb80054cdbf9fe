import type { ReactNode } from 'react';
import { assertNever } from '../../../lib/result.ts';
import { type EndpointId, nameOf, withArticle } from '../../../providers/endpoints.ts';
import { storedKey } from '../../../settings/held-back-keys.ts';
import { type KeyCheckState, type KeyRefusal, wantsKey } from '../../../settings/settings.ts';
import { Button } from '../../kit/button.tsx';
import { focusAtOnce, focusSoon } from '../../kit/focus.ts';
import { CircleCheck, CircleX, Info } from '../../kit/more-icons.tsx';
import { KEY_FIELD_ID, NoticeBar } from '../../kit/panel.tsx';
import { useServices, useSession, useSettings } from '../../state/services.tsx';
import styles from './key-field.module.css';

interface KeyQuestionProps {
  /** The endpoint whose key field contains the text. */
  readonly provider: EndpointId;
  /** The text in that field. */
  readonly text: string;
  /** The text was stored as a key before this page asked whose key it is. */
  readonly isStored: boolean;
  readonly refusal: KeyRefusal;
  /** Called when the person says that the text is a key of `provider`. */
  readonly onOwn: () => void;
}

/** Asks which provider a key belongs to, if it looks like another provider's or like several. Until the person answers, the key is neither stored nor sent. */
export function KeyQuestion({ provider, text, isStored, refusal, onOwn }: KeyQuestionProps) {
  const { settings } = useServices();
  const owner = refusal.reason === 'other-provider' ? refusal.owner : undefined;

  const ownersKey = useSettings((state) => (owner ? storedKey(state, owner) : ''));
  const replaces = ownersKey !== '' && ownersKey !== text.trim();

  function giveToOwner(id: EndpointId) {
    settings.setKey(id, text, { sure: true });
    settings.showProvider(id);
    focusSoon(KEY_FIELD_ID);
  }

  function keepHere() {
    onOwn();
    focusAtOnce(KEY_FIELD_ID);
  }

  return (
    <NoticeBar>
      <p className={styles.questionWords}>
        <strong>{owner ? `This looks like ${withArticle(owner)} key.` : SEVERAL}</strong>{' '}
        {whatHappens(owner !== undefined, isStored)}
        {owner && replaces && ` “Use it for ${nameOf(owner)}” replaces the ${nameOf(owner)} key that you have.`}
      </p>
      {owner && <Button onClick={() => giveToOwner(owner)}>Use it for {nameOf(owner)}</Button>}
      <Button onClick={keepHere}>
        {owner ? `It is ${withArticle(provider)} key` : `It is one ${nameOf(provider)} key`}
      </Button>
    </NoticeBar>
  );
}

const SEVERAL = 'This looks like two keys.';

function whatHappens(isOne: boolean, isStored: boolean): string {
  if (isOne)
    return isStored
      ? 'It was stored earlier. The page does not send it before you choose.'
      : 'The page does not store or send it before you choose.';
  const them = isStored
    ? 'They were stored earlier. The page does not send them.'
    : 'The page does not store or send them.';
  return `${them} Clear the field and paste one key. Or is this one long key?`;
}

export function KeyCheckResult({ provider }: { provider: EndpointId }) {
  const check = useSettings((state) => state.keyChecks[provider]);
  const isModels = useSettings(({ model }) => model.endpoint === provider);
  const stoppedRun = useSession(({ paused }) => paused?.reason === 'failure' && paused.kind === 'bad-key');
  // "Errors" shows the same refusal and says what to do, so it is not repeated here.
  const isWanted = useSettings((state) => wantsKey(state, provider));
  if (isWanted && check.outcome === 'invalid')
    return <Outcome Icon={CircleX}>This server needs a key: {check.failure.message}</Outcome>;
  const toldAlready = check.outcome === 'invalid' && isModels && stoppedRun;
  return toldAlready ? null : checkWords(check);
}

function checkWords(check: KeyCheckState): ReactNode {
  switch (check.outcome) {
    case 'unchecked':
      return null;
    case 'checking':
      return 'Checking the key…';
    case 'valid':
      return <Outcome Icon={CircleCheck}>The key works.</Outcome>;
    case 'invalid':
      return <Outcome Icon={CircleX}>The provider rejects this key: {check.failure.message}</Outcome>;
    case 'unknown':
      return <Outcome Icon={Info}>The key could not be checked: {check.failure.message}</Outcome>;
    default:
      return assertNever(check);
  }
}

const Outcome = ({ Icon, children }: { Icon: typeof Info; children: ReactNode }) => (
  <>
    <Icon className={styles.checkIcon} />
    {children}
  </>
);
