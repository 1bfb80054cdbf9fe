/** How often a property is tried: few times in a normal run, FUZZ_RUNS times as often in `npm run fuzz`. */
export const fuzzRuns = (runs: number): number => runs * (Number(process.env.FUZZ_RUNS) || 1);
