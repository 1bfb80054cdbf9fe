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
/** What a run is made with, and what is being typed and where; of keys their stamps. */
export const COPIED: readonly string[] = [
  ...['initPrompt', 'model', EXTRAS_KEY, 'prices', 'languages'],
  ...['view', 'linePlace', 'lineDraft', 'heldDrafts', ...KEY_NAMES],
];
const COPIED_NAMES: ReadonlySet<string> = new Set(COPIED);
const KEY_REMOVALS = ALL_KEY_NAMES.map((name): Change => [name, null]);
/** How often local storage was copied: of it and its copy the one with the higher count is the newer. */
export const COUNT_KEY = 'copyCount';
/** Another tab's writes to local storage come up to 0.2 s later than to the database. */
const ARRIVAL_PATIENCE_MS = 700;

const copySchema = v.object({ count: countSchema, texts: v.record(v.string(), v.nullable(v.string())) });
export type SettingsCopy = v.InferOutput<typeof copySchema>;

/** What the copy has of a text. */
const toCopy = (name: string, text: string | null): string | null =>
  text !== null && KEY_NAMES.has(name) ? stampOf(text) : text;

/**
 * Local storage, whose settings the database has a copy of. A browser that crashes, or loses its power, has not written down what local
 * storage held: Chromium does so once a minute at most, but what a database has stored within moments.
 */
export function createSettingsCopy(
  { storage: local, tabStorage }: SettingsPlaces,
  database: WorksDatabase,
  clock: Pick<Clock, 'after' | 'timeOfDay'>,
) {
  /** The highest count that this page knows of; undefined: nothing was restored yet, and nothing is copied. */
  let newest: number | undefined;
  let isDue = false;
  let isCopying = false;
  const countHere = () => revisionOf(getText(local, COUNT_KEY));

  function note(name: string): void {
    if (!COPIED_NAMES.has(name)) return;
    isDue = true;
    // What is written in one task is one state.
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

  /** What the copy's text changes in local storage. */
  function changesBy(name: string, text: string | null | undefined): readonly Change[] {
    // The page that made the copy may not have known the name.
    if (text === undefined) return [];
    if (!KEY_NAMES.has(name)) return [[name, text]];
    if (toCopy(name, getText(local, name)) === text) return [];
    // One that was forgotten or replaced must not be used again; the one in its place has to be given again.
    return [name, ...(text === null ? asideKeys(name) : [])].map((each) => [each, null]);
  }

  function putBack({ count, texts }: SettingsCopy): void {
    if (!local) return;
    const changesOf = (names: readonly string[]) => names.flatMap((name) => changesBy(name, texts[name]));
    // Before the rest, for which there may be no room: a forgotten key must be gone all the same.
    writeAll(local, changesOf(ALL_KEY_NAMES));
    const changes = changesOf(COPIED);
    // An address that comes back must not get a key of the one before it, which the browser has brought back with its tab.
    const hasOtherExtras = changes.some(([name, text]) => name === EXTRAS_KEY && text !== getText(local, name));
    if (hasOtherExtras && tabStorage) writeAll(tabStorage, KEY_REMOVALS);
    writeAll(local, [...changes, [COUNT_KEY, String(count)]]);
  }

  async function catchUp(found: SettingsCopy | undefined, stolen: boolean): Promise<void> {
    const count = found?.count ?? 0;
    if (count > countHere()) await waitFor(() => count <= countHere(), ARRIVAL_PATIENCE_MS, clock.after);
    // Nobody writes a thousand times a second: the time is higher than a count that is not known, or that a tab which wakes goes on from.
    newest = Math.max(count, countHere(), found && !stolen ? 0 : clock.timeOfDay());
    if (found && count > countHere()) putBack(found);
    // What the page before wrote as it went came too late for the copy.
    else if (found?.count !== countHere()) note(COPIED[0] ?? '');
  }

  return {
    /** What is written here is copied. */
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
     * Puts what the copy alone has back into local storage, for the tab that goes on with the work. `record`: as it was read;
     * undefined: there is none, or it could not be read. `stolen`: what the tab before may still write is older. `isEmptied`: local
     * storage has nothing of this page.
     */
    async restore(record: unknown, { stolen, isEmptied }: { readonly stolen: boolean; readonly isEmptied: boolean }) {
      if (isNewerVersion(getText(local, SCHEMA_VERSION_KEY))) return;
      const found = copyOf(record);
      if (isEmptied && !found) {
        newest = Math.max(countHere(), clock.timeOfDay());
        // What a first visit changed before the code of the store was there.
        queueMicrotask(copy);
        return;
      }
      await catchUp(found, stolen);
      // The keys are gone with local storage: nothing of them is to be left in the copy.
      if (isEmptied) note(COPIED[0] ?? '');
    },
  };
}

/** Where the copy is in the store `works`. */
export const TEXTS = 'texts';

function copyOf(value: unknown): SettingsCopy | undefined {
  const parsed = v.safeParse(copySchema, value);
  return parsed.success ? parsed.output : undefined;
}
