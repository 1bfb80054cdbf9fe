import { batchTextOf } from '../engine/batch.ts';
import { NO_FILM } from '../film-worker/calls.ts';
import { createAnswers } from '../film-worker/functions.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Line, Problem, ProblemKind } from '../review/line.ts';
import { counts, problemsToTell } from '../review/problem-kinds.ts';
import { partsOfName } from '../review/saved-name.ts';
import type { Phrase } from '../subtitles/document.ts';
import { batchAt, countBatches } from '../translation/batch.ts';
import { prettyJson } from '../translation/read-reply.ts';
import type { Checked, Source } from './api.ts';
import { openSource } from './sources.ts';

interface JudgedLine {
  readonly line: Line;
  readonly problems: readonly Problem[];
}

/** `isDismissed`: whether a person has dismissed this kind of problem for the line. */
export function checkedLines(
  judged: Iterable<JudgedLine>,
  isDismissed: (line: Line, kind: ProblemKind) => boolean = () => false,
): Checked {
  let [lines, doubtful, fits] = [0, 0, 0];
  const problems = [];
  for (const { line, problems: found } of judged) {
    const told = problemsToTell(line, found).filter(({ kind }) => !isDismissed(line, kind));
    const wrong = told.filter(({ kind }) => counts(kind, false));
    lines++;
    if (wrong.length > 0) doubtful++;
    if (told.some(({ kind }) => counts(kind, true) && !counts(kind, false))) fits++;
    problems.push(...wrong.map(({ kind, words }) => ({ line: line.number, kind, words })));
  }
  return { lines, doubtful, fits, problems };
}

const nameOf = (source: Source): string => ('file' in source ? source.file.name : source.name);
const unreadWords = (source: Source, why: string): string => `${nameOf(source)} cannot be read: ${why}`;

/** If several lines are shown at the same time, such as signs beside speech, they are paired in their order. */
function translationsOf(
  phrases: readonly Phrase[],
  translated: readonly Phrase[],
): (phrase: Phrase) => string | undefined {
  const byNumber = new Map(translated.map((phrase) => [phrase.number, phrase.text]));
  const byTime = new Map<string, string[]>();
  for (const { time, text } of translated) byTime.set(time, [...(byTime.get(time) ?? []), text]);
  const seen = new Map<string, number>();
  const texts = new Map<Phrase, string | undefined>();
  for (const phrase of phrases) {
    const { time, number } = phrase;
    const found = byTime.get(time) ?? [];
    const before = seen.get(time) ?? 0;
    seen.set(time, before + 1);
    texts.set(phrase, found[before] ?? found.at(-1) ?? byNumber.get(number));
  }
  return (phrase) => texts.get(phrase);
}

/**
 * Judges a translation from another program, in the language that the file's name says. Mends both files as if they were opened to be translated. Pairs the
 * lines of the translation with those of the original by time or, failing that, by number.
 */
export async function checkFiles(original: Source, translated: Source): Promise<Result<Checked, string>> {
  const { ask } = createAnswers();
  const read = async (file: Source) => {
    const opened = await openSource(file, {}, createAnswers());
    if (!opened.ok) return fail(unreadWords(file, opened.error));
    const { sourceText, readAs } = opened.value.work;
    const film = { ...NO_FILM, sourceText, readAs };
    const found = await ask(film, 'read', undefined);
    if (!found?.ok) return fail(unreadWords(file, found?.error.message ?? ''));
    return ok({ ...film, phrases: found.value.phrases });
  };
  const film = await read(original);
  if (!film.ok) return film;
  const other = await read(translated);
  if (!other.ok) return other;
  const { phrases } = film.value;
  const textOf = translationsOf(phrases, other.value.phrases);
  const batches = Array.from({ length: countBatches(phrases) }, (_, index) => {
    const batch = batchAt(phrases, index);
    const texts = batch.phrases.flatMap((phrase) => {
      const text = textOf(phrase);
      return text === undefined ? [] : [[String(phrase.number), text] as const];
    });
    const error = texts.length === batch.phrases.length ? '' : 'Lines are missing.';
    return batchTextOf([error, prettyJson(texts)]);
  });
  const { language } = partsOfName(nameOf(translated).replace(/^.*[\\/]/s, ''));
  const judged = await ask({ ...film.value, batches }, 'judge', { prompt: '', language, since: undefined });
  const problems = new Map(judged?.changed.flatMap(([, lines]) => lines));
  return ok(
    checkedLines(
      phrases.map((phrase) => ({
        line: { number: phrase.number, time: phrase.time, original: phrase.text, translation: textOf(phrase) },
        problems: problems.get(phrase.number) ?? [],
      })),
    ),
  );
}
