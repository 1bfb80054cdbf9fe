import { errorOf } from '../../engine/batch.ts';
import { nextFailed } from '../../engine/run-state.ts';
import { canDownload, isResultBehind, type Work } from '../../film/film.ts';
import type { SavingChoices } from '../../film-worker/calls.ts';
import { formatOf, textToSave } from '../../subtitles/formats.ts';
import { saveTextFile } from '../kit/browser.ts';
import type { MainSave, Saving } from './page-state.ts';
import type { Services } from './services.tsx';

/** The specified name, or that of the film's own format. */
export const plainName = ({ readAs }: Pick<Work, 'readAs'>): string => `translated.${formatOf(readAs)}`;

/**
 * Saves the result under its plain name. Removes control characters, which may have been pasted or come from a project file, unless the film's format has its
 * own.
 */
export function download(
  { readAs, translated, sourceText = '' }: Pick<Work, 'readAs' | 'translated'> & Partial<Pick<Work, 'sourceText'>>,
  { name = plainName({ readAs }), text = translated }: { name?: string; text?: string | undefined } = {},
): void {
  saveTextFile(name, textToSave({ readAs, sourceText }, text), readAs === 'srt' ? undefined : 'text/plain');
}

/**
 * Saves the result in one of the two ways, with the options of the file; F4 then repeats that way. Saves what the page shows: waits for the text that is being
 * typed, and for the film worker to write the latest changes into the result.
 */
export async function saveResult(services: Services, how: MainSave): Promise<void> {
  const { page, session } = services;
  await session.writeResult();
  const { saving } = page.getState();
  const state = session.store.getState();
  // The text that was being typed has just made a batch fail, so there is no complete result.
  if (!canDownload(state)) return page.setState({ refusal: notSavedWords(state) });
  page.setState({ saving: { ...saving, main: how }, series: { ...page.getState().series, savedAs: null } });
  const file = how === 'download' && isAsItIs(saving) ? {} : await finished(services, state);
  download(state, how === 'save-as' ? file : { text: file.text });
  if (isResultBehind(state)) page.setState({ refusal: RESULT_WITHOUT_LINES });
  else await noteFilmSaved(services, state);
}

/** Notes that a file contains this film. Another film of the series may have been opened since, and this one may be only in storage now. */
export async function noteFilmSaved(
  { session, intake }: Pick<Services, 'session' | 'intake'>,
  film: Work,
): Promise<void> {
  session.noteSaved(film);
  if (film.id !== session.store.getState().id) await (await intake.series())?.noteSaved(film);
}

export function notSavedWords(state: Work): string {
  const failed = nextFailed(state, -1);
  if (failed === undefined) return 'Nothing was saved, because not all batches are done.';
  return `Nothing was saved: batch ${failed + 1} has an error. Correct the batch, or press Undo to take back your last change. ${errorOf(state.batches[failed])}`;
}

const RESULT_WITHOUT_LINES =
  'The saved file does not have your newest changes in Lines. “Write the file again” adds them, but removes what you typed in the text. Then save again.';

export const isAsItIs = ({ options }: Saving): boolean => Object.keys(options).length === 0;

/** The film's text with the options of the file, and the file's name. If the options fail, saves the text without them. */
export async function finished(
  { session, settings, page }: Pick<Services, 'session' | 'settings' | 'page'>,
  film: Work,
  { translated, part }: { translated: string; part?: string } = film,
): Promise<{ readonly name?: string; readonly text?: string }> {
  const { prompt } = settings.store.getState();
  const choices = choicesOf(film.fileName, prompt, page.getState().saving, part);
  return (await session.analysis.askOf(film, 'finish', { ...choices, translated }).catch(() => undefined)) ?? {};
}

export const choicesOf = (
  fileName: string,
  prompt: string,
  { language, options, ...saving }: Saving,
  part?: string,
): SavingChoices => ({
  fileName,
  prompt,
  language,
  chosenFor: saving.prompt,
  part,
  options,
});
