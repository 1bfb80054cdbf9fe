import type { ContainerReader } from './container.ts';
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';
import type { ReadableKind } from './recognize-video.ts';

/** The reader of each kind of film from which subtitles can be taken out. In a chunk of its own, which the first film brings. */
export const READERS: Readonly<Record<ReadableKind, ContainerReader>> = { Matroska: matroskaReader, MP4: mp4Reader };
