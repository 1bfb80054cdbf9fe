import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditorLoader, EditorLoaderContext } from '../editor/editor-loader.ts';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { firstSign } from '../kit/first-sign.ts';
import { App, type AppProps } from './app.tsx';

/** What the person sees, in one element of the document. */
export interface View {
  /** Draws the page. Under another key it is another page, and nothing of the one before stays. */
  show(key: string, props: AppProps): void;
  /** An error at the start is a message, too, not a white page. */
  showError(error: unknown): void;
}

export function createView(element: HTMLElement): View {
  const root = createRoot(element);
  const editorLoader = createEditorLoader(firstSign(window));
  return {
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

function Broken({ error }: { readonly error: unknown }): never {
  throw error;
}
