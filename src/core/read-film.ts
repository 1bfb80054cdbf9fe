import { noticeWords } from '../film/notice-words.ts';
import type { FilmWorker, SourceSummary } from '../film-worker/calls.ts';
import { createAnswers } from '../film-worker/functions.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Model } from '../providers/provider.ts';
import type { FilmRequest, Source, Told } from './api.ts';
import type { FilmParts } from './film.ts';
import { promptOf } from './prompt-of-film.ts';
import { parseModel } from './settings.ts';
import { openSource } from './sources.ts';

/** Reads a source as it is asked for. The error is a sentence for people. */
export async function readRequested(
  source: Source,
  request: Partial<FilmRequest>,
  worker: FilmWorker,
): Promise<Result<FilmParts, string>> {
  const model = modelIn(request);
  if (!model.ok) return model;
  // A worker of its own, which is forgotten: the search for repairs keeps ten times the memory of the film.
  const opened = await openSource(source, request, createAnswers());
  if (!opened.ok) return opened;
  const { project } = opened.value;
  const inUse = model.value ?? project?.model;
  if (!inUse) return fail('No model is given. Give one, such as openai/gpt-5.4-mini.');
  const { notes, options } = request;
  const work = { ...opened.value.work, ...(notes && { notes }), ...(options && { options }) };
  const read = await worker.ask(work, 'read', undefined);
  if (!read?.ok) return fail(read?.error.message ?? STOPPED);
  const summary = await worker.ask(work, 'source', undefined);
  if (!summary) return fail(STOPPED);
  const prompt = promptOf(request, project?.prompt, summary.language);
  if (!prompt.ok) return prompt;
  return ok({
    work,
    model: inUse,
    file: request.file ?? {},
    source: summary,
    prompt: prompt.value.prompt,
    to: prompt.value.to,
    tone: request.tone,
    told: [...opened.value.told, ...toldOfText(summary), ...prompt.value.told],
    phrases: work.phrases.length > 0 ? work.phrases : read.value.phrases,
  });
}

/** Nobody can stop it but by closing the film, which is not there yet. */
const STOPPED = 'Stopped.';

/** undefined: none is named. */
const modelIn = ({ model }: Partial<FilmRequest>): Result<Model | undefined, string> =>
  model === undefined ? ok(undefined) : parseModel(model);

const toldOfText = ({ notes }: SourceSummary): readonly Told[] =>
  notes.flatMap((notice) =>
    notice.kind === 'kept' || notice.kind === 'damaged' ? [{ code: notice.kind, message: noticeWords(notice) }] : [],
  );
