import type { Codec, VideoContents, VideoKind } from '../../../containers/container.ts';

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

export interface PlayableFacts {
  /** undefined: not looked at yet, or none that is known. */
  readonly kind: VideoKind | undefined;
  readonly contents: VideoContents | undefined;
  /** Why our readers could see nothing of it, in a sentence; '': they could, or it is not known yet. */
  readonly problem: string;
  readonly element: ElementFacts;
  /** Whether the browser plays a codec of this name, as far as it says. */
  readonly canPlay: (type: string) => boolean;
}

/** What browsers have no reader for, whatever is in it. */
const NEVER_PLAYED: ReadonlySet<VideoKind | undefined> = new Set(['AVI', 'MPEG-TS', 'FLV', 'WMV']);

/** Nothing of it can be seen or heard. */
export const isUnplayable = ({ kind, element }: PlayableFacts): boolean => NEVER_PLAYED.has(kind) || element.hasFailed;

/** What the browser cannot play of a film, in words for people; '': nothing is known to be missing. */
export function missingWords({ kind, contents, problem, element, canPlay }: PlayableFacts): string {
  if (NEVER_PLAYED.has(kind))
    return `${kind} films can be neither played by browsers nor read for subtitles here. Subtitles that come as a file of their own work all the same.`;
  if (element.hasFailed && problem !== '') return `Neither picture nor subtitles of this film can be read. ${problem}`;
  const { pictures, sounds } = contents ?? {};
  if (element.hasFailed)
    return `This browser cannot play this film${namesOf([...(pictures ?? []), ...(sounds ?? [])])}.${SUBTITLES_WORK}`;
  const isRefused = (codecs: readonly Codec[] = []): boolean =>
    codecs.length > 0 && codecs.every(({ type }) => type === undefined || !canPlay(type));
  const isDark = element.isLoaded ? element.widthPx === 0 && pictures?.length !== 0 : isRefused(pictures);
  const isSilent = element.hasSound === false ? sounds?.length !== 0 : !element.hasSound && isRefused(sounds);
  const missing = [
    ...(isDark ? [`show the picture${namesOf(pictures)}`] : []),
    ...(isSilent ? [`play the sound${namesOf(sounds)}`] : []),
  ].join(' or ');
  return missing && `Of this film the browser cannot ${missing}.${SUBTITLES_WORK}`;
}

function namesOf(codecs: readonly Codec[] = []): string {
  const names = [...new Set(codecs.map(({ name }) => name))].join(', ');
  return names && ` (${names})`;
}

const SUBTITLES_WORK = ' The subtitles work all the same.';
