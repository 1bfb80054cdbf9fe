import { type Clock, lastTask } from '../clock/clock.ts';
import { createDispatcher } from '../engine/dispatcher.ts';
import type { Connectivity } from '../engine/job.ts';
import { changesOf, createSendRequest, runSettingsOf, settingsOfDispatcher } from '../engine/requests.ts';
import { followsFilm } from '../languages/default-prompt.ts';
import { readStandardPrompt } from '../languages/prompt-language.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { modelName } from '../providers/models.ts';
import { whenModelSettled } from '../settings/model-settled.ts';
import {
  isModelOpen,
  isOnThisComputer,
  NOTHING_PENDING,
  type Settings,
  type SettingsState,
  saidOf,
  startProblem,
} from '../settings/settings.ts';
import { createSession, type SessionDependencies } from './create-session.ts';
import type { Paces } from './kept-paces.ts';
import { createPaceMemory } from './pace-memory.ts';
import type { Session } from './session.ts';

export { promptForFilm } from '../languages/prompt-language.ts';
export { NO_LIST, NO_ROW } from './series.ts';

interface RunningSessionParts extends Pick<SessionDependencies, 'early' | 'filmWorker' | 'beforeRun'> {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly loadProvider: LoadProvider;
  readonly settings: Settings;
  /** undefined: no pace is remembered. */
  readonly paces: Paces | undefined;
  readonly recordsCosts: boolean;
}

/** Creates a session whose requests follow the page's settings. */
export function createRunningSession({ settings, paces, recordsCosts, ...parts }: RunningSessionParts): Session {
  const { clock, loadProvider } = parts;
  const readSettings = settings.store.getState;
  const readRun = () => runSettingsOf(readSettings());
  const modelInUse = () => readSettings().model;
  const send = createSendRequest({
    readSettings: readRun,
    noteRefusedKey: settings.noteRefusedKey,
    loadProvider,
    whenModelSettled: ({ signal }) => whenModelSettled(settings.store, clock, signal),
  });
  const dispatcher = createDispatcher({
    clock,
    connectivity: connectivityOf(parts.connectivity, settings.store),
    onBug: (thrown) => console.error(thrown),
    isOneRun: true,
    order: 'film',
    paceMemory: paces && createPaceMemory(paces, modelInUse, () => readSettings().keys[modelInUse().endpoint]),
    async sendRequest(call, about) {
      const outcome = await send(call, about);
      // A page that is busy for longer stores the answer all the same: a reload would lose it, and it is paid for.
      await lastTask(250);
      return outcome;
    },
    ...settingsOfDispatcher(
      readRun,
      recordsCosts ? () => ({ models: readSettings().models, isModelOpen: isModelOpen(readSettings()) }) : undefined,
    ),
  });
  return createSession({
    ...parts,
    createRun: dispatcher.add,
    startProblem: () => startProblem(readSettings()),
    onUnwritten: (reason) => console.error(reason),
    onSettings: changesOf(settings.store),
    settingsOfSteps: settingsOfSteps(settings),
  });
}

/** The settings that an undo step stores, and how Undo and Redo bring them back. */
export const settingsOfSteps = (settings: Settings): NonNullable<SessionDependencies['settingsOfSteps']> => ({
  inUse() {
    const state = settings.store.getState();
    const { prompt, model } = state;
    return { prompt, model, ...(followsFilm(state) && { follows: true }), said: saidOf(state) };
  },
  bringBack({ prompt, model, follows, said }) {
    const now = settings.store.getState();
    const isTyped = !followsFilm(now) && now.prompt !== prompt && readStandardPrompt(now.prompt) === undefined;
    if (prompt === now.earlierPrompt) settings.bringPromptBack();
    // As after Reset, the person can restore a prompt that was typed in the meantime.
    else if (isTyped) settings.resetPrompt(prompt);
    if (follows) settings.followFilm(prompt);
    else settings.stopFollowing(prompt);
    settings.setLanguages(said ?? NOTHING_PENDING);
    if (modelName(model) !== modelName(settings.store.getState().model)) settings.pickModel(model);
  },
});

/** The connectivity that matters for the model in use: a model on this computer counts as online without a network. */
function connectivityOf(network: Connectivity, settings: Settings['store']): Connectivity {
  const needsNone = (state: SettingsState) => isOnThisComputer(state, state.model.endpoint);
  return {
    isOnline: () => needsNone(settings.getState()) || network.isOnline(),
    subscribe(onChange) {
      const ends = [
        network.subscribe(onChange),
        settings.subscribe((state, before) => {
          if (needsNone(state) !== needsNone(before)) onChange();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
