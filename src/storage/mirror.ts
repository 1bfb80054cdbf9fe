import * as v from 'valibot';
import { lastTask } from '../clock/clock.ts';
import { slotOf } from '../engine/batch.ts';
import type { Work } from '../film/film.ts';
import { countSchema } from '../film/stored-values.ts';
import { parseJson } from '../lib/json.ts';
import { quickStampOf } from '../lib/text.ts';
import { filmTexts, SESSION_KEYS, type SessionKey, type StoredTexts } from './film-codec.ts';
import {
  type Change,
  getText,
  isNewerVersion,
  revisionOf,
  SCHEMA_VERSION_KEY,
  type StorageFailure,
  type TextStorage,
  versionOf,
  writeAll,
} from './stored-value.ts';

/**
 * The number of saves. It is also a commit marker: it is '' while other keys are being written, and '' at loading means that a save was
 * interrupted.
 */
export const REVISION_KEY = 'sessionRevision';
const MIRROR_KEY = 'mirrorStamp';
const MIRROR_KEYS = [...SESSION_KEYS, MIRROR_KEY, REVISION_KEY] as const;

/** Larger work is not copied: local storage blocks the main thread for 12 ms per million bytes, 48 ms on a slow computer. */
const EASY_BYTES = 1_250_000;
/** A shorter text is written in the task of the text before it. */
const SHORT = 10_000;
/** The next long text is written after this time although the page is busy. */
const NEXT_TEXT_MS = 250;

export type Commit = { readonly owner: string; readonly revision: number };

/** Facts with which the page recognizes texts that it wrote itself. */
export interface MirrorFacts extends Commit {
  /** quickStampOf() each text, in the order of the keys; '': there are no texts. */
  readonly stamp: string;
  /** The last commit of the database, if the database lacks this work; null: the database has it. */
  readonly ahead: Commit | null;
  /** A film that was set aside for Undo since then is in no database, so the database's work must not be overwritten. */
  readonly putsAway: boolean;
}

const commit = { owner: v.string(), revision: countSchema };
const factsSchema: v.GenericSchema<unknown, MirrorFacts> = v.object({
  ...commit,
  stamp: v.string(),
  ahead: v.nullable(v.object(commit)),
  putsAway: v.boolean(),
});

/** The content of local storage under the specified keys. */
export interface LocalWork extends StoredTexts {
  /**
   * "closed": it cannot be read; "emptied": it lacks even the version, which is stored with any settings; "own": as this page wrote it; "torn": a
   * write was interrupted; "foreign": somebody else has written.
   */
  readonly kind: 'closed' | 'emptied' | 'none' | 'own' | 'torn' | 'foreign';
  readonly facts: MirrorFacts | undefined;
  /** A write was interrupted. The texts of the write before may be complete. */
  readonly isUnfinished: boolean;
  readonly stamp: string;
  /** 0: none. */
  readonly revision: number;
  /** The schema version of the page that stored the work; null: not stored. */
  readonly version: string | null;
}

const stampOfTexts = (read: (key: SessionKey) => string | null): string =>
  SESSION_KEYS.map((key) => {
    const text = read(key);
    return text === null ? '' : quickStampOf(text);
  }).join();

function factsOf(text: string | null): MirrorFacts | undefined {
  const found = v.safeParse(factsSchema, parseJson(text ?? ''));
  return found.success ? found.output : undefined;
}

/** readLocal().facts alone. */
export const readFacts = (storage: TextStorage | null): MirrorFacts | undefined =>
  factsOf(getText(storage, MIRROR_KEY));

export function readLocal(storage: TextStorage | null): LocalWork {
  try {
    if (storage)
      return localOf(new Map([...MIRROR_KEYS, SCHEMA_VERSION_KEY].map((key) => [key, storage.getItem(key)])));
  } catch {
    // The browser refuses access.
  }
  return { ...localOf(new Map()), kind: 'closed' };
}

function localOf(texts: ReadonlyMap<string, string | null>): LocalWork {
  const read = (key: string) => texts.get(key) ?? null;
  const marker = read(REVISION_KEY);
  const version = read(SCHEMA_VERSION_KEY);
  const facts = factsOf(read(MIRROR_KEY));
  const stamp = stampOfTexts(read);
  // A write that was interrupted before its first text, or after its last, leaves complete texts.
  const isUnfinished = marker === '';
  const isOwn = facts?.stamp === stamp && (isUnfinished || facts.revision === revisionOf(marker));
  const isTorn = isUnfinished && !isOwn;
  const hasTexts = SESSION_KEYS.some((key) => read(key) !== null);
  function kindOf(): LocalWork['kind'] {
    // Settings are always stored before work.
    if (marker === null && version === null && !hasTexts) return 'emptied';
    if (isTorn && hasTexts) return 'torn';
    if (isOwn && (hasTexts || facts.ahead)) return 'own';
    return hasTexts ? 'foreign' : 'none';
  }
  const revision = isOwn ? facts.revision : revisionOf(marker);
  return { kind: kindOf(), facts, isUnfinished, stamp, revision, version, read, incompleteWrite: isTorn };
}

/** True if local storage must not be changed. */
export const isOfNewerVersion = ({ version }: LocalWork): boolean => isNewerVersion(version);

/** Writes the work under the specified keys, completely or not at all; never throws. */
export function createMirror(storage: TextStorage | null) {
  /** The facts of the last write, as stored. */
  let written: string | undefined;
  let writes = 0;

  function leaveOut(work: Work, facts: Omit<MirrorFacts, 'stamp'>): void {
    written = undefined;
    if (!storage) return;
    // If the copy was older than the database, a page without a database would send paid requests again.
    writeAll(storage, [[REVISION_KEY, '']]);
    for (const key of SESSION_KEYS) writeAll(storage, [[key, null]]);
    const text = JSON.stringify({ ...facts, stamp: stampOfTexts(() => null) });
    const isWritten = writeAll(storage, [
      [MIRROR_KEY, text],
      [SCHEMA_VERSION_KEY, String(versionOf(work))],
      [REVISION_KEY, String(facts.revision)],
    ]).ok;
    if (isWritten) written = text;
  }

  /** The changes in the order of writing, with their texts and facts; null: there is no local storage, or the work is large and the database has it. */
  function changesOf(work: Work, facts: Omit<MirrorFacts, 'stamp'>) {
    if (!storage) return null;
    const texts = facts.ahead || !isLong(work) ? filmTexts(work) : undefined;
    if (texts === undefined || (!facts.ahead && sizeOf((key) => texts[key]) > EASY_BYTES)) return null;
    const text = JSON.stringify({ ...facts, stamp: stampOfTexts((key) => texts[key]) });
    const changes: readonly Change[] = [
      [REVISION_KEY, ''],
      ...SESSION_KEYS.map((key) => [key, texts[key]] as const),
      [MIRROR_KEY, text],
      [SCHEMA_VERSION_KEY, String(versionOf(work))],
      [REVISION_KEY, String(facts.revision)],
    ];
    return { changes, factsText: text };
  }

  /** "large": not written, since the database has the work. */
  function write(
    work: Work,
    facts: Omit<MirrorFacts, 'stamp'>,
    found = changesOf(work, facts),
  ): 'written' | 'large' | StorageFailure {
    writes++;
    if (!storage) return 'unavailable';
    if (!found) {
      leaveOut(work, facts);
      return 'large';
    }
    const result = writeAll(storage, found.changes);
    if (result.ok) written = found.factsText;
    // Drop the old copy only if the database has the work.
    else if (!facts.ahead) leaveOut(work, facts);
    return result.ok ? 'written' : result.error;
  }

  /** True if the last write of this tab is still there, or has begun and no other tab has written since. */
  function isIntact(): boolean {
    try {
      return written === undefined || storage?.getItem(MIRROR_KEY) === written;
    } catch {
      return true;
    }
  }

  return {
    write: (work: Work, facts: Omit<MirrorFacts, 'stamp'>) => write(work, facts),
    /**
     * Writes work that the database has, each long text in a task of its own. Between the tasks, the commit marker says that the texts are incomplete, and the
     * facts say whose they are: a tab that sleeps between two tasks must not go on when another tab writes by then. undefined: another write has taken the
     * place of this one, or `mayWrite` has become false.
     */
    async writeInTasks(
      work: Work,
      facts: Omit<MirrorFacts, 'stamp'>,
      mayWrite: () => Promise<boolean>,
    ): Promise<ReturnType<typeof write> | undefined> {
      const own = ++writes;
      written = undefined;
      async function mayGoOn(): Promise<boolean> {
        await lastTask(NEXT_TEXT_MS);
        return (await mayWrite()) && own === writes && isIntact();
      }
      // The answer of the database and the stamps of long texts take a task each.
      if (!(await mayGoOn())) return undefined;
      const found = changesOf(work, facts);
      if (!storage || !found) return write(work, facts, found);
      const [, ...texts] = found.changes;
      const begin: readonly Change[] = [
        [REVISION_KEY, ''],
        [MIRROR_KEY, found.factsText],
      ];
      for (const changes of [begin, ...texts.map((text) => [text])]) {
        if (changes.some(isLongText) && !(await mayGoOn())) return undefined;
        const result = writeAll(storage, changes);
        written = found.factsText;
        if (result.ok) continue;
        leaveOut(work, facts);
        return result.error;
      }
      return 'written';
    },
    isIntact,
  };
}

const isLongText = ([, text]: Change): boolean => text !== null && text.length > SHORT;

/** Estimates, without reading the texts, whether the work is too large. */
function isLong(work: Work): boolean {
  const length = work.batches.reduce(
    (sum, batch) => sum + (slotOf(batch)?.[1].length ?? 0),
    // The phrases repeat the text of the original.
    work.sourceText.length * (work.phrases.length > 0 ? 2 : 1) + work.translated.length,
  );
  return length > EASY_BYTES;
}

/** In bytes, as browsers store texts: two for each character if one of them is no Latin letter. */
const sizeOf = (read: (key: SessionKey) => string): number =>
  SESSION_KEYS.reduce((sum, key) => {
    const text = read(key);
    return sum + text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);
  }, 0);
