import type { Result } from '../lib/result.ts';
import { byEndpoint, ENDPOINT_IDS, type EndpointId } from '../providers/endpoints.ts';
import { storedKey } from '../settings/held-back-keys.ts';
import type { KeptSettings } from '../settings/settings.ts';
import { createPreferences } from './preferences.ts';
import type { SavingOptions } from './saving.ts';
import {
  ALL_KEY_NAMES,
  areSameTexts,
  dueTexts,
  keyTexts,
  readSettings,
  type SettingsPlaces,
} from './settings-texts.ts';
import {
  asideKeys,
  type Change,
  getText,
  isNewerVersion,
  onceEach,
  quarantine,
  SCHEMA_VERSION_KEY,
  type StorageFailure,
  type StorageProblem,
  type TextStorage,
  writeAll,
} from './stored-value.ts';

interface SettingsStorageOptions extends SettingsPlaces, Partial<Pick<SavingOptions, 'holder'>> {
  /** Called with what could not be stored; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

const SAVE_AFTER_MS = 250;
const KEYS_AND_ASIDE = [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)];
const NO_KEYS = byEndpoint(() => '');

/**
 * Stores model, keys and prompt in local storage under the names of the specification (section 3). Session keys are stored in the tab: they survive
 * a reload, and closing the tab removes them.
 * Only the tab that has the work reads and writes settings. It writes only texts that differ from the stored ones, and keys that differ from its
 * last read or write.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem, holder }: SettingsStorageOptions) {
  const report = onceEach(onProblem);
  const { tabFront } = createPreferences(tabStorage);
  /** True if a newer version of the page has stored its settings. */
  const isReadOnly = () => isNewerVersion(getText(storage, SCHEMA_VERSION_KEY));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True if OpenAI's key is stored under its old name. */
  let isLegacyKey = false;
  /** The settings of the last read or write. */
  let known = read();
  let own = known;

  function stopWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function read(): KeptSettings {
    const isUntouchable = isReadOnly();
    const found = readSettings({ storage, tabStorage }, (from, name, text) => {
      if (!isUntouchable) quarantine(from, name, text);
    });
    isLegacyKey = found.isLegacyKey;
    return { ...found.settings, shownProvider: tabFront.read() ?? undefined };
  }

  /**
   * Removes all keys that this tab can reach, including those of other tabs and of a newer version. Called before the settings forget the keys, so
   * that no key is due for writing.
   */
  function forgetKeys(): void {
    for (const place of [storage, tabStorage]) removeKeys(place, KEYS_AND_ASIDE);
    isLegacyKey = false;
    known = { ...known, keys: NO_KEYS, doubtfulKeys: NO_KEYS };
  }

  /** Writes API keys, and the setting where to keep them, at once; everything else within 250 ms. */
  function save(settings: KeptSettings): void {
    const before = own;
    own = settings;
    if (dueKeys(before).length > 0) write();
    else timer ??= setTimeout(holder ? () => void writeIfHeld(holder) : write, SAVE_AFTER_MS);
  }

  /** A tab that slept may have lost the settings: it must not write over those of the tab that has them now. */
  async function writeIfHeld(ask: NonNullable<typeof holder>): Promise<void> {
    const due = timer;
    const isLost = (await ask()) === 'another';
    if (timer !== due) return;
    if (isLost) stopWaiting();
    else write();
  }

  /** The endpoints whose key has changed, or must be stored in the other place. */
  const dueKeys = (before: KeptSettings): readonly EndpointId[] =>
    ENDPOINT_IDS.filter(
      (id) =>
        own.keepKeys !== before.keepKeys ||
        own.keys[id] !== before.keys[id] ||
        own.doubtfulKeys[id] !== before.doubtfulKeys[id] ||
        (isLegacyKey && id === 'openai'),
    );

  function write(isMissingDue = false): void {
    stopWaiting();
    const due = dueKeys(known);
    if (isReadOnly()) return reportNewer(due.length > 0);
    keepFront(own);
    const keys = due.flatMap((id) => keyTexts(id, own));
    if (own.keepKeys === 'session' && tabStorage) writeAll(tabStorage, keys);
    if (storage === null) return report({ kind: 'unavailable', keptIn: 'memory' });
    removeUnwanted(storage, due);
    const written = writeHere(storage, keys, isMissingDue);
    report(written.ok ? null : { kind: written.error, keptIn: 'memory' });
    if (!written.ok) return;
    // Remove the keys from their former place.
    if (due.length > 0 && own.keepKeys === 'stored') removeKeys(tabStorage, ALL_KEY_NAMES);
    known = own;
    isLegacyKey = false;
  }

  function writeHere(here: TextStorage, keys: readonly Change[], isMissingDue: boolean): Result<void, StorageFailure> {
    const others = dueTexts(own, here, isMissingDue);
    if (own.keepKeys === 'stored') return writeAll(here, [...keys, ...others]);
    const written = writeAll(here, others);
    // Write the keys last: a page that finds no keys must already be able to read that they are session keys.
    removeKeys(here, KEYS_AND_ASIDE);
    return written;
  }

  const keepFront = ({ model, shownProvider = model.endpoint }: KeptSettings) =>
    tabFront.write(shownProvider === model.endpoint ? null : shownProvider);

  /** Settings of a newer version are not changed, so each change that is not stored is reported. */
  function reportNewer(areKeysDue: boolean): void {
    if (areKeysDue || !areSameTexts(known, own)) report({ kind: 'newer-version' });
  }

  /** Called before other writes: a key that a person removed must not come back because another write failed. */
  function removeUnwanted(from: TextStorage, due: readonly EndpointId[]): void {
    const isUnwanted = (id: EndpointId) => storedKey(own, id) === '';
    const gone = due.filter(isUnwanted);
    for (const id of gone)
      removeKeys(
        from,
        keyTexts(id, own).map(([name]) => name),
      );
    if (due.length > 0 && ENDPOINT_IDS.every(isUnwanted)) removeKeys(from, ALL_KEY_NAMES.flatMap(asideKeys));
    const left = (texts: KeptSettings['keys']) => byEndpoint((id) => (gone.includes(id) ? '' : texts[id]));
    known = { ...known, keys: left(known.keys), doubtfulKeys: left(known.doubtfulKeys) };
  }

  return {
    /** Reads the stored settings, with defaults for missing or broken parts; never throws. Pending writes are dropped. */
    load(): KeptSettings {
      stopWaiting();
      known = read();
      own = known;
      return known;
    },
    save,
    flush(): void {
      if (timer !== undefined) write();
    },
    /** Another tab has the settings now: drops pending writes, and forgets which provider's tab is in front. */
    leave(): void {
      stopWaiting();
      tabFront.write(null);
    },
    forgetKeys,
    /** Writes missing settings, even defaults, so that the settings of a run are stored with the run (specification, section 3). */
    writeMissing: (): void => write(true),
  };
}

function removeKeys(storage: TextStorage | null, names: readonly string[]): void {
  if (storage) for (const name of names) writeAll(storage, [[name, null]]);
}
