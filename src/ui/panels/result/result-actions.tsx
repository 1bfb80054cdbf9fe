import type { ReactNode } from 'react';
import { hasBatches, isHolder } from '../../../engine/run-state.ts';
import { canClearTranslated, canDownload, canTranslate, isTrying } from '../../../session/session-selectors.ts';
import { modelChoice } from '../../../settings/model-choice.ts';
import { InActionBar } from '../../kit/action-bar.ts';
import { Button } from '../../kit/button.tsx';
import { Download } from '../../kit/icons/first-icons.tsx';
import { later, Nothing } from '../../kit/lazy-part.tsx';
import { mainSave } from '../../state/page-state.ts';
import { saveResult } from '../../state/save.ts';
import { useServices } from '../../state/services.tsx';
import { translateSoon } from '../../state/translate-soon.ts';
import { useLinesShown, useReadOnlyReason, useSession, useSettings, useStarted } from '../../state/use-film.ts';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import { modelInUseWords, sendsFromHere } from '../../words/model-words.ts';
import { nextStepHint } from './next-step-hint.ts';
import styles from './result-panel.module.css';

export const Estimate = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './estimate.tsx')).Estimate,
  { StandIn: Nothing, whenTouched: true },
);
/** Where no model of the tab in front is chosen. */
export const ChooseModel = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './estimate.tsx')).ChooseModel,
  { StandIn: Nothing },
);
export const StartedActions = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './started-actions.tsx')).StartedActions,
);

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
  const holds = useSession(isHolder);
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
      <Button
        variant="quiet"
        disabled={!holds}
        aria-describedby={holds ? undefined : 'next-step-hint'}
        onClick={session.restart}
      >
        Restart
      </Button>
    </>
  );
}

function NextStepHint() {
  const settings = useSettings((state) => state);
  const hint = useSession((state) => nextStepHint(state, settings));
  const readOnly = useReadOnlyReason();
  return (
    <p id="next-step-hint" className={styles.hint}>
      {[hint, readOnly].filter(Boolean).join(' ')}
    </p>
  );
}

function ModelInUse() {
  const isRunning = useSession((state) => hasBatches(state) && !isTrying(state));
  const words = useSettings((state) => modelInUseWords(state, isRunning));
  const chooses = useSettings((state) => !isRunning && modelChoice(state) !== undefined);
  const shown = useSession(sendsFromHere);
  if (!shown) return null;
  return (
    <p id="model-in-use" className={styles.hint}>
      {words}
      {chooses && <ChooseModel />}
    </p>
  );
}

const SaveAs = later(async () => (await import(/* webpackChunkName: "formats" */ './save-as.tsx')).SaveAs);
const FileOptions = later(
  async () => (await import(/* webpackChunkName: "formats" */ './file-options.tsx')).FileOptions,
);

function DownloadButton() {
  const services = useServices();
  const primary = usePrimaryVariant('download');
  const isMain = useSession((state) => mainSave(state) === 'download');
  return (
    <Button
      variant={isMain ? primary : 'bordered'}
      icon={<Download aria-hidden />}
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
