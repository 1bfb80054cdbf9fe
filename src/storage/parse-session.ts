import * as v from 'valibot';
import type { Pause } from '../engine/run-state.ts';
import { remember } from '../lib/remember.ts';
import { EMPTY_SESSION, type SessionState } from '../session/session-state.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { countBatches } from '../translation/batch-at.ts';
import { createExtrasReader } from './extras-reader.ts';
import { createListReader } from './list-reader.ts';
import { batchResultSchema, countSchema, type LiveFacts, phrasesSchema } from './session-schemas.ts';
import type { SessionKey } from './session-texts.ts';
import { stampOf } from './stamp.ts';
import { parseStored, type ReadValue, type ValueFormat } from './stored-value.ts';

export interface ParsedSession {
  /** At rest: what was in progress has not been started. */
  readonly state: SessionState;
  /** Keys that could not be used, or not in full: their texts must be set aside before they are written again. */
  readonly broken: ReadonlySet<SessionKey>;
  readonly live: LiveFacts;
}

export interface StoredTexts {
  readonly read: (key: SessionKey) => string | null;
  /** Writing broke off in the middle, and could not be taken back: some keys are newer than others. */
  readonly torn: boolean;
}

/**
 * A session from its stored texts, as far as they can be used together; never throws. Results of other phrases are
 * never taken. Where finished batches had to be left out, the run is paused, so that nothing is paid for again unasked.
 */
export const parseSession = (texts: StoredTexts): ParsedSession => createSessionParser()(texts);

/** The same for one session again and again: what has not changed since the last call stays the same object. */
export function createSessionParser(): (texts: StoredTexts) => ParsedSession {
  const parseKeys = createKeysParser();
  const phrasesOr = remember((phrases: readonly Phrase[], broken: boolean) => (broken ? [] : phrases));
  const resultsOf = remember((slots: readonly DecodedSlot[], usable: boolean, count: number) =>
    usable ? slots.map(({ slot }) => slot) : notStarted(count),
  );
  const detailsOf = remember((details: SessionState['details'], whole: boolean, count: number) =>
    Array.from({ length: count }, (_, index) => (whole && details[index]) || {}),
  );

  /** `whole`: phrases, results and all that is told of them belong together. */
  function parseFilm(torn: boolean, stored: StoredKeys, broken: Set<SessionKey>) {
    // Without a stamp, what was written by others than us is taken as it is, but not what we broke off in.
    const stamp = stored.phrasesStamp ?? (torn ? '' : null);
    const sameFilm = stamp === null || stamp === stored.stampOfPhrases();
    if (torn && !sameFilm) broken.add('phrases');
    const phrases = phrasesOr(stored.phrases, broken.has('phrases'));
    const count = countBatches(phrases.length);
    const usable = sameFilm && stored.slots.length === count;
    if (!usable && stored.slots.length > 0) broken.add('batchDataResults');
    if (usable && stored.slots.some((slot) => slot.broken)) broken.add('batchDataResults');
    return { phrases, results: resultsOf(stored.slots, usable, count), whole: usable && !torn };
  }

  return ({ read, torn }) => {
    const broken = new Set<SessionKey>();
    const stored = parseKeys(read, broken);
    const { phrases, results, whole } = parseFilm(torn, stored, broken);
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
      ...(!torn && { error: stored.error, notices: stored.notices }),
      details: detailsOf(stored.details, whole, results.length),
      shownBatch: stored.shownBatch !== null && stored.shownBatch < results.length ? stored.shownBatch : null,
      paused: stored.paused ?? pauseFor(torn || broken.has('batchDataResults'), results.length),
    };
    return { state, broken, live: stored.live };
  };
}

const pauseFor = (leftOut: boolean, count: number): Pause | null =>
  leftOut && count > 0 ? { reason: 'person' } : null;

type StoredKeys = ReturnType<ReturnType<typeof createKeysParser>>;

/** Each key by itself. */
function createKeysParser() {
  const parsers = {
    sourceText: parserOf(PLAIN),
    phrases: parserOf<readonly Phrase[]>({ schema: phrasesSchema, fallback: [] }),
    translated: parserOf(PLAIN),
    error: parserOf(PLAIN),
    shownBatch: parserOf({ schema: v.nullable(countSchema), fallback: null }),
  };
  const readSlots = createListReader(decodeSlot);
  const readExtras = createExtrasReader();
  const stampOfText = remember(stampOf);

  return (read: StoredTexts['read'], broken: Set<SessionKey>) => {
    const get = <T>(key: SessionKey, parse: (text: string | null) => ReadValue<T>): T => {
      const parsed = parse(read(key));
      if (parsed.broken) broken.add(key);
      return parsed.value;
    };
    const slots = get('batchDataResults', readSlots);
    const numBatches = get('numBatches', parserOf({ schema: countSchema, fallback: slots.length }));
    // The length of the list says the same: a number that differs is kept for whoever looks for the reason.
    if (numBatches !== slots.length) broken.add('numBatches');
    const { broken: brokenExtras, ...extras } = readExtras(read('sessionExtras'));
    if (brokenExtras) broken.add('sessionExtras');
    return {
      slots,
      sourceText: get('uploadedFile', parsers.sourceText),
      phrases: get('phrases', parsers.phrases),
      stampOfPhrases: () => stampOfText(read('phrases') ?? ''),
      translated: get('translated', parsers.translated),
      error: get('err', parsers.error),
      shownBatch: get('batchShown', parsers.shownBatch),
      ...extras,
    };
  };
}

const PLAIN = { schema: v.string(), fallback: '', plain: true } as const;

const parserOf = <T>(format: ValueFormat<T>) => remember((text: string | null) => parseStored(text, format));

interface DecodedSlot {
  readonly slot: BatchSlot;
  readonly broken: boolean;
}

function decodeSlot(json: unknown): DecodedSlot {
  if (json === null) return { slot: undefined, broken: false };
  const pair = v.safeParse(batchResultSchema, json);
  return { slot: pair.success ? pair.output : undefined, broken: !pair.success };
}

const notStarted = (count: number): readonly BatchSlot[] => Array.from({ length: count }, () => undefined);
