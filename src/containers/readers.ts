import type { ContainerReader } from './container.ts';
import { matroskaReader } from './matroska/matroska.ts';
import { mp4Reader } from './mp4/mp4.ts';
import type { VideoKind } from './recognize-video.ts';

/** The readers of what is in a film; a kind without one has no subtitles that can be taken out. */
export const READERS: Partial<Record<VideoKind, ContainerReader>> = { Matroska: matroskaReader, MP4: mp4Reader };
