import * as v from 'valibot';
import { nextTask } from '../clock/next-task.ts';
import { endsByItself } from '../engine/run-selectors.ts';
import type { BatchDetails, Pause } from '../engine/run-state.ts';
import { stampOf } from '../lib/stamp.ts';
import { phrasesText } from '../session/session-selectors.ts';
import { EMPTY_SESSION, type SessionState } from '../session/session-state.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { batchAt, countBatches } from '../translation/batch-at.ts';
import { batchResultSchema, countSchema, extrasSchema, phrasesSchema } from './session-schemas.ts';
import { formatPlain, parseStored, type ReadValue, type ValueFormat } from './stored-value.ts';

/**
 * The keys of a session (specification, section 3, and one of our own), in the order in which they are written:
 * results after their phrases, and the extras, which carry the phrases' stamp, last. Where writing breaks off in the
 * middle, the stamp tells whether the results belong to the phrases.
 */
export const SESSION_KEYS = [
  'phrases',
  'numBatches',
  'batchDataResults',
  'uploadedFile',
  'translated',
  'err',
  'batchShown',
  'batchInput',
  'batchErr',
  'batchOutput',
  'sessionExtras',
] as const;
export type SessionKey = (typeof SESSION_KEYS)[number];
export type SessionTexts = Readonly<Record<SessionKey, string>>;

/** Made once in an object's life, which never changes: one finished batch among 500 costs one small encoding. */
function once<Input extends object, Output>(make: (input: Input) => Output): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>();
  return (input) => {
    const known = made.get(input) ?? { output: make(input) };
    made.set(input, known);
    return known.output;
  };
}

const jsonOf = once((value: object) => JSON.stringify(value));
const phrasesStamp = once((phrases: SessionState['phrases']) => stampOf(jsonOf(phrases)));
const detailsAtRest = once((details: BatchDetails): BatchDetails => {
  const { startedAt, ...kept } = details;
  return startedAt === undefined ? details : kept;
});

/**
 * What is stored of a session: slots in progress are not started, and pauses that end by themselves are none, since they
 * may end unseen while the page is closed. What has nothing of that stays the same object.
 */
export const atRest = (state: SessionState): SessionState => ({
  ...state,
  results: Array.from(state.results, (slot) => slot ?? undefined),
  details: state.details.map(detailsAtRest),
  paused: endsByItself(state.paused) ? null : state.paused,
  // The words of an outage end with it, and a page that is opened later knows of none.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
});

/** The projection of a session onto the specification's keys. It costs little when little has changed since the last one. */
export const formatSession = once((session: SessionState): SessionTexts => {
  const state = atRest(session);
  const open = openBatch(state);
  return {
    phrases: jsonOf(state.phrases),
    numBatches: String(state.results.length),
    batchDataResults: listOf(state.results.map((slot) => (slot ? jsonOf(slot) : 'null'))),
    uploadedFile: formatPlain(state.sourceText),
    translated: formatPlain(state.translated),
    err: formatPlain(state.error),
    batchShown: JSON.stringify(state.shownBatch),
    batchInput: formatPlain(open.input),
    batchErr: formatPlain(open.error),
    batchOutput: formatPlain(open.output),
    sessionExtras: extrasOf(state),
  };
});

/** The costly parts of a long film's first projection ahead of time, each in a task of its own: one would hold up a slow machine. */
export async function formatAhead({ phrases, results }: SessionState): Promise<void> {
  await nextTask();
  jsonOf(phrases);
  await nextTask();
  phrasesStamp(phrases);
  await nextTask();
  for (const slot of results) if (slot) jsonOf(slot);
}

function extrasOf(state: SessionState): string {
  const { phrases, fileName, paused, translatedEdited, translatedStale, notices, marks, details } = state;
  const makings = state.makings.map((made) => made && { ...made, model: made.model.id });
  const others = {
    phrasesStamp: phrasesStamp(phrases),
    ...{ ...(fileName !== '' && { fileName }), ...(makings.length > 0 && { makings }) },
    ...{ paused, translatedEdited, translatedStale, notices },
  };
  return `${JSON.stringify(others).slice(0, -1)},"marks":${jsonOf(marks)},"details":${listOf(details.map(jsonOf))}}`;
}

function openBatch({ shownBatch, phrases, results }: SessionState): { input: string; error: string; output: string } {
  if (shownBatch === null || shownBatch >= results.length) return { input: '', error: '', output: '' };
  const [error, output] = results[shownBatch] ?? ['', ''];
  return { input: phrasesText(batchAt(phrases, shownBatch).phrases), error, output };
}

const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;

export interface StoredTexts {
  readonly read: (key: SessionKey) => string | null;
  /** Writing broke off in the middle, and could not be taken back: some keys are newer than others. */
  readonly torn: boolean;
}

export interface ParsedSession {
  /** At rest: what was in progress has not been started. */
  readonly state: SessionState;
  /** Keys that could not be used, or not in full: their texts must be set aside before they are written again. */
  readonly broken: ReadonlySet<SessionKey>;
}

const TEXT = { schema: v.string(), fallback: '', plain: true } as const;
const PHRASES: ValueFormat<readonly Phrase[]> = { schema: phrasesSchema, fallback: [] };
const SLOTS: ValueFormat<readonly unknown[]> = { schema: v.array(v.unknown()), fallback: [] };
const SHOWN = { schema: v.nullable(countSchema), fallback: null };
const PAUSED: Pause = { reason: 'person' };

/**
 * A session from its stored texts, as far as they can be used together; never throws. Results of other phrases are
 * never taken. Where finished batches had to be left out, the run is paused, so that nothing is paid for again unasked.
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
  // The length of the list says the same: a number that differs is kept for whoever looks for the reason.
  noteIf(get('numBatches', { schema: countSchema, fallback: slots.length }) !== slots.length, 'numBatches');
  const storedPhrases = get('phrases', PHRASES);

  // Without a stamp, what was written by others than us is taken as it is, but not what we broke off in.
  const isSameFilm = hasStamp(read('phrases'), extras.phrasesStamp ?? (torn ? '' : null));
  noteIf(torn && !isSameFilm, 'phrases');
  const phrases = broken.has('phrases') ? [] : storedPhrases;
  const { results, usable, leftOut } = resultsOf(slots, countBatches(phrases.length), isSameFilm);
  noteIf(leftOut, 'batchDataResults');
  const storedTranslated = get('translated', TEXT);
  // Phrases, results and all that is told of them must belong together.
  const whole = usable && !torn;
  const translated = whole && results.length > 0 ? storedTranslated : '';
  noteIf(translated !== storedTranslated, 'translated');
  const state: SessionState = {
    ...EMPTY_SESSION,
    sourceText: get('uploadedFile', TEXT),
    fileName: extras.fileName,
    phrases,
    results,
    details: results.map((_, index) => (whole && extras.details[index]) || {}),
    translated,
    translatedEdited: translated !== '' && extras.translatedEdited,
    translatedStale: translated !== '' && extras.translatedStale,
    error: torn ? '' : get('err', TEXT),
    notices: torn ? [] : extras.notices,
    marks: whole ? extras.marks : {},
    makings: extras.makings,
    shownBatch: [get('batchShown', SHOWN)].find((shown) => shown !== null && shown < results.length) ?? null,
    paused: extras.paused ?? pauseFor(torn || leftOut, results),
  };
  return { state, broken };
}

const hasStamp = (text: string | null, stamp: string | null): boolean =>
  stamp === null || stamp === stampOf(text ?? '');

const pauseFor = (leftOut: boolean, results: readonly BatchSlot[]): Pause | null =>
  leftOut && results.length > 0 ? PAUSED : null;

/** `leftOut`: there was something that is not taken. */
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
