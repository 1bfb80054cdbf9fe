import { nextTask } from '../../clock/clock.ts';
import { hasBatches } from '../../engine/run-state.ts';
import type { TranslateOptions } from '../../film/session.ts';
import { followsFilm } from '../../settings/default-prompt.ts';
import { focusSoon } from '../kit/focus.ts';
import { ERRORS_ID } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID } from './open-batch.tsx';
import { runPart } from './parts.ts';
import type { Services } from './services.tsx';

type NeededServices = Pick<Services, 'session' | 'settings' | 'page'>;

/**
 * Translate, by button or key. Starting a run of hundreds of batches takes a task of its own, after the click's; pressing twice
 * starts one run. Where a person's own prompt says another language than the film's, the page asks first, once (D11.21).
 */
export async function translateSoon(services: NeededServices, options?: TranslateOptions): Promise<void> {
  const { settings, page } = services;
  await nextTask();
  // A prompt that nobody has typed in follows the film.
  if (!followsFilm(settings.store.getState())) {
    const question = await runPart.load().then(
      ({ languageQuestion }) => languageQuestion(services, options),
      // Without the code for it nothing can be sent either.
      () => undefined,
    );
    if (question) return page.setState({ languageQuestion: question });
  }
  await beginRun(services, options);
}

/** The focus goes to the batches when the run has started, else to the error that says why it has not. */
export async function beginRun({ session }: Pick<Services, 'session'>, options?: TranslateOptions): Promise<void> {
  await session.translate(options);
  focusSoon(hasBatches(session.store.getState()) ? BATCHES_HEADING_ID : ERRORS_ID);
}
