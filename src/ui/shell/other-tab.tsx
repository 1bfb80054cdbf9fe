import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { listen, showTheme } from '../kit/browser.ts';
import { Button } from '../kit/button.tsx';
import { whenDrawn } from '../kit/focus.ts';
import { panelId } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID } from '../state/next-step.ts';
import type { AppProps } from './app.tsx';
import styles from './other-tab.module.css';

export interface OtherTabProps extends Pick<AppProps, 'theme'> {
  readonly stored: {
    /**
     * The name of the stored film ('' if it has none), whether there is a translated text, and whether there are other films, which `saveProject` does not
     * save.
     */
    look(): Promise<{ readonly film: string; readonly hasResult: boolean; readonly isInSeries: boolean }>;
    download(): Promise<void>;
    saveProject(): Promise<void>;
  };
  /**
   * Gets the work from the other tab once that tab has stored everything. "refused": the other tab could not store it. "given-up": a third tab asked later and
   * gets the work. `onCalls`: how many paid requests the other tab still waits for. undefined: no tab is in the way, but a newer version of the page has stored
   * the work.
   */
  readonly takeOver: ((onCalls: (count: number) => void) => Promise<'held' | 'refused' | 'given-up'>) | undefined;
  /** Makes the other tab give the work away without waiting for its answers. */
  readonly dontWait: () => void;
  /** This tab had the work until it was reloaded, and asks for it automatically. */
  readonly takesBack: boolean;
}

const NAME = 'Subtitle translator';

/** The page of a tab that does not have the work. It says where the work is and how to continue here. */
export function OtherTab({ theme, stored, takeOver, dontWait, takesBack }: OtherTabProps) {
  const [{ film, hasResult, isInSeries }, setFound] = useState({ film: '', hasResult: false, isInSeries: false });
  useLayoutEffect(() => showTheme(theme.read()), [theme]);
  useEffect(() => {
    const look = () => void stored.look().then(setFound);
    look();
    // Another film may have been opened in the other tab.
    return listen(window, { focus: look });
  }, [stored]);
  useEffect(() => {
    document.title = [film, NAME].filter(Boolean).join(' · ');
  }, [film]);
  return (
    <main className={styles.page}>
      <h1 className={styles.film} dir="auto">
        {film || NAME}
      </h1>
      {takeOver ? (
        <Continue takeOver={takeOver} dontWait={dontWait} atOnce={takesBack} />
      ) : (
        <NewerVersion stored={stored} hasResult={hasResult} isInSeries={isInSeries} />
      )}
    </main>
  );
}

type Asked = 'not-asked' | 'asked' | 'refused';

const WORDS: Readonly<Record<Asked, string>> = {
  'not-asked': 'This work is open in another tab.',
  asked: 'This work is open in another tab, which is storing it now. This can take some seconds.',
  refused: 'This work is open in another tab, which cannot store it. Continue there, and save the project as a file.',
};

/** What the other tab waits for, and what it costs to take the work without waiting. */
const waitWords = (calls: number): string =>
  calls === 1
    ? 'This work is open in another tab. That tab still waits for 1 reply that you pay for. This takes a minute at most. If you do not wait, you pay for this reply twice.'
    : `This work is open in another tab. That tab still waits for ${calls} replies that you pay for. This takes a minute at most. If you do not wait, you pay for these replies twice.`;

interface ContinueProps {
  readonly takeOver: NonNullable<OtherTabProps['takeOver']>;
  readonly dontWait: () => void;
  readonly atOnce: boolean;
}

function Continue({ takeOver, dontWait, atOnce }: ContinueProps) {
  const [asked, setAsked] = useState<Asked>('not-asked');
  const [calls, setCalls] = useState(0);

  async function ask(): Promise<void> {
    if (asked === 'asked') return;
    setAsked('asked');
    const outcome = await takeOver(setCalls);
    setCalls(0);
    setAsked(outcome === 'refused' ? 'refused' : 'not-asked');
    // The pressed button is gone. If there are batches, their heading gets the focus last.
    const focus = (element: HTMLElement) => element.focus();
    if (outcome === 'held') for (const id of [panelId('Original'), BATCHES_HEADING_ID]) whenDrawn(id, focus);
  }

  const askAtOnce = useEffectEvent(() => void ask());
  useEffect(() => {
    if (atOnce) askAtOnce();
  }, [atOnce]);

  return (
    <>
      <p role="status">{calls > 0 ? waitWords(calls) : WORDS[asked]}</p>
      <div className={styles.actions}>
        {/* Not `disabled`, so that the button keeps the focus while it waits. */}
        <Button variant="primary" aria-disabled={asked === 'asked' || undefined} onClick={() => void ask()}>
          Continue here
        </Button>
        {calls > 0 && <Button onClick={dontWait}>Do not wait</Button>}
      </div>
    </>
  );
}

interface NewerVersionProps extends Pick<OtherTabProps, 'stored'> {
  readonly hasResult: boolean;
  readonly isInSeries: boolean;
}

function NewerVersion({ stored, hasResult, isInSeries }: NewerVersionProps) {
  return (
    <>
      <p role="status">
        A newer version of this page stored your work. Reload the page to get that version. Until then, this tab changes
        nothing.{' '}
        {isInSeries &&
          'Here “Save project” saves only the film that is open in the list. After Reload it saves all films.'}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button disabled={!hasResult} onClick={() => void stored.download()}>
          Download
        </Button>
        <Button onClick={() => void stored.saveProject()}>Save project</Button>
      </div>
    </>
  );
}
