import * as v from 'valibot';
import { nextTask } from '../clock/clock.ts';
import { resultsOf, slotOf } from '../engine/batch.ts';
import { isLeftToRun } from '../engine/run-state.ts';
import {
  batchFromStored,
  batchResultSchema,
  factsToStore,
  lastNotesSchema,
  lineMarksSchema,
  notesSchema,
  noticesSchema,
  optionsSchema,
  pauseSchema,
  phrasesSchema,
  readingSchema,
  spendingSchema,
  storedFactsSchema,
  suggestionsSchema,
} from '../film/accepted-facts.ts';
import { batchesAtRest, withoutRunning } from '../film/at-rest.ts';
import { EMPTY_WORK, isResultBehind, type Work } from '../film/film.ts';
import { boundedText, countSchema, usageSchema } from '../film/stored-values.ts';
import { suggestionsWithoutRunning } from '../film/suggestions.ts';
import { jsonOf, parseJson, partText } from '../lib/json.ts';
import { memoizeByObject, once } from '../lib/memo.ts';
import { quickStampOf } from '../lib/text.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { modelName } from '../providers/models.ts';
import { NO_USAGE } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { READINGS } from '../subtitles/formats.ts';
import { AS_SPECIFIED, type BatchSlot, batchAt, countBatches, phrasesText } from '../translation/batch.ts';
import { MODEL } from './settings-texts.ts';
import { formatPlain, parseStored, parseValue, type ValueFormat } from './stored-value.ts';

const TEXT = { schema: v.string(), fallback: '', plain: true } as const;
const PHRASES: ValueFormat<readonly Phrase[]> = { schema: phrasesSchema, fallback: [] };
const SLOTS: ValueFormat<readonly unknown[]> = { schema: v.array(v.unknown()), fallback: [] };
const SHOWN = { schema: v.nullable(countSchema), fallback: null };

/**
 * The schema of our own key "sessionExtras" with the facts that do not fit into the specified keys. A broken part gets its default, and `onBroken`
 * is called.
 */
function extrasSchema(onBroken: () => void) {
  const broken =
    <T>(fallback: T) =>
    () => {
      onBroken();
      return fallback;
    };
  const part = <T>(schema: v.GenericSchema<unknown, T>, fallback: T) =>
    v.optional(v.fallback(schema, broken(fallback)), () => fallback);
  return v.object({
    /** quickStampOf() the text under "phrases". The results belong to these phrases and to no others. */
    phrasesStamp: part(v.nullable(v.string()), null),
    id: part(boundedText, ''),
    fileName: part(boundedText, ''),
    readAs: part(v.picklist(READINGS), 'srt'),
    withoutStyles: part(v.array(v.string()), []),
    paused: part(v.nullable(pauseSchema), null),
    /** True if the text under "translated" is a person's own result. */
    translatedEdited: part(v.boolean(), false),
    /** True if lines were changed after the person had edited the result. */
    translatedStale: part(v.boolean(), false),
    /** `since` of a person's own result (film.ts). */
    ownResult: part(v.nullable(v.string()), null),
    isCleared: part(v.boolean(), false),
    saved: part(v.string(), ''),
    notices: part(noticesSchema, []),
    notes: part(notesSchema, NO_NOTES),
    options: part(optionsSchema, AS_SPECIFIED),
    lastNotes: part(v.nullable(lastNotesSchema), null),
    reading: part(v.nullable(readingSchema), null),
    readingUsage: part(usageSchema, NO_USAGE),
    spent: part(
      v.pipe(
        v.array(v.fallback(v.nullable(spendingSchema), broken(null))),
        v.transform((spent) => spent.filter((each) => each !== null)),
      ),
      [],
    ),
    makings: part(v.array(v.nullable(v.object({ prompt: v.string(), model: MODEL.schema }))), []),
    marks: part(v.record(v.string(), v.fallback(lineMarksSchema, broken({}))), {}),
    suggestions: part(v.record(v.string(), v.fallback(suggestionsSchema, broken([]))), {}),
    details: part(v.array(v.fallback(storedFactsSchema, broken({}))), []),
  });
}

const NO_EXTRAS = v.parse(
  extrasSchema(() => {}),
  {},
);

/** Writes unknown parts again with their film: if a person returns to an older version of the page, the facts of the newer one must not be lost. */
function keepUnknown(phrases: Work['phrases'], parts: Readonly<Record<string, unknown>>, isSameFilm: boolean): void {
  const unknown = Object.entries(parts).filter(([name]) => !Object.hasOwn(NO_EXTRAS, name));
  const texts = unknown.map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`);
  if (phrases.length > 0 && isSameFilm) ofPhrases(phrases).unknown = texts;
}

const ofPhrases = memoizeByObject((phrases: Work['phrases']) => ({
  stamp: once(() => quickStampOf(jsonOf(phrases))),
  /** Parts of "sessionExtras" that another version has stored for this film and this version does not know, as texts. */
  unknown: [] as readonly string[],
}));

/** While a person types notes, the work is written four times a second. So the texts of a long film's batches are not joined again then. */
const ofBatches = memoizeByObject((running: Work['batches']) => {
  const batches = batchesAtRest(running);
  return {
    results: once(() => partText(batches.map(slotOf))),
    details: once(() => partText(batches.map(factsToStore))),
  };
});

/** The text of "sessionExtras". Leaves out facts with their default values. `besides`: parts that are stored elsewhere. */
function extrasText(session: Work, besides: readonly string[] = []): string {
  const state = withoutRunning(session);
  const { stamp, unknown } = ofPhrases(state.phrases);
  const extras: Readonly<Record<string, unknown>> = {
    ...state,
    phrasesStamp: stamp(),
    translatedEdited: state.ownResult !== null,
    translatedStale: isResultBehind(state),
    ownResult: state.ownResult?.since ?? null,
  };
  const texts: Readonly<Record<string, () => string>> = {
    details: ofBatches(session.batches).details,
    // Storage uses an old name of these facts.
    makings: () => JSON.stringify(state.provenances.map((made) => made && { ...made, model: modelName(made.model) })),
  };
  const parts = Object.entries(NO_EXTRAS).flatMap(([name, none]) => {
    const text = besides.includes(name) ? '' : (texts[name]?.() ?? partText(extras[name]));
    return text === '' || text === partText(none) ? [] : [`"${name}":${text}`];
  });
  return `{${[...parts, ...unknown].join(',')}}`;
}

/**
 * The session as texts under its keys (specification, section 3, and our own "sessionExtras") in the order of writing: results after their phrases,
 * and at last the extras with the stamp of the phrases. After an interrupted write the stamp shows whether the results belong to the phrases. Texts
 * of unchanged parts are reused.
 */
export function filmTexts(session: Work) {
  const state = withoutRunning(session);
  const { phrases, batches, shownBatch } = state;
  const isOpen = shownBatch !== null && shownBatch < batches.length;
  const [error, output] = (isOpen && slotOf(batches[shownBatch])) || ['', ''];
  return {
    phrases: jsonOf(phrases),
    numBatches: String(batches.length),
    batchDataResults: ofBatches(session.batches).results(),
    uploadedFile: formatPlain(state.sourceText),
    translated: formatPlain(state.translated),
    err: formatPlain(state.error),
    batchShown: JSON.stringify(shownBatch),
    batchInput: isOpen ? formatPlain(phrasesText(batchAt(phrases, shownBatch).phrases)) : '',
    batchErr: formatPlain(error),
    batchOutput: formatPlain(output),
    sessionExtras: extrasText(session),
  };
}

/** The parts of "sessionExtras" that belong to single batches and lines. */
const LINE_PARTS = ['details', 'marks', 'suggestions'] as const;

/** "sessionExtras" without the parts that linesText() contains. */
export const factsText = (work: Work): string => extrasText(work, LINE_PARTS);

/** The parts of a film from which the texts of its batches are composed. */
type FilmOfLines = Pick<Work, 'phrases' | 'batches' | 'marks' | 'suggestions' | 'suggestionRequests'>;

/** By their first batch: the last texts of the batches. For each answer the whole record of a film that is not open is written. */
const lastTexts = memoizeByObject(
  (_: Work['phrases']) => new Map<number, { readonly of: FilmOfLines; readonly to: number; readonly text: string }>(),
);

/** The text of the batches [from, to): their results and details, and the marks and suggestions of their lines. */
export function linesText(work: Work, from: number, to: number): string {
  const { phrases, batches, marks, suggestions, suggestionRequests } = work;
  const texts = lastTexts(phrases);
  const last = texts.get(from);
  if (last?.to === to && !linesDiffer(work, last.of)(from, to)) return last.text;
  const text = composeLines(work, from, to);
  texts.set(from, { of: { phrases, batches, marks, suggestions, suggestionRequests }, to, text });
  return text;
}

function composeLines(work: Work, from: number, to: number): string {
  const { phrases, marks } = work;
  const batches = batchesAtRest(work.batches.slice(from, to));
  const numbers = numbersOf(phrases, from, to);
  const own = new Set(numbers);
  const suggestionRequests = work.suggestionRequests.filter((ask) => ask.phrases.some(({ number }) => own.has(number)));
  const suggestions = suggestionsWithoutRunning({ ...work, suggestionRequests });
  const ofLines = (parts: Readonly<Record<number, object>>) =>
    numbers.flatMap((number) => (parts[number] === undefined ? [] : [`"${number}":${jsonOf(parts[number])}`]));
  return (
    `{"results":${partText(batches.map(slotOf))},"details":${partText(batches.map(factsToStore))}` +
    `,"marks":{${ofLines(marks)}},"suggestions":{${ofLines(suggestions)}}}`
  );
}

const numbersOf = (phrases: Work['phrases'], from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => batchAt(phrases, from + at).phrases.map(({ number }) => number)).flat();

/** Returns a function that tells whether linesText() may differ from the text before, for the same phrases. */
export function linesDiffer(work: FilmOfLines, before: FilmOfLines): (from: number, to: number) => boolean {
  const areSame = (['marks', 'suggestions', 'suggestionRequests'] as const).every(
    (part) => work[part] === before[part],
  );
  const asked = new Set(
    [work, before]
      .flatMap((one, at, both) =>
        one.suggestionRequests.filter((ask) => !both[1 - at]?.suggestionRequests.includes(ask)),
      )
      .flatMap(({ phrases }) => phrases.map(({ number }) => number)),
  );
  const isOther = (number: number) =>
    asked.has(number) ||
    work.marks[number] !== before.marks[number] ||
    work.suggestions[number] !== before.suggestions[number];
  return (from, to) => {
    for (let index = from; index < to; index++) if (work.batches[index] !== before.batches[index]) return true;
    return !areSame && numbersOf(work.phrases, from, to).some(isOther);
  };
}

/** Parses one text of linesText(); undefined: it is damaged, or has another number of batches. */
export function parseLines(text: unknown, count: number) {
  const parsed = v.safeParse(LINES, typeof text === 'string' ? parseJson(text) : undefined);
  return parsed.success && parsed.output.results.length === count ? parsed.output : undefined;
}

const parts = v.record(v.string(), v.unknown());
const LINES = v.object({
  results: v.array(v.unknown()),
  details: v.array(v.unknown()),
  marks: parts,
  suggestions: parts,
});

export type SessionTexts = Readonly<ReturnType<typeof filmTexts>>;
export type SessionKey = keyof SessionTexts;
export const SESSION_KEYS = Object.keys(filmTexts(EMPTY_WORK)) as readonly SessionKey[];

/** Encodes the large parts of a long film before they are needed, each in a task of its own, so that no long task blocks a slow computer. */
export async function formatAhead(film: Work): Promise<void> {
  const { phrases } = film;
  await nextTask();
  jsonOf(phrases);
  await nextTask();
  ofPhrases(phrases).stamp();
  await nextTask();
  for (const slot of resultsOf(film)) if (slot) jsonOf(slot);
}

export interface StoredTexts {
  readonly read: (key: SessionKey) => string | null;
  /** A write was interrupted and could not be undone, so some keys are newer than others. */
  readonly incompleteWrite: boolean;
  /** Values that are already parsed, used instead of their texts. */
  readonly values?: Readonly<Partial<Record<SessionKey, unknown>>>;
}

/**
 * Reads a session from its stored texts, with no request under way. Never throws, and never takes results for other phrases. If finished batches
 * had to be dropped, or facts cannot be read, the run is paused, so that nothing is sent without a person asking.
 */
export function parseFilm({ read, incompleteWrite, values = {} }: StoredTexts) {
  /** Keys whose texts are partly or wholly unusable. They are set aside before the keys are written again. */
  const broken = new Set<SessionKey>();
  const noteIf = (isBroken: boolean, key: SessionKey) => void (isBroken && broken.add(key));
  const get = <T>(key: SessionKey, format: ValueFormat<T>): T => {
    const stored = Object.hasOwn(values, key) ? parseValue(values[key], format) : parseStored(read(key), format);
    noteIf(stored.broken, key);
    return stored.value;
  };
  let all: Readonly<Record<string, unknown>> = {};
  const schema = v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((parts) => {
      all = parts;
      return parts;
    }),
    extrasSchema(() => broken.add('sessionExtras')),
  );
  const { phrasesStamp: stamp, makings, ...extras } = get('sessionExtras', { schema, fallback: NO_EXTRAS });
  const slots = get('batchDataResults', SLOTS);
  // This number equals the length of the list. A different number is set aside, because it may explain what went wrong.
  noteIf(get('numBatches', { schema: countSchema, fallback: slots.length }) !== slots.length, 'numBatches');
  const storedPhrases = get('phrases', PHRASES);

  const isSameFilm = hasStamp({ read, incompleteWrite }, stamp);
  noteIf(incompleteWrite && !isSameFilm, 'phrases');
  const phrases = broken.has('phrases') ? [] : storedPhrases;
  const count = countBatches(phrases);
  keepUnknown(phrases, all, isSameFilm);
  // Take results, and everything that refers to them, only together with their phrases.
  const { results, usable, leftOut } = usableSlots(slots, count, isSameFilm);
  noteIf(leftOut, 'batchDataResults');
  const ofResults = usable && !incompleteWrite ? extras : NO_EXTRAS;
  const storedTranslated = get('translated', TEXT);
  const translated = ofResults === extras && count > 0 ? storedTranslated : '';
  noteIf(translated !== storedTranslated, 'translated');
  const shownBatch = get('batchShown', SHOWN) ?? count;
  const batches = results.map((slot, index) => batchFromStored(slot, ofResults.details[index] ?? {}));
  // If the extras cannot be read, it is unknown whether the run was stopped.
  const isUnsure = incompleteWrite || leftOut || broken.has('sessionExtras');
  const { details: _, translatedEdited, translatedStale, ownResult, ...others } = extras;
  const state: Work = {
    ...EMPTY_WORK,
    // Keep the spending even if the results are lost, because the money is spent.
    ...others,
    provenances: makings,
    phrases,
    batches,
    translated,
    ownResult: ownResultOf(translated, { translatedEdited, translatedStale, ownResult }),
    isCleared: ofResults.isCleared,
    sourceText: get('uploadedFile', TEXT),
    marks: ofResults.marks,
    suggestions: ofResults.suggestions,
    error: incompleteWrite ? '' : get('err', TEXT),
    notices: incompleteWrite ? [] : extras.notices,
    shownBatch: shownBatch < count ? shownBatch : null,
    paused: extras.paused ?? (isUnsure && isLeftToRun({ batches }) ? { reason: 'person' } : null),
  };
  return { state, broken };
}

/**
 * Reads an own result. Older versions also stored results that lacked later changes of lines. In these, nobody knows which text was typed, so they
 * get a stamp that no file has.
 */
function ownResultOf(
  translated: string,
  stored: Pick<typeof NO_EXTRAS, 'translatedEdited' | 'translatedStale' | 'ownResult'>,
): Work['ownResult'] {
  const { translatedEdited, translatedStale, ownResult } = stored;
  if (translated === '' || !translatedEdited) return null;
  return { since: ownResult ?? (translatedStale ? '' : null), now: null };
}

/** Phrases without a stamp were written by another program and are accepted, but not after an interrupted write. */
const hasStamp = ({ read, incompleteWrite }: StoredTexts, stamp: string | null): boolean =>
  stamp === null ? !incompleteWrite : stamp === quickStampOf(read('phrases') ?? '');

/** The usable slots. `leftOut`: some stored slots were dropped. */
function usableSlots(slots: readonly unknown[], count: number, isSameFilm: boolean) {
  const usable = isSameFilm && slots.length === count;
  const results = Array.from({ length: count }, (_, index) => (usable ? readSlot(slots[index]) : undefined));
  const leftOut = usable ? !slots.every((slot) => slot === null || readSlot(slot)) : slots.length > 0;
  return { results, usable, leftOut };
}

function readSlot(json: unknown): BatchSlot {
  const pair = v.safeParse(batchResultSchema, json);
  return pair.success ? pair.output : undefined;
}
