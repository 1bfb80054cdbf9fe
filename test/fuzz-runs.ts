/** How many cases a property gets: `runs` in a normal run, FUZZ_RUNS times as many in `npm run fuzz`. */
export const fuzzRuns = (runs: number): number => runs * (Number(process.env.FUZZ_RUNS) || 1);
