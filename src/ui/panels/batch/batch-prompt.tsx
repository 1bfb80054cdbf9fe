import { madeWith } from '../../../engine/making-of.ts';
import { modelKey } from '../../../providers/provider.ts';
import { StaticText } from '../../kit/fields/static-text.tsx';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { modelWords } from '../../words/model-in-use.ts';
import styles from './batch-panel.module.css';

/** With which prompt and model the batch was made; what is not noted is as it is now. */
export function BatchPrompt({ index }: { index: number }) {
  const made = useSession((state) => madeWith(state, index));
  const now = useSettings((state) => state.prompt);
  const isOther = useSettings(
    (state) => made !== undefined && (made.prompt !== state.prompt || modelKey(made.model) !== modelKey(state.model)),
  );
  return (
    <section aria-labelledby="batch-prompt-heading">
      <h3 id="batch-prompt-heading" className={styles.heading}>
        Prompt
      </h3>
      <StaticText name="Prompt text" text={made?.prompt ?? now} />
      {made && (
        <p className={styles.fine}>
          Made with {modelWords(made.model)}
          {isOther && '; prompt or model have changed since'}
        </p>
      )}
    </section>
  );
}
