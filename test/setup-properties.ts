import { fuzzRuns } from './fuzz-runs.ts';

/** The properties that name no number of runs of their own grow with FUZZ_RUNS too. */
if (process.env.FUZZ_RUNS) {
  const { configureGlobal, readConfigureGlobal } = await import('fast-check');
  configureGlobal({ ...readConfigureGlobal(), numRuns: fuzzRuns(100) });
}
