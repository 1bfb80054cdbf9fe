import { ENDPOINT_IDS, type EndpointId } from '../providers/provider.ts';
import type { KeptSettings, SettingsState, SharedSettings } from '../settings/settings-state.ts';
import {
  ALL_KEY_NAMES,
  changes,
  DEFAULT_TEXTS,
  hasKey,
  keyChanges,
  keysBeside,
  LEGACY_KEY_NAME,
  othersOf,
  readSettings,
  SETTINGS_NAMES,
  THEME,
  unwantedKeys,
} from './settings-texts.ts';
import { getText, isNewerVersion, parseStored, SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import { asideKeys, onceEach, type StorageProblem, setAside, writeChanged } from './write-all.ts';

export interface SettingsStorageOptions {
  /** null: there is none, or access to it throws. */
  readonly storage: TextStorage | null;
  /** The tab's own storage, for keys that are kept for this session only; null: they are kept in memory alone. */
  readonly tabStorage: TextStorage | null;
  /** Hears what could not be stored, or null when all is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

export interface SettingsPersistence {
  /** What is stored, each broken part by its default; never throws. */
  load(): KeptSettings;
  /** After another tab has written: what all tabs share. What this one still has to write stays. */
  loadShared(): SharedSettings;
  /** Whether a key of the storage carries settings; null: the storage was emptied. */
  concerns(key: string | null): boolean;
  /** Keys, and where they are kept, are written at once; all else within a quarter of a second. */
  save(settings: KeptSettings & Partial<Pick<SettingsState, 'forgetting'>>): void;
  /** Writes what waits at once. */
  flush(): void;
  /** Writes defaults too, where nothing stands yet: what a run was made with is stored with it (specification, section 3). */
  writeMissing(): void;
}

const SAVE_AFTER_MS = 250;
/**
 * Follows model, keys and prompt into local storage under the specification's names (section 3). Keys that are kept for
 * this session only never stand there, but in the tab's own storage: a reload keeps them, closing the tab forgets them.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem }: SettingsStorageOptions): SettingsPersistence {
  const report = onceEach(onProblem);
  let readOnly = false;
  /** Whose keys have changed here: only those are written. The others are another tab's to change, and to forget. */
  const keysDue = new Set<EndpointId>();
  let timesForgotten = 0;
  /** The same of all else, by name. */
  const due = new Set<string>();
  /** As this tab has them: its model need not be the stored one. */
  let own: KeptSettings | undefined;
  /** As they stand in the storage. */
  let last: KeptSettings | undefined;
  /** As they are to stand there. */
  let waiting: KeptSettings | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setBrokenAside(from: TextStorage, name: string, text: string): void {
    if (readOnly) return;
    setAside(from, name, text);
    due.add(name);
  }

  function load(): KeptSettings {
    readOnly = isNewerVersion(getText(storage, SCHEMA_VERSION_KEY));
    const { settings, isLegacyKey } = readSettings({ storage, tabStorage, onBroken: setBrokenAside });
    if (isLegacyKey) keysDue.add('openai');
    if (own && own.keepKeys !== settings.keepKeys) for (const provider of ENDPOINT_IDS) keysDue.add(provider);
    const stored = own ? { ...settings, ...keysBeside(own, settings) } : settings;
    if (waiting) waiting = { ...stored, ...changes(last, waiting) };
    last = stored;
    const loaded = waiting ?? stored;
    own = loaded;
    return loaded;
  }

  function loadShared(): SharedSettings {
    const ownModel = own && { model: own.model, modelChosen: own.modelChosen };
    const loaded = load();
    own = { ...loaded, ...ownModel };
    const { model: _, modelChosen: __, ...shared } = loaded;
    return shared;
  }

  function save(settings: Parameters<SettingsPersistence['save']>[0]): void {
    if (readOnly) return;
    const { keys, heldKeys, keepKeys, forgetting } = settings;
    waiting = { ...(waiting ?? last ?? settings), ...changes(own, settings), keys, heldKeys, keepKeys };
    const times = forgetting?.times ?? timesForgotten;
    // Forgotten are those of other tabs too.
    const all = times !== timesForgotten || keepKeys !== own?.keepKeys;
    timesForgotten = times;
    const changed = ENDPOINT_IDS.filter((id) => all || keys[id] !== own?.keys[id] || heldKeys[id] !== own.heldKeys[id]);
    for (const provider of changed) keysDue.add(provider);
    own = settings;
    if (changed.length > 0) flush();
    else timer ??= setTimeout(flush, SAVE_AFTER_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === undefined) return;
    const before = new Map(last && othersOf(last));
    for (const [name, text] of othersOf(waiting)) if (before.get(name) !== text) due.add(name);
    last = waiting;
    waiting = undefined;
    write(last);
  }

  function write(settings: KeptSettings): void {
    const keys = [...keysDue].flatMap((provider) => keyChanges(provider, settings));
    const inTab = settings.keepKeys === 'session';
    if (inTab && tabStorage) writeChanged(tabStorage, keys);
    if (storage === null) return report({ kind: 'unavailable', keptIn: 'memory' });
    removeUnwanted(storage, settings);
    // What was cleared under the page is written again; but not a default, for it may only seem to be missing: what another
    // tab has just written reaches this one a moment later.
    const others = othersOf(settings).filter(
      ([name, text]) => due.has(name) || (getText(storage, name) === null && text !== DEFAULT_TEXTS.get(name)),
    );
    const written = writeChanged(storage, [...(inTab ? [] : keys), ...others]);
    // Last: another tab that misses its keys must be able to read that they are kept for the session.
    if (inTab) removeKeys(storage, [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)]);
    report(written.ok ? null : { kind: written.error, keptIn: 'memory' });
    if (written.ok) settle(storage, inTab);
  }

  /** All stands where it belongs: keys leave the places where they stood before. */
  function settle(from: TextStorage, inTab: boolean): void {
    due.clear();
    if (keysDue.has('openai')) removeKeys(from, [LEGACY_KEY_NAME]);
    if (keysDue.size > 0) removeKeys(inTab ? null : tabStorage, ALL_KEY_NAMES);
    keysDue.clear();
  }

  /** First and for itself: a key that a person has taken away must not come back because something else failed. */
  function removeUnwanted(from: TextStorage, settings: KeptSettings): void {
    removeKeys(from, unwantedKeys([...keysDue], settings));
    if (keysDue.size > 0 && !hasKey(settings)) removeKeys(from, ALL_KEY_NAMES.flatMap(asideKeys));
  }

  function writeMissing(): void {
    const settings = waiting ?? last;
    if (readOnly || settings === undefined) return;
    for (const [name] of othersOf(settings)) if (getText(storage, name) === null) due.add(name);
    waiting = settings;
    flush();
  }

  return { writeMissing, load, loadShared, concerns: (key) => SETTINGS_NAMES.has(key), save, flush };
}

function removeKeys(storage: TextStorage | null, names: readonly string[]): void {
  if (storage) for (const name of names) writeChanged(storage, [[name, null]]);
}

/** How the page looks. Not worth a word when it cannot be kept. */
export const createThemeStorage = (storage: TextStorage | null) => ({
  initial: parseStored(getText(storage, 'theme'), THEME).value,
  keep(theme: typeof THEME.fallback): void {
    if (storage) writeChanged(storage, [['theme', theme]]);
  },
});
