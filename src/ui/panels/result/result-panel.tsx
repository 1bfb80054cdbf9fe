import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { hasBatches } from '../../../engine/run-state.ts';
import { allOk, isPromptFixed } from '../../../film/film.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { useNarrow } from '../../kit/browser.ts';
import { StaticText, TextBox } from '../../kit/fields.tsx';
import { showErrors } from '../../kit/focus.ts';
import { Nothing } from '../../kit/lazy-part.tsx';
import { ERRORS_ID, Panel } from '../../kit/panel.tsx';
import { runPart } from '../../state/parts.ts';
import { useServices } from '../../state/services.tsx';
import { useSession, useSettings, useStarted } from '../../state/use-film.ts';
import { ResultActions } from './result-actions.tsx';
import styles from './result-panel.module.css';

const TranslatedSection = runPart.component((part) => part.TranslatedSection);

const NewestLines = runPart.component((part) => part.NewestLines, { Fallback: Nothing });

/**
 * The right panel while no batch is open: the errors, the lines that came last, then what is asked for, or the result. `languages`: above the prompt; `notes`: in its head once there are batches; `settings`: below the prompt;
 * `review`: beside the hint; `problems`: before the ways to save; `repairs`: below an error; `saving`: beside the options of the file.
 */
export function ResultPanel({
  languages,
  notes,
  settings,
  review,
  problems,
  repairs,
  saving,
}: Readonly<Record<'languages' | 'notes' | 'settings' | 'review' | 'problems' | 'repairs' | 'saving', ReactNode>>) {
  const started = useStarted();
  const done = useDeferredValue(useSession(allOk));
  // A run that a failure has paused waits for another key, model or prompt.
  const isWanted = useSession((state) =>
    hasBatches(state) ? state.paused?.reason === 'failure' : state.sourceText !== '',
  );
  const model = useSettings((state) => state.model.id);
  const narrow = useNarrow();
  const error = useSession((state) => state.error);
  useEffect(() => {
    if (error !== '' && !narrow) showErrors();
  }, [error, narrow]);
  const fold = done
    ? { title: 'Translation', open: true }
    : { title: 'Languages and model', summary: model, open: isWanted };
  return (
    <Panel
      name="Translation"
      fold={fold}
      notices={
        <>
          {/* First, so that nothing loaded later pushes them out of sight; on a phone the errors stand above all panels. */}
          {!narrow && <ErrorSection>{repairs}</ErrorSection>}
          {started && !done && <NewestLines />}
        </>
      }
      actions={<ResultActions review={review} problems={problems} saving={saving} />}
    >
      {done ? (
        <TranslatedSection />
      ) : (
        <>
          <PromptSection languages={languages} notes={started && notes} />
          {settings}
        </>
      )}
    </Panel>
  );
}

const Explanation = runPart.component((part) => part.Explanation, { Fallback: Nothing });

/**
 * Shown only with an error: what it means and what to do, the error's own words, then what the page can do about it (`children`). In the
 * first load, for the error may be that the second one cannot be loaded.
 */
export function ErrorSection({ children }: { children?: ReactNode }) {
  const error = useSession((state) => state.error);
  // On a phone the errors stand above the panels, not in one.
  const Heading = useNarrow() ? 'h2' : 'h3';
  if (error === '') return null;
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <Heading id="errors-heading" className={styles.heading}>
        Errors
      </Heading>
      <Explanation />
      <TextBox id={ERRORS_ID} name="Errors" text={error} />
      {children}
    </section>
  );
}

const PromptReset = runPart.component((part) => part.PromptReset, { Fallback: Nothing, whenTouched: true });

/** Editable until the run has begun, and while it is stopped or paused: what is sent from then on uses it. `languages`: above the prompt; `notes`: in its head. */
function PromptSection({ languages, notes }: Readonly<Record<'languages' | 'notes', ReactNode>>) {
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
