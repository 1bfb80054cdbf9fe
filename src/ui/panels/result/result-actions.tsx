import type { ReactNode } from 'react';
import { endsByItself, hasBatches, isPending, progress } from '../../../engine/run-state.ts';
import { allOk, canClearTranslated, canDownload, canTranslate, isTrying, type Work } from '../../../film/film.ts';
import { untranslatedCount } from '../../../film/lines.ts';
import { nameOf, withArticle } from '../../../providers/catalog.ts';
import { isLocal, isMore } from '../../../providers/provider.ts';
import { missingKey, modelChoice, type SettingsState } from '../../../settings/settings.ts';
import { Button, InActionBar } from '../../kit/button.tsx';
import { Download } from '../../kit/icons.tsx';
import { Nothing } from '../../kit/lazy-part.tsx';
import { translateSoon, usePrimaryVariant } from '../../state/next-step.ts';
import { mainSave } from '../../state/page-state.ts';
import { runPart } from '../../state/parts.ts';
import { saveResult } from '../../state/save.ts';
import { useServices } from '../../state/services.tsx';
import { useLinesShown, useSession, useSettings, useStarted } from '../../state/use-film.ts';
import { modelInUseWords } from '../../words/model-words.ts';
import { untranslatedWords } from '../../words/undo-words.ts';
import styles from './result-panel.module.css';

const Estimate = runPart.component((part) => part.Estimate, { Fallback: Nothing, whenTouched: true });
/** Where no model of the tab in front is chosen. */
const ChooseModel = runPart.component((part) => part.ChooseModel, { Fallback: Nothing });
const StartedActions = runPart.component((part) => part.StartedActions);

/** Specification, section 2: which command is possible is a selector, and the hint says what it waits for. `review`: how far it is; `problems`: leads to them; `saving`: more ways to save. */
export function ResultActions({
  review,
  problems,
  saving,
}: Readonly<Record<'review' | 'problems' | 'saving', ReactNode>>) {
  const { prices } = useServices();
  const translatable = useSession(canTranslate);
  const started = useStarted();
  const inLines = useLinesShown();
  const saves = useSession(canDownload);
  return (
    <>
      {!inLines && <WorkButtons />}
      <InActionBar when={translatable}>
        <div className={styles.hints}>
          <NextStepHint />
          {review}
          <ModelInUse />
          {prices && translatable && <Estimate />}
        </div>
      </InActionBar>
      <div className={styles.next}>
        {problems}
        {saves && <SaveAs />}
        <DownloadButton />
        {started ? <StartedActions /> : <TranslateButtons />}
      </div>
      {saves && <FileOptions>{saving}</FileOptions>}
    </>
  );
}

/** What throws work away, until Undo; in Lines they are in the menu "Project". */
export function WorkButtons() {
  const { session } = useServices();
  return (
    <>
      <Button
        variant="quiet"
        aria-description="Clears the translated text"
        disabled={!useSession(canClearTranslated)}
        onClick={session.clearTranslated}
      >
        Clear
      </Button>
      <Button variant="quiet" onClick={session.restart}>
        Restart
      </Button>
    </>
  );
}

function NextStepHint() {
  const settings = useSettings((state) => state);
  const hint = useSession((state) => nextStepHint(state, settings));
  return (
    <p id="next-step-hint" className={styles.hint}>
      {hint}
    </p>
  );
}

function ModelInUse() {
  const isRunning = useSession((state) => hasBatches(state) && !isTrying(state));
  const words = useSettings((state) => modelInUseWords(state, isRunning));
  const chooses = useSettings((state) => !isRunning && modelChoice(state) !== undefined);
  const isOver = useSession(allOk);
  if (isOver) return null;
  return (
    <p id="model-in-use" className={styles.hint}>
      {words}
      {chooses && <ChooseModel />}
    </p>
  );
}

const SaveAs = runPart.component((part) => part.SaveAs);
const FileOptions = runPart.component((part) => part.FileOptionsSection);

function DownloadButton() {
  const services = useServices();
  const primary = usePrimaryVariant('download');
  const isMain = useSession((state) => mainSave(state) === 'download');
  return (
    <Button
      variant={isMain ? primary : 'bordered'}
      icon={<Download />}
      disabled={!useSession(canDownload)}
      aria-describedby="next-step-hint review-progress"
      onClick={() => void saveResult(services, 'download')}
    >
      Download
    </Button>
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
      <Button {...facts} onClick={() => void translateSoon(services, { firstOnly: true })}>
        Try the first batch
      </Button>
      <Button {...facts} variant={usePrimaryVariant('translate')} onClick={() => void translateSoon(services)}>
        Translate
      </Button>
    </>
  );
}

type Settings = Pick<SettingsState, 'keys' | 'model' | 'models' | 'shownProvider' | 'awaitsPick' | 'prompt'>;

/** What the next step waits for, shown beside its button; empty when it waits for nothing. */
function nextStepHint(state: Work, settings: Settings): string {
  if (!hasBatches(state)) return beginHint(state, settings);
  return allOk(state) ? resultHint(state) : runHint(state);
}

function beginHint(state: Work, settings: Settings): string {
  if (!canTranslate(state)) return 'Open or paste subtitles to begin.';
  if (settings.prompt.trim() === '') return 'Write a prompt to translate.';
  // Which model is to be chosen is told by buttons.
  return settings.awaitsPick || modelChoice(settings) ? '' : keyHint(settings);
}

function runHint(state: Work): string {
  if (state.paused) return endsByItself(state.paused) ? 'The run goes on by itself.' : 'Paused.';
  const { failed, total } = progress(state);
  if (isPending(state))
    return total === 1 ? 'Ready when the batch is done.' : `Ready when all ${total} batches are done.`;
  return failed === 1
    ? '1 batch failed. Retry it, or fill it with the original.'
    : `${failed} batches failed. Retry them, or fill them with the original.`;
}

function resultHint(state: Work): string {
  if (state.translated === '') return 'You cleared the text. Press Result to build it again.';
  const words = untranslatedWords(untranslatedCount(state));
  return words && `${words}.`;
}

function keyHint({ keys, model, shownProvider }: Settings): string {
  if (missingKey({ keys, model }) === undefined) return '';
  if (model.endpoint === shownProvider)
    return `Add an API key for ${isMore(shownProvider) ? nameOf(shownProvider) : shownProvider} to translate.`;
  return `Add ${eitherKey({ model, shownProvider })} to translate.`;
}

/** Such as "an OpenAI key". With a key for the tab in front, a model of that provider is picked, so either key will do. */
export function eitherKey({ model, shownProvider }: Pick<Settings, 'model' | 'shownProvider'>): string {
  // A server on this computer needs none.
  const providers = new Set([model.endpoint, shownProvider].filter((id) => !isLocal(id)));
  return `${[...providers].map(withArticle).join(' or ')} key`;
}
