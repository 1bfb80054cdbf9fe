/** `npm test`: runs all checks, quick ones first, up to the first group with a failure. The last line of the output has the number of tests. */
import { spawn } from 'node:child_process';
import { countTests, removeReports } from './test-counts.mjs';

/** The checks of one group run at the same time. */
const GROUPS = [
  ['typecheck', 'lint', 'boundaries', 'dead-code', 'specification', 'build'],
  ['size'],
  ['unit'],
  ['e2e:built'],
];

removeReports();
const failedSteps = await failuresOf(GROUPS);
const { passed, failed } = countTests();

for (const step of failedSteps) console.error(`\nFailed: npm run ${step}`);
if (failedSteps.length === 0 && passed === 0) console.error('\nFailed: no test was run.');
const isGood = failedSteps.length === 0 && passed > 0 && failed === 0;
// A failed check without tests counts as one failure, so that the line never says "0 failed".
console.log(`\n${passed} passed, ${isGood ? 0 : Math.max(failed, 1)} failed`);
process.exit(isGood ? 0 : 1);

/** The failed checks of the first group with a failure. */
async function failuresOf(groups) {
  for (const steps of groups) {
    const results = await Promise.all(steps.map((step) => passes(step, steps.length > 1)));
    const failures = steps.filter((_, index) => !results[index]);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Runs one check. Checks that run at the same time print their output when they end. */
function passes(step, isBesideOthers) {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: isBesideOthers ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  if (!isBesideOthers) console.log(`\n── ${step}`);
  return new Promise((resolve) => {
    child.on('error', (error) => printed.push(Buffer.from(`${error}\n`)) && resolve(false));
    child.on('close', (status) => {
      if (isBesideOthers) process.stdout.write(`\n── ${step}\n${Buffer.concat(printed)}`);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`── ${step}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
      resolve(status === 0);
    });
  });
}
