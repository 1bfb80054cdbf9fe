import type { ProviderFailure } from '../providers/provider.ts';

/** The failure of a call that was not made, because the provider's code could not be loaded. */
export const failureToLoad = (error: unknown): ProviderFailure => ({
  kind: 'connection',
  message: error instanceof Error ? error.message : String(error),
});
