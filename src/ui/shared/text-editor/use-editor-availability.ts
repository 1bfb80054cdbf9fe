import { useContext, useEffect, useState } from 'react';
import { EditorLoaderContext } from './editor-loader.ts';
import type { CreateEditor } from './editor-surface.ts';

/** `absent`: not here and not to be waited for, though it may still come. */
export type EditorAvailability =
  | { status: 'loading' }
  | { status: 'absent' }
  | { status: 'ready'; createEditor: CreateEditor };

/** After this long the plain text area shows even a very long text whole. */
const PATIENCE_MS = 3000;

/** Starts loading the editor when the first text box is shown. */
export function useEditorAvailability(): EditorAvailability {
  const loader = useContext(EditorLoaderContext);
  const [availability, setAvailability] = useState<EditorAvailability>(() => {
    const createEditor = loader?.loaded() ?? null;
    if (createEditor !== null) return { status: 'ready', createEditor };
    return { status: loader === null ? 'absent' : 'loading' };
  });
  const isReady = availability.status === 'ready';

  useEffect(() => {
    if (loader === null || isReady) return;
    let isShown = true;
    const stopWaiting = () => setAvailability((now) => (now.status === 'loading' ? { status: 'absent' } : now));
    const patience = setTimeout(stopWaiting, PATIENCE_MS);
    void loader.load().then((createEditor) => {
      if (!isShown) return;
      if (createEditor === null) stopWaiting();
      else setAvailability({ status: 'ready', createEditor });
    });
    return () => {
      isShown = false;
      clearTimeout(patience);
    };
  }, [loader, isReady]);

  return availability;
}
