import { saveTextFile } from '../../../files/save-text-file.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { wantTypedText } from '../../kit/typed-text.ts';
import type { MainSave } from '../page-state.ts';
import type { Services } from '../services.tsx';

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
  if (how === 'download' && Object.keys(saving.options).length === 0) download(state);
  else {
    await import(/* webpackChunkName: "formats" */ './finished-result.ts')
      .then(({ finishedResult }) => finishedResult(services, state))
      .then(
        ({ name, text }) => download(state, how === 'download' ? { text } : { name, text }),
        // Better without options than not at all.
        () => download(state),
      );
  }
}
