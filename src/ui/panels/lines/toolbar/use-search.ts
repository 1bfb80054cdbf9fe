import { useMemo, useState } from 'react';
import { loadOnce } from '../../../../lib/load-once.ts';
import { fail, ok, type Result } from '../../../../lib/result.ts';
import type { FindOptions } from '../../../../review/find.ts';
import type { Search } from './find-engine.ts';

/** What finds is loaded when somebody goes to the field. */
const loadEngine = loadOnce(async () => (await import('./find-engine.ts')).createSearch);
type CreateSearch = Awaited<ReturnType<typeof loadEngine>>;

const NOTHING_SOUGHT: Result<Search | undefined, string> = ok(undefined);
const NOT_LOADED: Result<Search | undefined, string> = fail('Find could not be loaded. Check the connection.');

/** The search for what is sought; undefined: nothing is, or it is still being loaded. The error is a sentence for people. */
export function useSearch(sought: string, options: FindOptions) {
  const [createSearch, setCreateSearch] = useState<CreateSearch | 'not-loaded'>();
  const search = useMemo(() => {
    if (sought === '' || createSearch === undefined) return NOTHING_SOUGHT;
    return createSearch === 'not-loaded' ? NOT_LOADED : createSearch(sought, options);
  }, [createSearch, sought, options]);
  const load = () =>
    void loadEngine().then(
      (loaded) => setCreateSearch(() => loaded),
      () => setCreateSearch('not-loaded'),
    );
  return { search, load };
}
