import type { ContainerReader, ReadableKind } from './container.ts';
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';

/** A separate chunk, which the page loads with the first video. */
export const READERS: Readonly<Record<ReadableKind, ContainerReader>> = { Matroska: matroskaReader, MP4: mp4Reader };
