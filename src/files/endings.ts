/** What "Open…" offers; what kind of file it is, its content tells. */
export const SUBTITLE_NAMES = [
  ...['.srt', '.vtt', '.ass', '.ssa', '.sbv'],
  ...['.ttml', '.dfxp', '.itt', '.xml', '.sub', '.lrc', '.txt'],
];
export const hasSubtitleName = (name: string): boolean =>
  SUBTITLE_NAMES.some((end) => name.toLowerCase().endsWith(end));

/** The films that "Open…" offers: some systems know no kind for these endings. */
export const FILM_NAMES = ['video/*', '.mkv', '.mp4', '.m4v', '.webm', '.mov'];
