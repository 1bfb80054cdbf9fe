import { linesOf } from '../subtitles/lines.ts';
import { withoutTimingLines } from '../subtitles/timing.ts';
import type { TrackFormat } from './container.ts';

/** A subtitle with its times: ms from the video's beginning. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Of WebVTT: what stands above and behind the timing. */
  readonly id?: string;
  readonly settings?: string;
  /** The blocks that stand before it: NOTE, STYLE, REGION. */
  readonly before?: string;
}

/** The subtitle file of a track. `head`: of WebVTT. */
export const fileOfCues = (
  format: TrackFormat,
  { head, cues }: { readonly head: string; readonly cues: readonly Cue[] },
) => ({
  text: format === 'vtt' ? vttOfCues(head, cues) : srtOfCues(cues),
  phrases: cues.filter(({ text }) => text.trim() !== '').length,
});

/** An .srt file of the cues, in the order of their beginnings. Those without a text are none. */
export const srtOfCues = (cues: readonly Cue[]): string =>
  withText(cues)
    .flatMap(({ startMs, endMs, text }, index) => [
      [index === 0 ? '' : '\n', index + 1, '\n', clock(startMs, ','), ' --> ', clock(endMs, ','), '\n'].join(''),
      withoutTimingLines(text),
      '\n',
    ])
    .join('');

/** A WebVTT file of the cues. `head`: what the track gives as the file's head, "WEBVTT" with what follows it; '': none. */
export function vttOfCues(head: string, cues: readonly Cue[]): string {
  const begun = head.trimEnd();
  const written = withText(cues).flatMap(({ startMs, endMs, text, id = '', settings = '', before = '' }) => {
    const name = oneLine(id).replaceAll('-->', '→');
    const blocks = /^\s*(?:NOTE|STYLE|REGION)\b/.test(before) ? `${before.trim().replaceAll('-->', '→')}\n\n` : '';
    const timing = `${clock(startMs, '.')} --> ${clock(endMs, '.')}${settings && ` ${oneLine(settings)}`}`;
    return [['\n', blocks, name && `${name}\n`, timing, '\n'].join(''), text.replaceAll('-->', '→'), '\n'];
  });
  return `${begun.startsWith('WEBVTT') ? begun : `WEBVTT${begun && `\n\n${begun}`}`}\n${written.join('')}`;
}

/** A blank line would end the phrase. A text that has none is not copied: it may be one of megabytes. */
const withText = (cues: readonly Cue[]): readonly Cue[] =>
  cues
    .flatMap((cue) => {
      const text = linesOf(cue.text)
        .filter((line) => line.trim() !== '')
        .join('\n');
      if (text === '') return [];
      return text === cue.text ? cue : { ...cue, text };
    })
    .sort((one, other) => one.startMs - other.startMs);

const oneLine = (text: string): string => linesOf(text).join(' ').trim();

/** "01:02:03,004"; what is before the beginning is the beginning. */
export function clock(ms: number, point: string): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60].map(Math.floor);
  return `${two(hours ?? 0)}:${two(minutes ?? 0)}:${two(seconds ?? 0)}${point}${String(whole % 1_000).padStart(3, '0')}`;
}

/** A language as files name it (ISO 639-2, either form, or BCP 47) as BCP 47; undefined: none, or no name at all. */
export function languageOfTrack(name: string): string | undefined {
  try {
    const [language] = Intl.getCanonicalLocales(name.trim().replaceAll('_', '-'));
    return language === undefined || /^(?:und|zxx|mis|mul)\b/.test(language) ? undefined : language;
  } catch {
    return undefined;
  }
}
