import { hasBatches } from '../../session/session-selectors.ts';
import { useServices } from '../shared/services.tsx';
import { StaticText } from '../shared/static-text.tsx';
import { TextEditor } from '../shared/text-editor/text-editor.tsx';
import { useFollowedSession } from '../shared/use-session.ts';
import { useSettings } from '../shared/use-settings.ts';
import styles from './result-panel.module.css';

/** Editable until the run has begun: all batches are asked in the same words. */
export function PromptSection() {
  const { settings } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const fixed = useFollowedSession(hasBatches);
  return (
    <section className={fixed ? undefined : styles.prompt} aria-labelledby="prompt-heading">
      <h3 id="prompt-heading" className={styles.heading}>
        Prompt
      </h3>
      {fixed ? (
        <StaticText name="Prompt text" text={prompt} />
      ) : (
        <div className={styles.promptEditor}>
          <TextEditor name="Prompt" value={prompt} onChange={settings.setPrompt} height="100%" />
        </div>
      )}
    </section>
  );
}
