import { hasBatches } from '../../engine/run-state.ts';
import { missingKey } from '../../settings/model-choice.ts';
import { focusSoon } from '../kit/focus.ts';
import { KEY_FIELD_ID, panelActionsId, panelId } from '../kit/panel.tsx';
import { UPLOAD_BUTTON_ID } from '../panels/source/source-panel.tsx';
import { BATCHES_HEADING_ID } from '../state/open-batch.tsx';
import type { Services } from '../state/services.tsx';

/** Brings the focus to the place of a step (an index of STEPS). What the step waits for is told there, beside its commands. */
export function goToStep(step: number, { session, settings, page }: Services): void {
  const state = session.store.getState();
  const started = hasBatches(state);
  const commands = panelActionsId('Translation');
  const places = [
    state.sourceText === '' ? UPLOAD_BUTTON_ID : panelId('Original'),
    !started && missingKey(settings.store.getState()) !== undefined ? KEY_FIELD_ID : panelId('Translation'),
    started ? BATCHES_HEADING_ID : commands,
    started ? 'lines' : commands,
    commands,
  ];
  const place = places[step] ?? commands;
  if (state.shownBatch !== null) session.closeBatch();
  if (started && place !== BATCHES_HEADING_ID) page.setState({ view: place === 'lines' ? 'lines' : 'text' });
  focusSoon(place);
}
