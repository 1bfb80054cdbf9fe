import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { withTimeout } from '../../clock/clock.ts';
import { hasBatches } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import { createEditorLoader, EditorLoaderContext } from '../editor/text-editor.tsx';
import { listen } from '../kit/browser.ts';
import { ErrorBoundary, ErrorMessage, loadAllAgain, touched } from '../kit/lazy-part.tsx';
import { runPart } from '../state/parts.ts';
import { App, type AppProps, workHasNews } from './app.tsx';
import styles from './other-tab.module.css';
import type { OtherTabProps } from './other-tab.tsx';

/** Draws the page in one element of the document. */
export interface View {
  /** Call it before the first drawing: loads the code that a page with this work shows beyond the empty page. Takes a second at most. */
  prepare(work: Work): Promise<void>;
  /** Draws the page. A new key makes a new page, without any state of the earlier page. */
  show(key: string, props: AppProps): void;
  /** Shows, in place of the page, that another tab has the work. */
  showOther(props: OtherTabProps): void;
  /** Shows an error at the start as a message instead of an empty page. */
  showError(error: unknown): void;
}

/** The fallback if the code cannot be loaded: its sentence is true in every case. */
const OtherTab = runPart.component((part) => part.OtherTab, {
  Fallback: ({ message }) => (
    <main className={styles.page}>
      <h1 className={styles.film}>Subtitle translator</h1>
      <p role="status">This work is open in another tab.</p>
      {message}
    </main>
  ),
});
const NewerVersion = runPart.component((part) => part.OtherTab);

/** After this time the page is drawn without the parts that are still loading. */
const PATIENCE_MS = 1_000;

export function createView(element: HTMLElement): View {
  const root = createRoot(element);
  const editorLoader = createEditorLoader(touched());
  listen(window, { online: loadAllAgain });
  // A failure needs no handling here: the place that needs the part shows it, and loads the part again.
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
    showOther(props) {
      const Other = props.takeOver ? OtherTab : NewerVersion;
      root.render(
        <ErrorBoundary>
          <Other {...props} />
        </ErrorBoundary>,
      );
    },
    showError(error) {
      // React prints to the console what it catches; this error was not caught by React.
      console.error(error);
      root.render(<ErrorMessage error={error} />);
    },
  };
}

/** Whether a page with this work needs the run part at once: for a film, a run, a notice, or the explanation of an error. */
const needsRunPart = (work: Work): boolean =>
  work.sourceText !== '' || hasBatches(work) || workHasNews(work) || work.error !== '';
