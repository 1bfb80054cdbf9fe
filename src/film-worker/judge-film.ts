import { judgedLines } from '../film/judged-lines.ts';
import { allLines, batchOfLine, isReadable, lineOf, linesOfBatch, placeOf } from '../film/lines.ts';
import { targetLanguage } from '../languages/prompt-language.ts';
import { notesOfFilm } from '../notes/people-of-films.ts';
import {
  type FilmFacts,
  filmFacts,
  judgedAlike,
  limitsOfFilm,
  type SourceFacts,
  sourceFacts,
} from '../review/film-facts.ts';
import type { Replacement } from '../review/find.ts';
import { linesAsCsv } from '../review/finish-file.ts';
import { fixOf, judge as judgeLines } from '../review/judge.ts';
import type { Line, Problem, ProblemKind } from '../review/line.ts';
import { fitOf } from '../review/measured-line.ts';
import { createMisalignmentSearch } from '../review/misalignment/find-misalignment.ts';
import { isToReview, PROBLEM_KIND_ROWS, problemsToTell } from '../review/problem-kinds.ts';
import { agreedAddress } from '../review/problems/address-differs.ts';
import {
  type BatchLanguages,
  batchInOtherLanguage,
  languagesOfBatch,
  otherLanguageWords,
} from '../review/problems/not-translated.ts';
import { createNotesSearch, type NotedLine } from '../review/problems/notes-differ.ts';
import { withoutBlankLines } from '../subtitles/lines.ts';
import { batchOfPlace } from '../translation/batch.ts';
import type {
  CsvChoices,
  FilmNow,
  FilmToReview,
  FoundLines,
  Judgement,
  JudgementOptions,
  JudgementVersion,
  LineView,
  SuggestionVerdict,
} from './calls.ts';

type Film = Pick<FilmNow, 'phrases' | 'batches' | 'notes' | 'fileName'>;

/** Pauses in long calls, in which other questions are answered. */
export interface Turns {
  /** Resolves after the queued messages. True: the caller has stopped waiting. */
  readonly turn: () => Promise<boolean>;
}

interface JudgedBatch {
  readonly lines: readonly Line[];
  readonly languages: BatchLanguages;
  readonly film: FilmFacts;
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
  /** The number of the judgement that found these problems. */
  readonly count: number;
}

/** The last judgement of a film. */
interface JudgedFilm extends Pick<Judgement, 'language' | 'otherLanguages' | 'limits'> {
  readonly phrases: FilmNow['phrases'];
  readonly film: FilmFacts;
  readonly batches: readonly JudgedBatch[];
  readonly count: number;
}

/** The longest work in one task, so that questions during typing are answered soon. */
const TASK_MS = 50;

/** Answers the questions about problems of lines (calls.ts). Judges a batch again only if its problems may have changed. */
export function createFilmJudge() {
  /** The id of this judge. A restarted worker has another id, and no earlier judgements. */
  const judge = Math.random();
  let source: { readonly phrases: FilmNow['phrases']; readonly facts: SourceFacts } | undefined;
  let misalignments = createMisalignmentSearch();
  let notesSearch = createNotesSearch();
  let newest: JudgedFilm | undefined;
  /** Judgements are made one after another, each based on the one before. */
  let last: Promise<unknown> = Promise.resolve();

  const judgedOf = ({ phrases }: Film) => (newest?.phrases === phrases ? newest : undefined);

  /** undefined: the caller has stopped waiting. */
  function judging(film: Film, choices: JudgementOptions, turns: Turns): Promise<JudgedFilm | undefined> {
    const found = last
      .then(() => judgeFilm(film, choices, turns))
      .catch((error: unknown) => {
        if (error !== NOBODY_WAITS) throw error;
        return undefined;
      });
    last = found.catch(() => undefined);
    return found;
  }

  async function judgeFilm(
    film: Film,
    { prompt, tone, ...choices }: JudgementOptions,
    turns: Turns,
  ): Promise<JudgedFilm> {
    const each = inTurns(film.batches.length, turns);
    const batches = await each((batch) => linesOfBatch(film, batch));
    const linesAt = (batch: number) => batches[batch] ?? [];
    const lines = batches.flat();
    if (source?.phrases !== film.phrases) {
      source = { phrases: film.phrases, facts: sourceFacts(lines) };
      misalignments = createMisalignmentSearch();
      notesSearch = createNotesSearch();
    }
    // This many lines are enough to detect a language.
    const sample = lines.slice(0, 400).map(({ translation = '' }) => translation);
    const language = choices.language ?? targetLanguage(prompt, sample);
    const limits = { ...limitsOfFilm(source.facts, language), ...choices.limits };
    await each((batch) => misalignments.learn(batch, linesAt(batch)));
    const areMoreToCome = film.batches.some(({ state }) => state === 'loading');
    const misaligned = await each((batch) => [...misalignments.misalignedLines(batch, areMoreToCome)]);
    const sourceLanguage = source.facts.language;
    const before = judgedOf(film);
    const languages = await each((batch) => {
      const known = before?.batches[batch];
      return known?.lines === linesAt(batch) ? known.languages : languagesOfBatch(linesAt(batch));
    });
    const languagesAt = (batch: number) => languages[batch] ?? { original: undefined, translation: undefined };
    const found = await each((batch) =>
      batchInOtherLanguage(linesAt(batch), languagesAt(batch), language, sourceLanguage),
    );
    const otherLanguages = [...found.entries()].flatMap(([batch, other]) =>
      other === undefined ? [] : [[batch, other] as const],
    );
    const otherLanguage = otherLanguages.flatMap(([batch, other]) =>
      linesAt(batch).map(({ number }) => [number, otherLanguageWords(other)] as const),
    );
    notesSearch.use(film, { from: source.facts.language, into: language });
    await each((batch) => notesSearch.learn(batch, linesAt(batch)));
    const noted = await each((batch) =>
      notesSearch.judge(batch, linesAt(batch), linesAt(batch - 1).at(-1), linesAt(batch + 1)[0]),
    );
    const missing = await each((batch) => missingIn(film, batch));
    const count = (newest?.count ?? 0) + 1;
    const facts = filmFacts(
      lines,
      source.facts,
      {
        language,
        limits,
        misaligned: new Map(misaligned.flat()),
        otherLanguage: new Map(otherLanguage),
        noted: new Map(noted.flat()),
        missing: new Set(missing.flat()),
        address: agreedAddress(notesOfFilm(film.notes, film.fileName), { prompt, tone }, language),
      },
      before?.film,
    );
    const judged = await each((batch) =>
      judgeBatch(before?.batches[batch], linesAt(batch), languagesAt(batch), facts, count),
    );
    newest = { phrases: film.phrases, film: facts, batches: judged, language, otherLanguages, limits, count };
    return newest;
  }

  /** The problems of a line that can be found without other lines. The line need not be in the film. */
  function problemsOf(line: Line, film: Film, facts: FilmFacts): readonly Problem[] {
    const { number } = line;
    const noted = notedFor(line, film);
    const alone = {
      misaligned: new Map(),
      inconsistent: new Map(),
      otherLanguage: new Map(),
      noted: new Map(noted && [[number, noted]]),
    };
    return judgeLines([line], { ...facts, ...alone }).get(number) ?? [];
  }

  /** The notes that apply to such a line, between its neighbours in the film. */
  function notedFor(line: Line, film: Film): NotedLine | undefined {
    const place = placeOf(film.phrases, line.number);
    if (place === undefined) return undefined;
    const beside = (at: number) => lineOf(film, film.phrases[at]?.number ?? Number.NaN);
    const { index, at } = batchOfPlace(film.phrases, place);
    return notesSearch.noteFor(index, at, { line, before: beside(place - 1), after: beside(place + 1) });
  }

  function verdictOn(line: Line, text: string, film: Film, facts: FilmFacts): SuggestionVerdict {
    const counted = problemsOf({ ...line, translation: text }, film, facts).filter(
      ({ kind }) => PROBLEM_KIND_ROWS[kind].ofSuggestion !== 'not-warned',
    );
    const { translation = '' } = line;
    // Compare only the amounts of text, because both texts have the line's time.
    const [present, suggested] = [fitOf(translation, undefined), fitOf(text, undefined)];
    const isBetter = (kind: ProblemKind): boolean => {
      const { ofSuggestion } = PROBLEM_KIND_ROWS[kind];
      return typeof ofSuggestion === 'function' && ofSuggestion(suggested) < ofSuggestion(present);
    };
    return {
      warnings: counted.map(({ words }) => words),
      isSound: text !== translation && counted.every(({ kind }) => isBetter(kind)),
    };
  }

  /** By line number: lines of a batch that are still misaligned with these texts. */
  function stillMisaligned(film: Film, batch: number, texts: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
    const lines = linesOfBatch(film, batch);
    misalignments.learn(
      batch,
      lines.map((line) => (texts.has(line.number) ? { ...line, translation: texts.get(line.number) } : line)),
    );
    const found = misalignments.misalignedLines(batch, false);
    misalignments.learn(batch, lines);
    return found;
  }

  return {
    async judge(film: Film, choices: JudgementOptions, since: JudgementVersion | undefined, turns: Turns) {
      const found = await judging(film, choices, turns);
      if (!found) return undefined;
      const { batches, count, language, otherLanguages, limits } = found;
      const known = since?.judge === judge ? since.count : 0;
      const answer: Judgement = {
        version: { judge, count },
        changed: batches.flatMap((batch, index) =>
          batch.count > known ? [[index, [...batch.problems]] as const] : [],
        ),
        language,
        otherLanguages,
        limits,
      };
      return answer;
    },

    line(film: Film, number: number, text: string): LineView | undefined {
      const line = lineOf(film, number);
      const facts = judgedOf(film)?.film;
      if (!line || !facts) return undefined;
      const isTyped = text !== line.translation;
      const place = film.phrases.findIndex((phrase) => phrase.number === number);
      const { index, at } = batchOfPlace(film.phrases, place);
      const same = facts.source.repeats.find((places) => places.includes(place)) ?? [];
      const fixable = isTyped ? [] : (judgeLines([line], facts).get(number) ?? []);
      return {
        problems: problemsOf({ ...line, translation: withoutBlankLines(text) }, film, facts),
        fixes: fixable.flatMap(({ kind }) => {
          const fixed = fixOf(line, kind, facts);
          return fixed === undefined ? [] : [[kind, fixed] as const];
        }),
        others: same.flatMap((other) => (other === place ? [] : (film.phrases[other]?.number ?? []))),
        noted: notesSearch.rowsIn(index, at),
      };
    },

    fixAll(film: Film, kind: ProblemKind): readonly Replacement[] {
      const judged = judgedOf(film);
      return (judged?.batches ?? []).flatMap(({ problems }) =>
        [...problems].flatMap(([number, found]) => {
          const line = found.some((problem) => problem.kind === kind) ? lineOf(film, number) : undefined;
          const after = line && judged && fixOf(line, kind, judged.film);
          return after === undefined ? [] : { number, before: line?.translation ?? '', after, ranges: [] };
        }),
      );
    },

    verdicts(film: Film, texts: readonly (readonly [number: number, text: string])[]) {
      const judged = judgedOf(film);
      if (!judged) return undefined;
      const newestTexts = new Map(texts);
      const misaligned = new Map<number, ReadonlyMap<number, string>>();
      /** A sentence if the newest text of a misaligned line still belongs to another line. */
      function stillMisalignedWords(number: number, text: string): string | undefined {
        const batch = batchOfLine(film.phrases, number) ?? -1;
        const had = judged?.batches[batch]?.problems.get(number)?.some(({ kind }) => kind === 'slid');
        if (!had || newestTexts.get(number) !== text) return undefined;
        const ofBatch = misaligned.get(batch) ?? stillMisaligned(film, batch, newestTexts);
        misaligned.set(batch, ofBatch);
        return ofBatch.get(number);
      }
      return texts.map(([number, text]): SuggestionVerdict => {
        const line = lineOf(film, number);
        if (!line) return { warnings: [], isSound: false };
        const { warnings, isSound } = verdictOn(line, text, film, judged.film);
        const words = stillMisalignedWords(number, text);
        return words === undefined ? { warnings, isSound } : { warnings: [...warnings, words], isSound: false };
      });
    },

    /** undefined: the caller has stopped waiting. */
    async csv(film: Film, { dismissed, ...choices }: CsvChoices, turns: Turns): Promise<string | undefined> {
      const judged = await judging(film, choices, turns);
      if (!judged) return undefined;
      const problems = new Map(judged.batches.flatMap((batch) => [...batch.problems]));
      const without = new Map(dismissed);
      return linesAsCsv(
        allLines(film).map((line) => {
          const found = problemsToTell(line, problems.get(line.number) ?? []);
          return { line, problems: found.filter(({ kind }) => !without.get(line.number)?.includes(kind)) };
        }),
      );
    },
  };
}

/** Judges without changing the judgement of the open film. undefined: the caller has stopped waiting. */
export async function linesToReview(
  film: FilmToReview,
  choices: JudgementOptions,
  turns: Turns,
): Promise<FoundLines | undefined> {
  const judgement = await createFilmJudge().judge(film, choices, undefined, turns);
  if (!judgement) return undefined;
  const problems = new Map(judgement.changed.flatMap(([, ofBatch]) => ofBatch));
  const numbers = [...film.batches.keys()]
    .flatMap((batch) =>
      judgedLines(film, linesOfBatch(film, batch), batch, ({ number }) => problems.get(number) ?? [], false),
    )
    .flatMap((facts) => (isToReview(facts) ? [facts.line.number] : []));
  return { count: numbers.length, first: numbers[0] ?? 0 };
}

/** The numbers of the lines that are missing in the answer for a failed batch. */
const missingIn = (film: Film, batch: number): readonly number[] =>
  film.batches[batch]?.state === 'failed' && isReadable(film, batch)
    ? linesOfBatch(film, batch).flatMap(({ number, translation }) => (translation === undefined ? [number] : []))
    : [];

const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/** Runs `work` for each batch, taking turns with other questions. The returned function rejects with NOBODY_WAITS. */
function inTurns(count: number, { turn }: Turns) {
  let turnAt = Date.now() + TASK_MS;
  return async <T>(work: (batch: number) => T): Promise<readonly T[]> => {
    const done: T[] = [];
    for (let batch = 0; batch < count; batch++) {
      if (Date.now() >= turnAt) {
        if (await turn()) throw NOBODY_WAITS;
        turnAt = Date.now() + TASK_MS;
      }
      done.push(work(batch));
    }
    return done;
  };
}

/** Returns the earlier verdict if it is still valid. */
function judgeBatch(
  before: JudgedBatch | undefined,
  lines: readonly Line[],
  languages: BatchLanguages,
  film: FilmFacts,
  count: number,
): JudgedBatch {
  const isSame = before?.lines === lines && judgedAlike(lines, before.film, film);
  return isSame ? before : { lines, languages, film, problems: judgeLines(lines, film), count };
}
