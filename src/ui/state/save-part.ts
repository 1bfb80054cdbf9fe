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
import { choicesOf, download, finished, isAsItIs, notSavedWords } from './save.ts';
import { type Services, usePage, useServices, useSession, useSettings } from './services.tsx';

const PART_WITHOUT_EDITS =
  'The saved file has the line texts that you changed. It does not have your other changes, such as numbers and times.';

/** How many of the film's phrases are translated, of how many, before all batches are OK; undefined: none is, or all are. */
export function finishedPart(state: Work) {
  if (allOk(state)) return undefined;
  const counts = countFinished(state.phrases, resultsOf(state), linesInPlace(state));
  return counts.translated > 0 ? counts : undefined;
}

/** "59-of-60", for a file's name; undefined: there is no finished part. */
const partOf = (state: Work): string | undefined => {
  const part = finishedPart(state);
  return part && `${part.translated}-of-${part.total}`;
};

/** How a film's translations are saved: as the result, or as its finished part; undefined: none of them is missing in a file. */
export const unsavedKind = (state: Work): 'result' | 'part' | undefined =>
  isUnsaved(state) ? 'result' : isInNoFile(state) && finishedPart(state) ? 'part' : undefined;

/** The requests under way for what goes. */
export const callsOf = ({ store, others }: Pick<Session, 'store' | 'others'>, goes: Going): number =>
  [store.getState(), ...(goes === 'all' ? others.getState().values() : [])].reduce(
    (sum, work) => sum + callsUnderWay(work),
    0,
  );

/** The translated films of the series beside the open one that are in no file. */
export const unsavedOthers = ({ session, page }: Pick<IntakeServices, 'session' | 'page'>, goes: Going): number =>
  goes === 'film'
    ? 0
    : page.getState().series.rows.filter((row) => row.id !== session.store.getState().id && isDone(row) && !row.isSaved)
        .length;

/**
 * Whether what is on the page may go for `next` (a film or file, as a sentence names it; empty: it is closed). A person is asked if requests are under way, which are paid
 * for, or if it has translations that are in no file.
 */
export async function mayGo(
  services: Pick<IntakeServices, 'session' | 'saveFirst' | 'commands' | 'page'>,
  next: string,
  goes: Going,
  back: 'Undo' | 'Redo' = 'Undo',
): Promise<boolean> {
  const { session, saveFirst, commands } = services;
  if (commands.demo) return true;
  // What is being typed is a change that was not saved, too.
  session.takeTyped.call('saving');
  const isInFiles = unsavedKind(session.store.getState()) === undefined && unsavedOthers(services, goes) === 0;
  return (callsOf(session, goes) === 0 && isInFiles) || (await saveFirst.call(next, goes, back)) === true;
}

/**
 * Saves what is translated so far, the rest in the original, in the film's own format and with the options of the file; the file's name says
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
  const isPlain = how === 'download' && isAsItIs(page.getState().saving);
  const file = isPlain ? {} : await finished(services, state, { translated, part });
  const named = how === 'save-as' ? file.name : undefined;
  download(
    { readAs, translated, sourceText },
    { text: file.text, name: named ?? `translated-${part}.${formatOf(readAs)}` },
  );
  if (ownResult === null) session.noteSaved(state);
}

/** "Save project": the film on the page, or all films of its series. */
export async function saveProject({
  session,
  intake,
  commands,
}: Pick<Services, 'session' | 'intake' | 'commands'>): Promise<void> {
  const series = isInSeries(session.store.getState()) ? await intake.series() : undefined;
  await (series ? series.saveProject() : commands.saveProject());
}

/** F4: saves the finished part as the page's own button would. */
export async function savePartByKey(services: Services): Promise<void> {
  const state = services.session.store.getState();
  if (finishedPart(state)) await saveFinishedPart(services, canSaveAs(state) ? 'save-as' : 'download');
  else services.page.setState({ refusal: notSavedWords(state) });
}

/** Translations come in, or are edited, one after the other. */
const AGAIN_MS = 250;

/** How the result would be saved; undefined: not known yet. Asked again a moment after the translations have changed, which mostly changes nothing of it. */
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
  }, [session, shown, saving, prompt, fileName, part]);
  return facts;
}
