import { ownTask } from '../../clock/clock.ts';
import { hasReader, type VideoKind } from '../../containers/container.ts';
import { firstOfFiles } from '../../files/accept.ts';
import { videoKindIn } from '../../files/video-bytes.ts';
import type { Analysis } from '../../film/analysis.ts';
import { inOrder } from '../../film/series.ts';
import { countWords, grouped, shownName } from '../../lib/text.ts';
import { partsOfName } from '../../review/saved-name.ts';
import { isSubtitleFile, pathOf } from './read-file.ts';

/** Finds out what several files contain, and which of them is opened. */

/** Which of several files is opened. */
export interface FilesToOpen {
  /** undefined: a video is opened, and there are no subtitles with it. If the files are neither, this is the first one, which the page refuses. */
  readonly subtitles: File | undefined;
  readonly film: File | undefined;
  /** Whether the page can take subtitles out of videos of this kind. */
  readonly hasTracks: boolean;
  /** The number of the other subtitle files. */
  readonly left: number;
  /** A sentence about the other videos, or about what came with a video that has no subtitle file; '': none. */
  readonly message: string;
}

export function onlyFirst(files: readonly File[]): FilesToOpen {
  const { file, left } = firstOfFiles(files);
  return { subtitles: file, film: undefined, hasTracks: false, left, message: '' };
}

/** What several files contain. */
export interface KnownFiles {
  /** In natural order of their names. */
  readonly films: ReadonlyMap<File, VideoKind>;
  /** The files that are not videos, and those of them that are subtitles. */
  readonly others: readonly File[];
  readonly subtitles: readonly File[];
}

/** The content of a file, not its name, tells whether it is a video. */
export async function lookInto(files: readonly File[], ask: Analysis['ask']): Promise<KnownFiles> {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = files.toSorted((one, other) => compare(one.name, other.name));
  const films = await videosIn(sorted, ask);
  const others = files.filter((file) => !films.has(file));
  const areSubtitles = await Promise.all(others.map(isSubtitleFile));
  return { films, others, subtitles: others.filter((_, index) => areSubtitles[index]) };
}

/**
 * The files that get a row in a series, and a sentence about the others. A file that a person chose, not in a folder, gets a row that says why it cannot be
 * opened.
 */
export function filesOfSeries({ films, others, subtitles }: KnownFiles): {
  readonly files: readonly File[];
  readonly message: string;
} {
  const taken = others.filter((file) => subtitles.includes(file) || !pathOf(file).includes('/'));
  const left = others.length - taken.length;
  const words = left === 1 ? 'is neither a subtitle file nor a video' : 'are neither subtitle files nor videos';
  return {
    files: [...taken, ...films.keys()],
    message: left === 0 ? '' : `${countWords(left, 'file')} of the folder ${words}.`,
  };
}

/**
 * The number of rows that these files would have. One video and one subtitle file belong together, whatever their names are. On a slow computer the comparison
 * of many names takes a whole task.
 */
export async function countRows({ films, subtitles }: KnownFiles): Promise<number> {
  const given = films.size + subtitles.length;
  if (given <= 1) return given;
  if (films.size === 1 && subtitles.length === 1) return 1;
  const stems = new Set(subtitles.flatMap((file) => stemsOfText(pathOf(file))));
  const alone = [...films.keys()].filter((file) => !stems.has(stemOfVideo(pathOf(file))));
  await ownTask();
  return subtitles.length + alone.length;
}

/** A video's path without its ending. Subtitles with the same path belong to the video. */
const stemOfVideo = (path: string): string => path.replace(/\.[^./]*$/, '').toLowerCase();

/**
 * The paths, without ending, of the videos that the subtitles may belong to. Several, because a title may end with the name of a language: "Johnny English".
 */
function stemsOfText(path: string): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [stemOfVideo(path), (folder + partsOfName(path.slice(folder.length)).name).toLowerCase()];
}

/** True if a video and subtitles are in one folder and their names differ only in language, flags and ending. */
export const isBeside = (text: string, video: string): boolean => stemsOfText(text).includes(stemOfVideo(video));

/** The files in the order of their paths; each video comes after its subtitles. */
export function inReadingOrder(files: readonly File[], videos: ReadonlyMap<File, unknown>): readonly File[] {
  const ordered = inOrder(files.map((file) => ({ file, path: pathOf(file) }))).map(({ file }) => file);
  const last = new Map<string, File>();
  for (const file of ordered) if (!videos.has(file)) for (const stem of stemsOfText(pathOf(file))) last.set(stem, file);
  const behind = grouped(videos.keys(), (file) => last.get(stemOfVideo(pathOf(file))));
  return ordered.flatMap((file) => {
    if (!videos.has(file)) return [file, ...(behind.get(file) ?? [])];
    return last.has(stemOfVideo(pathOf(file))) ? [] : [file];
  });
}

/** The subtitles with the first name, and their video: the one whose name the subtitles' name begins with, or else the first video. */
export function chooseFiles(known: KnownFiles): FilesToOpen {
  const { films: kinds, others, subtitles: all } = known;
  const films = [...kinds.keys()];
  const ofFolder = filesOfSeries(known).message;
  if (films.length === 0) return { ...onlyFirst(others), message: ofFolder };
  const { file: subtitles, left } = firstOfFiles(all);
  const film = films.find(({ name }) => subtitles?.name.startsWith(`${baseName(name)}.`)) ?? films[0];
  const words = [...filmsWords(films.length - 1), ...(subtitles ? [] : othersWords(others))];
  return {
    subtitles,
    film,
    hasTracks: hasReader(film && kinds.get(film)),
    left,
    message: words.length > 0 ? [`${shownName(film?.name ?? '')} was opened.`, ...words].join(' ') : ofFolder,
  };
}

const filmsWords = (count: number): readonly string[] =>
  count === 0 ? [] : [count === 1 ? 'One other video was not opened.' : `${count} other videos were not opened.`];

function othersWords([first, ...others]: readonly File[]): readonly string[] {
  if (first === undefined) return [];
  return [
    others.length === 0
      ? `${shownName(first.name)} was not opened: it is not a subtitle file.`
      : `${others.length + 1} other files were not opened: they are not subtitle files.`,
  ];
}

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

/** By file: its kind. Each file is read once, because its content never changes. */
const kinds = new WeakMap<File, Promise<VideoKind | undefined>>();

/** The kind of a video, by its content; undefined: unknown, or the file cannot be read. */
export function videoKindOf(file: File): Promise<VideoKind | undefined> {
  const kind = kinds.get(file) ?? videoKindIn(file);
  kinds.set(file, kind);
  return kind;
}

/** How many files are read at once: to begin to read a file takes milliseconds, and a folder has hundreds. */
const READ_AT_ONCE = 4;

/** How many files the film worker is asked about at once: on a slow computer, to send it a file takes the page more than a millisecond. */
const ASKED_AT_ONCE = 8;

/** The files that are videos, in the order given. The film worker (`ask`) looks at several; if it cannot, the page does. */
export async function videosIn(files: readonly File[], ask: Analysis['ask']): Promise<ReadonlyMap<File, VideoKind>> {
  const unread = files.filter((file) => !kinds.has(file));
  for (let at = 0; at < unread.length && unread.length > 1; at += ASKED_AT_ONCE) {
    const some = unread.slice(at, at + ASKED_AT_ONCE);
    const seen = await ask('videoKinds', some).catch(() => undefined);
    if (!seen) break;
    for (const [index, file] of some.entries()) kinds.set(file, Promise.resolve(seen[index]));
  }
  const videos = new Map<File, VideoKind>();
  for (let at = 0; at < files.length; at += READ_AT_ONCE) {
    const some = files.slice(at, at + READ_AT_ONCE);
    const found = await Promise.all(some.map(videoKindOf));
    for (const [index, file] of some.entries()) {
      const kind = found[index];
      if (kind) videos.set(file, kind);
    }
  }
  return videos;
}
