import { CATALOG, withArticle } from '../../../providers/catalog.ts';
import type { ProviderId } from '../../../providers/provider.ts';
import type { KeyRefusal } from '../../../settings/key-refusal.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { NoticeBar } from '../../kit/notice-bar.tsx';
import { useServices } from '../../state/services.tsx';
import styles from './key-field.module.css';
import { KEY_FIELD_ID } from './key-field-id.ts';

interface KeyQuestionProps {
  /** Whose field it is. */
  readonly provider: ProviderId;
  /** What stands in it. */
  readonly text: string;
  readonly refusal: KeyRefusal | undefined;
  /** The person says that it is the field's own provider's. */
  readonly onOwn: () => void;
}

/** Asks whose key it is that looks like another provider's; until the answer it is neither stored nor sent. */
export function KeyQuestion({ provider, text, refusal, onOwn }: KeyQuestionProps) {
  const { settings } = useServices();
  const owner = refusal?.reason === 'other-provider' ? refusal.owner : undefined;

  function giveToOwner(id: ProviderId) {
    settings.setKey(id, text, { sure: true });
    settings.showProvider(id);
    focusSoon(KEY_FIELD_ID);
  }

  function keepHere() {
    onOwn();
    focusSoon(KEY_FIELD_ID);
  }

  return (
    <div role="status" className={styles.question}>
      {owner && (
        <NoticeBar>
          <p className={styles.questionWords}>
            <strong>This looks like {withArticle(owner)} key.</strong> It is neither stored nor sent until you say whose
            it is.
          </p>
          <Button onClick={() => giveToOwner(owner)}>Use it for {CATALOG[owner].name}</Button>
          <Button onClick={keepHere}>It is {withArticle(provider)} key</Button>
        </NoticeBar>
      )}
    </div>
  );
}
