import type { Result } from '../lib/result.ts';
import { byEndpoint, ENDPOINT_IDS, type EndpointId } from '../providers/endpoints.ts';
import { storedKey } from '../settings/held-back-keys.ts';
import type { KeptSettings } from '../settings/settings.ts';
import { createPreferences } from './preferences.ts';
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

export interface SettingsStorageOptions extends SettingsPlaces {
  /** Called with what could not be stored; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
}

const SAVE_AFTER_MS = 250;
const KEYS_AND_ASIDE = [...ALL_KEY_NAMES, ...ALL_KEY_NAMES.flatMap(asideKeys)];
const NO_KEYS = byEndpoint(() => '');

/**
 * Keeps model, keys and prompt in local storage under the specification's names (section 3). Keys for this session only
 * are kept in the tab's session storage: a reload keeps them, closing the tab forgets them. Only the tab that has the work has
 * settings: it reads them as it begins, and writes what differs from what is stored; of keys, what differs from what it last read or wrote.
 */
export function createSettingsStorage({ storage, tabStorage, onProblem }: SettingsStorageOptions) {
  const report = onceEach(onProblem);
  const { tabFront } = createPreferences(tabStorage);
  /** A newer version of the page has stored its settings. */
  const isReadOnly = () => isNewerVersion(getText(storage, SCHEMA_VERSION_KEY));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** OpenAI's key stands under its earlier name. */
  let isLegacyKey = false;
  /** What was read or written last. */
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

  /** Removes all keys wherever this tab can: those of other tabs and of a newer version, too. Before the settings forget them: nothing of it is due then. */
  function forgetKeys(): void {
    for (const place of [storage, tabStorage]) removeKeys(place, KEYS_AND_ASIDE);
    isLegacyKey = false;
    known = { ...known, keys: NO_KEYS, doubtfulKeys: NO_KEYS };
  }

  /** Writes API keys, and where they are kept, at once; everything else within 250 ms. */
  function save(settings: KeptSettings): void {
    const before = own;
    own = settings;
    if (dueKeys(before).length > 0) write();
    else timer ??= setTimeout(write, SAVE_AFTER_MS);
  }

  /** Whose keys are others than before, or to be kept elsewhere. */
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
    // From the place where the keys were kept before.
    if (due.length > 0 && own.keepKeys === 'stored') removeKeys(tabStorage, ALL_KEY_NAMES);
    known = own;
    isLegacyKey = false;
  }

  function writeHere(here: TextStorage, keys: readonly Change[], isMissingDue: boolean): Result<void, StorageFailure> {
    const others = dueTexts(own, here, isMissingDue);
    if (own.keepKeys === 'stored') return writeAll(here, [...keys, ...others]);
    const written = writeAll(here, others);
    // The keys go last: whoever finds no keys must already be able to read that they are kept for the session.
    removeKeys(here, KEYS_AND_ASIDE);
    return written;
  }

  const keepFront = ({ model, shownProvider = model.endpoint }: KeptSettings) =>
    tabFront.write(shownProvider === model.endpoint ? null : shownProvider);

  /** A newer version's settings stay untouched: a person is told of each change that is not stored. */
  function reportNewer(areKeysDue: boolean): void {
    if (areKeysDue || !areSameTexts(known, own)) report({ kind: 'newer-version' });
  }

  /** Runs before other writes: a key that a person removed must not come back because another write failed. */
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
    /** The stored settings as they are now, with defaults for absent or broken parts; never throws. What was not written is given up. */
    load(): KeptSettings {
      stopWaiting();
      known = read();
      own = known;
      return known;
    },
    save,
    /** Writes unwritten changes now. */
    flush(): void {
      if (timer !== undefined) write();
    },
    /** The settings are another tab's now: what is not written is given up, and which provider is in front goes with the model. */
    leave(): void {
      stopWaiting();
      tabFront.write(null);
    },
    forgetKeys,
    /** Writes absent settings, defaults too: what a run was made with is stored with the run (specification, section 3). */
    writeMissing: (): void => write(true),
  };
}

function removeKeys(storage: TextStorage | null, names: readonly string[]): void {
  if (storage) for (const name of names) writeAll(storage, [[name, null]]);
}
