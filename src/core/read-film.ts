import { EMPTY_WORK, type Work } from '../film/film.ts';
import { noticeWords } from '../film/notice-words.ts';
import type { FilmWorker, SourceSummary } from '../film-worker/calls.ts';
import { createAnswers } from '../film-worker/functions.ts';
import { isOtherLanguage, languageName } from '../languages/language-names.ts';
import { languageOfPrompt } from '../languages/prompt-language.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Model } from '../providers/provider.ts';
import type { FilmRequest, Source, Told } from './api.ts';
import type { FilmParts } from './film.ts';
import { promptOf } from './prompt-of-film.ts';
import { parseModel } from './settings.ts';
import { openSource, withoutTranslations } from './sources.ts';

/** Reads a source as the request says. The error is a sentence for people. */
export async function readRequested(
  source: Source,
  request: Partial<FilmRequest>,
  worker: FilmWorker,
): Promise<Result<FilmParts, string>> {
  const model = modelIn(request);
  if (!model.ok) return model;
  // Uses a worker of its own, which is dropped afterwards: the search for repairs keeps ten times the film's memory.
  const opened = await openSource(source, request, createAnswers());
  if (!opened.ok) return opened;
  const { project, language } = opened.value;
  const inUse = model.value ?? project?.model;
  if (!inUse) return fail('No model is given. Give one, such as openai/gpt-5.4-mini.');
  const { notes, options } = request;
  const work = { ...opened.value.work, ...(notes && { notes }), ...(options && { options }) };
  const read = await worker.ask(work, 'read', undefined);
  if (!read?.ok) return fail(read?.error.message ?? STOPPED);
  const summary = await worker.ask(work, 'source', undefined);
  if (!summary) return fail(STOPPED);
  const prompt = promptOf(request, project?.prompt, { looks: summary.language, named: language });
  if (!prompt.ok) return prompt;
  const asked = prompt.value.to ?? languageOfPrompt(prompt.value.prompt);
  const inLanguage = workIn(asked, work, project?.prompt, request);
  return ok({
    work: inLanguage.work,
    model: inUse,
    file: request.file ?? {},
    source: summary,
    prompt: prompt.value.prompt,
    to: prompt.value.to,
    tone: request.tone,
    told: [...opened.value.told, ...toldOfText(summary), ...prompt.value.told, ...inLanguage.told],
    phrases: work.phrases.length > 0 ? work.phrases : read.value.phrases,
  });
}

/** Drops the answers of a project if they are in another language than the requested one. `before`: the project's prompt. */
function workIn(
  asked: string | undefined,
  work: Work,
  before: string | undefined,
  { restored, notes }: Partial<FilmRequest>,
): { readonly work: Work; readonly told: readonly Told[] } {
  // The answers of an interrupted run were requested in this call's language.
  const had = before === undefined || restored !== undefined ? undefined : languageOfPrompt(before);
  if (asked === undefined || had === undefined || !isOtherLanguage(asked, had)) return { work, told: [] };
  const { sourceText, fileName, readAs, withoutStyles, options } = work;
  const message = `The program does not use the ${languageName(had)} translation of the project. It translates the original into ${languageName(asked)}.`;
  const kept = { sourceText, fileName, readAs, withoutStyles, options };
  return {
    work: { ...EMPTY_WORK, ...kept, notes: notes ?? withoutTranslations(work.notes) },
    told: [{ code: 'other-language', message }],
  };
}

/** Never shown: only closing the film can stop this, and there is no film yet. */
const STOPPED = 'Stopped.';

/** undefined: the request names no model. */
const modelIn = ({ model }: Partial<FilmRequest>): Result<Model | undefined, string> =>
  model === undefined ? ok(undefined) : parseModel(model);

const toldOfText = ({ notes }: SourceSummary): readonly Told[] =>
  notes.flatMap((notice) =>
    notice.kind === 'kept' || notice.kind === 'damaged' ? [{ code: notice.kind, message: noticeWords(notice) }] : [],
  );
