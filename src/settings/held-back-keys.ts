import type { Clock } from '../clock/clock.ts';
import { byEndpoint, type EndpointId } from '../providers/endpoints.ts';
import { isStartOfKey, keyProblem, otherProviderOfKey } from '../providers/keys.ts';
import type { ApiKeys } from '../providers/provider.ts';
import type { KeptSettings, KeyRefusal, SettingsState } from './settings.ts';

/** '': no key. */
export const storedKey = (
  { keys, doubtfulKeys }: Pick<SettingsState, 'keys' | 'doubtfulKeys'>,
  provider: EndpointId,
): string => keys[provider] || doubtfulKeys[provider];

/** Separates stored keys into usable ones and doubtful ones. The page must ask about a doubtful key before it uses it. */
export function heldBack(
  keys: ApiKeys,
  isAnswered: (provider: EndpointId) => boolean,
): Pick<KeptSettings, 'keys' | 'doubtfulKeys'> {
  const isHeld = (id: EndpointId) => keyRefusal(id, keys[id]) !== undefined && !isAnswered(id);
  return {
    keys: byEndpoint((id) => (isHeld(id) ? '' : keys[id])),
    doubtfulKeys: byEndpoint((id) => (isHeld(id) ? keys[id] : '')),
  };
}

/** Why a trimmed text is not accepted as the provider's key. undefined: it is accepted. '' removes the key. */
export function keyRefusal(provider: EndpointId, key: string): KeyRefusal | undefined {
  const problem = keyProblem(key);
  if (problem !== undefined) return { reason: 'unfit', problem };
  if (isStartOfKey(key)) return { reason: 'unfinished' };
  const owner = otherProviderOfKey(key, provider);
  if (owner === 'several') return { reason: 'several-keys' };
  return owner && { reason: 'other-provider', owner };
}

/** True if the person can confirm that the text is the provider's key. */
export const isQuestion = ({ reason }: KeyRefusal): boolean => reason === 'other-provider' || reason === 'several-keys';

/** How long Undo can bring back forgotten keys, or a key that was replaced by answering a question. */
export const UNDO_FORGETTING_MS = 30_000;

type Keys = Pick<SettingsState, 'keys' | 'doubtfulKeys'>;

/**
 * Holds forgotten or replaced keys for Undo, in memory only and for 30 s (SECURITY.md).
 * @param onChange `undoable`: keys can be restored. `replaced`: only this endpoint's key was replaced; undefined: all keys were forgotten
 */
export function createForgottenKeys(clock: Clock, onChange: (undoable: boolean, replaced?: EndpointId) => void) {
  let kept: { readonly keys: Keys; readonly until: number } | undefined;
  let cancelEnd = () => {};

  function drop(): void {
    cancelEnd();
    if (kept === undefined) return;
    kept = undefined;
    onChange(false);
  }

  return {
    keepForUndo(keys: Keys, replaced?: EndpointId): void {
      drop();
      kept = { keys, until: clock.now() + UNDO_FORGETTING_MS };
      cancelEnd = clock.after(UNDO_FORGETTING_MS, drop);
      onChange(true, replaced);
    },
    /** Returns the keys and forgets them. undefined: there are none, or the time is over. */
    take(): Keys | undefined {
      // The time is checked because the timer may be late after a sleep of the computer.
      const keys = kept !== undefined && clock.now() < kept.until ? kept.keys : undefined;
      drop();
      return keys;
    },
    drop,
  };
}
