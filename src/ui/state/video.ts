import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VideoContents } from '../../containers/container.ts';
import type { Preference } from '../../lib/json.ts';
import type { Result } from '../../lib/result.ts';

export interface VideoState {
  /** The film in the preview; undefined: none. */
  readonly file: File | undefined;
  /** How many films were opened. */
  readonly opened: number;
  /** What our readers saw of it; undefined: not known, or not readable. */
  readonly contents: VideoContents | undefined;
  /** Why our readers could see nothing of it, in a sentence; '': they could, or it is not known yet. */
  readonly problem: string;
  /** The name of the film that was in the preview as the page was left; '': none, or another one has been opened since. */
  readonly previousName: string;
  /** undefined: the preview is not on the page. */
  readonly player: VideoPlayer | undefined;
  /** The open line with the text in its box, which the picture shows before it is committed; null: no line is open. */
  readonly typed: { readonly number: number; readonly text: string } | null;
  /** Number of the line that the video shows; undefined: none. */
  readonly playing: number | undefined;
}

/** What plays the film, while the preview stands on the page. */
export interface VideoPlayer {
  /** Shows where a line begins. A film that plays goes on from there, another one stays still. */
  seek(number: number): void;
  /** Plays a line and stops at its end; "on": from a second before it, and goes on. Without a number: the line under the cursor. */
  play(how: 'line' | 'on', number?: number): void;
}

/** The film beside its subtitles. It stays when other subtitles are opened, until somebody closes it. */
export interface VideoDesk {
  readonly store: StoreApi<VideoState>;
  /** Shows a film in place of the one that is open. `handle`: by which the browser finds it again after a reload. */
  open(file: File, handle?: FileSystemFileHandle): void;
  /** What our readers saw of a film, or why they saw nothing; ignored if another one is open by then. */
  tell(file: File, found: Result<VideoContents, string>): void;
  /** Closes the film, and forgets the one of before. */
  close(): void;
  /** What is kept of the film's handle; undefined: nothing is. */
  readonly handles: HandleStore | undefined;
  readonly choices: Preference<VideoChoices>;
}

/** What a person has chosen for playing. */
export interface VideoChoices {
  /** Milliseconds by which the film's subtitles are moved. */
  readonly ms: number;
  /** 1: as it was recorded. */
  readonly speed: number;
  readonly onlySpeech: boolean;
  readonly asIGo: boolean;
}

/** What is kept for coming back: a name, what was chosen, and the browser's own handle where there is one. The film itself is kept nowhere. */
export interface KeptVideo {
  readonly name: Preference<string | null>;
  /** With the size in bytes of the film that the offset was found for: another film may have the same name. */
  readonly choices: Preference<VideoChoices & { readonly size: number }>;
  readonly handles: HandleStore;
}

/** Under the key "handle" the one of the film in the preview. Each call may reject. */
export interface HandleStore {
  getMany(keys: readonly ['handle']): Promise<readonly unknown[]>;
  setMany(entries: readonly [readonly ['handle', FileSystemFileHandle | undefined]]): Promise<unknown>;
}

/** Without `kept` nothing is found after a reload. */
export function createVideoDesk(kept?: KeptVideo): VideoDesk {
  const store = createStore<VideoState>(() => ({
    file: undefined,
    opened: 0,
    contents: undefined,
    problem: '',
    previousName: kept?.name.read() ?? '',
    player: undefined,
    typed: null,
    playing: undefined,
  }));

  let choices: VideoChoices = { ms: 0, speed: 1, onlySpeech: false, asIGo: false };

  function show(file?: File, handle?: FileSystemFileHandle): void {
    const { size, ...known } = kept?.choices.read() ?? { size: 0, ...choices };
    const isKnown = file?.name === kept?.name.read() && file?.size === size;
    choices = { ...known, ms: isKnown ? known.ms : 0 };
    store.setState(({ opened }) => ({ file, opened: opened + 1, contents: undefined, problem: '', previousName: '' }));
    kept?.name.write(file?.name ?? null);
    kept?.choices.write({ ...choices, size: file?.size ?? 0 });
    // Coming back is a help: what cannot be stored is chosen by hand.
    kept?.handles.setMany([['handle', handle]]).catch(() => {});
  }

  return {
    store,
    open: show,
    tell(file, found) {
      if (store.getState().file !== file) return;
      store.setState(found.ok ? { contents: found.value, problem: '' } : { contents: undefined, problem: found.error });
    },
    close: () => show(),
    handles: kept?.handles,
    choices: {
      read: () => choices,
      write(chosen) {
        choices = chosen;
        const { file } = store.getState();
        // Another tab may have opened another film since.
        if (file && kept?.name.read() === file.name) kept?.choices.write({ ...chosen, size: file.size });
      },
    },
  };
}
