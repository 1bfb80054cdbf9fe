import { createTimerClock, NEVER_ABORTED, withTimeout } from '../../clock/clock.ts';
import { isReadStill, isStillFilm, notesToOffer } from '../../film/shown-facts.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { whenModelSettled } from '../../settings/model-settled.ts';
import { isModelUnnamed } from '../../settings/settings.ts';
import { languageQuestion } from './language-pair.ts';
import type { Services } from './services.tsx';

/** The longest wait for the model list before the page asks. */
const LIST_WAIT_MS = 2_000;

type Needed = Pick<Services, 'session' | 'settings' | 'page' | 'askFirst'>;

/** Asks all questions before a run; false: nothing may be sent. */
export async function mayBegin(services: Needed): Promise<boolean> {
  const { settings, askFirst } = services;
  if (!(await mayUseModel(services))) return false;
  const question = followsFilm(settings.store.getState()) ? undefined : await languageQuestion(services);
  if (question && !(await askFirst.call(question))) return false;
  return mayGoOn(services);
}

/** Asks about a model that the page has not named before, after waiting for the model list, which may change the model. */
async function mayUseModel({ settings, askFirst }: Needed): Promise<boolean> {
  const { getState } = settings.store;
  const { model } = getState();
  if (!isModelUnnamed(getState())) return true;
  const listed = whenModelSettled(settings.store, createTimerClock(), NEVER_ABORTED);
  await withTimeout(LIST_WAIT_MS, listed, undefined);
  return getState().model !== model || (await askFirst.call({ kind: 'model' })) === true;
}

/** Asks the same before a run continues: about suggested notes without a decision, and about notes that a reading will suggest. */
export async function mayGoOn({ session, page, askFirst }: Needed): Promise<boolean> {
  const { getState } = session.store;
  const asked = getState();
  const { series } = page.getState();
  if (!isReadStill(asked) && !series.readsAll && notesToOffer(asked, series).length === 0) return true;
  // If a project was opened meanwhile, the answer is not about it.
  return (await askFirst.call({ kind: 'notes' })) === true && isStillFilm(asked, getState());
}
