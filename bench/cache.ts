import { fileURLToPath } from 'node:url';

/** The folder for the benchmark's films, results and copy of the built page. */
export const CACHE = fileURLToPath(new URL('../.cache/bench/', import.meta.url));

/** A copy of the built page, so that another build does not change what is measured. */
export const SITE = `${CACHE}site`;

/** A copy of the built terminal, for the same reason. */
export const TERMINAL = `${CACHE}terminal`;
