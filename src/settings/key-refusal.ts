import { isStartOfKey, keyProblem, otherProviderOfKey } from '../providers/keys.ts';
import type { EndpointId } from '../providers/provider.ts';

/** Why a text typed into a key field is not kept as a key, or not yet. */
export type KeyRefusal =
  /** No header can carry the text; `problem` is worded for the field. */
  | { readonly reason: 'unfit'; readonly problem: string }
  /** The text is still too short to tell whose key it will be. */
  | { readonly reason: 'unfinished' }
  /** The text looks like another provider's key: the person is asked. */
  | { readonly reason: 'other-provider'; readonly owner: EndpointId }
  /** The text looks like two keys in a row: the person is asked whether it is one key; no other provider is offered. */
  | { readonly reason: 'several-keys' };

/**
 * Why the text is not kept as the provider's key; undefined: it is kept.
 * @param key trimmed; an empty one is kept, and removes the provider's key
 */
export function keyRefusal(provider: EndpointId, key: string): KeyRefusal | undefined {
  const problem = keyProblem(key);
  if (problem !== undefined) return { reason: 'unfit', problem };
  if (isStartOfKey(key)) return { reason: 'unfinished' };
  const owner = otherProviderOfKey(key, provider);
  if (owner === 'several') return { reason: 'several-keys' };
  return owner && { reason: 'other-provider', owner };
}

/** Whether a person can answer that the text is the provider's key nevertheless. */
export const isQuestion = ({ reason }: KeyRefusal): boolean => reason === 'other-provider' || reason === 'several-keys';
