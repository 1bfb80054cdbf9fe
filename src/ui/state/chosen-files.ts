import { HEAD_BYTES, recognizeVideo, type VideoKind } from '../../containers/recognize-video.ts';
import { firstOfFiles, hasSubtitleName } from '../../files/accept.ts';

/** What of several files is opened. */
export interface ChosenFiles {
  /** undefined: a film is opened, and no subtitles came with it. Of files that are neither the first one is here, to be refused. */
  readonly subtitles: File | undefined;
  readonly film: File | undefined;
  /** Whether subtitles can be taken out of films of its kind. */
  readonly hasTracks: boolean;
  /** How many other subtitle files there are. */
  readonly left: number;
  /** What is to be told of other films, and of what came with a film alone; empty: nothing is. */
  readonly told: string;
}

/** A folder of photos is not read through: so many files are looked into. */
const MOST_LOOKED_INTO = 100;

/**
 * The subtitles that stand first by their names, and the film that goes with them: the one whose name theirs begins with, else the first one.
 * What is a film, its content tells.
 */
export async function chooseFiles(files: readonly File[]): Promise<ChosenFiles> {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const looked = files.toSorted((one, other) => compare(one.name, other.name)).slice(0, MOST_LOOKED_INTO);
  const kinds = await Promise.all(looked.map(videoKindOf));
  const films = looked.filter((_, index) => kinds[index] !== undefined);
  if (films.length === 0) {
    const { file: subtitles, left } = firstOfFiles(files);
    return { subtitles, film: undefined, hasTracks: false, left, told: '' };
  }
  const others = files.filter((file) => !films.includes(file));
  const areSubtitles = await Promise.all(others.map(holdsSubtitles));
  const { file: subtitles, left } = firstOfFiles(others.filter((_, index) => areSubtitles[index]));
  const film = films.find(({ name }) => subtitles?.name.startsWith(`${baseName(name)}.`)) ?? films[0];
  const words = [
    ...filmsWords(films.length - 1),
    ...(subtitles ? [] : othersWords(others.filter((file) => looked.includes(file)))),
  ];
  const kind = film && kinds[looked.indexOf(film)];
  const hasTracks = kind === 'Matroska' || kind === 'MP4';
  return {
    subtitles,
    film,
    hasTracks,
    left,
    told: words.length > 0 ? [`${film?.name} was opened.`, ...words].join(' ') : '',
  };
}

/** What stands beside a film as a text may be anything. Subtitles of each format have a line with two times; in UTF-16 zeros stand between. */
async function holdsSubtitles(file: File): Promise<boolean> {
  if (!/\.txt$/i.test(file.name)) return hasSubtitleName(file.name);
  const head = await file
    .slice(0, LOOKED_THROUGH_BYTES)
    .text()
    .catch(() => '');
  return /\d:\d\d[.,:]\d+\D{1,10}\d+:\d\d[.,:]\d/.test(head.replaceAll('\0', ''));
}
/** The head of an ASS file with many styles is shorter. */
const LOOKED_THROUGH_BYTES = 65_536;

const filmsWords = (count: number): readonly string[] =>
  count === 0 ? [] : [count === 1 ? 'One other film was left.' : `${count} other films were left.`];

function othersWords([first, ...others]: readonly File[]): readonly string[] {
  if (first === undefined) return [];
  return [
    others.length === 0
      ? `${first.name} is no subtitle file and was left.`
      : `${others.length + 1} other files are no subtitles and were left.`,
  ];
}

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

/** What kind of film a file is, by its content; undefined: none that is known, or the file cannot be read. */
export const videoKindOf = async (file: Blob): Promise<VideoKind | undefined> => {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return recognizeVideo(new Uint8Array(head));
};
