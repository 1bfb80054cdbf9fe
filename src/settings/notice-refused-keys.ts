import type { LoadProvider } from '../providers/load-provider.ts';
import type { Settings } from './settings.ts';

/** The same providers, but each failed translation is reported to `noteRefusedKey`, so that a key refused during a run is noticed. */
export const noticeRefusedKeys =
  (loadProvider: LoadProvider, noteRefusedKey: Settings['noteRefusedKey']): LoadProvider =>
  async (id) => {
    const provider = await loadProvider(id);
    return {
      ...provider,
      async translate(request, options) {
        const outcome = await provider.translate(request, options);
        if (!outcome.ok) noteRefusedKey(id, request.key, outcome.failure);
        return outcome;
      },
    };
  };
