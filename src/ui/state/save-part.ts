import { useEffect, useState } from 'react';
import { resultsOf } from '../../engine/batch.ts';
import { callsUnderWay } from '../../engine/run-state.ts';
import { allOk, canSaveAs, isInNoFile, isInSeries, isUnsaved, type Work } from '../../film/film.ts';
import { isDone } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { linesInPlace } from '../../film/shown-facts.ts';
import type { SavingFacts } from '../../film-worker/calls.ts';
import { haveSameValues } from '../../lib/memo.ts';
import { fail } from '../../lib/result.ts';
import { formatOf } from '../../subtitles/formats.ts';
import { countFinished } from '../../translation/assemble.ts';
import type { IntakeServices } from './intake.ts';
import type { Going, MainSave } from './page-state.ts';
import { choicesOf, download, finished, isAsItIs, noteFilmSaved, notSavedWords } from './save.ts';
import { type Services, usePage, useServices, useSession, useSettings } from './services.tsx';

const PART_WITHOUT_EDITS =
  'The saved file has the line texts that you changed. It does not have your other changes, such as numbers and times.';

/** How many of the film's phrases are translated, and how many there are, before all batches are OK. undefined: none is translated, or all batches are OK. */
export function finishedPart(state: Work) {
  if (allOk(state)) return undefined;
  const counts = countFinished(state.phrases, resultsOf(state), linesInPlace(state));
  return counts.translated > 0 ? counts : undefined;
}

/** "59-of-60", for a file name; undefined: there is no finished part. */
const partOf = (state: Work): string | undefined => {
  const part = finishedPart(state);
  return part && `${part.translated}-of-${part.total}`;
};

/** How to save the film's translations: as the result, or as its finished part. undefined: nothing is unsaved. */
export const unsavedKind = (state: Work): 'result' | 'part' | undefined =>
  isUnsaved(state) ? 'result' : isInNoFile(state) && finishedPart(state) ? 'part' : undefined;

/** How many requests are not answered yet, of the film or of all films. */
export const callsOf = ({ store, others }: Pick<Session, 'store' | 'others'>, goes: Going): number =>
  [store.getState(), ...(goes === 'all' ? others.getState().values() : [])].reduce(
    (sum, work) => sum + callsUnderWay(work),
    0,
  );

/** How many translated films of the series, besides the open one, are not saved. */
export const unsavedOthers = ({ session, page }: Pick<IntakeServices, 'session' | 'page'>, goes: Going): number =>
  goes === 'film'
    ? 0
    : page.getState().series.rows.filter((row) => row.id !== session.store.getState().id && isDone(row) && !row.isSaved)
        .length;

/**
 * Whether `next` may replace what is on the page. `next` is a film or file, as a sentence names it; '': the film is closed. Asks the person if paid requests
 * are not answered yet, or if translations are not saved.
 */
export async function mayGo(
  services: Pick<IntakeServices, 'session' | 'saveFirst' | 'commands' | 'page'>,
  next: string,
  goes: Going,
  back: 'Undo' | 'Redo' = 'Undo',
): Promise<boolean> {
  const { session, saveFirst, commands } = services;
  if (commands.demo) return true;
  // Text that is being typed also counts as an unsaved change.
  session.takeTyped.call('saving');
  const isInFiles = unsavedKind(session.store.getState()) === undefined && unsavedOthers(services, goes) === 0;
  return (callsOf(session, goes) === 0 && isInFiles) || (await saveFirst.call(next, goes, back)) === true;
}

/**
 * Saves the lines that are translated so far, and the originals of the others, in the film's own format and with the options of the file. The file name says
 * how much is translated.
 */
export async function saveFinishedPart(services: Services, how: MainSave = 'download'): Promise<void> {
  const { session, page } = services;
  await session.writeResult();
  const state = session.store.getState();
  const { readAs, ownResult, sourceText } = state;
  if (ownResult !== null) page.setState({ refusal: PART_WITHOUT_EDITS });
  const found = await session.analysis
    .askOf(state, 'assembleFinished', linesInPlace(state))
    .catch((error: unknown) => fail(`A part of this page could not be loaded: ${error}`));
  if (!found) return;
  if (!found.ok) return page.setState({ refusal: `The finished part was not saved. ${found.error}` });
  const { text: translated, translated: count, total } = found.value;
  const part = `${count}-of-${total}`;
  const { saving } = page.getState();
  const isPlain = how === 'download' && isAsItIs(saving);
  const file = isPlain ? {} : await finished(services, state, { translated, part });
  const named = how === 'save-as' ? file.name : undefined;
  download(
    { readAs, translated, sourceText },
    { text: file.text, name: named ?? `translated-${part}.${formatOf(readAs)}` },
  );
  page.setState({ series: { ...page.getState().series, savedAs: null } });
  if (ownResult === null) await noteFilmSaved(services, state);
}

/** "Save project": saves the film on the page, or all films of its series. */
export async function saveProject({
  session,
  intake,
  commands,
}: Pick<Services, 'session' | 'intake' | 'commands'>): Promise<void> {
  const series = isInSeries(session.store.getState()) ? await intake.series() : undefined;
  await (series ? series.saveProject() : commands.saveProject());
}

/** F4: saves the finished part in the same way as the page's button. */
export async function savePartByKey(services: Services): Promise<void> {
  const state = services.session.store.getState();
  if (finishedPart(state)) await saveFinishedPart(services, canSaveAs(state) ? 'save-as' : 'download');
  else services.page.setState({ refusal: notSavedWords(state) });
}

/** Waits this long, because translations arrive or are edited one after another. */
const AGAIN_MS = 250;

/** How the result would be saved; undefined: not known yet. Asks the film worker again a moment after the translations have changed. */
export function useSaving(): SavingFacts | undefined {
  const { session, shown } = useServices();
  const saving = usePage((state) => state.saving);
  const prompt = useSettings((state) => state.prompt);
  const fileName = useSession((state) => state.fileName);
  const part = useSession(partOf);
  const [facts, setFacts] = useState<SavingFacts>();
  useEffect(() => {
    let newest: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function ask(): void {
      timer = undefined;
      newest?.abort();
      newest = new AbortController();
      void session.analysis
        .ask('saving', choicesOf(fileName, prompt, saving, part), newest.signal)
        // The command that saves shows what went wrong.
        .catch(() => undefined)
        .then((found) => found && setFacts((before) => (before && haveSameValues(before, found) ? before : found)));
    }
    // In a task of its own: the first question after a film was opened copies the film.
    timer = setTimeout(ask);
    const unsubscribe = shown.subscribe((after, before) => {
      if (resultsOf(after) !== resultsOf(before)) timer ??= setTimeout(ask, AGAIN_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      newest?.abort();
    };
  }, [session, shown, saving, prompt, fileName, part]);
  return facts;
}
