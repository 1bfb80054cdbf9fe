import type { Clock } from '../clock/clock.ts';
import type { Connectivity } from '../engine/connectivity.ts';
import { createProviderLoader } from '../providers/load-provider.ts';
import { byEndpoint } from '../providers/provider.ts';
import { createEngine } from '../session/create-engine.ts';
import type { Session } from '../session/session.ts';
import { DEFAULT_CALLS } from '../settings/default-calls.ts';
import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import type { Settings } from '../settings/settings.ts';
import type { KeptSettings } from '../settings/settings-state.ts';
import { DEMO_MODEL } from './openai-wire.ts';
import { SAMPLE_SOURCE } from './sample-source.ts';
import { createDemoFetch } from './stand-in.ts';

/** A session and settings of their own: the demo stores nothing and sends nothing. */
export interface Demo {
  readonly session: Session;
  readonly settings: Settings;
  /** Ends timers and requests when the person leaves the demo. */
  dispose(): void;
}

export interface DemoParts {
  readonly clock: Clock;
}

/** The sample is loaded and waits for Translate; Restart brings it back, and the demo runs again in the same way. */
export function createDemo({ clock }: DemoParts): Demo {
  let standIn = createDemoFetch({ clock });
  const loadProvider = createProviderLoader({ clock, fetch: (...call) => standIn(...call) });
  const { settings, session, dispose } = createEngine({
    clock,
    connectivity: ALWAYS_ONLINE,
    loadProvider,
    kept: DEMO_SETTINGS,
  });
  session.openSource(SAMPLE_SOURCE, []);

  return {
    session: {
      ...session,
      restart() {
        session.restart();
        standIn = createDemoFetch({ clock });
        session.openSource(SAMPLE_SOURCE, []);
      },
    },
    settings,
    dispose,
  };
}

/** The demo sends nothing, so it runs offline too. */
const ALWAYS_ONLINE: Connectivity = { isOnline: () => true, subscribe: () => () => {} };

const DEMO_SETTINGS: KeptSettings = {
  prompt: DEFAULT_PROMPT,
  model: { endpoint: 'openai', id: DEMO_MODEL },
  modelChosen: true,
  keys: byEndpoint((id) => (id === 'openai' ? 'demo-key' : '')),
  heldKeys: byEndpoint(() => ''),
  calls: DEFAULT_CALLS,
  concurrency: 'automatic',
  keepKeys: 'session',
};
