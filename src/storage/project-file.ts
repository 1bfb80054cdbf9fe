import * as v from 'valibot';
import { optionsSchema, spendingSchema } from '../film/accepted-facts.ts';
import type { FilmOfProject, SeriesOfProject } from '../film/archive.ts';
import { waitingForResume } from '../film/at-rest.ts';
import { type Work, withSaved } from '../film/film.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { addSpent } from '../prices/price.ts';
import { modelName } from '../providers/models.ts';
import type { Model } from '../providers/provider.ts';
import { AS_SPECIFIED } from '../translation/batch.ts';
import { filmTexts, parseFilm, type SessionKey, type StoredTexts } from './film-codec.ts';
import { MODEL } from './settings-texts.ts';
import { parseStored, SCHEMA_VERSION, SERIES_VERSION } from './stored-value.ts';

/** The content of a project file with one film: the work, and the prompt and model that made it. Never a key. */
export interface Project {
  readonly session: Work;
  readonly prompt: string;
  readonly model: Model;
}

/** The content of a project file with one film or several. */
interface ProjectOfFilms extends Omit<Project, 'session'>, SeriesOfProject {}

const FORMAT = 'subtitle-translator-project';
/** The version of a file with one film. Its shape has not changed, so that a page of version 1 can open it. */
const FILE_VERSION = 1;
/** The version of a file with a series. It has no "session", so that a page that knows only version 1 refuses it. */
const SERIES_FILE_VERSION = 2;

/** The stored keys without those that say which batch was open, or can be computed. */
const KEYS = ['phrases', 'batchDataResults', 'uploadedFile', 'translated', 'err', 'sessionExtras'] as const;
/** The other keys hold JSON: the file has their values, not their texts. */
const PLAIN_KEYS = new Set<string>(['uploadedFile', 'translated', 'err']);

const ofProject = { format: v.literal(FORMAT), prompt: v.string(), model: v.string() };
const session = v.record(v.string(), v.unknown());
const oneFilmSchema = v.object({ ...ofProject, session });
const seriesSchema = v.object({
  ...ofProject,
  open: v.fallback(countSchema, 0),
  spentByGone: v.fallback(v.array(spendingSchema), []),
  options: v.fallback(optionsSchema, AS_SPECIFIED),
  films: v.pipe(v.array(v.unknown()), v.minLength(1)),
});
const filmSchema = v.object({
  name: v.string(),
  wanted: v.fallback(v.boolean(), false),
  copy: v.fallback(v.boolean(), false),
  session,
});
/** A damaged film may still have its name. */
const namedSchema = v.object({ name: v.pipe(v.string(), v.minLength(1)) });
const versionSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** One JSON text, which holds the session under the names of the stored keys (specification, section 3). */
export function formatProject({ session, prompt, model }: Project): string {
  return projectText({
    version: FILE_VERSION,
    prompt,
    model: modelName(model),
    session: sessionOf(session),
  });
}

/** The same for a series: a session for each film. */
export function formatSeries({ films, openAt, spentByGone, options, prompt, model }: ProjectOfFilms): string {
  return projectText({
    version: SERIES_FILE_VERSION,
    prompt,
    model: modelName(model),
    open: openAt,
    ...(spentByGone.length > 0 && { spentByGone }),
    ...(Object.keys(options).length > 0 && { options }),
    films: films.map(({ path, isWanted, isCopy, film }) => ({
      name: path,
      ...(isWanted && { wanted: true }),
      ...(isCopy && { copy: true }),
      // The film is stored as it will open: it counts as saved, and nothing is sent before a person presses Resume.
      session: sessionOf(waitingForResume(withSaved(film, film))),
    })),
  });
}

function sessionOf(film: Work): object {
  // Without the id: the file itself says which films belong together.
  const texts = filmTexts({ ...film, id: '' });
  return sessionFrom((key) => texts[key]);
}

/** A stored work as a project file of the version that stored it. It contains everything, but only a page of that version can open it. */
export function storedProject(
  { version: stored, read }: { readonly version: string | null; readonly read: StoredTexts['read'] },
  facts: { readonly prompt: string; readonly model: string },
): string {
  const storedBy = Number(stored ?? SCHEMA_VERSION);
  const version = storedBy > SERIES_VERSION ? storedBy : FILE_VERSION;
  return projectText({ version, ...facts, session: sessionFrom(read) });
}

/** `facts` in the order of the file. */
const projectText = (facts: object): string => `${JSON.stringify({ format: FORMAT, ...facts }, null, 1)}\n`;

function sessionFrom(read: StoredTexts['read']): object {
  const stored = KEYS.flatMap((key) => {
    const text = read(key);
    const value = text === null || PLAIN_KEYS.has(key) ? text : parseJson(text);
    return value === null || value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(stored);
}

/** For programs, which open one film. The error is a sentence for people. */
export function parseProject(text: string): Result<Project, string> {
  const file = parseProjectFile(text);
  if (!file.ok) return file;
  const { prompt, model, films, damaged } = file.value;
  const [first, ...others] = films;
  if (!first || others.length + damaged.length > 0)
    return fail(
      `This project file has ${films.length + damaged.length} films. Only the page opens such a file. Give the subtitle file of each film instead.`,
    );
  return ok({ session: first.film, prompt, model });
}

/**
 * The error is a sentence for people. Guesses no part of a film: refuses a file whose only film is damaged. `damaged`: the names of films of a series that
 * cannot be read.
 */
export function parseProjectFile(
  text: string,
): Result<ProjectOfFilms & { readonly damaged: readonly string[] }, string> {
  const json = parseJson(text);
  if (json === undefined)
    return fail('This is not a project file: it is not valid JSON. Your work on the page is not changed.');
  const head = v.safeParse(versionSchema, json);
  if (!head.success) return fail(notAProject(head.issues));
  if (head.output.version > SERIES_FILE_VERSION)
    return fail(
      'This project file was saved by a newer version of the page. Reload the page to get it, then open the file again.',
    );
  const isSeries = head.output.version === SERIES_FILE_VERSION && !v.is(oneFilmSchema, json);
  return isSeries ? seriesIn(json) : filmIn(json);
}

function filmIn(json: unknown): ReturnType<typeof parseProjectFile> {
  const parsed = v.safeParse(oneFilmSchema, json);
  if (!parsed.success) return fail(notAProject(parsed.issues));
  const { prompt, session } = parsed.output;
  const { film, broken } = filmFrom(session);
  const model = parseStored(parsed.output.model, MODEL);
  const damage = [...broken, ...(broken.size === 0 && model.broken ? ['model'] : [])];
  if (damage.length > 0) return fail(damagedWords(damage));
  const films = [{ path: film.fileName, isWanted: false, isCopy: false, film }];
  return ok({ films, openAt: 0, spentByGone: [], options: film.options, prompt, model: model.value, damaged: [] });
}

function seriesIn(json: unknown): ReturnType<typeof parseProjectFile> {
  const parsed = v.safeParse(seriesSchema, json);
  if (!parsed.success) return fail(notAProject(parsed.issues));
  const { prompt, spentByGone, options, open } = parsed.output;
  const model = parseStored(parsed.output.model, MODEL);
  if (model.broken) return fail(damagedWords(['model']));
  const damaged: string[] = [];
  const films: FilmOfProject[] = [];
  let openAt = 0;
  for (const [at, each] of parsed.output.films.entries()) {
    const found = v.safeParse(filmSchema, each);
    const read = found.success ? filmFrom(found.output.session) : undefined;
    if (!found.success || !read || read.broken.size > 0) {
      const named = v.safeParse(namedSchema, each);
      damaged.push(named.success ? named.output.name : `Film ${at + 1}`);
      continue;
    }
    if (at === open) openAt = films.length;
    const { name: path, wanted: isWanted, copy: isCopy } = found.output;
    films.push({ path, isWanted, isCopy, film: read.film });
  }
  const [first] = films;
  if (!first) return fail(damagedWords(damaged));
  const read = { openAt, options, prompt, model: model.value, damaged };
  if (films.length > 1) return ok({ ...read, films, spentByGone });
  // A film that is alone is opened without a series, so it counts what the removed films have cost.
  const film = { ...first.film, spent: addSpent(first.film.spent, spentByGone) };
  return ok({ ...read, films: [{ ...first, film }], spentByGone: [] });
}

/** A film without its place in a series. `broken`: the keys that cannot be read. */
function filmFrom(session: Readonly<Record<string, unknown>>) {
  const stored = new Map<SessionKey, string>(
    KEYS.flatMap((key) => (key in session ? [[key, textOf(key, session[key])]] : [])),
  );
  const { state, broken } = parseFilm({ read: (key) => stored.get(key) ?? null, incompleteWrite: false });
  // A film that was cleared has no key at all. Other keys alone are not of a film.
  const isOther = stored.size === 0 && Object.keys(session).length > 0;
  return { film: waitingForResume({ ...state, id: '' }), broken: isOther ? new Set(['session']) : broken };
}

const damagedWords = (what: readonly string[]): string =>
  `This project file is damaged (${what.join(', ')}). Your work on the page is not changed.`;

const notAProject = (issues: readonly v.BaseIssue<unknown>[]): string =>
  `This is not a project file of Subtitle translator (${issueOf(issues)}). Your work on the page is not changed.`;

const textOf = (key: string, value: unknown): string =>
  PLAIN_KEYS.has(key) && typeof value === 'string' ? value : JSON.stringify(value);

const issueOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  `${(issues[0] && v.getDotPath(issues[0])) ?? 'the file'} has an unexpected value`;
