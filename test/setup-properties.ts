import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { fuzzRuns } from './fuzz-runs.ts';

configureGlobal({
  ...readConfigureGlobal(),
  // A property that names a length means it: fast-check by itself makes hardly more than ten of anything.
  defaultSizeToMaxWhenMaxSpecified: true,
  // The properties that name no number of runs of their own grow with FUZZ_RUNS too.
  numRuns: fuzzRuns(100),
});
