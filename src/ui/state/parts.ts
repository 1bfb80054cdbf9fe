import { lazyPart } from '../kit/lazy-part.tsx';

/** What a film, a run and notices need beyond the empty page. */
export const runPart = lazyPart(() => import(/* webpackChunkName: "run" */ '../run-part.ts'));
