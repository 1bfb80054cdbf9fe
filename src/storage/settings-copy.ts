import * as v from 'valibot';
import { type Clock, waitFor } from '../clock/clock.ts';
import { countSchema } from '../film/stored-values.ts';
import { stampOf } from '../lib/text.ts';
import type { WorksDatabase } from './database.ts';
import { ALL_KEY_NAMES, type SettingsPlaces } from './settings-texts.ts';
import {
  asideKeys,
  type Change,
  getText,
  isNewerVersion,
  revisionOf,
  SCHEMA_VERSION_KEY,
  writeAll,
} from './stored-value.ts';

const EXTRAS_KEY = 'settingsExtras';
const KEY_NAMES: ReadonlySet<string> = new Set(ALL_KEY_NAMES);
/** Texts that are copied: the settings of a run, and text that is being typed, with its place. Of keys only a stamp is copied. */
export const COPIED: readonly string[] = [
  ...['initPrompt', 'model', EXTRAS_KEY, 'prices', 'languages'],
  ...['view', 'linePlace', 'lineDraft', 'heldDrafts', ...KEY_NAMES],
];
const COPIED_NAMES: ReadonlySet<string> = new Set(COPIED);
const KEY_REMOVALS = ALL_KEY_NAMES.map((name): Change => [name, null]);
/** The number of copies of local storage. Of local storage and its copy, the one with the higher number is newer. */
export const COUNT_KEY = 'copyCount';
/** Another tab's writes to local storage arrive up to 0.2 s later than those to the database. */
const ARRIVAL_PATIENCE_MS = 700;

const copySchema = v.object({ count: countSchema, texts: v.record(v.string(), v.nullable(v.string())) });
export type SettingsCopy = v.InferOutput<typeof copySchema>;

/** What the copy stores for a setting: the text itself, or for a key only a stamp. */
const toCopy = (name: string, text: string | null): string | null =>
  text !== null && KEY_NAMES.has(name) ? stampOf(text) : text;

/**
 * Local storage with a copy of its settings in the database. A browser that crashes may not have written local storage to disk: Chromium does so at
 * most once a minute, but writes a database within moments.
 */
export function createSettingsCopy(
  { storage: local, tabStorage }: SettingsPlaces,
  database: WorksDatabase,
  clock: Pick<Clock, 'after' | 'timeOfDay'>,
) {
  /** The highest number that this page knows; undefined: nothing was restored yet, so nothing is copied. */
  let newest: number | undefined;
  let isDue = false;
  let isCopying = false;
  const countHere = () => revisionOf(getText(local, COUNT_KEY));

  function note(name: string): void {
    if (!COPIED_NAMES.has(name)) return;
    isDue = true;
    // Changes within one task are copied together.
    queueMicrotask(copy);
  }

  async function copy(): Promise<void> {
    if (isCopying || newest === undefined) return;
    isCopying = true;
    while (isDue) {
      isDue = false;
      newest = Math.max(countHere(), newest) + 1;
      const count = newest;
      if (!local || !writeAll(local, [[COUNT_KEY, String(count)]]).ok) break;
      await new Promise<void>((resolve) => void clock.after(0, resolve));
      const texts = Object.fromEntries(COPIED.map((name) => [name, toCopy(name, getText(local, name))]));
      await store({ count, texts }).catch(() => {});
    }
    isCopying = false;
  }

  const store = (made: SettingsCopy): Promise<void> =>
    database.run('readwrite', ['works'], async (records) => {
      const stored = copyOf(await records.get('works', TEXTS));
      if ((stored?.count ?? 0) < made.count) await records.put('works', TEXTS, made);
    });

  /** The changes that a text of the copy causes in local storage. */
  function changesBy(name: string, text: string | null | undefined): readonly Change[] {
    // The page that made the copy may not have known this name.
    if (text === undefined) return [];
    if (!KEY_NAMES.has(name)) return [[name, text]];
    if (toCopy(name, getText(local, name)) === text) return [];
    // A key that was forgotten or replaced must not be used again. The person must enter its replacement again.
    return [name, ...(text === null ? asideKeys(name) : [])].map((each) => [each, null]);
  }

  function putBack({ count, texts }: SettingsCopy): void {
    if (!local) return;
    const changesOf = (names: readonly string[]) => names.flatMap((name) => changesBy(name, texts[name]));
    // Remove keys first: there may be no room for the other changes, but a forgotten key must be removed.
    writeAll(local, changesOf(ALL_KEY_NAMES));
    const changes = changesOf(COPIED);
    // A restored address must not get the key of the address before, which the browser has restored with its tab.
    const hasOtherExtras = changes.some(([name, text]) => name === EXTRAS_KEY && text !== getText(local, name));
    if (hasOtherExtras && tabStorage) writeAll(tabStorage, KEY_REMOVALS);
    writeAll(local, [...changes, [COUNT_KEY, String(count)]]);
  }

  async function catchUp(found: SettingsCopy | undefined, stolen: boolean): Promise<void> {
    const count = found?.count ?? 0;
    if (count > countHere()) await waitFor(() => count <= countHere(), ARRIVAL_PATIENCE_MS, clock.after);
    // The time in ms is higher than any number of copies, since nobody writes a thousand times a second. It is used if the last number is unknown
    // or may be an old one of a tab that slept.
    newest = Math.max(count, countHere(), found && !stolen ? 0 : clock.timeOfDay());
    if (found && count > countHere()) putBack(found);
    // The last writes of the closing page came too late for the copy, so copy again.
    else if (found?.count !== countHere()) note(COPIED[0] ?? '');
  }

  return {
    /** Writes through this storage are also copied. */
    storage: local && {
      getItem: (name: string) => local.getItem(name),
      setItem(name: string, text: string) {
        local.setItem(name, text);
        note(name);
      },
      removeItem(name: string) {
        local.removeItem(name);
        note(name);
      },
    },
    /**
     * Restores settings from the copy for the tab that gets the work.
     * `record`: the stored copy; undefined: there is none, or it could not be read. `stolen`: settings that the tab before may still write are
     * older. `isEmptied`: local storage has nothing of this page.
     */
    async restore(record: unknown, { stolen, isEmptied }: { readonly stolen: boolean; readonly isEmptied: boolean }) {
      if (isNewerVersion(getText(local, SCHEMA_VERSION_KEY))) return;
      const found = copyOf(record);
      if (isEmptied && !found) {
        newest = Math.max(countHere(), clock.timeOfDay());
        // Copies what a first visit changed before the code of the store was loaded.
        queueMicrotask(copy);
        return;
      }
      await catchUp(found, stolen);
      // The keys are gone with local storage, so the copy must not contain their stamps either.
      if (isEmptied) note(COPIED[0] ?? '');
    },
  };
}

/** The key of the copy in the store `works`. */
export const TEXTS = 'texts';

function copyOf(value: unknown): SettingsCopy | undefined {
  const parsed = v.safeParse(copySchema, value);
  return parsed.success ? parsed.output : undefined;
}
