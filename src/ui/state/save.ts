import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { saveTextFile } from '../../files/save-text-file.ts';
import type { SessionState } from '../../film/film.ts';
import type { SavingChoices, SavingFacts } from '../../film-worker/calls.ts';
import { fail } from '../../lib/result.ts';
import { formatOf } from '../../subtitles/document.ts';
import { wantTypedText } from '../kit/typed-text.ts';
import type { MainSave, Saving } from './page-state.ts';
import { type Services, useServices } from './services.tsx';
import { useSession, useSettings } from './use-film.ts';

/** The result as it stands, under the specified name, or under that of its own format. */
export const download = (
  { readAs, translated }: Pick<SessionState, 'readAs' | 'translated'>,
  { name = `translated.${formatOf(readAs)}`, text = translated }: { name?: string; text?: string | undefined } = {},
): void => saveTextFile(name, text, readAs === 'srt' ? undefined : 'text/plain');

/**
 * Saves the result in one of the two ways, with the options of the file; F4 repeats that way. What is saved is what the
 * page shows: with what is being typed, and with edits whose result is still being put together.
 */
export async function saveResult(services: Services, how: MainSave): Promise<void> {
  const { page, session } = services;
  wantTypedText();
  await session.resultSettled();
  const { saving } = page.getState();
  const state = session.store.getState();
  page.setState({ saving: { ...saving, main: how } });
  if (how === 'download' && Object.keys(saving.options).length === 0) return download(state);
  // Better without options than not at all.
  const { name, text } = (await finished(services, state).catch(() => undefined)) ?? {};
  download(state, how === 'download' ? { text } : { ...(name !== undefined && { name }), text });
}

/**
 * Saves what is translated so far, the rest in the original, in the film's own format and with the options of the file; the file's name says
 * how much is translated.
 */
export async function saveFinishedPart(services: Services): Promise<void> {
  const { session, page } = services;
  wantTypedText();
  const { readAs, fileName } = session.store.getState();
  const part = await session.analysis
    .ask('assembleFinished', undefined)
    .catch((error: unknown) => fail(`A part of this page is missing: ${error}`));
  if (!part?.ok) {
    if (part) page.setState({ refusal: `The finished part was not saved. ${part.error}` });
    return;
  }
  const { text: translated, translated: count, total } = part.value;
  const isAsItIs = Object.keys(page.getState().saving.options).length === 0;
  const { text } = isAsItIs
    ? {}
    : ((await finished(services, { fileName, translated, isPart: true }).catch(() => undefined)) ?? {});
  download({ readAs, translated }, { text, name: `translated-${count}-of-${total}.${formatOf(readAs)}` });
}

/** A text of the session's film as the options of the file want it, with the name of the file. */
function finished(
  { session, settings, page }: Pick<Services, 'session' | 'settings' | 'page'>,
  { fileName, translated, isPart = false }: { fileName: string; translated: string; isPart?: boolean },
) {
  const { prompt } = settings.store.getState();
  return session.analysis.ask('finish', {
    ...choicesOf({ fileName, prompt, saving: page.getState().saving }),
    translated,
    isPart,
  });
}

const choicesOf = (now: { fileName: string; prompt: string; saving: Saving }): SavingChoices => ({
  fileName: now.fileName,
  prompt: now.prompt,
  language: now.saving.language,
  options: now.saving.options,
});

/** How the result would be saved; undefined: not known yet. */
export function useSaving(): SavingFacts | undefined {
  const { session, page } = useServices();
  const saving = useStore(page, (state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const fileName = useSession((state) => state.fileName);
  const results = useSession((state) => state.results);
  const [facts, setFacts] = useState<SavingFacts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the translations have changed
  useEffect(() => {
    const newer = new AbortController();
    void session.analysis
      .ask('saving', choicesOf({ fileName, prompt, saving }), newer.signal)
      // What is missing is told where something is saved.
      .catch(() => undefined)
      .then((found) => found && setFacts(found));
    return () => newer.abort();
  }, [session, saving, prompt, fileName, results]);
  return facts;
}
