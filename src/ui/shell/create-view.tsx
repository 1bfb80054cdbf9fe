import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '../../clock/next-task.ts';
import { within } from '../../clock/within.ts';
import type { SessionState } from '../../session/session-state.ts';
import { createEditorLoader, EditorLoaderContext } from '../editor/editor-loader.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { firstSign } from '../kit/first-sign.ts';
import { App, type AppProps } from './app.tsx';
import { needsSecondLoad, SECOND_LOAD } from './second-load.ts';

/** What the person sees, in one element of the document. */
export interface View {
  /** Before the first drawing: loads what a page with this work on it shows beyond the empty page. Takes a second at most. */
  prepare(work: SessionState): Promise<void>;
  /** Draws the page. Under another key it is another page, and nothing of the one before stays. */
  show(key: string, props: AppProps): void;
  /** An error at the start is a message, too, not a white page. */
  showError(error: unknown): void;
}

/** After this long the page is drawn without what is still on its way. */
const PATIENCE_MS = 1_000;

export function createView(element: HTMLElement): View {
  const root = createRoot(element);
  const touched = firstSign(window);
  const editorLoader = createEditorLoader(touched);
  // A failure is told where the part is missed, which is loaded anew there.
  void touched.then(loadInTasks).catch(() => {});
  return {
    async prepare(work) {
      if (!needsSecondLoad(work)) return;
      const all = Promise.all(SECOND_LOAD.map((load) => load()));
      await within(PATIENCE_MS, all, undefined);
    },
    show(key, props) {
      const page = (
        <EditorLoaderContext value={editorLoader}>
          <App key={key} {...props} />
        </EditorLoaderContext>
      );
      // As a transition the first drawing is cut into short tasks, between which the page already answers.
      startTransition(() => root.render(page));
    },
    showError: (error) =>
      root.render(
        <ErrorBoundary>
          <Broken error={error} />
        </ErrorBoundary>,
      ),
  };
}

/** All of it in one task would hold up a slow machine, just when somebody begins. */
async function loadInTasks(): Promise<void> {
  for (const load of SECOND_LOAD) {
    await load();
    await nextTask();
  }
}

function Broken({ error }: { readonly error: unknown }): never {
  throw error;
}
