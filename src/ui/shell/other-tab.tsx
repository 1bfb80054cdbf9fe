import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { whenDrawn } from '../kit/focus.ts';
import { panelId } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID } from '../state/open-batch.tsx';
import type { ThemeKeeper } from '../state/services.tsx';
import { showTheme } from './menus.tsx';
import styles from './other-tab.module.css';

export interface OtherTabProps {
  readonly theme: ThemeKeeper;
  readonly stored: {
    /** The stored film's name, empty where it has none; and whether there is a translated text. */
    look(): Promise<{ readonly film: string; readonly hasResult: boolean }>;
    download(): Promise<void>;
    saveProject(): Promise<void>;
  };
  /**
   * Gets the work from the tab that has it, once that has stored everything. "refused": it could not store it; "given-up": a third tab
   * asked later and gets the work. Missing: no tab is in the way, but a newer version of the page has stored the work.
   */
  readonly takeOver?: () => Promise<'held' | 'refused' | 'given-up'>;
  /** This tab had the work until it was reloaded, and asks for it by itself. */
  readonly takesBack?: boolean;
}

const NAME = 'Subtitle translator';

/** The page of a tab that does not have the work: where the work is, and the way to go on here. */
export function OtherTab({ theme, stored, takeOver, takesBack }: OtherTabProps) {
  const [{ film, hasResult }, setFound] = useState({ film: '', hasResult: false });
  useLayoutEffect(() => showTheme(theme.initial), [theme]);
  useEffect(() => {
    const look = () => void stored.look().then(setFound);
    look();
    // Another film may have been opened meanwhile.
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
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
        <Continue takeOver={takeOver} atOnce={takesBack === true} />
      ) : (
        <NewerVersion stored={stored} hasResult={hasResult} />
      )}
    </main>
  );
}

type Asked = 'not-asked' | 'asked' | 'refused';

const WORDS: Readonly<Record<Asked, string>> = {
  'not-asked': 'This work is open in another tab.',
  asked: 'This work is open in another tab, which is storing what it has. With a long film that can take some seconds.',
  refused:
    'This work is open in another tab, which cannot store it: go on there, and save the project there as a file.',
};

function Continue({ takeOver, atOnce }: { takeOver: NonNullable<OtherTabProps['takeOver']>; atOnce: boolean }) {
  const [asked, setAsked] = useState<Asked>('not-asked');

  async function ask(): Promise<void> {
    if (asked === 'asked') return;
    setAsked('asked');
    const outcome = await takeOver();
    setAsked(outcome === 'refused' ? 'refused' : 'not-asked');
    // The pressed button is gone. Where there are batches, their heading takes the focus last.
    const focus = (element: HTMLElement) => element.focus();
    if (outcome === 'held') for (const id of [panelId('Original'), BATCHES_HEADING_ID]) whenDrawn(id, focus);
  }

  const askAtOnce = useEffectEvent(() => void ask());
  useEffect(() => {
    if (atOnce) askAtOnce();
  }, [atOnce]);

  return (
    <>
      <p role="status">{WORDS[asked]}</p>
      <div className={styles.actions}>
        {/* Not `disabled`, so that the button keeps the focus while it waits. */}
        <Button variant="primary" aria-disabled={asked === 'asked' || undefined} onClick={() => void ask()}>
          Continue here
        </Button>
      </div>
    </>
  );
}

function NewerVersion({ stored, hasResult }: Pick<OtherTabProps, 'stored'> & { hasResult: boolean }) {
  return (
    <>
      <p role="status">
        A newer version of this page has stored this work. Reload the page to get that version; here nothing of it is
        changed.
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
