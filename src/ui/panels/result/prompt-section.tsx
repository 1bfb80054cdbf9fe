import { type ReactNode, useDeferredValue } from 'react';
import { isPromptFixed } from '../../../session/session-selectors.ts';
import { DEFAULT_PROMPT } from '../../../settings/default-prompt.ts';
import quiet from '../../editor/quiet-editor.module.css';
import { TextEditor } from '../../editor/text-editor.tsx';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { StaticText } from '../../kit/static-text.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import styles from './result-panel.module.css';

/** Editable until the run has begun, and while it is stopped or paused: what is sent from then on uses it. A tab that follows shows the other tab's prompt. `languages`: above the prompt. */
export function PromptSection({ languages }: { languages: ReactNode }) {
  const { settings } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const fixed = useDeferredValue(useSession(isPromptFixed));
  const readOnly = useReadOnlyReason();
  return (
    <section className={fixed ? undefined : styles.prompt} aria-labelledby="prompt-heading">
      <div className={styles.promptHead}>
        <h3 id="prompt-heading" className={styles.heading}>
          Prompt
        </h3>
        {!fixed && !readOnly && <PromptReset />}
        {!fixed && readOnly && <p className={styles.hint}>{readOnly}</p>}
      </div>
      {!fixed && languages}
      {fixed ? (
        <StaticText name="Prompt text" text={prompt} />
      ) : (
        <div className={styles.promptEditor}>
          <TextEditor
            name="Prompt"
            value={prompt}
            onChange={settings.setPrompt}
            readOnly={readOnly !== ''}
            className={readOnly ? quiet.editor : undefined}
            height="100%"
          />
        </div>
      )}
    </section>
  );
}

const RESET_ID = 'reset-prompt';
const UNDO_RESET_ID = 'undo-reset-prompt';

/** One click must not lose the words of a person: it can be taken back until another prompt is reset. */
function PromptReset() {
  const { settings } = useServices();
  const isStandard = useSettings((state) => state.prompt === DEFAULT_PROMPT);
  const undoable = useSettings((state) => state.earlierPrompt !== null);

  function reset() {
    settings.resetPrompt();
    focusSoon(UNDO_RESET_ID);
  }
  function undo() {
    settings.bringPromptBack();
    focusSoon(RESET_ID);
  }

  return (
    <>
      {undoable && (
        <Button id={UNDO_RESET_ID} look="plain" onClick={undo}>
          Undo reset
        </Button>
      )}
      {!isStandard && (
        <Button id={RESET_ID} look="plain" onClick={reset}>
          Reset to the standard prompt
        </Button>
      )}
    </>
  );
}
