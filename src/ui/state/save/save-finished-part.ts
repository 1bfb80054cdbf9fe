import { runInSlices } from '../../../clock/run-in-slices.ts';
import { fail, type Result } from '../../../lib/result.ts';
import type { Session } from '../../../session/session.ts';
import { formatOf } from '../../../subtitles/document.ts';
import { assembleFinished, assembleFinishedDocument, type FinishedText } from '../../../translation/finished-part.ts';
import type { Services } from '../services.tsx';
import { download } from './save-result.ts';

/** Saves what is translated so far, the rest in the original, in the film's own format; the file's name says how much is translated. */
export async function saveFinishedPart({ session, page }: Pick<Services, 'session' | 'page'>): Promise<void> {
  const { readAs } = session.store.getState();
  const part = await finishedPart(session).catch((error: unknown) => fail(`A part of this page is missing: ${error}`));
  if (!part?.ok) {
    if (part) page.setState({ refusal: `The finished part was not saved. ${part.error}` });
    return;
  }
  const { text, translated, total } = part.value;
  download({ readAs, translated: text }, { name: `translated-${translated}-of-${total}.${formatOf(readAs)}` });
}

/** undefined: another film has come in the meantime. */
async function finishedPart({ store, readDocument }: Session): Promise<Result<FinishedText, string> | undefined> {
  const { phrases, results, readAs } = store.getState();
  if (readAs === 'srt') return { ok: true, value: assembleFinished(phrases, results) };
  const document = await readDocument();
  if (!document?.ok) return document && fail(document.error.message);
  return runInSlices(assembleFinishedDocument(document.value, phrases, results), new AbortController().signal);
}
