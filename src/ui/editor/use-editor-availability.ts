import { useContext, useEffect, useState } from 'react';
import { type EditorLoader, EditorLoaderContext } from './editor-loader.ts';
import type { CreateEditor } from './editor-surface.ts';

/** `absent`: not loaded, and no longer waited for, though it may still come. */
export type EditorAvailability =
  | { status: 'loading' }
  | { status: 'absent' }
  | { status: 'ready'; createEditor: CreateEditor };

/** After this time the plain text area shows even a very long text in full. */
const PATIENCE_MS = 3000;

/** Loads the editor when somebody touches the page, and at once for a long text. */
export function useEditorAvailability(firstText: () => string, isLong: boolean): EditorAvailability {
  const loader = useContext(EditorLoaderContext);
  const [availability, setAvailability] = useState<EditorAvailability>(() => {
    const createEditor = loader?.loaded() ?? null;
    if (createEditor !== null && !isLong) return { status: 'ready', createEditor };
    return { status: loader === null ? 'absent' : 'loading' };
  });
  const isReady = availability.status === 'ready';

  useEffect(() => {
    if (loader === null || isReady) return;
    let isShown = true;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stopWaiting = () => setAvailability((now) => (now.status === 'loading' ? { status: 'absent' } : now));

    async function load({ load, whenWanted }: EditorLoader): Promise<void> {
      if (!isLong) await whenWanted;
      if (!isShown) return;
      patience = setTimeout(stopWaiting, PATIENCE_MS);
      const createEditor = await load(firstText());
      if (!isShown) return;
      if (createEditor === null) stopWaiting();
      else setAvailability({ status: 'ready', createEditor });
    }
    void load(loader);
    return () => {
      isShown = false;
      clearTimeout(patience);
    };
  }, [loader, isReady, isLong, firstText]);

  return availability;
}
