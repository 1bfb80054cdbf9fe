import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { withTimeout } from '../../clock/clock.ts';
import { hasBatches } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import { createEditorLoader, EditorLoaderContext } from '../editor/text-editor.tsx';
import { listen, showTheme } from '../kit/browser.ts';
import { Button } from '../kit/button.tsx';
import { whenDrawn } from '../kit/focus.ts';
import { ErrorBoundary, ErrorMessage, loadAllAgain, touched } from '../kit/lazy-part.tsx';
import { panelId } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID } from '../state/next-step.ts';
import { runPart } from '../state/parts.ts';
import { App, type AppProps, workHasNews } from './app.tsx';
import styles from './other-tab.module.css';

/** Draws the page in one element of the document. */
export interface View {
  /** To be called before the first drawing: loads what a page with this work shows beyond the empty page. Takes a second at most. */
  prepare(work: Work): Promise<void>;
  /** Draws the page. Another key makes another page, without any state of the page before. */
  show(key: string, props: AppProps): void;
  /** Shows, in place of the page, that the work is elsewhere. */
  showOther(props: OtherTabProps): void;
  /** Shows an error at the start as a message instead of a white page. */
  showError(error: unknown): void;
}

/** After this time the page is drawn without the parts that are still loading. */
const PATIENCE_MS = 1_000;

export function createView(element: HTMLElement): View {
  const root = createRoot(element);
  const editorLoader = createEditorLoader(touched());
  listen(window, { online: loadAllAgain });
  // A failure is shown where the part is needed, which loads the part again.
  void touched()
    .then(runPart.load)
    .catch(() => {});
  return {
    async prepare(work) {
      if (needsRunPart(work)) await withTimeout(PATIENCE_MS, runPart.load(), undefined);
    },
    show(key, props) {
      const page = (
        <EditorLoaderContext value={editorLoader}>
          <App key={key} {...props} />
        </EditorLoaderContext>
      );
      // As a transition the first drawing is cut into short tasks, so that the page reacts in between.
      startTransition(() => root.render(page));
    },
    showOther: (props) =>
      root.render(
        <ErrorBoundary>
          <OtherTab {...props} />
        </ErrorBoundary>,
      ),
    showError(error) {
      // React tells the console of what it catches, and it catches nothing here.
      console.error(error);
      root.render(<ErrorMessage error={error} />);
    },
  };
}

/** Whether a page with this work needs the run part at once: for a film, a run, a notice, the explanation of an error. */
const needsRunPart = (work: Work): boolean =>
  work.sourceText !== '' || hasBatches(work) || workHasNews(work) || work.error !== '';

export interface OtherTabProps extends Pick<AppProps, 'theme'> {
  readonly stored: {
    /** The stored film's name, empty where it has none; and whether there is a translated text. */
    look(): Promise<{ readonly film: string; readonly hasResult: boolean }>;
    download(): Promise<void>;
    saveProject(): Promise<void>;
  };
  /**
   * Gets the work from the tab that has it, once that has stored everything. "refused": it could not store it; "given-up": a third tab
   * asked later and gets the work. undefined: no tab is in the way, but a newer version of the page has stored the work.
   */
  readonly takeOver: (() => Promise<'held' | 'refused' | 'given-up'>) | undefined;
  /** This tab had the work until it was reloaded, and asks for it by itself. */
  readonly takesBack: boolean;
}

const NAME = 'Subtitle translator';

/** The page of a tab that does not have the work: where the work is, and the way to go on here. */
export function OtherTab({ theme, stored, takeOver, takesBack }: OtherTabProps) {
  const [{ film, hasResult }, setFound] = useState({ film: '', hasResult: false });
  useLayoutEffect(() => showTheme(theme.read()), [theme]);
  useEffect(() => {
    const look = () => void stored.look().then(setFound);
    look();
    // Another film may have been opened meanwhile.
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
  asked: 'This work is open in another tab, which is storing it now. This can take some seconds.',
  refused: 'This work is open in another tab, which cannot store it. Continue there, and save the project as a file.',
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
        Your work was stored by a newer version of this page. Reload the page to get that version. Nothing is changed
        here.
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
