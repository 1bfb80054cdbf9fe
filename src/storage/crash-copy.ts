import { type Clock, waitFor, withTimeout } from '../clock/clock.ts';
import { stampOf } from '../lib/text.ts';
import { ALL_KEY_NAMES, type SettingsPlaces } from './settings-texts.ts';
import {
  asideKeys,
  type Change,
  getText,
  isNewerVersion,
  SCHEMA_VERSION_KEY,
  type TextStorage,
  writeAll,
} from './stored-value.ts';
import { ALL_KEYS, ARRIVAL_PATIENCE_MS, type FallbackStore, REVISION_KEY, revisionOf } from './work-stores.ts';

const EXTRAS_KEY = 'settingsExtras';
const KEY_NAMES: ReadonlySet<string> = new Set(ALL_KEY_NAMES);
/** The work, what a run is made with, what is being typed and where; of keys their stamps. */
const COPIED = [
  ...[...ALL_KEYS, 'initPrompt', 'model', EXTRAS_KEY, 'prices', 'languages'],
  ...['view', 'linePlace', 'lineDraft', 'heldDrafts', ...KEY_NAMES],
];
const KEY_REMOVALS = ALL_KEY_NAMES.map((name): Change => [name, null]);
const COPIED_NAMES: ReadonlySet<string> = new Set(COPIED);
/** How often local storage was copied: of it and its copy the one with the higher count is the newer. */
const COUNT_KEY = 'copyCount';
/** As long the undo steps are waited for, too. */
const COPY_PATIENCE_MS = 2_000;

/** What the copy has of a text. */
const toCopy = (name: string, text: string | null): Change => [
  name,
  text !== null && KEY_NAMES.has(name) ? stampOf(text) : text,
];

/**
 * Local storage, of whose texts a database of its own has a copy. A browser that crashes, or loses its power, has not written down what local
 * storage held: Chromium does so once a minute at most, and the more it is the more seldom, but what a database has stored within moments.
 */
export function createCrashCopy(
  { storage: local, tabStorage }: SettingsPlaces,
  idb: FallbackStore,
  clock: Pick<Clock, 'after' | 'timeOfDay'>,
) {
  /** Not copied yet. */
  const waiting = new Map<string, string | null>();
  /** The highest count that this page knows of; undefined: nothing was restored yet, and nothing is copied. */
  let newest: number | undefined;
  /** The count under which the copy has all that local storage had; undefined: not known. */
  let whole: number | undefined;
  let isCopying = false;
  const countHere = () => revisionOf(getText(local, COUNT_KEY));
  const isCounted = (count: number) => local !== null && writeAll(local, [[COUNT_KEY, String(count)]]).ok;
  const all = () => COPIED.map((name) => toCopy(name, getText(local, name)));
  const isInSave = () => getText(local, REVISION_KEY) === '';

  function note(name: string, text: string | null): void {
    if (!COPIED_NAMES.has(name)) return;
    waiting.set(name, text);
    // What is written in one task is one state.
    queueMicrotask(copyWaiting);
  }

  async function copyWaiting(): Promise<void> {
    if (isCopying || newest === undefined) return;
    isCopying = true;
    while (waiting.size > 0) {
      const here = countHere();
      // Else another tab has written, or somebody has emptied local storage.
      const changed = here === whole ? [...waiting].map(([name, text]) => toCopy(name, text)) : undefined;
      waiting.clear();
      newest = Math.max(here, newest) + 1;
      const count = newest;
      const isHere = isCounted(count);
      // Of a large film the copy takes a slow machine as long as the save does, in whose task it would be.
      await new Promise<void>((resolve) => void clock.after(0, resolve));
      const isCopied =
        isHere &&
        ((changed && (await put(changed, count, (stored) => stored === here))) ||
          (await put(all(), count, (stored) => stored < count)));
      whole = isCopied ? count : undefined;
    }
    isCopying = false;
  }

  async function put(texts: readonly Change[], count: number, allows: (stored: number) => boolean): Promise<boolean> {
    try {
      const guard = { key: COUNT_KEY, allows: (stored: unknown) => allows(revisionOf(stored)) };
      return await idb.setMany([...texts, [COUNT_KEY, String(count)]], guard);
    } catch {
      return false;
    }
  }

  /** Whether the copy, of this count, is newer than local storage, or what is whole of a save that was broken off. */
  const isAhead = (count: number): boolean => count > countHere() || (count > 0 && count === countHere() && isInSave());

  /** What the copy's text changes in local storage. */
  function changesBy(name: string, text: unknown): readonly Change[] {
    // The page that made the copy may not have known the name.
    if (text === undefined) return [];
    if (!KEY_NAMES.has(name)) return [[name, typeof text === 'string' ? text : null]];
    if (toCopy(name, getText(local, name))[1] === text) return [];
    // One that was forgotten or replaced must not be used again; the one in its place has to be given again.
    return [name, ...(text === null ? asideKeys(name) : [])].map((each) => [each, null]);
  }

  /** Gives what local storage does not take. */
  function putBack(found: readonly unknown[], count: number): readonly unknown[] {
    const changesOf = (names: readonly string[]) =>
      names.flatMap((name) => changesBy(name, found[COPIED.indexOf(name)]));
    // Before the rest, for which there may be no room: a forgotten key must be gone all the same.
    if (local) writeAll(local, changesOf(ALL_KEY_NAMES));
    const texts = changesOf(COPIED);
    // An address that comes back must not get a key of the one before it, which the browser has brought back with its tab.
    const hasOtherExtras = texts.some(([name, text]) => name === EXTRAS_KEY && text !== getText(local, name));
    if (hasOtherExtras && tabStorage) writeAll(tabStorage, KEY_REMOVALS);
    // What only a newer version of the page understands, that one puts back whole.
    const isNewer = texts.some(([name, text]) => name === SCHEMA_VERSION_KEY && isNewerVersion(text));
    const last: Change = [COUNT_KEY, isNewer ? getText(local, COUNT_KEY) : String(count)];
    return local && writeAll(local, [...texts, last]).ok ? [] : found;
  }

  /** Puts back a copy that is ahead, and makes one anew that is behind. Gives what local storage does not take. */
  function settle(found: readonly unknown[], count: number): readonly unknown[] {
    // A version of the page that makes no copy has saved since.
    const isOutrun = revisionOf(found[COPIED.indexOf(REVISION_KEY)]) < revisionOf(getText(local, REVISION_KEY));
    if (isAhead(count) && !isOutrun) return putBack(found, count);
    // What the page before wrote as it went came too late for the copy: a film that was cleared then would stay in it.
    if (count !== countHere() && !isNewerVersion(getText(local, SCHEMA_VERSION_KEY))) note(REVISION_KEY, null);
    return [];
  }

  return {
    /** What is written here is copied. */
    storage: local && {
      getItem: (name: string) => local.getItem(name),
      setItem(name: string, text: string) {
        local.setItem(name, text);
        note(name, text);
      },
      removeItem(name: string) {
        local.removeItem(name);
        note(name, null);
      },
    },
    /**
     * Puts what the copy alone has back into local storage, for the tab that goes on with the work; never rejects. Gives the values of ALL_KEYS
     * where local storage does not take them. `stolen`: what the tab before may still write is older.
     */
    async restore(stolen: boolean): Promise<readonly unknown[]> {
      const found = await withTimeout(COPY_PATIENCE_MS, idb.getMany([...COPIED, COUNT_KEY]), undefined);
      const count = revisionOf(found?.at(-1));
      const isVoid = isEmptied(local);
      if (isVoid) idb.clear().catch(() => {});
      // Another tab's writes may come a moment late.
      else if (isAhead(count)) await waitFor(() => !isAhead(count), ARRIVAL_PATIENCE_MS, clock.after);
      whole = undefined;
      // Nobody writes a thousand times a second: the time is higher than a count that is not known, or that a tab which wakes goes on from.
      newest = Math.max(count, countHere(), found && !stolen ? 0 : clock.timeOfDay());
      return found && !isVoid ? settle(found, count) : [];
    },
  };
}

/** Settings are stored before any work: where even their version is missing, somebody has emptied it. */
function isEmptied(local: TextStorage | null): boolean {
  try {
    return local !== null && [REVISION_KEY, SCHEMA_VERSION_KEY].every((name) => local.getItem(name) === null);
  } catch {
    return false;
  }
}
