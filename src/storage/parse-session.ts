import * as v from 'valibot';
import { EMPTY_SESSION, type Pause, type SessionState } from '../session/session-state.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { countBatches } from '../translation/batch-at.ts';
import {
  batchResultSchema,
  countSchema,
  extrasSchema,
  phrasesSchema,
  type SessionExtras,
  slotsSchema,
} from './session-schemas.ts';
import type { SessionKey } from './session-texts.ts';
import { stampOf } from './stamp.ts';
import { parseStored, type ValueFormat } from './stored-value.ts';

export interface ParsedSession {
  readonly state: SessionState;
  /** Keys that could not be used, or not in full: their texts must be set aside before they are written again. */
  readonly broken: ReadonlySet<SessionKey>;
}

export interface StoredTexts {
  readonly read: (key: SessionKey) => string | null;
  /** Writing broke off in the middle, and could not be taken back: some keys are newer than others. */
  readonly torn: boolean;
}

const PLAIN = { schema: v.string(), fallback: '', plain: true } as const;
const NO_EXTRAS: SessionExtras = {
  phrasesStamp: null,
  details: [],
  paused: null,
  translatedEdited: false,
  translatedStale: false,
  notices: [],
};

/**
 * A session from its stored texts, as far as they can be used together; never throws. Results of other phrases are
 * never taken. Where finished batches had to be left out, the run is paused, so that nothing is paid for again unasked.
 */
export function parseSession(texts: StoredTexts): ParsedSession {
  const broken = new Set<SessionKey>();
  const stored = parseKeys(texts.read, broken);
  const { phrases, results, whole } = parseFilm(texts, stored, broken);
  const translated = whole && results.length > 0 ? stored.translated : '';
  if (translated !== stored.translated) broken.add('translated');
  const state: SessionState = {
    ...EMPTY_SESSION,
    sourceText: stored.sourceText,
    phrases,
    results,
    ...(translated !== '' && {
      translated,
      translatedEdited: stored.translatedEdited,
      translatedStale: stored.translatedStale,
    }),
    ...(!texts.torn && { error: stored.error, notices: stored.notices }),
    details: results.map((_, index) => (whole && stored.details[index]) || {}),
    shownBatch: stored.shownBatch !== null && stored.shownBatch < results.length ? stored.shownBatch : null,
    paused: stored.paused ?? pauseFor(texts.torn || broken.has('batchDataResults'), results.length),
  };
  return { state, broken };
}

/** `whole`: phrases, results and all that is told of them belong together. */
function parseFilm({ read, torn }: StoredTexts, stored: StoredKeys, broken: Set<SessionKey>) {
  // Without a stamp, what was written by others than us is taken as it is, but not what we broke off in.
  const stamp = stored.phrasesStamp ?? (torn ? '' : null);
  const sameFilm = stamp === null || stamp === stampOf(read('phrases') ?? '');
  if (torn && !sameFilm) broken.add('phrases');
  const phrases = broken.has('phrases') ? [] : stored.phrases;
  const count = countBatches(phrases.length);
  const usable = sameFilm && stored.slots.length === count;
  if (!usable && stored.slots.length > 0) broken.add('batchDataResults');
  const results = usable ? stored.slots.map((slot) => parseSlot(slot, broken)) : notStarted(count);
  return { phrases, results, whole: usable && !torn };
}

type StoredKeys = ReturnType<typeof parseKeys>;

const pauseFor = (leftOut: boolean, count: number): Pause | null =>
  leftOut && count > 0 ? { reason: 'person' } : null;

/** Each key by itself. */
function parseKeys(read: StoredTexts['read'], broken: Set<SessionKey>) {
  const get = <T>(key: SessionKey, format: ValueFormat<T>): T => {
    const parsed = parseStored(read(key), format);
    if (parsed.broken) broken.add(key);
    return parsed.value;
  };
  const slots = get('batchDataResults', { schema: slotsSchema, fallback: [] });
  const numBatches = get('numBatches', { schema: countSchema, fallback: slots.length });
  // The length of the list says the same: a number that differs is kept for whoever looks for the reason.
  if (numBatches !== slots.length) broken.add('numBatches');
  return {
    sourceText: get('uploadedFile', PLAIN),
    phrases: get('phrases', { schema: phrasesSchema, fallback: [] }),
    slots,
    translated: get('translated', PLAIN),
    error: get('err', PLAIN),
    shownBatch: get('batchShown', { schema: v.nullable(countSchema), fallback: null }),
    ...get('sessionExtras', { schema: extrasSchema(() => broken.add('sessionExtras')), fallback: NO_EXTRAS }),
  };
}

function parseSlot(slot: unknown, broken: Set<SessionKey>): BatchSlot {
  if (slot === null) return undefined;
  const pair = v.safeParse(batchResultSchema, slot);
  if (pair.success) return pair.output;
  broken.add('batchDataResults');
  return undefined;
}

const notStarted = (count: number): readonly BatchSlot[] => Array.from({ length: count }, () => undefined);
