import type { Clock } from '../clock/clock.ts';
import type { EndpointId } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** How long "Forget keys", and the replacing of a key by an answer, can be undone. */
export const UNDO_FORGETTING_MS = 30_000;

export interface ForgottenKeysOptions {
  readonly clock: Clock;
  /** Whether there are keys that can be brought back; `replaced`: whose key alone. */
  readonly onChange: (undoable: boolean, replaced?: EndpointId) => void;
}

type Keys = Pick<SettingsState, 'keys' | 'heldKeys'>;

/** All keys as they were before they were forgotten, or one replaced, a moment ago: in this page's memory alone, for Undo, and not for long (SECURITY.md). */
export interface ForgottenKeys {
  /** @param replaced whose key was replaced; missing: all were forgotten */
  hold(keys: Keys, replaced?: EndpointId): void;
  /** The keys, which are held no more; undefined when there are none, or when their time is over. */
  take(): Keys | undefined;
  drop(): void;
}

export function createForgottenKeys({ clock, onChange }: ForgottenKeysOptions): ForgottenKeys {
  let held: { readonly keys: Keys; readonly until: number } | undefined;
  let cancelEnd = () => {};

  function drop(): void {
    cancelEnd();
    if (held === undefined) return;
    held = undefined;
    onChange(false);
  }

  return {
    hold(keys, replaced) {
      drop();
      held = { keys, until: clock.now() + UNDO_FORGETTING_MS };
      cancelEnd = clock.after(UNDO_FORGETTING_MS, drop);
      onChange(true, replaced);
    },
    take() {
      // A machine that slept wakes with timers that are overdue.
      const keys = held !== undefined && clock.now() < held.until ? held.keys : undefined;
      drop();
      return keys;
    },
    drop,
  };
}
