import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VideoContents } from '../../containers/container.ts';
import type { Preference } from '../../lib/json.ts';
import type { Result } from '../../lib/result.ts';

interface VideoState {
  /** The video in the preview; undefined: none. */
  readonly file: File | undefined;
  /** How many videos were opened. */
  readonly opened: number;
  /** What our readers found in the video; undefined: not known, or not readable. */
  readonly contents: VideoContents | undefined;
  /** Why our readers could not read the video, in a sentence; '': they could, or it is not known yet. */
  readonly problem: string;
  /** The name of the video that was in the preview before the reload; '': none, or another one was opened since. */
  readonly previousName: string;
  /** undefined: the preview is not on the page. */
  readonly player: VideoPlayer | undefined;
  /** The open line and the text in its box, which the picture shows before it is committed; null: no line is open. */
  readonly typed: { readonly number: number; readonly text: string } | null;
  /** Number of the line that the video shows now; undefined: none. */
  readonly playing: number | undefined;
}

/** Plays the video while the preview is on the page. */
export interface VideoPlayer {
  /** Goes to the start of a line. A playing video continues there; a paused one stays paused. */
  seek(number: number): void;
  /** Plays a line and stops at its end. "on": starts a second before the line and does not stop. Without a number: the line under the cursor. */
  play(how: 'line' | 'on', number?: number): void;
}

/** The video beside the film's lines. It stays when other subtitles are opened, until somebody closes it. */
export interface VideoDesk {
  readonly store: StoreApi<VideoState>;
  /** Opens a video in place of the present one. `handle`: the browser finds the video again by it after a reload. */
  open(file: File, handle?: FileSystemFileHandle): void;
  /** Stores what our readers found in a video, or why they failed. Ignored if another video is open by then. */
  tell(file: File, found: Result<VideoContents, string>): void;
  /** Closes the video, and forgets the one from before the reload. */
  close(): void;
  /** Stores the video's handle; undefined: nothing is stored. */
  readonly handles: HandleStore | undefined;
  readonly choices: Preference<VideoChoices>;
}

/** A person's choices for the video. */
export interface VideoChoices {
  /** How many milliseconds later the subtitles appear. */
  readonly ms: number;
  /** 1: the normal speed. */
  readonly speed: number;
  readonly onlySpeech: boolean;
  readonly asIGo: boolean;
}

/** What is stored so that the video can be opened again: its name, the choices, and the browser's handle if there is one. The video itself is not stored. */
export interface KeptVideo {
  readonly name: Preference<string | null>;
  /** `size`: bytes of the video for which the offset was found, because another video may have the same name. */
  readonly choices: Preference<VideoChoices & { readonly size: number }>;
  readonly handles: HandleStore;
}

/** The key "handle" has the handle of the video in the preview. Each call may reject. */
interface HandleStore {
  getMany(keys: readonly ['handle']): Promise<readonly unknown[]>;
  setMany(entries: readonly [readonly ['handle', FileSystemFileHandle | undefined]]): Promise<unknown>;
}

/** Without `kept`, the video cannot be found after a reload. */
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
    // A failure only means that the person must choose the video again after a reload.
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
        // Another tab may have opened another video meanwhile.
        if (file && kept?.name.read() === file.name) kept?.choices.write({ ...chosen, size: file.size });
      },
    },
  };
}
