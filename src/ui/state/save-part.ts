import { useEffect, useState } from 'react';
import { resultsOf } from '../../engine/batch.ts';
import type { SavingFacts } from '../../film-worker/calls.ts';
import { haveSameValues } from '../../lib/memo.ts';
import { fail } from '../../lib/result.ts';
import { formatOf } from '../../subtitles/formats.ts';
import { choicesOf, download, finished, isAsItIs } from './save.ts';
import { type Services, usePage, useServices, useSession, useSettings } from './services.tsx';

const PART_WITHOUT_EDITS =
  'The finished part has not all of your edits of the translated text: only those that are texts of lines.';

/**
 * Saves what is translated so far, the rest in the original, in the film's own format and with the options of the file; the file's name says
 * how much is translated.
 */
export async function saveFinishedPart(services: Services): Promise<void> {
  const { session, page } = services;
  await session.writeResult();
  const { readAs, fileName, ownResult, sourceText } = session.store.getState();
  if (ownResult !== null) page.setState({ refusal: PART_WITHOUT_EDITS });
  const part = await session.analysis
    .ask('assembleFinished', undefined)
    .catch((error: unknown) => fail(`A part of this page is missing: ${error}`));
  if (!part) return;
  if (!part.ok) return page.setState({ refusal: `The finished part was not saved. ${part.error}` });
  const { text: translated, translated: count, total } = part.value;
  const { text } = isAsItIs(page.getState().saving)
    ? {}
    : await finished(services, { fileName, translated, isPart: true });
  download({ readAs, translated, sourceText }, { text, name: `translated-${count}-of-${total}.${formatOf(readAs)}` });
}

/** Translations come in, or are edited, one after the other. */
const AGAIN_MS = 250;

/** How the result would be saved; undefined: not known yet. Asked again a moment after the translations have changed, which mostly changes nothing of it. */
export function useSaving(): SavingFacts | undefined {
  const { session, shown } = useServices();
  const saving = usePage((state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const fileName = useSession((state) => state.fileName);
  const [facts, setFacts] = useState<SavingFacts>();
  useEffect(() => {
    let newest: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function ask(): void {
      timer = undefined;
      newest?.abort();
      newest = new AbortController();
      void session.analysis
        .ask('saving', choicesOf(fileName, prompt, saving), newest.signal)
        // What is missing is told where something is saved.
        .catch(() => undefined)
        .then((found) => found && setFacts((before) => (before && haveSameValues(before, found) ? before : found)));
    }
    ask();
    const unsubscribe = shown.subscribe((after, before) => {
      if (resultsOf(after) !== resultsOf(before)) timer ??= setTimeout(ask, AGAIN_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      newest?.abort();
    };
  }, [session, shown, saving, prompt, fileName]);
  return facts;
}
