import { errorText } from '../lib/error-text.ts';
import type { ProviderFailure } from '../providers/provider.ts';

/** The provider's code could not be loaded, so that it was not even asked. */
export const failureToLoad = (error: unknown): ProviderFailure => ({
  kind: 'connection',
  message: errorText(error),
});
