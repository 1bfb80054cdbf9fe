import { ENDPOINT_IDS, type EndpointId, modelKey } from '../providers/provider.ts';
import type { KeptSettings, SettingsState, SharedSettings } from '../settings/settings-state.ts';
import { ALL_KEY_NAMES, hasKey, keyChanges, keysBeside, LEGACY_KEY_NAME, unwantedKeys } from './kept-keys.ts';
import {
  changes,
  DEFAULT_TEXTS,
  formatTabModel,
  othersOf,
  readSettings,
  readTabModel,
  SETTINGS_NAMES,
  storedModel,
  TAB_MODEL_NAME,
  THEME,
} from './settings-texts.ts';
import { getText, isNewerVersion, parseStored, SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import { asideKeys, onceEach, type StorageProblem, setAside, writeChanged } from './write-all.ts';

export interface SettingsStorageOptions {
  /** null: the browser has no local storage, or access throws. */
  readonly storage: TextStorage | null;
  /** The tab's session storage, for keys kept for this session only; null: such keys stay in memory. */
  readonly tabStorage: TextStorage | null;
  /** Called with what could not be stored; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

export interface SettingsPersistence {
  /** The stored settings, with defaults for absent or broken parts; never throws. */
  load(): KeptSettings;
  /** After another tab has written: the settings that all tabs share, with this tab's unwritten changes. */
  loadShared(): SharedSettings;
  /** Whether this key of local storage belongs to the settings; null: local storage was emptied. */
  concerns(key: string | null): boolean;
  /** Writes API keys, and where they are kept, at once; everything else within 250 ms. */
  save(settings: KeptSettings & Partial<Pick<SettingsState, 'forgetting'>>): void;
  /** Writes unwritten changes now. */
  flush(): void;
  /** Writes absent settings, defaults too: what a run was made with is stored with the run (specification, section 3). */
  writeMissing(): void;
}

const SAVE_AFTER_MS = 250;
/**
 * Keeps model, keys and prompt in local storage under the specification's names (section 3). Keys for this session only
 * are kept in the tab's session storage: a reload keeps them, closing the tab forgets them.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem }: SettingsStorageOptions): SettingsPersistence {
  const report = onceEach(onProblem);
  let readOnly = false;
  /** Whose keys have changed here: only those are written. The others are another tab's to change, and to forget. */
  const keysDue = new Set<EndpointId>();
  let timesForgotten = 0;
  /** Names of other settings to be written. */
  const namesDue = new Set<string>();
  /** This tab's settings: their model can differ from the stored one. */
  let own: KeptSettings | undefined;
  /** The settings as they are stored. */
  let lastStored: KeptSettings | undefined;
  /** The settings to be written; undefined: nothing to write. */
  let waiting: KeptSettings | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setBrokenAside(from: TextStorage, name: string, text: string): void {
    if (readOnly) return;
    setAside(from, name, text);
    namesDue.add(name);
  }

  function read(): KeptSettings {
    readOnly = isNewerVersion(getText(storage, SCHEMA_VERSION_KEY));
    const { settings, isLegacyKey } = readSettings({ storage, tabStorage, onBroken: setBrokenAside });
    if (isLegacyKey) keysDue.add('openai');
    if (own && own.keepKeys !== settings.keepKeys) for (const provider of ENDPOINT_IDS) keysDue.add(provider);
    const stored = own ? { ...settings, ...keysBeside(own, settings) } : settings;
    if (waiting) waiting = { ...stored, ...changes(lastStored, waiting) };
    lastStored = stored;
    return waiting ?? stored;
  }

  function load(): KeptSettings {
    own = { ...read(), ...readTabModel(tabStorage) };
    return own;
  }

  function loadShared(): SharedSettings {
    const ownModel = own && { model: own.model, modelChosen: own.modelChosen };
    const loaded = read();
    own = { ...loaded, ...ownModel };
    keepTabModel(own);
    const { model: _, modelChosen: __, ...shared } = loaded;
    return shared;
  }

  /** For a reload: the tab's own model where another one is stored for the next visit (docs/decisions/0012). */
  function keepTabModel(settings: KeptSettings): void {
    const { model, modelChosen, keys } = settings;
    const isStored = modelKey(storedModel(storage)) === modelKey(model);
    // A model that nobody chose, and that nothing could be sent to, is no reason to pass over what was chosen elsewhere.
    const isKept = !isStored && (modelChosen || keys[model.endpoint] !== '');
    if (tabStorage && !readOnly) writeChanged(tabStorage, [[TAB_MODEL_NAME, isKept ? formatTabModel(settings) : null]]);
  }

  function save(settings: Parameters<SettingsPersistence['save']>[0]): void {
    if (readOnly) return;
    const { keys, heldKeys, keepKeys, forgetting } = settings;
    const stored = waiting ?? lastStored ?? settings;
    // A suggestion is not stored over what was chosen in another tab.
    const isOvertaken =
      stored.modelChosen && !settings.modelChosen && own && modelKey(own.model) !== modelKey(stored.model);
    const { model = stored.model, modelChosen = stored.modelChosen, ...others } = changes(own, settings);
    waiting = { ...stored, ...(!isOvertaken && { model, modelChosen }), ...others, keys, heldKeys, keepKeys };
    const times = forgetting?.times ?? timesForgotten;
    // Forgetting the keys also removes keys that only other tabs know.
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
    const before = new Map(lastStored && othersOf(lastStored));
    for (const [name, text] of othersOf(waiting)) if (before.get(name) !== text) namesDue.add(name);
    lastStored = waiting;
    waiting = undefined;
    write(lastStored);
  }

  function write(settings: KeptSettings): void {
    const keys = [...keysDue].flatMap((provider) => keyChanges(provider, settings));
    const inTab = settings.keepKeys === 'session';
    if (inTab && tabStorage) writeChanged(tabStorage, keys);
    if (storage === null) return report({ kind: 'unavailable', keptIn: 'memory' });
    removeUnwanted(storage, settings);
    // Re-create settings that were deleted while the page is open, but never with a default: another tab's write may not be
    // visible here yet.
    const others = othersOf(settings).filter(
      ([name, text]) => namesDue.has(name) || (getText(storage, name) === null && text !== DEFAULT_TEXTS.get(name)),
    );
    const written = writeChanged(storage, [...(inTab ? [] : keys), ...others]);
    // The keys go last: a tab that finds no keys must already be able to read that they are kept for the session.
    if (inTab) removeKeys(storage, [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)]);
    report(written.ok ? null : { kind: written.error, keptIn: 'memory' });
    keepTabModel(own ?? settings);
    if (written.ok) settle(storage, inTab);
  }

  /** After a successful write: removes the keys from the place where they were kept before. */
  function settle(from: TextStorage, inTab: boolean): void {
    namesDue.clear();
    if (keysDue.has('openai')) removeKeys(from, [LEGACY_KEY_NAME]);
    if (keysDue.size > 0) removeKeys(inTab ? null : tabStorage, ALL_KEY_NAMES);
    keysDue.clear();
  }

  /** Runs before other writes: a key that a person removed must not come back because another write failed. */
  function removeUnwanted(from: TextStorage, settings: KeptSettings): void {
    removeKeys(from, unwantedKeys([...keysDue], settings));
    if (keysDue.size > 0 && !hasKey(settings)) removeKeys(from, ALL_KEY_NAMES.flatMap(asideKeys));
  }

  function writeMissing(): void {
    const settings = waiting ?? lastStored;
    if (readOnly || settings === undefined) return;
    for (const [name] of othersOf(settings)) if (getText(storage, name) === null) namesDue.add(name);
    waiting = settings;
    flush();
  }

  return { writeMissing, load, loadShared, concerns: (key) => SETTINGS_NAMES.has(key), save, flush };
}

function removeKeys(storage: TextStorage | null, names: readonly string[]): void {
  if (storage) for (const name of names) writeChanged(storage, [[name, null]]);
}

/** The page's colour theme. A failed write is not reported. */
export const createThemeStorage = (storage: TextStorage | null) => ({
  initial: parseStored(getText(storage, 'theme'), THEME).value,
  keep(theme: typeof THEME.fallback): void {
    if (storage) writeChanged(storage, [['theme', theme]]);
  },
});
