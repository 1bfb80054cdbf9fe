import type { Result } from '../lib/result.ts';
import type { TrackFlags } from './track-flags.ts';

/** The bytes of a video file, read in slices: nothing holds the whole of it. */
export interface VideoBytes {
  readonly size: number;
  /** The bytes from `start` up to, not including, `end`: fewer where the file ends before. Rejects where the file cannot be read any more. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Unpacks zlib, which is the browser's to do; undefined: it is broken, or more than `most` bytes would come out. */
  inflate(packed: Uint8Array, most: number): Promise<Uint8Array | undefined>;
}

/** Who waits for a reading. */
export interface Watch {
  /** How much of what has to be read is read: 0 to 1. */
  progress(share: number): void;
  /** Nobody waits any more: the reading ends with undefined. */
  isStopped(): boolean;
}

/** As what a track's text opens. */
export type TrackFormat = 'srt' | 'vtt' | 'ass' | 'ssa';

export interface SubtitleTrack extends TrackFlags {
  /** As the file numbers it; no two tracks of a file have the same. */
  readonly number: number;
  /** What it is, in the field's words: "SubRip", "ASS", "PGS". */
  readonly kind: string;
  /** undefined: it holds pictures, or a text that nobody here can read. */
  readonly format: TrackFormat | undefined;
  readonly isPictures: boolean;
  /** BCP 47, canonical; undefined: not told, or no language. */
  readonly language: string | undefined;
  /** '': none. */
  readonly title: string;
  readonly isDefault: boolean;
  /** How many, where the file tells it. */
  readonly phrases: number | undefined;
}

/** A track of picture or sound. */
export interface Codec {
  /**
   * As the browser's canPlayType wants it ("avc1.64001f", "ac-3"), with the settings that most films of the codec have: what it makes of this one
   * it tells itself as it plays. undefined: there is no such word for it.
   */
  readonly type: string | undefined;
  /** In the field's words: "H.264", "AC-3". */
  readonly name: string;
}

export interface VideoContents {
  readonly pictures: readonly Codec[];
  readonly sounds: readonly Codec[];
  readonly subtitles: readonly SubtitleTrack[];
  /** The file ends before it says that it ends. */
  readonly isCutOff: boolean;
}

export interface TrackText {
  readonly format: TrackFormat;
  /** A subtitle file of that format, whole, with the letters as the film has them: UTF-8, unless the track is in another encoding. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly phrases: number;
  /** The video is cut off: the text is what is there. */
  readonly isCutOff: boolean;
}

/** The reader of one container. An error is a sentence for people; nothing else is thrown but what `read` throws. */
export interface ContainerReader {
  contents(bytes: VideoBytes): Promise<Result<VideoContents, string>>;
  /** The text of a subtitle track; undefined: stopped. */
  extract(bytes: VideoBytes, track: number, watch: Watch): Promise<Result<TrackText, string> | undefined>;
}

/** What a track may take in memory: 200 MB of text fit into a video of 280 KB. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** A text is held as its bytes, as letters, of two bytes each where one of them is not Latin, and once more in the file that is made of it. */
export const HELD_TIMES = 4;
export const MOST_TEXT_BYTES = MOST_HELD_BYTES / HELD_TIMES;

/** What is said of a track that would be more. */
export const TOO_MUCH = `The track would take more than ${MOST_HELD_BYTES / 1024 / 1024} MB of memory, more than any subtitles: the film is damaged. Choose another track.`;
