import { loadOnce } from '../../lib/load-once.ts';
import type { StateAccess } from '../session-events.ts';
import type { Formats } from './formats.ts';

/** Calls `use` with the code of formats.ts, which is loaded with the first film that is not strict .srt; resolves when that has ended. */
export interface WithFormats {
  (use: (formats: Formats) => unknown, onMissing?: () => void): Promise<void>;
  readonly load: () => Promise<Formats>;
}

/** Code that cannot be loaded becomes the session's error text; `onMissing` is called then in place of `use`. */
export function createWithFormats(state: StateAccess): WithFormats {
  const load = loadOnce(async () =>
    (await import(/* webpackChunkName: "formats" */ './formats.ts')).createFormats(state),
  );
  const withFormats = async (use: (formats: Formats) => unknown, onMissing?: () => void) => {
    const formats = await load().catch((error: unknown) => {
      state.dispatch({ type: 'source-refused', error: `A part of this page is missing: ${error} Reload the page.` });
    });
    if (formats) await use(formats);
    else onMissing?.();
  };
  return Object.assign(withFormats, { load });
}
