/** Runs every property test with 100 times as many cases: `npm run fuzz`. For another factor: `FUZZ_RUNS=1000 npm run fuzz`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const runs = process.env.FUZZ_RUNS || '100';
const files = ['src', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((path) => /from 'fast-check'|from '.*\/any-[^']*'/.test(readFileSync(path, 'utf8')));

if (files.length === 0) throw new Error('No test in src/ or test/ holds a property.');
console.log(`${files.length} files with properties, each tried ${runs} times as often as in a normal run`);
const { status } = spawnSync('npx', ['vitest', 'run', '--testTimeout=3600000', ...files], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, FUZZ_RUNS: runs },
});
process.exit(status ?? 1);
