import { Fragment } from 'react';
import {
  endsByItself,
  hasBatches,
  isPending,
  isTrying,
  isWaitingToRetry,
  stoppingAnswers,
} from '../../../engine/run-state.ts';
import { allOk, canResume, canSaveAs, type Work } from '../../../film/film.ts';
import { untranslatedCount } from '../../../film/lines.ts';
import { canShowResult } from '../../../film/shown-facts.ts';
import { DEFAULT_PROMPT, followsFilm } from '../../../languages/default-prompt.ts';
import { mayBe } from '../../../languages/guess-language.ts';
import { readStandardPrompt } from '../../../languages/prompt-language.ts';
import { isModelElsewhere, lacksKey, modelChoice, type SettingsState } from '../../../settings/settings.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { focusSoon, whenDrawn } from '../../kit/focus.ts';
import { KEY_FIELD_ID, MODEL_TRIGGER } from '../../kit/panel.tsx';
import { changePrompt, standardPromptOfRun } from '../../state/language-pair.ts';
import { translateSoon, untranslatedWords, usePrimaryVariant } from '../../state/next-step.ts';
import { isWorkKept } from '../../state/page-state.ts';
import { mayGoOn } from '../../state/run-questions.ts';
import { finishedPart, saveFinishedPart } from '../../state/save-part.ts';
import {
  type Services,
  useLinesShown,
  usePage,
  useServices,
  useSession,
  useSettings,
  useSource,
} from '../../state/services.tsx';
import { useFilmsToSend, useWaitingForFiles } from '../../state/use-series.ts';
import { explainFailure, explainOutage } from '../../words/failures.ts';
import { refusedFileWords, sourceErrorWords } from '../../words/file-summary.ts';
import { readingWords, runTooLowWords, runWords } from '../../words/quantities.ts';
import styles from './result-panel.module.css';
import { eitherKey, Hint } from './result-panel.tsx';
import { Failed } from './run-end.tsx';

/** Commands once there are batches. In Lines they include commands that Text shows elsewhere: in the menu "More" and above the first batch. */
export function StartedActions() {
  const inLines = useLinesShown();
  return (
    <>
      {inLines && (
        <>
          <DownloadFinished />
          <TryAgain />
        </>
      )}
      <ResultButton />
    </>
  );
}

/** What the next step waits for once there are batches, shown beside its button. */
export function RunHint() {
  const hint = useSession((state) => (allOk(state) ? resultHint(state) : runHint(state)));
  return <Hint>{hint}</Hint>;
}

function runHint(state: Work): string {
  if (endsByItself(state.paused) || isWaitingToRetry(state)) return 'The translation continues by itself.';
  if (stoppingAnswers(state) > 0) return 'Stopping.';
  if (canResume(state)) return state.paused?.reason === 'person' ? 'Stopped.' : 'Paused.';
  // What failed is said at the run's end, or beside the ways to save.
  if (!isPending(state)) return '';
  const { length } = state.batches;
  return length === 1
    ? 'Download is ready when the batch is done.'
    : `Download is ready when all ${length} batches are done.`;
}

function resultHint(state: Work): string {
  if (state.isCleared) return 'You cleared the text. Press Result to build it again.';
  const words = untranslatedWords(untranslatedCount(state));
  return words && `${words}.`;
}

const PART_HINT_ID = 'finished-part';

const finishedWords = (state: Work): string => {
  const part = finishedPart(state);
  if (!part) return '';
  const { translated, total } = part;
  const left = total - translated;
  const words = `${translated.toLocaleString('en')} of ${total.toLocaleString('en')} lines are translated.`;
  if (left === 0) return words;
  return `${words} ${left === 1 ? 'The other one is saved in the original language.' : 'The others are saved in the original language.'}`;
};

/** What a file that is saved now contains. Shown beside the button that saves it. */
export function PartHint() {
  const words = useSession(finishedWords);
  const inLines = useLinesShown();
  return (
    <>
      {inLines && (
        <p className={styles.hint}>
          <Failed />
        </p>
      )}
      <p id={PART_HINT_ID} className={styles.hint}>
        {words}
      </p>
    </>
  );
}

/** Offered while there is no "Save as", which saves the same. The file name says how much is translated. */
export function DownloadFinished() {
  const services = useServices();
  const isThere = useSession((state) => finishedWords(state) !== '' && !canSaveAs(state));
  if (!isThere) return null;
  return (
    <Button once aria-describedby={PART_HINT_ID} onClick={() => void saveFinishedPart(services)}>
      Download the finished part
    </Button>
  );
}

async function tryAgain(services: Services): Promise<void> {
  if (await mayGoOn(services)) services.session.translateAgain(0);
}

/** Translates again, with another prompt, model or notes. */
export function TryAgain() {
  const services = useServices();
  const trying = useSession(isTrying);
  const isElsewhere = useSettings(isModelElsewhere);
  if (!trying) return null;
  return (
    <Button disabled={isElsewhere} aria-describedby="model-in-use" onClick={() => void tryAgain(services)}>
      Try the first batch again
    </Button>
  );
}

function ResultButton() {
  const { session } = useServices();
  const variant = usePrimaryVariant('result');
  const enabled = useSession(canShowResult);
  return (
    <Button
      // Primary only while enabled.
      variant={enabled ? variant : 'bordered'}
      disabled={!enabled}
      title="Builds the translated text again, after you cleared it."
      aria-describedby="next-step-hint"
      onClick={() => void session.writeResult({ again: true })}
    >
      Result
    </Button>
  );
}

/** Translates only the open film; the button beside it translates all films of the series. */
export function TranslateAlone() {
  const services = useServices();
  return (
    <Button
      aria-describedby="next-step-hint model-in-use"
      onClick={() => void translateSoon(services, { only: 'film' })}
    >
      Translate this film only
    </Button>
  );
}

/** Shown before a run: its tokens and price. */
export function Estimate() {
  const waits = useWaitingForFiles();
  if (!waits) return <KnownEstimate />;
  return (
    <p id="estimate" className={styles.hint}>
      {readingWords(waits)}
    </p>
  );
}

function KnownEstimate() {
  const all = useFilmsToSend();
  const warning = runTooLowWords(all);
  const [first, ...others] = runWords(all);
  if (first === undefined) return null;
  return (
    <>
      {warning && (
        <p id="limit-too-low" className={styles.warning}>
          {warning}
        </p>
      )}
      <p id="estimate" className={styles.hint}>
        {first}
        {others.map((part) => (
          <Fragment key={part}>
            {' '}
            <span className={styles.part}>· {part}</span>
          </Fragment>
        ))}
      </p>
    </>
  );
}

/** "Choose a model of Ollama, or go back to OpenAI", both as buttons. Until the person does one of them, Translate sends nothing. */
export function ChooseModel() {
  const { settings } = useServices();
  const facts = useSettings((state) => state);
  const choice = modelChoice(facts);
  if (!choice) return null;
  return (
    <span>
      {': '}
      <PlainButton className={styles.inSentence} onClick={() => goToModels(facts)}>
        {choice.choose}
      </PlainButton>
      {choice.goBack && (
        <>
          , or{' '}
          <PlainButton
            className={styles.inSentence}
            onClick={() => settings.showProvider(settings.store.getState().model.endpoint)}
          >
            {choice.goBack}
          </PlainButton>
        </>
      )}
    </span>
  );
}

/** Moves the focus to the key field or the model list of the tab that is shown, whichever is missing. */
function goToModels(settings: SettingsState): void {
  if (lacksKey(settings, settings.shownProvider)) focusSoon(KEY_FIELD_ID);
  else whenDrawn(MODEL_TRIGGER, (trigger) => trigger.click());
}

/** What the error means and what to do; nothing if the error's own words say that. */
export function Explanation() {
  const settings = useSettings((state) => state);
  const explanation = useSession((state) => explain(state, settings));
  const isPaused = useSession(({ paused }) => paused !== null);
  const isKept = usePage(isWorkKept);
  if (!explanation) return null;
  return (
    <p className={styles.explanation}>
      {explanation}
      {isPaused && isKept && ' Your work is kept.'}
    </p>
  );
}

function explain(state: Work, settings: SettingsState): string | undefined {
  if (state.paused?.reason === 'failure') {
    if (state.paused.kind === 'missing-key') return missingKeyWords(settings, 'Resume');
    return explainFailure(state.paused.kind, 'Resume', state.paused.message);
  }
  if (state.paused?.reason === 'outage') return explainOutage(state.paused.kind, state.paused.message);
  if (hasBatches(state)) return refusedFileWords(state.error);
  if (state.error.startsWith('No API key configured')) return missingKeyWords(settings, 'Translate');
  return sourceErrorWords(state.error);
}

function missingKeyWords(settings: SettingsState, goOn: 'Translate' | 'Resume'): string {
  const choice = modelChoice(settings);
  if (choice && goOn === 'Translate') return `${choice.choose}, then press Translate.`;
  if (choice && !choice.goBack) {
    const choose = choice.choose.replace(/^C/, 'c');
    return `Paste ${eitherKey(settings)} under Settings, or ${choose}. Then press Resume.`;
  }
  return goOn === 'Translate'
    ? `Paste ${eitherKey(settings)} under Settings first, then press Translate.`
    : `Paste ${eitherKey(settings)} under Settings first, then press Resume.`;
}

const RESET_ID = 'reset-prompt';
const UNDO_RESET_ID = 'undo-reset-prompt';

/** A reset can be undone until another prompt is reset, so one click loses no typed prompt. */
export function PromptReset() {
  const { session, settings } = useServices();
  const source = useSource();
  const hasBegun = useSession(hasBatches);
  const isStandard = useSettings((state) => {
    if (!hasBegun) return state.prompt === DEFAULT_PROMPT || followsFilm(state);
    const { from } = readStandardPrompt(state.prompt) ?? {};
    return from !== undefined && (source?.language === undefined || mayBe(source.language, from));
  });
  const undoable = useSettings((state) => state.earlierPrompt !== null);

  const toStandard = (change: () => void) => changePrompt({ session, settings }, 'the standard prompt', change);
  async function reset() {
    if (hasBegun) {
      // The rest is translated into the film's present language. If the worker does not answer, the language is that of the prompts.
      const film = source ?? (await session.analysis.look().catch(() => undefined));
      const { prompt, languages } = settings.store.getState();
      const facts = { prompt, detected: film?.language, said: languages };
      toStandard(() => settings.resetPrompt(standardPromptOfRun(session.store.getState(), facts)));
    } else toStandard(settings.resetPrompt);
    focusSoon(UNDO_RESET_ID);
  }
  function undo() {
    changePrompt({ session, settings }, 'your earlier prompt', settings.bringPromptBack);
    focusSoon(RESET_ID);
  }

  return (
    <>
      {undoable && (
        <PlainButton id={UNDO_RESET_ID} onClick={undo}>
          Undo reset
        </PlainButton>
      )}
      {!isStandard && (
        <PlainButton id={RESET_ID} onClick={reset}>
          Reset to the standard prompt
        </PlainButton>
      )}
    </>
  );
}
