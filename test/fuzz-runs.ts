/** Number of cases for a property: `runs`, or FUZZ_RUNS times as many in `npm run fuzz`. */
export const fuzzRuns = (runs: number): number => runs * (Number(process.env.FUZZ_RUNS) || 1);
