import { type ReactNode, useDeferredValue } from 'react';
import { isPromptFixed } from '../../../film/film.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { StaticText } from '../../kit/fields.tsx';
import { Nothing } from '../../kit/lazy-part.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices } from '../../state/services.tsx';
import { useSession, useSettings } from '../../state/use-film.ts';
import styles from './result-panel.module.css';

const PromptReset = runPart.component((part) => part.PromptReset, { StandIn: Nothing, whenTouched: true });

/** Editable until the run has begun, and while it is stopped or paused: what is sent from then on uses it. `languages`: above the prompt; `notes`: in its head. */
export function PromptSection({ languages, notes }: Readonly<Record<'languages' | 'notes', ReactNode>>) {
  const { settings } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const fixed = useDeferredValue(useSession(isPromptFixed));
  return (
    <section className={fixed ? styles.fixed : styles.prompt} aria-labelledby="prompt-heading">
      <div className={styles.promptHead}>
        <h3 id="prompt-heading" className={styles.heading}>
          Prompt
        </h3>
        {!fixed && <PromptReset />}
        {notes}
      </div>
      {languages}
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
