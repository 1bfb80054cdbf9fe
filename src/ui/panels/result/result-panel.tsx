import { type ComponentProps, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { endsByItself, hasBatches, isTrying } from '../../../engine/run-state.ts';
import {
  allOk,
  canClearTranslated,
  canRestart,
  canSave,
  canSaveAs,
  canTranslate,
  isInSeries,
  type Work,
} from '../../../film/film.ts';
import { isLocal, withArticle } from '../../../providers/endpoints.ts';
import { missingKey, modelChoice, type SettingsState } from '../../../settings/settings.ts';
import { TextEditor } from '../../editor/text-editor.tsx';
import { listen, useNarrow } from '../../kit/browser.ts';
import { Button, InActionBar } from '../../kit/button.tsx';
import { StaticText, TextBox } from '../../kit/fields.tsx';
import { showErrors } from '../../kit/focus.ts';
import { Download } from '../../kit/icons.tsx';
import { Nothing } from '../../kit/lazy-part.tsx';
import { ERRORS_ID, KEY_FIELD_ID, Panel } from '../../kit/panel.tsx';
import { closeFilm, translateSoon, usePrimaryVariant } from '../../state/next-step.ts';
import { type MainSave, mainSave } from '../../state/page-state.ts';
import { runPart } from '../../state/parts.ts';
import { plainName, saveResult } from '../../state/save.ts';
import {
  useLinesShown,
  usePromptFixed,
  useServices,
  useSession,
  useSettings,
  useStarted,
} from '../../state/services.tsx';
import { modelInUseWords } from '../../words/model-words.ts';
import styles from './result-panel.module.css';

const TranslatedSection = runPart.component((part) => part.TranslatedSection);

const RunEnd = runPart.component((part) => part.RunEnd, { Fallback: Nothing });

const MoreWays = runPart.component((part) => part.MoreWays, { Fallback: Nothing });

const NewestLines = runPart.component((part) => part.NewestLines, { Fallback: Nothing });

type Slots<Name extends string> = Readonly<Record<Name, ReactNode>>;

/**
 * The right panel while no batch is open: the errors, the newest lines or how the run has ended, and then the prompt or the result. `languages`: above the
 * prompt; `notes`: in its head once there are batches; `settings`: below the prompt; `waysOn`: below an error; `problems`: the button for lines that need a
 * look, above them; `saving`: more ways to save.
 */
export function ResultPanel({
  languages,
  notes,
  settings,
  waysOn,
  problems,
  saving,
  actions,
}: Slots<'languages' | 'notes' | 'settings' | 'waysOn' | 'problems' | 'saving' | 'actions'>) {
  const started = useStarted();
  const done = useDone();
  // A run paused by a failure waits for another key, model or prompt.
  const isWanted = useSession((state) =>
    hasBatches(state) ? state.paused?.reason === 'failure' : state.sourceText !== '',
  );
  const model = useSettings((state) => (missingKey(state) === undefined ? state.model.id : ''));
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
      aside={started && <MoreWays>{saving}</MoreWays>}
      fold={fold}
      notices={
        <>
          {/* First, so that nothing that loads later moves the errors out of view. On a phone they are above all panels. */}
          {!narrow && <ErrorSection>{waysOn}</ErrorSection>}
          {started && !done && <NewestLines>{problems}</NewestLines>}
          {done && <RunEnd>{problems}</RunEnd>}
        </>
      }
      actions={actions}
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

/** True if all batches are OK in the drawn state: the result is on the page. */
const useDone = (): boolean => useDeferredValue(useSession(allOk));

const Explanation = runPart.component((part) => part.Explanation, { Fallback: Nothing });

/**
 * Drawn only with an error: what it means and what to do, the error's own words, and then what the page can do (`children`). Part of the first load, because
 * the error may be that another part cannot load.
 */
export function ErrorSection({ children }: { children?: ReactNode }) {
  const error = useSession((state) => state.error);
  const waits = useSession(({ paused }) => endsByItself(paused));
  // On a phone the errors are above the panels, not inside one.
  const Heading = useNarrow() ? 'h2' : 'h3';
  const [heightPx, keepHeight] = useKeptHeight();
  if (error === '') return heightPx > 0 && <div className={styles.errors} style={{ height: heightPx }} />;
  return (
    <section
      ref={keepHeight}
      aria-labelledby="errors-heading"
      className={styles.errors}
      data-waits={waits || undefined}
    >
      <Heading id="errors-heading" className={styles.heading}>
        Errors
      </Heading>
      <Explanation />
      <TextBox id={ERRORS_ID} name="Errors" text={error} />
      {children}
    </section>
  );
}

const keyRow = () => document.getElementById(KEY_FIELD_ID)?.parentElement;

/**
 * If an element disappears while the focus is at the key's field, returns its height until the focus is elsewhere, so that the field and its buttons stay under
 * the pointer. Also returns the element's ref.
 */
function useKeptHeight() {
  const [heightPx, setHeightPx] = useState(0);
  useEffect(() => {
    if (heightPx === 0) return;
    const row = keyRow();
    return listen(window, { focusin: ({ target }) => row?.contains(target as Node) || setHeightPx(0) });
  }, [heightPx]);
  const [keepHeight] = useState(() => (element: HTMLElement) => {
    setHeightPx(0);
    return () => {
      if (keyRow()?.contains(document.activeElement)) setHeightPx(element.offsetHeight);
    };
  });
  return [heightPx, keepHeight] as const;
}

const PromptReset = runPart.component((part) => part.PromptReset, { Fallback: Nothing, whenTouched: true });

/** Editable before the run and while it is stopped or paused: later requests use the new prompt. `languages`: above the prompt; `notes`: in its head. */
function PromptSection({ languages, notes }: Slots<'languages' | 'notes'>) {
  const { settings } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const fixed = usePromptFixed();
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

const Estimate = runPart.component((part) => part.Estimate, { Fallback: Nothing, whenTouched: true });
/** Shown if no model of the tab that is shown is chosen. */
const ChooseModel = runPart.component((part) => part.ChooseModel, { Fallback: Nothing });
const PartHint = runPart.component((part) => part.PartHint, { Fallback: Nothing });
const TranslateAlone = runPart.component((part) => part.TranslateAlone, { Fallback: Nothing });
const RunHint = runPart.component((part) => part.RunHint, { Fallback: Nothing });
const StartedActions = runPart.component((part) => part.StartedActions);

/**
 * At most five commands, so that they fit in one row: those of specification, section 2, and the usual way to save. The hint says what the next step waits for.
 * `review`: its progress; in Lines, `problems`: the button for lines that need a look, and `saving`: more ways to save, in a menu.
 */
export function ResultActions({ review, problems, saving }: Slots<'review'> & Partial<Slots<'problems' | 'saving'>>) {
  const { commands } = useServices();
  const translatable = useSession(canTranslate);
  const started = useStarted();
  const inLines = useLinesShown();
  const saves = useSession(canSaveAs);
  return (
    <>
      {!inLines && <WorkButtons />}
      <InActionBar when={translatable}>
        <div className={styles.hints}>
          <NextStepHint />
          {review}
          <ModelInUse />
          {started && (inLines || saves) && <PartHint />}
          {!commands.demo && translatable && <Estimate />}
        </div>
      </InActionBar>
      <div className={styles.next}>
        {problems}
        {saves && <SaveAs />}
        <DownloadButton />
        {started ? <StartedActions /> : <TranslateButtons />}
        {inLines && saves && <MoreWays>{saving}</MoreWays>}
      </div>
      {saves && <WrongOrderNotice />}
    </>
  );
}

/** Commands that discard work and can be undone. In Lines they are in the menu "Project". */
export function WorkButtons() {
  const services = useServices();
  const clears = useSession(canClearTranslated);
  // Before a run people look for the "Clear" of the original.
  const isHidden = !useSession(hasBatches) && !clears;
  return (
    <>
      <Button
        variant="quiet"
        className={isHidden ? styles.nothingToClear : undefined}
        aria-description="Clears the translated text"
        disabled={!clears}
        onClick={() => services.session.clear('result')}
      >
        Clear
      </Button>
      <Button
        variant="quiet"
        title="Closes this film. Undo brings it back."
        disabled={!useSession(canRestart)}
        onClick={() => void closeFilm(services, 'all')}
      >
        Restart
      </Button>
    </>
  );
}

function NextStepHint() {
  const settings = useSettings((state) => state);
  const hint = useSession((state) => (hasBatches(state) ? null : beginHint(state, settings)));
  return hint === null ? <RunHint /> : <Hint>{hint}</Hint>;
}

export function Hint({ children }: { children: string }) {
  if (children === '') return null;
  return (
    <p id="next-step-hint" className={styles.hint}>
      {children}
    </p>
  );
}

function ModelInUse() {
  const isRunning = useSession((state) => hasBatches(state) && !isTrying(state));
  const words = useSettings((state) => modelInUseWords(state, isRunning));
  const chooses = useSettings((state) => !isRunning && modelChoice(state) !== undefined);
  const isOver = useSession(allOk);
  if (isOver || words === '') return null;
  return (
    <p id="model-in-use" className={styles.hint}>
      {words}
      {chooses && <ChooseModel />}
    </p>
  );
}

const SaveAs = runPart.component((part) => part.SaveAs);
const WrongOrderNotice = runPart.component((part) => part.WrongOrderNotice);

function DownloadButton() {
  const disabled = !useSession(canSave);
  const name = useSession(plainName);
  return (
    <SaveButton
      how="download"
      title={`Saves the file as “${name}”.`}
      disabled={disabled}
      aria-describedby="next-step-hint review-progress"
    >
      Download
    </SaveButton>
  );
}

/** Saves the result in one of two ways. The button is prominent until the film was saved once. */
export function SaveButton({ how, ...button }: ComponentProps<typeof Button> & { readonly how: MainSave }) {
  const services = useServices();
  const primary = usePrimaryVariant('download');
  const isMain = useSession((state) => mainSave(state) === how);
  return (
    <Button
      variant={isMain ? primary : 'bordered'}
      icon={<Download />}
      once
      onClick={() => void saveResult(services, how)}
      {...button}
    />
  );
}

function TranslateButtons() {
  const services = useServices();
  const facts = {
    disabled: !useSession(canTranslate),
    'aria-describedby': 'next-step-hint model-in-use limit-too-low estimate',
  };
  return (
    <>
      <Button {...facts} onClick={() => void translateSoon(services, { only: 'first-batch' })}>
        Try the first batch
      </Button>
      {useSession((state) => isInSeries(state) && canTranslate(state)) && <TranslateAlone />}
      <Button {...facts} variant={usePrimaryVariant('translate')} onClick={() => void translateSoon(services)}>
        Translate
      </Button>
    </>
  );
}

type Settings = Pick<SettingsState, 'keys' | 'model' | 'models' | 'shownProvider' | 'awaitsPick' | 'prompt'>;

/** What the first step waits for, shown beside its button; '' if it waits for nothing. */
function beginHint(state: Work, settings: Settings): string {
  if (!canTranslate(state)) return 'Open or paste subtitles to begin.';
  if (settings.prompt.trim() === '') return 'The prompt is empty. Write one first.';
  // Buttons, not this hint, ask for a model.
  return settings.awaitsPick || modelChoice(settings) ? '' : keyHint(settings);
}

const keyHint = (settings: Settings): string =>
  missingKey(settings) === undefined ? '' : `Paste ${eitherKey(settings)} to translate.`;

/** For example "an OpenAI key". A key for the tab shown also works, because a model of that provider is then picked. */
export function eitherKey({ model, shownProvider }: Pick<Settings, 'model' | 'shownProvider'>): string {
  // A local server needs no key.
  const providers = new Set([model.endpoint, shownProvider].filter((id) => !isLocal(id)));
  return `${[...providers].map(withArticle).join(' or ')} key`;
}
