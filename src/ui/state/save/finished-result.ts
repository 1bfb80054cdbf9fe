import { runInSlices } from '../../../clock/run-in-slices.ts';
import { finishFile, type UnfinishedFile } from '../../../review/save/finish-file.ts';
import { savedName } from '../../../review/save/saved-name.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { formatOf } from '../../../subtitles/document.ts';
import type { Services } from '../services.tsx';
import { languageOfResult } from './language-of-result.ts';

/** The result of a session as the options of the file want it, and the name of the opened file with the translation's language. */
export async function finishedResult(
  { settings, page }: Pick<Services, 'settings' | 'page'>,
  state: SessionState & Pick<UnfinishedFile, 'isPart'>,
): Promise<{ readonly name: string; readonly text: string | undefined }> {
  const { saving } = page.getState();
  const language = languageOfResult(state, settings.store.getState().prompt, saving);
  const name = savedName(state.fileName, language, formatOf(state.readAs));
  const text = await runInSlices(finishFile({ ...state, language }, saving.options), new AbortController().signal);
  return { name, text };
}
