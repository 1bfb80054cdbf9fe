import type { FileFormat } from '../../subtitles/document.ts';

/** How people call the formats. */
export const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = {
  srt: '.srt',
  vtt: 'WebVTT',
  ass: 'ASS',
  ssa: 'SSA',
  sbv: 'SBV',
};

/** "a WebVTT", "an ASS". */
export const aFormat = (format: FileFormat): string => `${format === 'vtt' ? 'a' : 'an'} ${FORMAT_NAMES[format]}`;
