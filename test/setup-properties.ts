import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { fuzzRuns } from './fuzz-runs.ts';

configureGlobal({
  ...readConfigureGlobal(),
  // By default fast-check makes few items even if a property allows many.
  defaultSizeToMaxWhenMaxSpecified: true,
  // Properties without their own number of runs follow FUZZ_RUNS, too.
  numRuns: fuzzRuns(100),
  // scripts/plant-faults.mjs needs the failure only, not a small example.
  endOnFailure: process.env.WITHOUT_SHRINKING === 'yes',
});
