import type { Clock } from '../clock/clock.ts';
import type { Connectivity } from '../engine/job.ts';
import { createEngine } from '../film/create-engine.ts';
import type { Session } from '../film/session.ts';
import { createProviderLoader } from '../providers/load-provider.ts';
import { byEndpoint } from '../providers/provider.ts';
import { DEFAULT_CALLS, type KeptSettings, type Settings } from '../settings/settings.ts';
import { type SceneId, sceneOf } from './scenes.ts';
import { createDemoFetch, DEMO_MODEL } from './stand-in.ts';

/** A session and settings of their own: the demo stores nothing and sends nothing. */
export interface Demo {
  readonly session: Session;
  readonly settings: Settings;
  /** Ends timers and requests when the person leaves the demo. */
  dispose(): void;
}

/** The scene is loaded, and plays or waits for Translate; Restart brings it back, and the demo runs again in the same way. */
export function createDemo({ clock, scene: id = 'ru-pt' }: { readonly clock: Clock; readonly scene?: SceneId }): Demo {
  const scene = sceneOf(id);
  let standIn = createDemoFetch({ clock, scene });
  const loadProvider = createProviderLoader({ clock, fetch: (...call) => standIn(...call) });
  const { settings, session, dispose } = createEngine({
    clock,
    connectivity: ALWAYS_ONLINE,
    loadProvider,
    kept: { ...DEMO_SETTINGS, prompt: scene.prompt },
  });
  const load = () => {
    session.openSource(scene.source, []);
    session.changeNotes(scene.notes);
  };
  load();
  if (scene.plays) void session.translate();

  return {
    session: {
      ...session,
      restart() {
        session.restart();
        standIn = createDemoFetch({ clock, scene });
        load();
      },
    },
    settings,
    dispose,
  };
}

/** The demo sends nothing, so it runs offline too. */
const ALWAYS_ONLINE: Connectivity = { isOnline: () => true, subscribe: () => () => {} };

const DEMO_SETTINGS: Omit<KeptSettings, 'prompt'> = {
  model: { endpoint: 'openai', id: DEMO_MODEL },
  promptFollows: false,
  modelChosen: true,
  keys: byEndpoint((id) => (id === 'openai' ? 'demo-key' : '')),
  doubtfulKeys: byEndpoint(() => ''),
  calls: DEFAULT_CALLS,
  concurrency: 'automatic',
  keepKeys: 'session',
};
