import { errorText } from '../lib/error-text.ts';
import type { ProviderFailure } from '../providers/provider.ts';

/** The failure of a call that was not made, because the provider's code could not be loaded. */
export const failureToLoad = (error: unknown): ProviderFailure => ({
  kind: 'connection',
  message: errorText(error),
});
