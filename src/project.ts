import * as v from 'valibot';
import { waitingForResume } from './film/at-rest.ts';
import { filmName, type Work, withSaved } from './film/film.ts';
import type { Session } from './film/session.ts';
import { parseJson } from './lib/json.ts';
import { fail, ok, type Result } from './lib/result.ts';
import { modelName } from './providers/models.ts';
import type { Model } from './providers/provider.ts';
import type { Settings } from './settings/settings.ts';
import { filmTexts, parseFilm, type SessionKey, type StoredTexts } from './storage/film-codec.ts';
import type { StoredWork } from './storage/film-store.ts';
import { MODEL } from './storage/settings-texts.ts';
import { getText, parseStored, SCHEMA_VERSION, type TextStorage } from './storage/stored-value.ts';
import { READINGS } from './subtitles/formats.ts';
import { saveTextFile } from './ui/kit/browser.ts';
import type { PageCommands } from './ui/state/page-state.ts';
import { download } from './ui/state/save.ts';

/** The content of a project file: the work, with the prompt and the model that made it. It never contains a key. */
interface Project {
  readonly session: Work;
  readonly prompt: string;
  readonly model: Model;
}

const FORMAT = 'subtitle-translator-project';
/** Version of the file. Its format has not changed since version 1, so a page of that version can open this file. */
const FILE_VERSION = 1;

/** The stored keys, without those that can be computed, and without the one that says which batch was open. */
const KEYS = ['phrases', 'batchDataResults', 'uploadedFile', 'translated', 'err', 'sessionExtras'] as const;
/** These keys hold plain text. The others hold JSON: the file contains their values, not their texts. */
const PLAIN_KEYS = new Set<string>(['uploadedFile', 'translated', 'err']);

const projectSchema = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  prompt: v.string(),
  model: v.string(),
  session: v.record(v.string(), v.unknown()),
});

/** One JSON text. It contains the session under the names of the stored keys (specification, section 3). */
export function formatProject({ session, prompt, model }: Project): string {
  const texts = filmTexts(session);
  return projectText({ version: FILE_VERSION, prompt, model: modelName(model) }, (key) => texts[key]);
}

/** `facts` in their order in the file. */
function projectText(facts: { version: number; prompt: string; model: string }, read: StoredTexts['read']): string {
  const stored = KEYS.flatMap((key) => {
    const text = read(key);
    const value = text === null || PLAIN_KEYS.has(key) ? text : parseJson(text);
    return value === null || value === undefined ? [] : [[key, value]];
  });
  return `${JSON.stringify({ format: FORMAT, ...facts, session: Object.fromEntries(stored) }, null, 1)}\n`;
}

/** The error is a sentence for people. A file with a broken part is refused completely: no part is guessed. */
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
  `${issues[0] ? (v.getDotPath(issues[0]) ?? 'the whole') : 'the whole'} is not as expected`;

const saveProjectFile = (film: Pick<Work, 'fileName'>, text: string): void =>
  saveTextFile(`${filmName(film) || 'subtitles'}.project.json`, text, 'application/json');

/** The commands that save and open the whole work as one file. */
export function projectCommands(
  session: Session,
  settings: Settings,
): Pick<PageCommands, 'saveProject' | 'openProject'> {
  return {
    async saveProject(): Promise<void> {
      await session.writeResult();
      const { prompt, model } = settings.store.getState();
      const text = formatProject({ session: session.store.getState(), prompt, model });
      saveProjectFile(session.store.getState(), text);
      session.noteSaved();
    },
    async openProject(text: string): Promise<string | undefined> {
      const project = parseProject(text);
      if (!project.ok) return project.error;
      const { session: state, prompt, model } = project.value;
      // A work that comes from a project file counts as saved.
      if (!(await session.replace(withSaved(state, state)))) return undefined;
      settings.stopFollowing(prompt);
      settings.pickModel(model);
      return undefined;
    },
  };
}

/** The stored work in a tab that does not have it: the name of its film, and copies to download. */
export interface StoredCopy {
  look(): Promise<{ readonly film: string; readonly hasResult: boolean }>;
  download(): Promise<void>;
  /** Saves a project file in the version that stored the work. Nothing is lost, but only a page of that version can open it. */
  saveProject(): Promise<void>;
}

const NAMED = v.object({ fileName: v.fallback(v.string(), ''), readAs: v.fallback(v.picklist(READINGS), 'srt') });

/** @param storage where prompt and model are stored as well */
export function storedCopy(readStored: () => Promise<StoredWork>, storage: TextStorage | null): StoredCopy {
  async function read() {
    const stored = await readStored();
    const named = v.safeParse(NAMED, parseJson(stored.read('sessionExtras') ?? ''));
    const { fileName, readAs } = named.success ? named.output : v.parse(NAMED, {});
    return { stored, fileName, readAs, translated: stored.read('translated') ?? '' };
  }
  return {
    async look() {
      const { fileName, translated } = await read();
      return { film: filmName({ fileName }), hasResult: translated !== '' };
    },
    async download() {
      download(await read());
    },
    async saveProject() {
      const { stored, fileName } = await read();
      const textOfSetting = (name: string) => getText(storage, name) ?? '';
      const storedBy = Number(stored.version ?? SCHEMA_VERSION);
      const version = storedBy > SCHEMA_VERSION ? storedBy : FILE_VERSION;
      const facts = { version, prompt: textOfSetting('initPrompt'), model: textOfSetting('model') };
      saveProjectFile({ fileName }, projectText(facts, stored.read));
    },
  };
}
