import * as v from 'valibot';
import { isLeftToRun } from '../engine/run-state.ts';
import type { Step, Work } from '../film/film.ts';
import { withoutFuture } from '../film/steps.ts';
import { countSchema } from '../film/stored-values.ts';
import { jsonOf, parseJson } from '../lib/json.ts';
import { type Records, WORK_STORES, type WorksDatabase } from './database.ts';
import {
  factsText,
  linesDiffer,
  linesText,
  parseFilm,
  parseLines,
  type SessionKey,
  type StoredTexts,
} from './film-codec.ts';
import { formatPlain, versionOf } from './stored-value.ts';
import { parseStep, stepTexts } from './undo-steps.ts';

/** One record to be stored. */
export type Put = readonly [store: (typeof WORK_STORES)[number], key: string | number, value: unknown];

export const putsSchema: v.GenericSchema<unknown, readonly Put[]> = v.array(
  v.tuple([v.picklist(WORK_STORES), v.union([v.string(), v.number()]), v.unknown()]),
);

/** Of several puts of the same record, the last one. */
export const lastPuts = (puts: readonly Put[]): readonly Put[] => [
  ...new Map(puts.map((put) => [`${put[0]} ${put[1]}`, put])).values(),
];

/**
 * The number of batches in one record (400 lines). With fewer, there would be too many records to read; with more, a record would be too large to
 * write four times a second.
 */
const BATCHES_IN_RECORD = 20;
/**
 * The number of newest steps that are read. Of older steps, those that bring a film back are read too, because hours of work must not be lost below
 * many small steps.
 */
const MOST_STEPS_READ = 200;

export const HEAD = 'head';

/** The record of all small facts of the work. It is written last, at each save. */
export interface WorkHead {
  /** The name of the tab that has the work. A save by another tab is refused. */
  readonly owner: string;
  /** Number of saves. */
  readonly revision: number;
  readonly version: number;
  readonly batches: number;
  /** Number of undo steps; the oldest has place 0. */
  readonly past: number;
  /** The indexes of the steps that bring a film back. */
  readonly films: readonly number[];
  /** "sessionExtras" without the parts that belong to lines. */
  readonly facts: string;
  readonly error: string;
  readonly shown: number | null;
  /** Texts of local storage that this work has already included. A crash of the browser can bring them back, and then they are old. */
  readonly taken: readonly Taken[];
}
/** Facts from the saving of the open film: the database, and whether this tab may still write to it. */
export interface Place {
  readonly database: WorksDatabase;
  readonly isOurs: (head: WorkHead | undefined) => boolean;
}

/** The number of these texts that are remembered. */
export const MOST_TAKEN = 8;
export type Taken = { readonly owner: string; readonly revision: number; readonly stamp: string };

const takenSchema = v.object({ owner: v.string(), revision: countSchema, stamp: v.string() });
const headSchema: v.GenericSchema<unknown, WorkHead> = v.object({
  owner: v.string(),
  revision: countSchema,
  version: countSchema,
  batches: countSchema,
  past: countSchema,
  films: v.array(countSchema),
  facts: v.string(),
  error: v.string(),
  shown: v.nullable(countSchema),
  taken: v.array(takenSchema),
});

/** undefined: there is no head, or it is damaged. */
export function headOf(value: unknown): WorkHead | undefined {
  const parsed = v.safeParse(headSchema, value);
  return parsed.success ? parsed.output : undefined;
}

const slicesOf = (batches: number): readonly (readonly [from: number, to: number])[] =>
  Array.from({ length: Math.ceil(batches / BATCHES_IN_RECORD) }, (_, at) => [
    at * BATCHES_IN_RECORD,
    Math.min(batches, (at + 1) * BATCHES_IN_RECORD),
  ]);

/** How many records of these stores a work has. */
export const recordCounts = (work: Work) => ({
  lines: Math.ceil(work.batches.length / BATCHES_IN_RECORD),
  past: withoutFuture(work).past.length,
});

export type HeadFacts = Pick<WorkHead, 'owner' | 'revision' | 'taken'>;

/** The records of a work that differ from those of `before`, the head last. `before` undefined: all records. */
export function recordsOf(work: Work, before: Work | undefined, facts: HeadFacts): readonly Put[] {
  const { phrases, batches } = work;
  const sources: readonly Put[] = [
    ...(work.sourceText === before?.sourceText ? [] : [['sources', 'text', work.sourceText] as const]),
    ...(phrases === before?.phrases ? [] : [['sources', 'phrases', jsonOf(phrases)] as const]),
    ...(work.translated === before?.translated ? [] : [['sources', 'translated', work.translated] as const]),
  ];
  const isSame = before !== undefined && phrases === before.phrases && batches.length === before.batches.length;
  const differ = isSame ? linesDiffer(work, before) : () => true;
  const lines = slicesOf(batches.length).flatMap(([from, to], at) =>
    differ(from, to) ? [['lines', at, linesText(work, from, to)] as const] : [],
  );
  const steps = withoutFuture(work).past;
  const head: WorkHead = {
    owner: facts.owner,
    revision: facts.revision,
    version: versionOf(work),
    batches: batches.length,
    past: steps.length,
    films: steps.flatMap(({ film }, place) => (film ? [place] : [])),
    facts: factsText(work),
    error: work.paused?.reason === 'outage' ? '' : work.error,
    shown: work.shownBatch,
    taken: facts.taken,
  };
  return [...sources, ...lines, ...stepRecords(steps, before ? withoutFuture(before).past : []), ['works', HEAD, head]];
}

const stepRecords = (steps: readonly Step[], stored: readonly Step[]): readonly Put[] =>
  steps.flatMap((step, place) => (stored[place] === step ? [] : [['past', place, stepTexts(step)] as const]));

/** The records of a work as they were read from the database. */
export interface RawWork {
  readonly head: unknown;
  readonly sources: ReadonlyMap<unknown, unknown>;
  readonly lines: ReadonlyMap<unknown, unknown>;
  readonly past: ReadonlyMap<unknown, unknown>;
}

/** Reads a work within a transaction. */
export async function readRecords(records: Records): Promise<RawWork> {
  const head = await records.get('works', HEAD);
  const { past = 0, films = [] } = headOf(head) ?? {};
  const first = Math.max(0, past - MOST_STEPS_READ);
  const [sources, lines, newest, older] = await Promise.all([
    records.entries('sources'),
    records.entries('lines'),
    records.entries('past', first, past),
    Promise.all(
      films.filter((place) => place < first).map(async (place) => [place, await records.get('past', place)] as const),
    ),
  ]);
  return { head, sources: new Map(sources), lines: new Map(lines), past: new Map([...older, ...newest]) };
}

/** The records of a work, with some of them replaced. */
export function rawWith(work: Work, facts: HeadFacts, others: readonly Put[]): RawWork {
  const none = { head: undefined, sources: new Map(), lines: new Map(), past: new Map() };
  return rawAfter(none, [...recordsOf(work, undefined, facts), ...others]);
}

/** These records after more records were written. */
export function rawAfter(raw: RawWork, puts: readonly Put[]): RawWork {
  const of = (name: Put[0], before: RawWork['lines'] = new Map()) =>
    new Map([...before, ...puts.flatMap(([store, key, value]) => (store === name ? [[key, value] as const] : []))]);
  return {
    head: of('works').get(HEAD) ?? raw.head,
    sources: of('sources', raw.sources),
    lines: of('lines', raw.lines),
    past: of('past', raw.past),
  };
}

/** True if any part of a work is stored. */
export const isStored = ({ head, sources }: RawWork): boolean => head !== undefined || sources.size > 0;

/** The contents of the records under the names of the stored keys. Lines in a damaged record have no translations. */
function factsOf({ head: value, sources, lines }: RawWork) {
  const damaged: Put[] = [];
  const head = headOf(value);
  function text(name: string): string {
    const found = sources.get(name);
    if (typeof found === 'string') return found;
    damaged.push(['sources', name, found]);
    return '';
  }
  const phrases = text('phrases');
  const extras = parseJson(head?.facts ?? '');
  const isWhole = v.is(v.record(v.string(), v.unknown()), extras);
  // Without the head, the number of batches in the records is unknown.
  if (!isWhole) damaged.push(['works', HEAD, value], ...allLines(lines));
  const slices = slicesOf(isWhole ? (head?.batches ?? 0) : 0).map(([from, to], at) => {
    const found = parseLines(lines.get(at), to - from);
    if (found !== undefined) return found;
    damaged.push(['lines', at, lines.get(at)]);
    const none = Array.from<null>({ length: to - from }).fill(null);
    return { results: none, details: none.map(() => ({})), marks: {}, suggestions: {} };
  });
  const values = {
    batchDataResults: slices.flatMap(({ results }) => results),
    uploadedFile: text('text'),
    translated: text('translated'),
    err: head?.error ?? '',
    batchShown: head?.shown ?? null,
    sessionExtras: {
      ...(isWhole && extras),
      details: slices.flatMap(({ details }) => details),
      marks: Object.assign({}, ...slices.map(({ marks }) => marks)),
      suggestions: Object.assign({}, ...slices.map(({ suggestions }) => suggestions)),
    },
  };
  return { head, values, phrases, damaged };
}

const allLines = (lines: RawWork['lines']): readonly Put[] =>
  [...lines].map(([at, text]) => ['lines', Number(at), text] as const);

/** The texts that a page of any version can save as a project, even if this version does not know all of their parts. */
export function textsOf(raw: RawWork): StoredTexts['read'] {
  const { values, phrases } = factsOf(raw);
  return (key) => {
    if (key === 'phrases') return phrases;
    const value = Object.hasOwn(values, key) ? values[key as keyof typeof values] : undefined;
    if (value === undefined) return null;
    return typeof value === 'string' ? formatPlain(value) : JSON.stringify(value);
  };
}

/** Reads the work of these records, with no request under way. `damaged`: records that are partly or wholly unusable. Never throws. */
export function decodeWork(raw: RawWork) {
  const { head, values, phrases, damaged } = factsOf(raw);
  const read = (key: SessionKey) => (key === 'phrases' ? phrases : null);
  const { state, broken } = parseFilm({ read, incompleteWrite: false, values });
  if (broken.has('phrases')) damaged.push(['sources', 'phrases', phrases]);
  if (broken.has('sessionExtras')) damaged.push(['works', HEAD, raw.head]);
  if (broken.size > 0) damaged.push(...allLines(raw.lines));
  let past: readonly Step[] = [];
  for (const [place, value] of raw.past) {
    const { head: text, film } = v.is(stepSchema, value) ? value : { head: '', film: [] };
    const step = parseStep(parseJson(text), film);
    // An unusable step is dropped with all older steps.
    if (step === null) damaged.push(['past', Number(place), value]);
    past = step ? [...past, step] : [];
  }
  // Nothing may be sent, and paid, again without a person asking.
  const isUnsure = damaged.some(([store]) => store !== 'past') && isLeftToRun(state);
  const work: Work = { ...state, past, paused: state.paused ?? (isUnsure ? { reason: 'person' } : null) };
  return { head, work, damaged };
}
/** An undo step as it is stored. */
export const stepSchema = v.object({ head: v.string(), film: v.array(v.unknown()) });
