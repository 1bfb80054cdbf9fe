import { basename, join } from 'node:path';
import { hasSubtitleName, isAlike, languageName, partsOfName } from '../core.ts';
import { type OutputPlace, safeName } from './outputs.ts';

export interface FoundFile extends OutputPlace {
  /** The real path of its folder. */
  readonly folder: string;
  /** "beside": it was not given. It is beside a file that was given, and shows which languages of the film exist. */
  readonly origin: 'named' | 'listed' | 'folder' | 'beside';
}

export interface Candidate extends FoundFile {
  /** Its place among all found files. */
  readonly at: number;
  /** In ms since 1970; 0: the time is not needed. */
  readonly changedAt: number;
  readonly name: string;
  readonly kind: 'text' | 'film' | 'project';
  /** Its name without language, flags and ending. Files of one film have the same. */
  readonly stem: string;
  readonly language: string | undefined;
  readonly flags: readonly string[];
}

/** BCP 47. `from` undefined: any language. A target undefined: no name of a file says the language. */
interface Languages {
  readonly from: string | undefined;
  readonly targets: readonly (string | undefined)[];
}

interface ChosenFiles {
  readonly chosen: readonly Candidate[];
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

export const FILM = /\.(?:mkv|webm|mp4|m4v|mov)$/i;
export const PROJECT = /\.project\.json$/i;

export const isSourceName = (name: string): boolean => FILM.test(name) || hasSubtitleName(name) || PROJECT.test(name);

/** Whether only the content shows that the file contains subtitles. A .sub file may contain pictures (VobSub). */
export const isDoubtfulName = (name: string): boolean => /\.(?:txt|xml|sub)$/i.test(name);

export const withoutEnding = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

/** The files of each film, in the order of their first files. */
export const filmsOf = (found: readonly FoundFile[]): readonly (readonly Candidate[])[] => [
  // The name of an output has no control characters, even if that of its source has.
  ...groupBy(candidatesOf(found), ({ folder, stem }) => join(folder, safeName(stem))).values(),
];

function candidatesOf(found: readonly FoundFile[]): readonly Candidate[] {
  const baseOf = ({ folder, path }: FoundFile) => join(folder, withoutEnding(basename(path)));
  const films = new Set(found.filter(({ path }) => FILM.test(path)).map(baseOf));
  return found.map((each, at) => {
    const name = basename(each.path);
    return { ...each, at, changedAt: 0, name, ...partsOf(name, films.has(baseOf(each))) };
  });
}

/** `isOfFilm`: without its ending, the name is that of a video. Such a name may end with the name of a language: "Johnny.English". */
function partsOf(name: string, isOfFilm: boolean): Pick<Candidate, 'kind' | 'stem' | 'language' | 'flags'> {
  const whole = { stem: withoutEnding(name), language: undefined, flags: [] };
  if (FILM.test(name)) return { kind: 'film', ...whole };
  if (PROJECT.test(name)) return { kind: 'project', ...whole, stem: partsOfName(name.replace(PROJECT, '.srt')).name };
  if (isOfFilm) return { kind: 'text', ...whole };
  const { name: stem, ...parts } = partsOfName(name);
  return { kind: 'text', stem: stem.replace(/\.translated$/, ''), ...parts };
}

/** Chooses which of the files of one film is translated. `left`: the usable files that are not, each with a reason that follows its name. */
export function chooseOf(film: readonly Candidate[], wanted: Languages): ChosenFiles {
  const named = film.filter(({ origin }) => origin === 'named');
  const others = film.filter(({ origin }) => origin === 'listed' || origin === 'folder');
  const usable = others.filter((each) => !isOutput(each, film, wanted));
  // If the source of a film was removed, only its outputs are found.
  const translated = others.filter(({ language }) => wanted.targets.every((target) => target === language));
  const ranked = (usable.length > 0 ? usable : others.filter((each) => !translated.includes(each))).toSorted(
    (one, other) => compareRanks(rankOf(one, wanted), rankOf(other, wanted)),
  );
  const chosen = named.length > 0 ? named : ranked.slice(0, 1);
  const [first] = chosen;
  const left =
    first === undefined
      ? translated.map(({ path, language }) => ({ path, reason: `it is in ${nameOf(language)} already` }))
      : usable
          .filter((each) => !chosen.includes(each))
          .map((each) => ({ path: each.path, reason: notNeeded(each, first, wanted) }));
  return { chosen, left };
}

const nameOf = (language = ''): string => languageName(language) ?? language;

/** Why a film is skipped: the file at `path` contains subtitles in `language`. */
export const subtitlesAreThere = (language: string, path: string): string =>
  `there are ${nameOf(language)} subtitles already (${basename(path)})`;

/** If a file in a language is beside a video, its name does not tell whether it is an earlier output or came with the video. */
function notNeeded({ kind }: Candidate, chosen: Candidate, { from }: Languages): string {
  const isUnsure = from === undefined && kind === 'film' && chosen.language !== undefined;
  const hint = isUnsure
    ? `. If ${chosen.name} is a translation, too, name the language of the film: --from LANGUAGE`
    : '';
  return `it is not needed, because ${chosen.name} is translated instead${hint}`;
}

/** Whether the file is an output: its name is another file's name with a language added, or its language is a target. */
function isOutput(one: Candidate, film: readonly Candidate[], { targets, from }: Languages): boolean {
  if (one.language === undefined) return /\.translated\.[^.]*$/.test(one.name) && film.length > 1;
  if (targets.includes(one.language)) return true;
  if (from !== undefined && isAlike(one.language, from)) return false;
  return film.some(
    ({ kind, language, flags }) => kind === 'text' && language === undefined && flags.join() === one.flags.join(),
  );
}

const OF_FOREIGN_WORDS = ['forced', 'foreign', 'signs', 'sign', 'songs', 'commentary'];

/** The rank of a file: the requested source language first, a file before a track, a full text before signs alone, a plain text before SDH. */
function rankOf(one: Candidate, { from, targets }: Languages): readonly number[] {
  const { language, kind, flags, at, changedAt } = one;
  const isPart = flags.some((flag) => OF_FOREIGN_WORDS.includes(flag.toLowerCase()));
  const ofKind = { text: isPart ? 3 : 0, project: 1, film: 2 }[kind];
  const isDialect = targets.some((target) => target !== undefined && language && isAlike(language, target));
  return [nearness(language, from), ofKind, isDialect ? 1 : 0, flags.length, changedAt, at];
}

function nearness(language: string | undefined, from: string | undefined): number {
  if (language === undefined || from === undefined) return 2;
  if (language === from) return 0;
  return isAlike(language, from) ? 1 : 3;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((rank, at) => rank !== other[at]);
  return (one[place] ?? 0) - (other[place] ?? 0);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
