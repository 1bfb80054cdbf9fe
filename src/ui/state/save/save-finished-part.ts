import { fail, type Result } from '../../../lib/result.ts';
import type { Session } from '../../../session/session.ts';
import { formatOf } from '../../../subtitles/document.ts';
import type { FinishedText } from '../../../translation/assemble.ts';
import { wantTypedText } from '../../kit/typed-text.ts';
import type { Services } from '../services.tsx';
import type { finishedResult } from './finished-result.ts';
import { download } from './save-result.ts';

/**
 * Saves what is translated so far, the rest in the original, in the film's own format and with the options of the file; the file's name says
 * how much is translated.
 */
export async function saveFinishedPart(services: Services): Promise<void> {
  const { session, page } = services;
  wantTypedText();
  const state = session.store.getState();
  const { readAs } = state;
  const part = await finishedPart(session).catch((error: unknown) => fail(`A part of this page is missing: ${error}`));
  if (!part?.ok) {
    if (part) page.setState({ refusal: `The finished part was not saved. ${part.error}` });
    return;
  }
  const { text: translated, translated: count, total } = part.value;
  // Better without options than not at all.
  const text = await withOptions(services, { ...state, translated, isPart: true }).catch(() => undefined);
  download({ readAs, translated }, { text, name: `translated-${count}-of-${total}.${formatOf(readAs)}` });
}

/** undefined: the person wants no options. */
async function withOptions(
  services: Services,
  part: Parameters<typeof finishedResult>[1],
): Promise<string | undefined> {
  if (Object.keys(services.page.getState().saving.options).length === 0) return undefined;
  const { finishedResult } = await import(/* webpackChunkName: "formats" */ './finished-result.ts');
  return (await finishedResult(services, part)).text;
}

/** undefined: another film has come in the meantime. */
async function finishedPart({ analysis }: Session): Promise<Result<FinishedText, string> | undefined> {
  return analysis.ask('assembleFinished', undefined);
}
