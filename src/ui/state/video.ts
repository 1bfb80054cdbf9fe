import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VideoContents } from '../../containers/container.ts';
import type { KeptValue } from '../../lib/json.ts';

export interface VideoState {
  /** The film in the preview; undefined: none. */
  readonly file: File | undefined;
  /** What our readers saw of it; undefined: not known, or not readable. */
  readonly contents: VideoContents | undefined;
  /** The name of the film that was in the preview as the page was left; '': none, or another one has been opened since. */
  readonly previousName: string;
}

/** The film beside its subtitles. It stays when other subtitles are opened, until somebody closes it. */
export interface VideoDesk {
  readonly store: StoreApi<VideoState>;
  /** Shows a film in place of the one that is open. `handle`: by which the browser finds it again after a reload. */
  open(file: File, handle?: FileSystemFileHandle): void;
  /** What our readers saw of a film; ignored if another one is open by then. */
  tell(file: File, contents: VideoContents): void;
  /** Closes the film, and forgets the one of before. */
  close(): void;
  /** The film of before the reload; undefined: the browser does not give it, and the person has to choose it. Needs a click. */
  findAgain(): Promise<File | undefined>;
}

/** What is kept for coming back: a name, and the browser's own handle where there is one. The film itself is kept nowhere. */
export interface KeptVideo {
  readonly name: KeptValue<string | null>;
  /** Either call may reject. */
  readonly handle: {
    read(): Promise<unknown>;
    write(handle: FileSystemFileHandle | undefined): Promise<void>;
  };
}

/** In Chromium a handle can be asked for permission; other browsers keep none. */
interface AskableHandle extends FileSystemFileHandle {
  requestPermission(options: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** Without `kept` nothing is found after a reload. */
export function createVideoDesk(kept?: KeptVideo): VideoDesk {
  const store = createStore<VideoState>(() => ({
    file: undefined,
    contents: undefined,
    previousName: kept?.name.read() ?? '',
  }));

  function keep(name: string | null, handle?: FileSystemFileHandle): void {
    kept?.name.write(name);
    // Coming back is a help: what cannot be stored is chosen by hand.
    kept?.handle.write(handle).catch(() => {});
  }

  return {
    store,
    open(file, handle) {
      store.setState({ file, contents: undefined, previousName: '' });
      keep(file.name, handle);
    },
    tell(file, contents) {
      if (store.getState().file === file) store.setState({ contents });
    },
    close() {
      store.setState({ file: undefined, contents: undefined, previousName: '' });
      keep(null);
    },
    async findAgain() {
      try {
        const handle = (await kept?.handle.read()) as AskableHandle | undefined;
        if (handle === undefined || (await handle.requestPermission({ mode: 'read' })) !== 'granted') return undefined;
        return await handle.getFile();
      } catch {
        return undefined;
      }
    },
  };
}
