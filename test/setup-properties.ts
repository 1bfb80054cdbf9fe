import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { fuzzRuns } from './fuzz-runs.ts';

configureGlobal({
  ...readConfigureGlobal(),
  // By default fast-check makes few items even where a property allows many: use the maximum that is given.
  defaultSizeToMaxWhenMaxSpecified: true,
  // Properties without their own number of runs follow FUZZ_RUNS too.
  numRuns: fuzzRuns(100),
  // A planted fault is to be found, not to be made small (scripts/plant-faults.mjs).
  endOnFailure: process.env.WITHOUT_SHRINKING === 'yes',
});
