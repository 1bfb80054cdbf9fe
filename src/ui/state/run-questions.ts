import { isStillFilm, notesToOffer } from '../../film/shown-facts.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { languageQuestion } from './language-pair.ts';
import type { Services } from './services.tsx';

type Needed = Pick<Services, 'session' | 'settings' | 'page' | 'askFirst'>;

/** Asks what is to be decided before a run begins; false: nothing is to be sent. */
export async function mayBegin(services: Needed): Promise<boolean> {
  const { settings, askFirst } = services;
  const question = followsFilm(settings.store.getState()) ? undefined : await languageQuestion(services);
  if (question && !(await askFirst.call(question))) return false;
  return mayGoOn(services);
}

/** The same before a run goes on: whether proposed notes are used that nobody has decided about. */
export async function mayGoOn({ session, askFirst }: Needed): Promise<boolean> {
  const { getState } = session.store;
  const asked = getState();
  if (notesToOffer(asked).length === 0) return true;
  // A project that is opened meanwhile was not asked about.
  return (await askFirst.call({ kind: 'notes' })) === true && isStillFilm(asked, getState());
}
