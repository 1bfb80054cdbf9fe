/**
 * `npm run planted-faults` plants each fault of planted-faults.mjs in a copy of the project and runs its tests. It fails if the tests of a fault
 * find nothing. `npm run planted-faults -- storage 7` plants only fault 7 and the faults of files whose path contains "storage". `-- --table` only
 * writes the table of docs/planted-faults.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { FAULTS } from './planted-faults.mjs';

/** The copy is beside node_modules, so that it uses the same packages. */
const COPY = '.cache/planted-faults';
const LEFT_OUT = ['node_modules', '.git', '.cache', 'dist', 'test-results', 'playwright-report'];
const DOCUMENT = 'docs/planted-faults.md';
/** The time limit in ms for all tests of a fault, because a fault can cause an endless loop. */
const MOST_MS = 300_000;

const numbered = FAULTS.map((fault, index) => ({ ...fault, number: index + 1, testFiles: testFilesOf(fault) }));
for (const fault of numbered) planted(fault);

const words = process.argv.slice(2);
if (words.includes('--table')) writeTable();
else findAll(words.length === 0 ? numbered : numbered.filter(isMeant));

function isMeant({ number, file }) {
  return words.some((word) => word === String(number) || (!/^\d+$/.test(word) && file.includes(word)));
}

function testFilesOf({ file, tests }) {
  const all = readdirSync('src', { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const found = all.filter((name) => /\.test\.tsx?$/.test(name) && tests.some((test) => name.startsWith(test)));
  if (found.length === 0) throw new Error(`No test in src/ begins with ${tests.join(' or ')}: the fault of ${file}.`);
  return found.map((name) => `src/${name}`);
}

/** The text of the file with the fault. Throws unless the file has the text to replace exactly once. */
function planted({ number, file, find, replace }) {
  const parts = readFileSync(`src/${file}`, 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`Fault ${number}: src/${file} has its text ${parts.length - 1} times.`);
  return parts.join(replace);
}

function findAll(faults) {
  rmSync(COPY, { recursive: true, force: true });
  for (const name of readdirSync('.'))
    if (!LEFT_OUT.includes(name)) cpSync(name, `${COPY}/${name}`, { recursive: true });
  const before = failuresOf(faults.flatMap(({ testFiles }) => testFiles));
  if (!before) throw new Error('Without any fault the tests do not end.');
  if (before.length > 0) throw new Error(`Without any fault these tests fail:\n${before.join('\n')}`);
  const missed = faults.filter((fault) => {
    const original = readFileSync(`${COPY}/src/${fault.file}`, 'utf8');
    writeFileSync(`${COPY}/src/${fault.file}`, planted(fault));
    const failed = failuresOf(fault.testFiles);
    writeFileSync(`${COPY}/src/${fault.file}`, original);
    const found = failed?.length > 0 ? `found by ${failed[0]}` : 'NOT FOUND';
    console.log(`${fault.number}. ${fault.file}: ${failed ? found : 'NOT FOUND: the tests did not end'}`);
    return !failed || failed.length === 0;
  });
  console.log(`${faults.length - missed.length} of ${faults.length} planted faults found`);
  process.exit(missed.length === 0 ? 0 : 1);
}

/**
 * The failed tests of the copy; undefined: the tests did not end. A file that cannot run at all is an error here, because it would seem to "find"
 * any fault.
 */
function failuresOf(testFiles) {
  const report = `${COPY}/planted.json`;
  rmSync(report, { force: true });
  const vitest = relative(COPY, 'node_modules/vitest/vitest.mjs');
  const run = [
    'run',
    '--reporter=json',
    '--outputFile=planted.json',
    '--testTimeout=20000',
    '--bail=1',
    ...new Set(testFiles),
  ];
  const env = { ...process.env, WITHOUT_SHRINKING: 'yes' };
  const { stderr, error } = spawnSync(process.execPath, [vitest, ...run], {
    cwd: COPY,
    env,
    encoding: 'utf8',
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  if (error?.code === 'ETIMEDOUT') return undefined;
  if (!existsSync(report)) throw new Error(`The tests were not run.\n${stderr}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const broken = testResults.filter(
    ({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0,
  );
  if (broken.length > 0) throw new Error(broken.map(({ name, message }) => `${name}: ${message}`).join('\n'));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function writeTable() {
  const text = readFileSync(DOCUMENT, 'utf8');
  const head = '| | file of `src/` | change | harm | found by |\n|---|---|---|---|---|\n';
  const cell = (words) => words.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = numbered.map(
    ({ number, file, change, harm, tests }) =>
      `| ${number} | \`${file}\` | ${cell(change)} | ${cell(harm)} | ${tests.map((test) => `\`${test}\``).join(', ')} |\n`,
  );
  writeFileSync(DOCUMENT, text.slice(0, text.indexOf('| | file')) + head + rows.join(''));
}
