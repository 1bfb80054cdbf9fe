/** `npm test`: runs all checks, quick ones first, up to the first that fails. The last line has the number of tests. */
import { spawnSync } from 'node:child_process';
import { countTests, removeReports } from './test-counts.mjs';

const STEPS = ['typecheck', 'lint', 'boundaries', 'dead-code', 'specification', 'unit', 'build', 'size', 'e2e:built'];

removeReports();
const failedStep = STEPS.find((step) => !passes(step));
const { passed, failed } = countTests();

if (failedStep !== undefined) console.error(`\nFailed: npm run ${failedStep}`);
else if (passed === 0) console.error('\nFailed: no test was run.');
const isGood = failedStep === undefined && passed > 0 && failed === 0;
// A failed check without tests counts as one failure, so that the line never says "0 failed".
console.log(`\n${passed} passed, ${isGood ? 0 : Math.max(failed, 1)} failed`);
process.exit(isGood ? 0 : 1);

function passes(step) {
  console.log(`\n── ${step}`);
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(
    `── ${step}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}
