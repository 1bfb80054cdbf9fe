import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { isHolder } from '../../../engine/run-selectors.ts';
import { saveTextFile } from '../../../files/save-text-file.ts';
import { canClearTranslated, canDownload, canShowResult, canTranslate } from '../../../session/session-selectors.ts';
import { InActionBar } from '../../kit/action-bar.ts';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { translateSoon } from '../../state/translate-soon.ts';
import { usePrimaryLook } from '../../state/use-primary-look.ts';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import { useStarted } from '../../state/use-started.ts';
import { modelInUseWords, sendsFromHere } from '../../words/model-in-use.ts';
import { nextStepHint } from './next-step-hint.ts';
import styles from './result-panel.module.css';

/** The result's commands (specification, section 2); the hint says what a disabled one waits for. `review`: link to lines to review. */
export function ResultActions({ review }: { review?: ReactNode }) {
  const { session } = useServices();
  const started = useStarted();
  const holds = useSession(isHolder);
  return (
    <>
      <Button look="quiet" disabled={!useSession(canClearTranslated)} onClick={session.clearTranslated}>
        Clear
      </Button>
      <Button
        look="quiet"
        disabled={!holds}
        aria-describedby={holds ? undefined : 'next-step-hint'}
        onClick={session.restart}
      >
        Restart
      </Button>
      <InActionBar when={useSession(canTranslate)}>
        <div className={styles.hints}>
          <NextStepHint />
          {review}
          <ModelInUse />
        </div>
      </InActionBar>
      <div className={styles.next}>
        <DownloadButton />
        {started ? <ResultButton /> : <TranslateButton />}
      </div>
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
  const words = useSettings(modelInUseWords);
  const shown = useSession(sendsFromHere);
  if (!shown) return null;
  return (
    <p id="model-in-use" className={styles.hint}>
      {words}
    </p>
  );
}

function DownloadButton() {
  const { session } = useServices();
  return (
    <Button
      look={usePrimaryLook('download')}
      icon={<Download aria-hidden />}
      disabled={!useSession(canDownload)}
      aria-describedby="next-step-hint"
      onClick={() => saveTextFile('translated.srt', session.store.getState().translated)}
    >
      Download
    </Button>
  );
}

function TranslateButton() {
  const { session } = useServices();
  return (
    <Button
      look={usePrimaryLook('translate')}
      disabled={!useSession(canTranslate)}
      aria-describedby="next-step-hint model-in-use"
      onClick={() => void translateSoon(session)}
    >
      Translate
    </Button>
  );
}

function ResultButton() {
  const { session } = useServices();
  const look = usePrimaryLook('result');
  const enabled = useSession(canShowResult);
  return (
    <Button
      // Loud only when it does something.
      look={enabled ? look : 'bordered'}
      disabled={!enabled}
      aria-describedby="next-step-hint"
      onClick={session.assemble}
    >
      Result
    </Button>
  );
}
