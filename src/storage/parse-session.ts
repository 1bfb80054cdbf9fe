import * as v from 'valibot';
import type { Pause } from '../engine/state/run-state.ts';
import { stampOf } from '../lib/stamp.ts';
import { EMPTY_SESSION, type SessionState } from '../session/session-state.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { countBatches } from '../translation/batch-at.ts';
import { batchResultSchema, countSchema, extrasSchema, phrasesSchema, type SessionExtras } from './session-schemas.ts';
import type { SessionKey } from './session-texts.ts';
import { parseStored, type ReadValue, type ValueFormat } from './stored-value.ts';

export interface StoredTexts {
  readonly read: (key: SessionKey) => string | null;
  /** A write was interrupted and not undone: some keys are newer than others. */
  readonly torn: boolean;
}

export interface ParsedSession {
  /** As atRest() gives it: batches in progress are not started. */
  readonly state: SessionState;
  /** Keys with texts that are unusable in whole or part: to be set aside before the keys are written again. */
  readonly broken: ReadonlySet<SessionKey>;
}

const TEXT = { schema: v.string(), fallback: '', plain: true } as const;
const PHRASES: ValueFormat<readonly Phrase[]> = { schema: phrasesSchema, fallback: [] };
const SLOTS: ValueFormat<readonly unknown[]> = { schema: v.array(v.unknown()), fallback: [] };
const SHOWN = { schema: v.nullable(countSchema), fallback: null };
const PAUSED: Pause = { reason: 'person' };

/**
 * A session from its stored texts, as far as they belong together; never throws, and never takes results of other phrases.
 * If finished batches had to be left out, the run is paused, so that nothing is paid for twice unasked.
 */
export function parseSession({ read, torn }: StoredTexts): ParsedSession {
  const broken = new Set<SessionKey>();
  const noteIf = (isBroken: boolean, key: SessionKey) => isBroken && broken.add(key);
  const get = <T>(key: SessionKey, format: ValueFormat<T>): T => {
    const stored: ReadValue<T> = parseStored(read(key), format);
    noteIf(stored.broken, key);
    return stored.value;
  };
  const schema = extrasSchema(() => broken.add('sessionExtras'));
  const extras = get('sessionExtras', { schema, fallback: v.parse(schema, {}) });
  const slots = get('batchDataResults', SLOTS);
  // Redundant with the list's length: a different number is set aside, since it may explain what went wrong.
  noteIf(get('numBatches', { schema: countSchema, fallback: slots.length }) !== slots.length, 'numBatches');
  const storedPhrases = get('phrases', PHRASES);

  // Texts without a stamp were written by another program and are accepted, but not after an interrupted write.
  const isSameFilm = hasStamp(read('phrases'), extras.phrasesStamp ?? (torn ? '' : null));
  noteIf(torn && !isSameFilm, 'phrases');
  const phrases = broken.has('phrases') ? [] : storedPhrases;
  const { results, usable, leftOut } = resultsOf(slots, countBatches(phrases.length), isSameFilm);
  noteIf(leftOut, 'batchDataResults');
  const storedTranslated = get('translated', TEXT);
  // Results and everything that refers to them are only taken together with their phrases.
  const consistent = usable && !torn;
  const translated = consistent && results.length > 0 ? storedTranslated : '';
  noteIf(translated !== storedTranslated, 'translated');
  const state: SessionState = {
    ...EMPTY_SESSION,
    sourceText: get('uploadedFile', TEXT),
    ...readingOf(extras),
    phrases,
    results,
    details: results.map((_, index) => (consistent && extras.details[index]) || {}),
    translated,
    translatedEdited: translated !== '' && extras.translatedEdited,
    translatedStale: translated !== '' && extras.translatedStale,
    error: torn ? '' : get('err', TEXT),
    notices: torn ? [] : extras.notices,
    ...(consistent && { marks: extras.marks, suggestions: extras.suggestions }),
    makings: extras.makings,
    // Spent is spent, whatever has become of the results.
    spent: extras.spent,
    shownBatch: [get('batchShown', SHOWN)].find((shown) => shown !== null && shown < results.length) ?? null,
    paused: extras.paused ?? pauseFor(torn || leftOut, results),
  };
  return { state, broken };
}

const readingOf = ({ fileName, readAs, withoutStyles }: SessionExtras) => ({ fileName, readAs, withoutStyles });

const hasStamp = (text: string | null, stamp: string | null): boolean =>
  stamp === null || stamp === stampOf(text ?? '');

const pauseFor = (leftOut: boolean, results: readonly BatchSlot[]): Pause | null =>
  leftOut && results.length > 0 ? PAUSED : null;

/** `leftOut`: some stored slots were not taken. */
function resultsOf(slots: readonly unknown[], count: number, isSameFilm: boolean) {
  const usable = isSameFilm && slots.length === count;
  const results = Array.from({ length: count }, (_, index) => (usable ? slotOf(slots[index]) : undefined));
  const leftOut = usable ? !slots.every((slot) => slot === null || slotOf(slot)) : slots.length > 0;
  return { results, usable, leftOut };
}

function slotOf(json: unknown): BatchSlot {
  const pair = v.safeParse(batchResultSchema, json);
  return pair.success ? pair.output : undefined;
}
