import type { Result } from '../lib/result.ts';
import { ENDPOINT_IDS, type EndpointId, modelKey } from '../providers/provider.ts';
import { createDueChanges } from '../settings/due-changes.ts';
import { keysBeside, storedKey } from '../settings/keys.ts';
import { SETTING_PARTS, type SettingPart, settingPartText, withPart } from '../settings/setting-parts.ts';
import type { KeptSettings, SettingsState, SharedSettings } from '../settings/settings.ts';
import { createKeptValues } from './preferences.ts';
import { ALL_KEY_NAMES, changedTexts, keyTexts, MODEL, readSettings, SETTINGS_NAMES } from './settings-texts.ts';
import {
  asideKeys,
  type Change,
  getText,
  isNewerVersion,
  onceEach,
  parseStored,
  SCHEMA_VERSION_KEY,
  type StorageFailure,
  type StorageProblem,
  setAside,
  type TextStorage,
  writeAll,
} from './stored-value.ts';

export interface SettingsStorageOptions {
  /** null: the browser has no local storage, or access throws. */
  readonly storage: TextStorage | null;
  /** The tab's session storage, for keys kept for this session only; null: such keys stay in memory. */
  readonly tabStorage: TextStorage | null;
  /** Called with what could not be stored; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

const SAVE_AFTER_MS = 250;
const KEYS_AND_ASIDE = [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)];

/**
 * Keeps model, keys and prompt in local storage under the specification's names (section 3). Keys for this session only
 * are kept in the tab's session storage: a reload keeps them, closing the tab forgets them. Each write reads what is stored and
 * puts in only what was changed in this tab.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem }: SettingsStorageOptions) {
  const report = onceEach(onProblem);
  const { tabModel, tabFront } = createKeptValues(tabStorage);
  let readOnly = false;
  const due = createDueChanges(settingPartText);
  /** Whose keys have changed here: only those are written. The others are another tab's to change, and to forget. */
  const keysDue = createDueChanges(storedKey);
  /** Names of texts that were set aside, to be replaced by the next write. */
  const brokenNames = new Set<string>();
  let timesForgotten = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What this tab has read or written last. */
  let known = adopted(read());
  /** What this tab uses: its model can differ from the stored one. */
  let own: KeptSettings = { ...known, ...tabModel.read(), shownProvider: tabFront.read() ?? undefined };

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
    if (isLegacyKey && !readOnly) keysDue.add('openai');
    return settings;
  }

  /** What is stored, with this tab's changes of all but the keys. Refused changes that another tab has overtaken are given up. */
  function withDue(stored: KeptSettings): KeptSettings {
    due.dropOvertaken(stored);
    keysDue.dropOvertaken(stored);
    return due.names().reduce((merged, part) => withPart(merged, part, own), stored);
  }

  /** After another tab has written: the settings that all tabs share, with this tab's unwritten changes. */
  function loadShared(): SharedSettings {
    known = adopted(read());
    // Another tab may have chosen "only for this session" anew: what is stored does not tell, and no key may go there against it.
    if (own.keepKeys === 'stored' && due.isRefused('keepKeys')) due.drop('keepKeys');
    const shared = withDue(known);
    if (own.keepKeys !== shared.keepKeys) for (const id of ENDPOINT_IDS) keysDue.add(id);
    const { model, modelChosen, shownProvider } = own;
    own = { ...shared, ...keysBeside(own, shared), model, modelChosen, shownProvider };
    keepTabModel();
    const { model: _, modelChosen: __, shownProvider: ___, ...rest } = own;
    return rest;
  }

  /** For a reload: the tab's own model where another one is stored for the next visit (docs/decisions/0012), and what is in front. */
  function keepTabModel(): void {
    const { model, modelChosen, keys, shownProvider } = own;
    const isStored = modelKey(parseStored(getText(storage, 'model'), MODEL).value) === modelKey(model);
    // A model that nobody chose, and that nothing could be sent to, is no reason to pass over what was chosen elsewhere.
    const isKept = !isStored && (modelChosen || keys[model.endpoint] !== '');
    if (readOnly) return;
    tabModel.write(isKept ? { model, modelChosen } : null);
    tabFront.write(shownProvider === undefined || shownProvider === model.endpoint ? null : shownProvider);
  }

  /** Writes API keys, and where they are kept, at once; everything else within 250 ms. */
  function save({ forgetting, ...settings }: KeptSettings & Partial<Pick<SettingsState, 'forgetting'>>): void {
    for (const part of changedParts(settings)) {
      if (settingPartText(settings, part) === settingPartText(known, part)) due.drop(part);
      else due.add(part);
    }
    const times = forgetting?.times ?? timesForgotten;
    const isForgetting = times !== timesForgotten;
    timesForgotten = times;
    // Forgetting the keys also removes keys that only other tabs know, and those of a newer version.
    if (isForgetting) for (const place of [storage, tabStorage]) removeKeys(place, KEYS_AND_ASIDE);
    const all = isForgetting || settings.keepKeys !== own.keepKeys;
    const isChanged = (id: EndpointId) =>
      settings.keys[id] !== own.keys[id] || settings.heldKeys[id] !== own.heldKeys[id];
    const changed = ENDPOINT_IDS.filter((id) => all || isChanged(id));
    for (const id of changed) keysDue.add(id);
    own = settings;
    if (changed.length > 0) write();
    else timer ??= setTimeout(write, SAVE_AFTER_MS);
  }

  /** A suggested model is not stored over one that was chosen in another tab. */
  function changedParts(settings: KeptSettings): readonly SettingPart[] {
    const changed = SETTING_PARTS.filter((part) => settingPartText(settings, part) !== settingPartText(own, part));
    if (settings.modelChosen || !changed.includes('model')) return changed;
    const stored = withDue(read(known).settings);
    const isOvertaken = stored.modelChosen && modelKey(own.model) !== modelKey(stored.model);
    return isOvertaken ? changed.filter((part) => part !== 'model') : changed;
  }

  function write(isMissingDue = false): void {
    clearTimeout(timer);
    timer = undefined;
    const stored = read(known).settings;
    const settings = { ...withDue(stored), keys: own.keys, heldKeys: own.heldKeys };
    if (readOnly) return reportNewer(stored);
    const keys = keysDue.names().flatMap((id) => keyTexts(id, settings));
    const inTab = settings.keepKeys === 'session';
    if (inTab && tabStorage) writeAll(tabStorage, keys);
    if (storage === null) return report({ kind: 'unavailable', keptIn: 'memory' });
    removeUnwanted(storage);
    const others = changedTexts(stored, settings, { storage, brokenNames, isMissingDue });
    const written = writeAll(storage, [...(inTab ? [] : keys), ...others]);
    // The keys go last: a tab that finds no keys must already be able to read that they are kept for the session.
    if (inTab) removeKeys(storage, KEYS_AND_ASIDE);
    settle(written, inTab);
  }

  /** A newer version's settings stay untouched: a person is told of each change that is not stored. */
  function reportNewer(stored: KeptSettings): void {
    const isKeyDue = keysDue.names().some((id) => storedKey(own, id) !== storedKey(stored, id));
    if (due.names().length > 0 || isKeyDue) report({ kind: 'newer-version' });
  }

  function settle(written: Result<void, StorageFailure>, inTab: boolean): void {
    report(written.ok ? null : { kind: written.error, keptIn: 'memory' });
    keepTabModel();
    if (!written.ok) {
      const stored = read(known).settings;
      due.noteRefused(stored);
      keysDue.noteRefused(stored);
      return;
    }
    for (const part of due.names()) known = withPart(known, part, own);
    due.clear();
    brokenNames.clear();
    // From the place where the keys were kept before.
    if (keysDue.names().length > 0 && !inTab) removeKeys(tabStorage, ALL_KEY_NAMES);
    keysDue.clear();
  }

  /** Runs before other writes: a key that a person removed must not come back because another write failed. */
  function removeUnwanted(from: TextStorage): void {
    const isUnwanted = (id: EndpointId) => storedKey(own, id) === '';
    for (const id of keysDue.names()) if (isUnwanted(id)) removeKeys(from, namesOf(keyTexts(id, own)));
    if (keysDue.names().length > 0 && ENDPOINT_IDS.every(isUnwanted))
      removeKeys(from, ALL_KEY_NAMES.flatMap(asideKeys));
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
