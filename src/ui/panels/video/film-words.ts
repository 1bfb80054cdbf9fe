import type { Codec, VideoContents } from '../../../containers/container.ts';
import type { VideoKind } from '../../../containers/recognize-video.ts';

/** What the video element has told so far. */
export interface ElementFacts {
  /** Its error event. */
  readonly hasFailed: boolean;
  /** It knows the film's length and size. */
  readonly isLoaded: boolean;
  /** 0: it draws no picture, or does not know yet. */
  readonly widthPx: number;
  /** undefined: it does not say. */
  readonly hasSound: boolean | undefined;
}

export interface FilmFacts {
  /** undefined: not looked at yet, or none that is known. */
  readonly kind: VideoKind | undefined;
  readonly contents: VideoContents | undefined;
  readonly element: ElementFacts;
  /** Whether the browser plays a codec of this name, as far as it says. */
  readonly canPlay: (type: string) => boolean;
}

/** What browsers have no reader for, whatever is in it. */
const NEVER_PLAYED: ReadonlySet<VideoKind | undefined> = new Set(['AVI', 'MPEG-TS', 'FLV', 'WMV']);

/** Nothing of it can be seen or heard. */
export const isUnplayable = ({ kind, element }: FilmFacts): boolean => NEVER_PLAYED.has(kind) || element.hasFailed;

/** What the browser cannot play of a film, in words for people; '': nothing is known to be missing. */
export function missingWords({ kind, contents, element, canPlay }: FilmFacts): string {
  if (NEVER_PLAYED.has(kind)) return `Browsers cannot play ${kind} films. ${SUBTITLES_WORK}`;
  const refused = (codecs: readonly Codec[] = []): readonly string[] =>
    codecs.every(({ type }) => type === undefined || !canPlay(type))
      ? [...new Set(codecs.map(({ name }) => name))]
      : [];
  const pictures = refused(contents?.pictures);
  const sounds = refused(contents?.sounds);
  if (element.hasFailed) {
    const names = [...pictures, ...sounds].join(', ');
    return `This browser cannot play this film${names && ` (${names})`}. ${SUBTITLES_WORK}`;
  }
  const hasPicture = contents === undefined || contents.pictures.length > 0;
  const isDark = element.isLoaded ? hasPicture && element.widthPx === 0 : pictures.length > 0;
  const isSilent =
    element.hasSound === false
      ? contents === undefined || contents.sounds.length > 0
      : !element.hasSound && sounds.length > 0;
  const names = (codecs: readonly Codec[] | undefined, found: readonly string[]): string => {
    const all = found.length > 0 ? found : (codecs ?? []).map(({ name }) => name);
    return all.length > 0 ? ` (${all.join(', ')})` : '';
  };
  const missing = [
    ...(isDark ? [`cannot show this film’s picture${names(contents?.pictures, pictures)}`] : []),
    ...(isSilent ? [`cannot play its sound${names(contents?.sounds, sounds)}`] : []),
  ];
  if (missing.length === 0) return '';
  return `This browser ${missing.join(' and ').replace(/^cannot play its/, 'cannot play this film’s')}. ${SUBTITLES_WORK}`;
}

const SUBTITLES_WORK = 'The subtitles work all the same.';
