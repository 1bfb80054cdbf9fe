import type { Result } from '../lib/result.ts';
import type { FileFormat } from '../subtitles/formats.ts';
import type { TrackFlags } from './track-flags.ts';

/** A video file, read in slices: nothing holds the whole file. */
export interface VideoBytes {
  readonly size: number;
  /** From `start` to `end` (exclusive), less at the end of the file. Rejects if the file has become unreadable. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Unpacks zlib, with the browser's help. undefined: damaged, or more than `most` bytes. */
  inflate(packed: Uint8Array, most: number): Promise<Uint8Array | undefined>;
}

/** The caller that waits for a reading. */
export interface Watch {
  /** The share of the work that is done, from 0 to 1. */
  progress(share: number): void;
  /** True: the caller has stopped waiting. The reading then returns undefined. */
  isStopped(): boolean;
}

export interface SubtitleTrack extends TrackFlags {
  /** The file's own number, unique in the file. */
  readonly number: number;
  /** The usual name: "SubRip", "ASS", "PGS". */
  readonly kind: string;
  /** undefined: pictures, or a kind of text that no reader knows. */
  readonly format: FileFormat | undefined;
  readonly isPictures: boolean;
  /** BCP 47, canonical; undefined: unknown, or no language. */
  readonly language: string | undefined;
  readonly title: string;
  readonly isDefault: boolean;
  /** undefined: the file does not say. */
  readonly phrases: number | undefined;
}

export interface Codec {
  /**
   * For the browser's canPlayType ("avc1.64001f", "ac-3"), with the usual settings of the codec; undefined: no such name exists. The player
   * itself reports what it cannot play.
   */
  readonly type: string | undefined;
  /** The usual name: "H.264", "AC-3". */
  readonly name: string;
}

export interface VideoContents {
  readonly pictures: readonly Codec[];
  readonly sounds: readonly Codec[];
  readonly subtitles: readonly SubtitleTrack[];
  /** The file is shorter than it says. */
  readonly isCutOff: boolean;
}

export interface TrackText {
  readonly format: FileFormat;
  /** A whole subtitle file with the track's original letters: UTF-8, unless the track uses another encoding. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly phrases: number;
  /** The video is cut off, so the text may be incomplete. */
  readonly isCutOff: boolean;
}

/** Reads one kind of container. Errors are sentences for people; it throws only what `read` throws. */
export interface ContainerReader {
  contents(bytes: VideoBytes): Promise<Result<VideoContents, string>>;
  /** undefined: stopped. */
  extract(bytes: VideoBytes, track: number, watch: Watch): Promise<Result<TrackText, string> | undefined>;
}

/** Memory limit for a track: 200 MB of text fit into a video of 280 KB. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** A text is in memory as bytes, as letters (two bytes each if one is not Latin), and in the finished file. */
export const HELD_TIMES = 4;
export const MOST_TEXT_BYTES = MOST_HELD_BYTES / HELD_TIMES;

export const TOO_MUCH = `The track would take more than ${MOST_HELD_BYTES / 1024 / 1024} MB of memory, more than any subtitles: the film is damaged. Choose another track.`;
