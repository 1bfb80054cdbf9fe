import { ENDPOINT_IDS, type EndpointId, modelKey } from '../providers/provider.ts';
import { changedSettings } from '../settings/changed-settings.ts';
import { keysBeside } from '../settings/keys-beside.ts';
import type { KeptSettings, SettingsState, SharedSettings } from '../settings/settings-state.ts';
import { storedKey } from '../settings/stored-key.ts';
import { createKeptValues } from './kept-values.ts';
import {
  ALL_KEY_NAMES,
  DEFAULT_TEXTS,
  keyTexts,
  MODEL,
  readSettings,
  SETTINGS_NAMES,
  textsOf,
} from './settings-texts.ts';
import { getText, isNewerVersion, parseStored, SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import { asideKeys, type Change, onceEach, type StorageProblem, setAside, writeAll } from './write-all.ts';

export interface SettingsStorageOptions {
  /** null: the browser has no local storage, or access throws. */
  readonly storage: TextStorage | null;
  /** The tab's session storage, for keys kept for this session only; null: such keys stay in memory. */
  readonly tabStorage: TextStorage | null;
  /** Called with what could not be stored; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

const SAVE_AFTER_MS = 250;

/**
 * Keeps model, keys and prompt in local storage under the specification's names (section 3). Keys for this session only
 * are kept in the tab's session storage: a reload keeps them, closing the tab forgets them. The storage is the truth: each write reads
 * it and puts in only what was changed in this tab.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem }: SettingsStorageOptions) {
  const report = onceEach(onProblem);
  const { tabModel } = createKeptValues(tabStorage);
  let readOnly = false;
  /** What was changed here and is not written, but for the keys. */
  let unwritten: Partial<KeptSettings> = {};
  /** Whose keys have changed here: only those are written. The others are another tab's to change, and to forget. */
  const keysDue = new Set<EndpointId>();
  /** Names of texts that were set aside, to be replaced by the next write. */
  const brokenNames = new Set<string>();
  let timesForgotten = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What this tab uses: its model can differ from the stored one. */
  let own: KeptSettings = { ...adopted(read()), ...tabModel.read() };

  function read(otherwise?: KeptSettings) {
    readOnly = isNewerVersion(getText(storage, SCHEMA_VERSION_KEY));
    const onBroken = (from: TextStorage, name: string, text: string) => {
      if (readOnly) return;
      setAside(from, name, text);
      brokenNames.add(name);
    };
    return readSettings({ storage, tabStorage, onBroken, otherwise });
  }

  function adopted({ settings, isLegacyKey }: ReturnType<typeof readSettings>): KeptSettings {
    if (isLegacyKey) keysDue.add('openai');
    return settings;
  }

  /** After another tab has written: the settings that all tabs share, with this tab's unwritten changes. */
  function loadShared(): SharedSettings {
    const stored = adopted(read());
    if (own.keepKeys !== stored.keepKeys) for (const id of ENDPOINT_IDS) keysDue.add(id);
    const { model, modelChosen } = own;
    own = { ...stored, ...keysBeside(own, stored), ...unwritten, model, modelChosen };
    keepTabModel();
    const { model: _, modelChosen: __, ...shared } = own;
    return shared;
  }

  /** For a reload: the tab's own model where another one is stored for the next visit (docs/decisions/0012). */
  function keepTabModel(): void {
    const { model, modelChosen, keys } = own;
    const isStored = modelKey(parseStored(getText(storage, 'model'), MODEL).value) === modelKey(model);
    // A model that nobody chose, and that nothing could be sent to, is no reason to pass over what was chosen elsewhere.
    const isKept = !isStored && (modelChosen || keys[model.endpoint] !== '');
    if (!readOnly) tabModel.write(isKept ? { model, modelChosen } : null);
  }

  /** Writes API keys, and where they are kept, at once; everything else within 250 ms. */
  function save({ forgetting, ...settings }: KeptSettings & Partial<Pick<SettingsState, 'forgetting'>>): void {
    if (readOnly) return;
    unwritten = { ...unwritten, ...changesTo(settings) };
    const times = forgetting?.times ?? timesForgotten;
    // Forgetting the keys also removes keys that only other tabs know.
    const all = times !== timesForgotten || settings.keepKeys !== own.keepKeys;
    timesForgotten = times;
    const isChanged = (id: EndpointId) =>
      settings.keys[id] !== own.keys[id] || settings.heldKeys[id] !== own.heldKeys[id];
    const changed = ENDPOINT_IDS.filter((id) => all || isChanged(id));
    for (const id of changed) keysDue.add(id);
    own = settings;
    if (changed.length > 0) write();
    else timer ??= setTimeout(write, SAVE_AFTER_MS);
  }

  /** All changes but those of keys. A suggested model is not stored over one that was chosen in another tab. */
  function changesTo(settings: KeptSettings): Partial<KeptSettings> {
    const { model, modelChosen, ...others } = changedSettings(own, settings);
    if (!model || modelChosen === undefined) return others;
    const stored = modelChosen ? own : { ...read(own).settings, ...unwritten };
    const isOvertaken = stored.modelChosen && modelKey(own.model) !== modelKey(stored.model);
    return isOvertaken ? others : { model, modelChosen, ...others };
  }

  function write(isMissingDue = false): void {
    clearTimeout(timer);
    timer = undefined;
    const stored = read(own).settings;
    if (readOnly) return;
    const settings = { ...stored, ...unwritten, keys: own.keys, heldKeys: own.heldKeys };
    const inTab = settings.keepKeys === 'session';
    const keys = [...keysDue].flatMap((id) => keyTexts(id, settings));
    if (inTab && tabStorage) writeAll(tabStorage, keys);
    if (storage === null) return report({ kind: 'unavailable', keptIn: 'memory' });
    removeUnwanted(storage);
    const before = new Map(textsOf(stored));
    // Re-create settings that were deleted while the page is open, but never with a default: another tab's write may not be
    // visible here yet.
    const others = textsOf(settings).filter(([name, text]) =>
      getText(storage, name) === null
        ? isMissingDue || text !== DEFAULT_TEXTS.get(name)
        : text !== before.get(name) || brokenNames.has(name),
    );
    const written = writeAll(storage, [...(inTab ? [] : keys), ...others]);
    // The keys go last: a tab that finds no keys must already be able to read that they are kept for the session.
    if (inTab) removeKeys(storage, [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)]);
    report(written.ok ? null : { kind: written.error, keptIn: 'memory' });
    keepTabModel();
    if (written.ok) settle(inTab);
  }

  /** After a successful write: removes the keys from the place where they were kept before. */
  function settle(inTab: boolean): void {
    unwritten = {};
    brokenNames.clear();
    if (keysDue.size > 0 && !inTab) removeKeys(tabStorage, ALL_KEY_NAMES);
    keysDue.clear();
  }

  /** Runs before other writes: a key that a person removed must not come back because another write failed. */
  function removeUnwanted(from: TextStorage): void {
    const isUnwanted = (id: EndpointId) => storedKey(own, id) === '';
    for (const id of keysDue) if (isUnwanted(id)) removeKeys(from, namesOf(keyTexts(id, own)));
    if (keysDue.size > 0 && ENDPOINT_IDS.every(isUnwanted)) removeKeys(from, ALL_KEY_NAMES.flatMap(asideKeys));
  }

  return {
    /** The stored settings, with defaults for absent or broken parts; never throws. */
    load: (): KeptSettings => own,
    loadShared,
    /** Whether this key of local storage belongs to the settings; null: local storage was emptied. */
    concerns: (key: string | null): boolean => key === null || SETTINGS_NAMES.has(key),
    save,
    /** Writes unwritten changes now. */
    flush(): void {
      if (timer !== undefined) write();
    },
    /** Writes absent settings, defaults too: what a run was made with is stored with the run (specification, section 3). */
    writeMissing: (): void => write(true),
  };
}

export type SettingsPersistence = ReturnType<typeof createSettingsStorage>;

const namesOf = (changes: readonly Change[]): readonly string[] => changes.map(([name]) => name);

function removeKeys(storage: TextStorage | null, names: readonly string[]): void {
  if (storage) for (const name of names) writeAll(storage, [[name, null]]);
}
