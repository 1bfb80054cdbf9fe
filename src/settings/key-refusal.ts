import { isStartOfKey, otherProviderOfKey } from '../providers/key-form.ts';
import type { EndpointId } from '../providers/provider.ts';
import { keyProblem } from '../providers/validate-key.ts';

/** Why what was typed into a key field is not kept, or not yet. */
export type KeyRefusal =
  /** No header can carry it; in words for its field. */
  | { readonly reason: 'unfit'; readonly problem: string }
  /** Typed by hand, and too short to tell whose key it will be. */
  | { readonly reason: 'unfinished' }
  /** It looks like another provider's: the person is asked. */
  | { readonly reason: 'other-provider'; readonly owner: EndpointId }
  /** It looks like one key behind another: the person is asked, and it can be nobody else's as it stands. */
  | { readonly reason: 'several-keys' };

/** @param key trimmed; an empty one is kept: it takes the key away */
export function keyRefusal(provider: EndpointId, key: string): KeyRefusal | undefined {
  const problem = keyProblem(key);
  if (problem !== undefined) return { reason: 'unfit', problem };
  if (isStartOfKey(key)) return { reason: 'unfinished' };
  const owner = otherProviderOfKey(key, provider);
  if (owner === 'several') return { reason: 'several-keys' };
  return owner && { reason: 'other-provider', owner };
}

/** A person can say that it is the provider's key all the same. */
export const isQuestion = ({ reason }: KeyRefusal): boolean => reason === 'other-provider' || reason === 'several-keys';
