/** What sends: loaded when there is first something to send. In the chunk of the page's run part (ui/run-part.ts). */
export { createDispatcher } from '../engine/dispatcher.ts';
export { createSendRequest, runSettingsOf, settingsOfDispatcher } from '../engine/requests.ts';
export { promptForFilm } from '../languages/prompt-language.ts';
export { whenModelSettled } from '../settings/model-settled.ts';
export { createPaceMemory } from './pace-memory.ts';
