import * as v from 'valibot';
import { filmName, isInSeries, withSaved } from './film/film.ts';
import type { Session } from './film/session.ts';
import { parseJson } from './lib/json.ts';
import { ok } from './lib/result.ts';
import type { Settings } from './settings/settings.ts';
import { formatSettings } from './settings/settings-file.ts';
import type { StoredWork } from './storage/film-store.ts';
import { formatProject, formatSeries, parseProjectFile, storedProject } from './storage/project-file.ts';
import { getText, type TextStorage } from './storage/stored-value.ts';
import { READINGS } from './subtitles/formats.ts';
import { saveTextFile } from './ui/kit/browser.ts';
import type { FileCommands } from './ui/state/page-state.ts';
import { download } from './ui/state/save.ts';

const saveProjectFile = (name: string, text: string): void =>
  saveTextFile(`${name || 'subtitles'}.project.json`, text, 'application/json');

/** The commands that save and open the whole work as one file, and save the settings as one. */
export function projectCommands(session: Session, settings: Settings): FileCommands {
  return {
    async saveProject(series) {
      await session.writeResult();
      const { prompt, model } = settings.store.getState();
      const film = session.store.getState();
      const inUse = { prompt, model };
      const text = series ? formatSeries({ ...series, ...inUse }) : formatProject({ session: film, ...inUse });
      const { name } = series ?? { name: filmName(film) };
      saveProjectFile(name, text);
      // The films of a series may have changed while the others were read.
      if (!series) session.noteSaved();
    },
    async readProject(text) {
      const project = parseProjectFile(text);
      if (!project.ok) return project;
      const { prompt, model, damaged, ...found } = project.value;
      // A work that comes from a project file counts as saved.
      const films = found.films.map(({ film, ...one }) => ({ ...one, film: withSaved(film, film) }));
      return ok({
        series: { ...found, films },
        damaged,
        async open(film) {
          if (!(await session.replace(film))) return false;
          settings.stopFollowing(prompt);
          settings.pickModel(model);
          return true;
        },
      });
    },
    async exportSettings(file) {
      const { options: film } = session.store.getState();
      const text = formatSettings(settings.store.getState(), { film, file });
      if (!text.ok) return text.error;
      saveTextFile('subtitle-translator.settings.json', text.value, 'application/json');
      return undefined;
    },
  };
}

/** The stored work in a tab that does not have it: the name of its film, and copies to download. */
export interface StoredCopy {
  look(): Promise<{ readonly film: string; readonly hasResult: boolean; readonly isInSeries: boolean }>;
  download(): Promise<void>;
  /**
   * Saves a project file in the version that stored the work. Nothing of the open film is lost, but only a page of that version can open it. The other films
   * of its series are stored in a way that this version may not know.
   */
  saveProject(): Promise<void>;
}

const NAMED = v.object({
  id: v.fallback(v.string(), ''),
  fileName: v.fallback(v.string(), ''),
  readAs: v.fallback(v.picklist(READINGS), 'srt'),
});

/** @param storage where prompt and model are stored as well */
export function storedCopy(readStored: () => Promise<StoredWork>, storage: TextStorage | null): StoredCopy {
  async function read() {
    const stored = await readStored();
    const named = v.safeParse(NAMED, parseJson(stored.read('sessionExtras') ?? ''));
    const { id, fileName, readAs } = named.success ? named.output : v.parse(NAMED, {});
    return { stored, id, fileName, readAs, translated: stored.read('translated') ?? '' };
  }
  return {
    async look() {
      const { id, fileName, translated } = await read();
      return { film: filmName({ fileName }), hasResult: translated !== '', isInSeries: isInSeries({ id }) };
    },
    async download() {
      download(await read());
    },
    async saveProject() {
      const { stored, fileName } = await read();
      const textOfSetting = (name: string) => getText(storage, name) ?? '';
      const facts = { prompt: textOfSetting('initPrompt'), model: textOfSetting('model') };
      saveProjectFile(filmName({ fileName }), storedProject(stored, facts));
    },
  };
}
