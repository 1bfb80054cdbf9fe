import type { LoadProvider } from '../providers/load-provider.ts';
import type { Settings } from './settings.ts';

/** The same providers; hears of each translation that failed, and so of a key that is refused in the midst of a run. */
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
