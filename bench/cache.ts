import { fileURLToPath } from 'node:url';

/** Where the benchmark keeps its films, its results and a copy of the built page. */
export const CACHE = fileURLToPath(new URL('../.cache/bench/', import.meta.url));

/** The copy, so that a build meanwhile does not change what is measured. */
export const SITE = `${CACHE}site`;
