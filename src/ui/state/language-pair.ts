import { outputOf } from '../../engine/batch.ts';
import type { Work } from '../../film/film.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { guessLanguage, mayBe } from '../../languages/guess-language.ts';
import { languageName } from '../../languages/language-names.ts';
import {
  type LanguagePair,
  languageOfPrompt,
  readStandardPrompt,
  sourceOfPrompt,
  standardPrompt,
} from '../../languages/prompt-language.ts';
import { stampOf } from '../../lib/text.ts';
import { type LanguageChoices, NOTHING_SAID, saidOf } from '../../settings/settings.ts';
import type { LanguageQuestion } from './page-state.ts';
import type { Services } from './services.tsx';

interface PairFacts {
  readonly prompt: string;
  /** BCP 47; undefined: there is no film, or its language is unknown. */
  readonly detected: string | undefined;
  readonly said: Omit<LanguageChoices, 'prompts'>;
}

interface PromptAndPair {
  /** The pair that the fields show. */
  readonly pair: LanguagePair;
  /** The pair that the prompt names, whatever the film's language seems to be. */
  readonly asked: LanguagePair;
  /** The film's language as the prompt names it; undefined: it names none. */
  readonly saidSource: string | undefined;
  /** "The film seems to be in English, but the prompt translates from Russian."; '': they agree, or the language is unknown. */
  readonly disagreement: string;
  /** The pair for which the page offers the standard prompt; undefined: the prompt is already the standard prompt for it. */
  readonly offer: LanguagePair | undefined;
}

/** Combines what the prompt says about languages with the person's choices and the film's detected language. */
export function readPair({ prompt, detected, said }: PairFacts): PromptAndPair {
  const written = readStandardPrompt(prompt);
  const saidSource = written?.from ?? sourceOfPrompt(prompt);
  const pair: LanguagePair = {
    from: said.from ?? detected ?? saidSource ?? 'en',
    into: said.into ?? written?.into ?? languageOfPrompt(prompt) ?? said.recent[0] ?? 'pt',
    tone: said.tone ?? written?.tone ?? 'informal',
  };
  const disagrees = detected !== undefined && saidSource !== undefined && !mayBe(detected, saidSource);
  const better = disagrees ? { ...pair, from: detected } : pair;
  return {
    pair,
    asked: { ...pair, from: saidSource ?? pair.from },
    saidSource,
    disagreement: disagrees
      ? `The film seems to be in ${languageName(detected)}, but the prompt translates from ${languageName(saidSource)}.`
      : '',
    offer: prompt === standardPrompt(better) ? undefined : better,
  };
}

/**
 * The standard prompt for a film whose run has begun: from the film's language into the language in use. That language is the one that the prompt names, or
 * that the prompt of a batch names, or that the translated lines seem to be in.
 */
export function standardPromptOfRun(
  { provenances, batches }: Pick<Work, 'provenances' | 'batches'>,
  facts: PairFacts,
): string {
  const prompts = [facts.prompt, ...provenances.toReversed().flatMap((made) => made?.prompt ?? [])];
  const prompt = prompts.find((each) => languageOfPrompt(each) !== undefined);
  const came = prompt === undefined ? guessLanguage(batches.map(outputOf)) : undefined;
  const from = prompts.map(sourceOfPrompt).find((each) => each !== undefined);
  const said = {
    ...facts.said,
    from: facts.said.from ?? facts.detected ?? from ?? null,
    into: facts.said.into ?? came ?? null,
  };
  return standardPrompt(readPair({ ...facts, prompt: prompt ?? facts.prompt, said }).pair);
}

/** Replaces the prompt, as a step that Undo takes back. `words`: describe the new prompt. */
export function changePrompt(
  { session, settings }: Pick<Services, 'session' | 'settings'>,
  words: string,
  change: () => void,
): void {
  const before = settings.store.getState();
  change();
  if (settings.store.getState().prompt !== before.prompt)
    session.notePrompt({ text: before.prompt, follows: followsFilm(before), said: saidOf(before) }, words);
}

/** "English → German". */
export const pairWords = ({ from, into }: LanguagePair): string =>
  [from, into].map((code) => languageName(code) ?? code).join(' → ');

/** The question before a run if the person's prompt names another language than the film's. undefined: no question, or it was answered. */
export async function languageQuestion({
  session,
  settings,
  page,
}: Pick<Services, 'session' | 'settings' | 'page'>): Promise<LanguageQuestion | undefined> {
  const { prompt } = settings.store.getState();
  // If the worker does not answer, the command Translate reports it.
  const source = await session.analysis.look().catch(() => undefined);
  const { disagreement, offer } = readPair({ prompt, detected: source?.language, said: NOTHING_SAID });
  const about = stampOf(`${source?.of.sourceText}\n${prompt}`);
  if (disagreement === '' || offer === undefined || page.getState().languageAnswered === about) return undefined;
  return { kind: 'languages', words: disagreement, pair: offer, about };
}
