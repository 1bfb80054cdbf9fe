/**
 * Every rule of docs/specification.md names tests, and each named test exists: a plain search for its title, in quotes,
 * in its file. A test that is renamed must be renamed there too.
 */
import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const DOCUMENT = 'docs/specification.md';
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9'];
const HELD_BY = /^ {2}Held by: (.*)$/;
const TEST_FILE = /^\S+\.(?:test\.tsx?|spec\.ts)$/;

const problems = [];
const sectionsHeld = new Set();
const texts = new Map();
let citations = 0;
let section = '';
let openRule;

for (const [index, line] of readFileSync(new URL(DOCUMENT, ROOT), 'utf8').split('\n').entries()) {
  const place = `${DOCUMENT}:${index + 1}`;
  const holders = HELD_BY.exec(line)?.[1];
  if (openRule !== undefined && holders === undefined) problems.push(`${openRule}: no test is named for this rule`);
  openRule = line.startsWith('- ') ? place : undefined;
  section = /^## (\d+)\./.exec(line)?.[1] ?? section;
  if (holders === undefined) continue;
  sectionsHeld.add(section);
  checkHolders(holders, place);
}
for (const number of SECTIONS) {
  if (!sectionsHeld.has(number)) problems.push(`${DOCUMENT}: section ${number} names no test`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${DOCUMENT}: ${citations} tests are named, and all are there.`);

/** "`file` `title`, `title`; `file` `title`" */
function checkHolders(holders, place) {
  const spans = [...holders.matchAll(/`([^`]+)`/g)].map(([, span]) => span);
  let file;
  let titles = 0;
  for (const span of [...spans, undefined]) {
    if (span !== undefined && !TEST_FILE.test(span)) {
      titles += 1;
      checkTitle(file, span, place);
      continue;
    }
    if (file !== undefined && titles === 0) problems.push(`${place}: no title of ${file} is named`);
    file = span;
    titles = 0;
  }
}

function checkTitle(file, title, place) {
  citations += 1;
  if (file === undefined) return problems.push(`${place}: "${title}" stands before any file`);
  const text = textOf(file);
  if (text === undefined) return problems.push(`${place}: there is no file ${file}`);
  if (!["'", '"', '`'].some((quote) => text.includes(quote + title + quote))) {
    problems.push(`${place}: ${file} has no "${title}"`);
  }
}

function textOf(file) {
  if (!texts.has(file)) {
    const path = new URL(file, ROOT);
    texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  }
  return texts.get(file);
}
