import { FORMATS } from '../subtitles/formats.ts';

/** Offered by "Open…". The content of a file decides its kind. */
export const SUBTITLE_NAMES = [...Object.values(FORMATS).flatMap(({ endings }) => endings), '.txt'];
export const hasSubtitleName = (name: string): boolean =>
  SUBTITLE_NAMES.some((end) => name.toLowerCase().endsWith(end));

/** Videos offered by "Open…". Some systems do not know these extensions. */
export const FILM_NAMES = ['video/*', '.mkv', '.mp4', '.m4v', '.webm', '.mov'];
