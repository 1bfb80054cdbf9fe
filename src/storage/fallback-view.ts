import * as v from 'valibot';
import { PATIENCE_MS, storedIn, textEntry, WRITTEN_AT_KEY } from './fallback-session.ts';
import type { FallbackStore } from './fallback-store.ts';
import { REVISION_KEY, revisionOf, type StoredSession } from './local-session.ts';
import { SCHEMA_VERSION_KEY } from './schema-version.ts';
import { countSchema } from './session-schemas.ts';
import { SESSION_KEYS } from './session-texts.ts';
import { parseStored } from './stored-value.ts';
import { within } from './within.ts';

/** What another tab keeps in IndexedDB, read again and again: only the keys that were written since the last look. */
export interface FallbackView {
  /** The same object while nothing has changed; undefined: it cannot be read now, or is just being written. */
  read(): Promise<StoredSession | undefined>;
}

export function createFallbackView(store: FallbackStore): FallbackView {
  let texts: ReadonlyMap<string, string> = new Map();
  let seen = storedIn(texts);

  async function read(): Promise<StoredSession | undefined> {
    const heads = [REVISION_KEY, SCHEMA_VERSION_KEY, WRITTEN_AT_KEY];
    const [revision, version, writtenAt] = await store.getMany(heads);
    if (revision === texts.get(REVISION_KEY)) return seen;
    const writtenAtOf = readWrittenAt(writtenAt, revisionOf(String(revision)));
    const changed = SESSION_KEYS.filter((key) => writtenAtOf(key) > seen.revision);
    const [revisionThen, ...found] = await store.getMany([REVISION_KEY, ...changed]);
    if (revisionThen !== revision) return undefined;
    const kept = SESSION_KEYS.flatMap((key) => (changed.includes(key) ? [] : textEntry(key, texts.get(key))));
    const read = changed.flatMap((key, index) => textEntry(key, found[index]));
    const told = [...textEntry(REVISION_KEY, revision), ...textEntry(SCHEMA_VERSION_KEY, version)];
    texts = new Map([...kept, ...read, ...told]);
    seen = storedIn(texts);
    return seen;
  }

  return { read: () => within(PATIENCE_MS, read(), undefined) };
}

const WRITTEN_AT = { schema: v.record(v.string(), countSchema), fallback: {} };

/** Under which revision a key was written last; Infinity where the page's older versions have written, which do not say it. */
function readWrittenAt(text: unknown, revision: number): (key: string) => number {
  const { value } = parseStored<Readonly<Record<string, number>>>(typeof text === 'string' ? text : null, WRITTEN_AT);
  const isOfNow = value[REVISION_KEY] === revision;
  return (key) => (isOfNow ? value[key] : undefined) ?? Number.POSITIVE_INFINITY;
}
