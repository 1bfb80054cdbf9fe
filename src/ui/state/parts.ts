import { lazyPart } from '../kit/lazy-part.tsx';

/** Code that a film, a run or a notice needs; the empty page does not load it. */
export const runPart = lazyPart(() => import(/* webpackChunkName: "run" */ '../run-part.ts'));
