import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { fuzzRuns } from './fuzz-runs.ts';

configureGlobal({
  ...readConfigureGlobal(),
  // Without this, fast-check makes few items even if a property allows many.
  defaultSizeToMaxWhenMaxSpecified: true,
  // Properties without their own number of runs follow FUZZ_RUNS, too.
  numRuns: fuzzRuns(50),
  // scripts/plant-faults.mjs only needs to know that a property fails, so it turns shrinking off.
  endOnFailure: process.env.WITHOUT_SHRINKING === 'yes',
});
