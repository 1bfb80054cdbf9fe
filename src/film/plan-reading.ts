import { readingOf } from '../engine/job.ts';
import type { FilmReading } from '../engine/run-state.ts';
import { languageOfPhrases } from '../languages/guess-language.ts';
import { languageName } from '../languages/language-names.ts';
import { languageOfPrompt } from '../languages/prompt-language.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { type ReadingLanguages, readingParts, readingRequest, readingRoom } from '../notes/film-reading.ts';
import { type FoundNotes, hasFound, joinFound, NOTHING_FOUND } from '../notes/found-notes.ts';
import { estimateCall, sumOfTokens } from '../prices/estimate.ts';
import type { Tokens } from '../prices/price.ts';
import { countsOf, scaleOf, type TextCounts, tokenizerOf } from '../prices/text-counts.ts';
import type { Model } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';

/** The requests that read a film for notes. */
export interface ReadingPlan {
  readonly parts: readonly (readonly string[])[];
  readonly languages: ReadingLanguages;
  /** How many characters of earlier findings a request may contain. */
  readonly mostFound: number;
  /** The tokens of all parts that are still to be read. */
  readonly tokens: Tokens;
  readonly missing: number;
  readonly isBegun: boolean;
}

interface PlannedWith {
  readonly prompt: string;
  readonly model: Model;
  /** undefined: unknown. */
  readonly contextTokens: number | undefined;
}

/** The findings of other films, and the estimated tokens of findings from films that will be read earlier. */
interface FoundBefore {
  readonly found: FoundNotes;
  readonly tokens: number;
}

const NOTHING_BEFORE: FoundBefore = { found: NOTHING_FOUND, tokens: 0 };

/** `before`: an earlier reading, whose phrases are cut into the same parts. The error is a sentence for people. */
export function planReading(
  phrases: readonly Phrase[],
  before: FilmReading | null,
  { prompt, model, contextTokens }: PlannedWith,
  others = NOTHING_BEFORE,
): Result<ReadingPlan, string> {
  const room = readingRoom(contextTokens);
  if (!room) return fail(tooFewWords(model.id, contextTokens));
  const { weigh } = scaleOf(tokenizerOf(model));
  const texts = phrases.map(({ text }) => text);
  const parts = readingParts(texts, { maxTokens: room.lines, countTokens: (text) => weigh(countsOf(text)) });
  const named = (code: string | undefined) => code && languageName(code);
  const languages = { from: named(languageOfPhrases(phrases)), into: named(languageOfPrompt(prompt)) };
  const begun = readingOf(before, parts, languages);
  const missing = begun.parts?.slice(begun.done) ?? [];
  const foundBefore = joinFound(others.found, begun.found);
  const calls = missing.map((part) => readingRequest(part, foundBefore, languages, room.found));
  const known = hasFound(foundBefore) ? JSON.stringify(foundBefore).length : 0;
  const tokens = withFoundBefore(
    calls.map((call) => estimateCall({ prompt, phrases: [], context: [], reading: call }, model)),
    Math.max(0, room.found - known) * tokensPerCharacter(texts, weigh),
    others.tokens,
  );
  return ok({ parts, languages, mostFound: room.found, tokens, missing: missing.length, isBegun: begun.done > 0 });
}

/** The tokens of a character of findings: rows that hold the film's own words. The limit of what a request repeats is in characters. */
function tokensPerCharacter(texts: readonly string[], weigh: (counts: TextCounts) => number): number {
  const people = texts.slice(0, ROWS_TO_COUNT).map((note) => ({ name: '', translation: '', gender: 'unknown', note }));
  const rows = JSON.stringify({ ...NOTHING_FOUND, people });
  return Math.min(1, weigh(countsOf(rows)) / rows.length);
}

/** Enough for the share of letters of each script. */
const ROWS_TO_COUNT = 50;

/** Sums the calls of the parts. Each call also sends what the parts before it found: as long as their replies, up to `mostFound` tokens. */
function withFoundBefore(calls: readonly Tokens[], mostFound: number, before: number): Tokens {
  let [found, foundTokens] = [before, 0];
  for (const { output } of calls) {
    foundTokens += Math.min(found, mostFound);
    found += output;
  }
  return sumOfTokens([...calls, { input: foundTokens, output: 0 }]);
}

const tooFewWords = (model: string, tokens = 0): string =>
  `${model} reads only ${tokens.toLocaleString('en')} tokens at once, too few for a film. Choose another model. Nothing was sent.`;
