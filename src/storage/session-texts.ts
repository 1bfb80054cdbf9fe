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
import { batchResultSchema, countSchema, extrasSchema, phrasesSchema, type SessionExtras } from './session-schemas.ts';
import { formatPlain, parseStored, type ReadValue, type ValueFormat } from './stored-value.ts';

/**
 * A session's keys (specification, section 3, and this program's "sessionExtras") in the order of writing: results after their
 * phrases, and last the extras with the phrases' stamp. After an interrupted write the stamp tells whether the results
 * belong to the phrases.
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

/** Computes each object's text once; states never change. When one of 500 batches finishes, one small text is encoded. */
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
 * The part of a session that is stored: slots in progress become not started, and pauses that end by themselves are dropped,
 * since they may end while the page is closed. A part without either stays the same object.
 */
export const atRest = (state: SessionState): SessionState => ({
  ...state,
  results: Array.from(state.results, (slot) => slot ?? undefined),
  details: state.details.map(detailsAtRest),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage's error text ends with the outage; a page that is opened later knows of no outage.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  asks: [],
});

/** The session as texts under the specification's keys. Texts of unchanged parts are reused. */
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

/** Encodes a long film's large parts ahead of time, each in its own task, so that no task blocks a slow machine. */
export async function formatAhead({ phrases, results }: SessionState): Promise<void> {
  await nextTask();
  jsonOf(phrases);
  await nextTask();
  phrasesStamp(phrases);
  await nextTask();
  for (const slot of results) if (slot) jsonOf(slot);
}

function extrasOf(state: SessionState): string {
  const { phrases, fileName, readAs, withoutStyles, paused, translatedEdited, translatedStale, notices, spent } = state;
  const others = {
    phrasesStamp: phrasesStamp(phrases),
    // Where there is nothing to say of the file, the text is as it was before any of this was kept.
    ...(fileName !== '' && { fileName }),
    ...(readAs !== 'srt' && { readAs }),
    ...(withoutStyles.length > 0 && { withoutStyles }),
    ...{ paused, translatedEdited, translatedStale, notices, spent },
  };
  const { marks, suggestions, details } = state;
  const ofLines = `"marks":${jsonOf(marks)},"suggestions":${jsonOf(suggestions)}`;
  return `${JSON.stringify(others).slice(0, -1)},${ofLines},"details":${listOf(details.map(jsonOf))}}`;
}

function openBatch({ shownBatch, phrases, results }: SessionState): { input: string; error: string; output: string } {
  if (shownBatch === null || shownBatch >= results.length) return { input: '', error: '', output: '' };
  const [error, output] = results[shownBatch] ?? ['', ''];
  return { input: phrasesText(batchAt(phrases, shownBatch).phrases), error, output };
}

const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;

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
