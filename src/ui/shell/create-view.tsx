import { startTransition } from 'react';
import { nextTask, within } from '../../clock/clock.ts';
import type { SessionState } from '../../session/session-state.ts';
import { createEditorLoader, EditorLoaderContext } from '../editor/load-editor.tsx';
import { touched } from '../kit/lazy-part.tsx';
import { ErrorBoundary } from '../kit/messages.tsx';
import { App, type AppProps } from './app.tsx';
import { createReactRoot } from './create-react-root.ts';
import { needsSecondLoad, SECOND_LOAD } from './second-load.ts';

/** Draws the page in one element of the document. */
export interface View {
  /** To be called before the first drawing: loads what a page with this work shows beyond the empty page. Takes a second at most. */
  prepare(work: SessionState): Promise<void>;
  /** Draws the page. Another key makes another page, without any state of the page before. */
  show(key: string, props: AppProps): void;
  /** Shows an error at the start as a message instead of a white page. */
  showError(error: unknown): void;
}

/** After this time the page is drawn without the parts that are still loading. */
const PATIENCE_MS = 1_000;

export function createView(element: HTMLElement): View {
  const root = createReactRoot(element);
  const editorLoader = createEditorLoader(touched);
  // A failure is shown where the part is needed, which loads the part again.
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
      // As a transition the first drawing is cut into short tasks, so that the page reacts in between.
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

/** One task for all parts would block a slow machine just when a person begins. */
async function loadInTasks(): Promise<void> {
  for (const load of SECOND_LOAD) {
    await load();
    await nextTask();
  }
}

function Broken({ error }: { readonly error: unknown }): never {
  throw error;
}
