import type { SessionState, Suggestion } from '../../../../film/film.ts';
import { batchOfLine, lineOf, linesOfBatch, marksOf, stampOfLine } from '../../../../film/lines.ts';
import { type Fit, fitOf } from '../../../../review/fit.ts';
import type { Line, ProblemKind } from '../../../../review/line.ts';
import type { Judged } from '../line-facts.ts';

type State = Pick<SessionState, 'phrases' | 'results' | 'marks' | 'suggestions'>;

/** What a suggestion must not lose unnoticed, and what makes it useless. */
const LOSSES: readonly ProblemKind[] = ['not-translated', 'tags-differ', 'numbers-differ'];

/** Problems that are told in figures: how much of each a text has. */
const AMOUNTS: Partial<Record<ProblemKind, (fit: Fit) => number>> = {
  'too-long': ({ characters }) => characters,
  'too-fast': ({ characters }) => characters,
  'line-too-long': ({ longestLine }) => longestLine,
  'too-many-lines': ({ lines }) => lines,
};

export interface Verdict {
  /** What is wrong with the text, in sentences. */
  readonly warnings: readonly string[];
  /** Whether "Use all" takes the text unasked. */
  readonly isSound: boolean;
}

/**
 * What is to be told of a text that is suggested for a line. It is not sound if it loses something, if it says what the line says, or if
 * a problem in figures is in it of which the line has as little or less.
 */
export function verdictOn({ rules }: Judged, line: Line, text: string): Verdict {
  const told = (rules?.problemsOf({ ...line, translation: text }) ?? []).filter(
    ({ kind }) => LOSSES.includes(kind) || AMOUNTS[kind],
  );
  const { translation = '' } = line;
  // Only amounts of text are compared: the time is the line's, in both.
  const [present, suggested] = [fitOf(translation, undefined), fitOf(text, undefined)];
  const isBetter = (kind: ProblemKind): boolean => {
    const amountOf = AMOUNTS[kind];
    return amountOf !== undefined && amountOf(suggested) < amountOf(present);
  };
  return {
    warnings: told.map(({ words }) => words),
    isSound: text !== translation && told.every(({ kind }) => isBetter(kind)),
  };
}

/** The texts that stand for a line, the newest last; those that were asked for in place of another text are stale. */
export const textsFor = (state: State, number: number) =>
  (state.suggestions[number] ?? []).filter(
    (one): one is Suggestion & { readonly text: string } => one.text !== undefined,
  );

/** The lines of a batch as they were if its newest suggestions were used. */
const withSuggestions = (state: State, batch: number): readonly Line[] =>
  linesOfBatch(state, batch).map((line) => {
    const text = textsFor(state, line.number).at(-1)?.text;
    return text === undefined ? line : { ...line, translation: text };
  });

/** The suggestions of a batch that seem to belong to another line still, in sentences by number. */
export function stillSlid(state: State, { rules }: Judged, batch: number): ReadonlyMap<number, string> {
  const slid =
    rules?.slidWith(batch, { now: linesOfBatch(state, batch), tried: withSuggestions(state, batch) }) ?? new Map();
  return new Map([...slid].filter(([number]) => textsFor(state, number).length > 0));
}

/** One line that "Use all" could take. */
export interface Candidate {
  readonly number: number;
  readonly text: string;
  /** Stamp of the line's text that it was asked in place of. */
  readonly of: string;
  readonly isConfirmed: boolean;
  /** The person's tick, or whether the text is sound. */
  readonly isTicked: boolean;
}

/** The newest suggestion of each line whose text is still the one it was asked in place of. */
export function candidates(state: State, judged: Judged, ticks: ReadonlyMap<number, boolean>): readonly Candidate[] {
  const slid = new Map<number, ReadonlyMap<number, string>>();
  const isSlid = (number: number): boolean => {
    const batch = batchOfLine(state.phrases, number) ?? 0;
    if (!judged.batches[batch]?.problems.get(number)?.some(({ kind }) => kind === 'slid')) return false;
    const ofBatch = slid.get(batch) ?? stillSlid(state, judged, batch);
    slid.set(batch, ofBatch);
    return ofBatch.has(number);
  };
  return Object.keys(state.suggestions).flatMap((key): Candidate | readonly never[] => {
    const number = Number(key);
    const line = lineOf(state, number);
    const newest = textsFor(state, number).at(-1);
    if (!line || !newest || newest.of !== stampOfLine(state, number)) return [];
    const isSound = () => verdictOn(judged, line, newest.text).isSound && !isSlid(number);
    return {
      number,
      text: newest.text,
      of: newest.of,
      isConfirmed: marksOf(state, line).confirmed === true,
      isTicked: ticks.get(number) ?? isSound(),
    };
  });
}
