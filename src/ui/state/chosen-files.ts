import { firstOfFiles, hasSubtitleName } from '../../files/accept.ts';
import { videoKindOf } from './video-kind.ts';

/** What of several files is opened. */
export interface ChosenFiles {
  /** undefined: films alone were given. A file that is neither is here, to be refused. */
  readonly subtitles: File | undefined;
  readonly film: File | undefined;
  /** How many other subtitle files there are. */
  readonly left: number;
  /** What is to be told of other films; empty: there are none. */
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
  const { file: subtitles, left } = firstOfFiles(
    films.length === 0 ? files : files.filter((file) => !films.includes(file)),
  );
  const isNeeded = subtitles !== undefined && (films.length === 0 || hasSubtitleName(subtitles.name));
  const film = films.find(({ name }) => isNeeded && subtitles.name.startsWith(`${baseName(name)}.`)) ?? films[0];
  const others = films.length - 1;
  return {
    subtitles: isNeeded ? subtitles : undefined,
    film,
    left,
    told: film && others > 0 ? `${film.name} was opened. ${filmsWords(others)} left.` : '',
  };
}

const filmsWords = (count: number): string => (count === 1 ? 'One other film was' : `${count} other films were`);

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');
