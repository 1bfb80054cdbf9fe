import * as v from 'valibot';
import { withTimeout } from '../clock/clock.ts';
import type { Step, Work } from '../film/film.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { createHandleStore, namesOfAll, type WorksDatabase } from './database.ts';
import { parseFilm, SESSION_KEYS, type SessionKey } from './film-codec.ts';
import { type LocalWork, REVISION_KEY } from './mirror.ts';
import { COPIED, COUNT_KEY, type SettingsCopy } from './settings-copy.ts';
import { getText, revisionOf, type TextStorage } from './stored-value.ts';
import { parseStep } from './undo-steps.ts';

/** The names of the databases of version 1: large work, undo steps, a copy of local storage, and the handle of the video. */
const OLD_NAMES = {
  work: 'subtitle-translator',
  steps: 'subtitle-translator-undo',
  copy: 'subtitle-translator-copy',
  video: 'subtitle-translator-film',
} as const;

const PATIENCE_MS = 8_000;

/** The key for the number of steps; the oldest step has index 0. */
const STEPS_KEY = 'undo';
/** The key for the indexes of the steps that bring a film back. */
const FILMS_KEY = 'undo:films';
/**
 * The number of newest steps that are read. Of older steps, those that bring a film back are read too, because hours of work must not be lost below
 * many small steps.
 */
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const filmKeys = (place: number): readonly string[] => SESSION_KEYS.map((key) => `undo:${place}:${key}`);

/** The work that version 1 has stored. */
export interface Version1 {
  readonly work: Work;
  /** Keys of local storage whose texts are partly or wholly unusable. */
  readonly broken: ReadonlySet<SessionKey>;
  readonly settings: SettingsCopy | undefined;
}

/** Reads values by key from one of these databases; undefined: the database does not exist. */
export type ReadOld = (name: string, keys: readonly string[]) => Promise<readonly unknown[] | undefined>;

/** Reads the newest work of version 1 from local storage and its databases; undefined: there is no such database. Rejects if one of them cannot be read. */
export async function readVersion1(
  local: LocalWork,
  {
    storage,
    database,
    readOld,
  }: {
    readonly storage: TextStorage | null;
    readonly database: WorksDatabase;
    readonly readOld: ReadOld;
  },
): Promise<Version1 | undefined> {
  const WORK_KEYS = [...SESSION_KEYS, REVISION_KEY];
  const reading = Promise.all([
    readOld(OLD_NAMES.work, WORK_KEYS),
    readOld(OLD_NAMES.copy, [...WORK_KEYS, ...COPIED, COUNT_KEY]),
    readOld(OLD_NAMES.video, ['handle']),
    readSteps(async (keys) => (await readOld(OLD_NAMES.steps, keys)) ?? []),
  ]);
  const found = await withTimeout(PATIENCE_MS, reading, undefined);
  if (!found) throw new Error('A database of version 1 cannot be read.');
  const [large, copied, [handle] = [], past] = found;
  if (handle)
    await createHandleStore(database)
      .setMany([['handle', handle as FileSystemFileHandle]])
      .catch(() => {});
  if (!large && !copied && past.length === 0) return undefined;

  const copy = new Map([...WORK_KEYS, ...COPIED, COUNT_KEY].map((key, index) => [key, copied?.[index]]));
  const count = revisionOf(copy.get(COUNT_KEY));
  const countHere = revisionOf(getText(storage, COUNT_KEY));
  // A version of the page that makes no copy may have saved later.
  const isOutrun = revisionOf(copy.get(REVISION_KEY)) < local.revision;
  const isAhead = !isOutrun && count > 0 && (count > countHere || (count === countHere && local.incompleteWrite));
  const places = [
    local,
    textsOf((key) => large?.[WORK_KEYS.indexOf(key)]),
    ...(isAhead ? [textsOf((key) => copy.get(key))] : []),
  ];
  // If two places have the same revision, the first one is used.
  const newest = places.reduce((one, other) => (other.revision > one.revision ? other : one));
  const texts = Object.fromEntries(COPIED.map((name) => [name, textOrNull(copy.get(name))]));
  const { state, broken } = parseFilm(newest);
  return {
    work: { ...state, past },
    broken: newest === local ? broken : new Set(),
    settings: copied && !isOutrun ? { count, texts } : undefined,
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function textsOf(textAt: (key: string) => unknown) {
  const read = (key: SessionKey) => textOrNull(textAt(key));
  const revision = textAt(REVISION_KEY);
  return { read, revision: revisionOf(revision), incompleteWrite: revision === '' };
}

const placesSchema = v.fallback(v.array(countSchema), []);

async function readSteps(getMany: (keys: readonly string[]) => Promise<readonly unknown[]>): Promise<readonly Step[]> {
  const [countText, filmsText] = await getMany([STEPS_KEY, FILMS_KEY]);
  const count = v.safeParse(countSchema, Number(countText ?? 0));
  if (!count.success) return [];
  const first = Math.max(0, count.output - MOST_STEPS_READ);
  const films = v.parse(placesSchema, parseJson(String(filmsText)));
  const places = [
    ...films.filter((place) => place < first),
    ...Array.from({ length: count.output - first }, (_, index) => first + index),
  ];
  const heads = await getMany(places.map(headKey));
  let past: readonly Step[] = [];
  for (const [index, place] of places.entries()) {
    const step = parseStep(parseJson(String(heads[index])), await getMany(filmKeys(place)));
    past = step ? [...past, step] : [];
  }
  return past;
}

export async function readOldDatabase(name: string, keys: readonly string[]): Promise<readonly unknown[] | undefined> {
  if ((await namesOfAll())?.has(name) === false) return undefined;
  const request = indexedDB.open(name);
  // Do not create a database that does not exist.
  request.onupgradeneeded = () => request.transaction?.abort();
  try {
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  } catch (error) {
    if (request.error?.name === 'AbortError') return undefined;
    throw error;
  }
  try {
    return await valuesOf(request.result, keys);
  } finally {
    request.result.close();
  }
}

async function valuesOf(database: IDBDatabase, keys: readonly string[]): Promise<readonly unknown[] | undefined> {
  // Creating this database was interrupted. An error here would keep every visit from using the new database.
  if (!database.objectStoreNames.contains('session')) return undefined;
  const objects = database.transaction('session').objectStore('session');
  return Promise.all(
    keys.map(
      (key) =>
        new Promise<unknown>((resolve, reject) => {
          const one = objects.get(key);
          one.onsuccess = () => resolve(one.result);
          one.onerror = () => reject(one.error);
        }),
    ),
  );
}

export async function deleteVersion1(): Promise<void> {
  const names = await namesOfAll();
  for (const name of Object.values(OLD_NAMES)) if (names?.has(name) ?? true) indexedDB.deleteDatabase(name);
}
