import type { FilmRules } from './film-rules.ts';
import { inconsistentLines } from './inconsistent.ts';
import { areRelated } from './language/related-languages.ts';
import { mainScript, type Script, scriptOfLanguage } from './language/scripts.ts';
import { usualMarks, usualRatio } from './learn-from-lines.ts';
import type { Limits } from './limits.ts';
import type { Line } from './line.ts';
import type { SourceFacts } from './source-facts.ts';

/** What is known of the whole film when one of its lines is judged. */
export interface FilmFacts {
  readonly source: SourceFacts;
  /** The same object as in the facts before, as long as its contents are equal. */
  readonly rules: FilmRules;
  /** By line number: a sentence on how the same original is translated elsewhere. */
  readonly inconsistent: ReadonlyMap<number, string>;
  /** By line number: a sentence on why the translation seems to belong to another line. */
  readonly slid: ReadonlyMap<number, string>;
}

export interface FilmChoices {
  /** BCP 47, guessed (targetLanguage) or chosen by the person. */
  readonly language: string | undefined;
  /** limitsFor(language), or what the person has set. */
  readonly limits: Limits;
  /** By line number: the sentences of the search for translations that have slid to another line. */
  readonly slid: ReadonlyMap<number, string>;
}

/**
 * The facts of a film with its present translations; takes a few milliseconds for 10,000 lines. `before`: the facts worked out last.
 * Rules that are still true stay the same object, so that few batches need to be judged again (judgedAlike).
 */
export function filmFacts(
  lines: readonly Line[],
  source: SourceFacts,
  { language, limits, slid }: FilmChoices,
  before?: FilmFacts,
): FilmFacts {
  const rules: FilmRules = {
    language,
    sourceLanguage: source.language,
    script: scriptOfTranslations(lines, language),
    sourceScript: source.script,
    related: areRelated(source.language, language),
    limits,
    ratio: 1,
    marks: [],
  };
  const learnt = { ...rules, ratio: usualRatio(lines, rules, before?.rules.ratio), marks: usualMarks(lines, rules) };
  const isSame = before !== undefined && JSON.stringify(before.rules) === JSON.stringify(learnt);
  return { source, rules: isSame ? before.rules : learnt, inconsistent: inconsistentLines(lines, source), slid };
}

const scriptOfTranslations = (lines: readonly Line[], language: string | undefined): Script | undefined =>
  (language === undefined ? undefined : scriptOfLanguage(language)) ??
  mainScript(lines.flatMap(({ translation }) => (translation === undefined ? [] : [translation])));

/** Whether judge finds the same problems in these lines by both facts, so that the problems found before can be kept. */
export const judgedAlike = (lines: readonly Line[], one: FilmFacts, other: FilmFacts): boolean =>
  one.rules === other.rules &&
  one.source === other.source &&
  lines.every(
    ({ number }) =>
      one.inconsistent.get(number) === other.inconsistent.get(number) &&
      one.slid.get(number) === other.slid.get(number),
  );
