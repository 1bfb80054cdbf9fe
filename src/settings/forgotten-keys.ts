import type { Clock } from '../clock/clock.ts';
import type { EndpointId } from '../providers/provider.ts';
import type { SettingsState } from './settings-state.ts';

/** How long Undo can bring back forgotten keys, or a key that was replaced by answering a question. */
export const UNDO_FORGETTING_MS = 30_000;

export interface ForgottenKeysOptions {
  readonly clock: Clock;
  /** `undoable`: keys can be brought back. `replaced`: only this endpoint's key was replaced; undefined: all were forgotten. */
  readonly onChange: (undoable: boolean, replaced?: EndpointId) => void;
}

type Keys = Pick<SettingsState, 'keys' | 'heldKeys'>;

/** Keeps all keys as they were before they were forgotten, or one of them replaced: for Undo, in memory only, for 30 s (SECURITY.md). */
export interface ForgottenKeys {
  /** @param replaced the endpoint whose key was replaced; missing: all keys were forgotten */
  hold(keys: Keys, replaced?: EndpointId): void;
  /** Gives the kept keys and forgets them; undefined: there are none, or their time is over. */
  take(): Keys | undefined;
  /** Forgets the kept keys. */
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
      // After a sleep of the machine the timer may be overdue, so the time itself is compared.
      const keys = held !== undefined && clock.now() < held.until ? held.keys : undefined;
      drop();
      return keys;
    },
    drop,
  };
}
