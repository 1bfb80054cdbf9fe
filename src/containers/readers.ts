import type { ContainerReader, ReadableKind } from './container.ts';
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';

/** Loaded as a separate chunk with the first film. */
export const READERS: Readonly<Record<ReadableKind, ContainerReader>> = { Matroska: matroskaReader, MP4: mp4Reader };
