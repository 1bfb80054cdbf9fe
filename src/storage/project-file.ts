import * as v from 'valibot';
import { waitingForResume } from '../film/at-rest.ts';
import type { Work } from '../film/film.ts';
import { parseJson } from '../lib/json.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { modelName } from '../providers/models.ts';
import type { Model } from '../providers/provider.ts';
import { filmTexts, parseFilm, type SessionKey, type StoredTexts } from './film-codec.ts';
import { MODEL } from './settings-texts.ts';
import { parseStored, SCHEMA_VERSION, SERIES_VERSION } from './stored-value.ts';

/** The content of a project file: the work, and the prompt and model that made it. Never a key. */
export interface Project {
  readonly session: Work;
  readonly prompt: string;
  readonly model: Model;
}

const FORMAT = 'subtitle-translator-project';
/** Of the file, whose shape has not changed since: a page of version 1, or one that is taken back to it, opens what this one saves. */
const FILE_VERSION = 1;

/** The stored keys without those that say which batch was open, or can be computed. */
const KEYS = ['phrases', 'batchDataResults', 'uploadedFile', 'translated', 'err', 'sessionExtras'] as const;
/** The other keys hold JSON: the file has their values, not their texts. */
const PLAIN_KEYS = new Set<string>(['uploadedFile', 'translated', 'err']);

const projectSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  prompt: v.string(),
  model: v.string(),
  session: v.record(v.string(), v.unknown()),
});

/** One JSON text, which holds the session under the names of the stored keys (specification, section 3). */
export function formatProject({ session, prompt, model }: Project): string {
  // The file has one film, of no series.
  const texts = filmTexts({ ...session, id: '' });
  return projectText({ version: FILE_VERSION, prompt, model: modelName(model) }, (key) => texts[key]);
}

/** A stored work as a project file of the version that stored it: nothing is lost, and only such a page opens it. */
export function storedProject(
  { version: stored, read }: { readonly version: string | null; readonly read: StoredTexts['read'] },
  facts: { readonly prompt: string; readonly model: string },
): string {
  const storedBy = Number(stored ?? SCHEMA_VERSION);
  return projectText({ version: storedBy > SERIES_VERSION ? storedBy : FILE_VERSION, ...facts }, read);
}

/** `facts` in the order in which they stand in the file. */
function projectText(facts: { version: number; prompt: string; model: string }, read: StoredTexts['read']): string {
  const stored = KEYS.flatMap((key) => {
    const text = read(key);
    const value = text === null || PLAIN_KEYS.has(key) ? text : parseJson(text);
    return value === null || value === undefined ? [] : [[key, value]];
  });
  return `${JSON.stringify({ format: FORMAT, ...facts, session: Object.fromEntries(stored) }, null, 1)}\n`;
}

/** The error is a sentence for people. A file with a broken part is refused as a whole; no part is guessed. */
export function parseProject(text: string): Result<Project, string> {
  const json = parseJson(text);
  if (json === undefined)
    return fail('This is not a project file: it is not valid JSON. Your work on the page is not changed.');
  const parsed = v.safeParse(projectSchema, json);
  if (!parsed.success) {
    return fail(
      `This is not a project file of Subtitle translator (${issueOf(parsed.issues)}). Your work on the page is not changed.`,
    );
  }
  const { version, prompt, session } = parsed.output;
  if (version > SCHEMA_VERSION) {
    return fail(
      'This project file was saved by a newer version of the page. Reload the page to get it, then open the file again.',
    );
  }
  const stored = new Map<SessionKey, string>(
    KEYS.flatMap((key) => (key in session ? [[key, textOf(key, session[key])]] : [])),
  );
  const { state, broken } = parseFilm({ read: (key) => stored.get(key) ?? null, incompleteWrite: false });
  if (broken.size > 0) {
    return fail(`This project file is damaged (${[...broken].join(', ')}). Your work on the page is not changed.`);
  }
  const model = parseStored(parsed.output.model, MODEL);
  if (model.broken) return fail('This project file is damaged (model). Your work on the page is not changed.');
  return ok({ session: waitingForResume(state), prompt, model: model.value });
}

const textOf = (key: string, value: unknown): string =>
  PLAIN_KEYS.has(key) && typeof value === 'string' ? value : JSON.stringify(value);

const issueOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  `${(issues[0] && v.getDotPath(issues[0])) ?? 'the file'} has an unexpected value`;
