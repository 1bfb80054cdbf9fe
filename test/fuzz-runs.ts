/** Number of cases of a property: `runs`. `npm run fuzz` multiplies it by FUZZ_RUNS. */
export const fuzzRuns = (runs: number): number => runs * (Number(process.env.FUZZ_RUNS) || 1);
