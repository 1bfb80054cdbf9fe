/** Fails if a rule of docs/specification.md has no tag of its own or no test, or if a test's title has a tag without a rule. */
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const DOCUMENT = 'docs/specification.md';
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;
const TAG = /\[[SD]\d+\.\d+\]/g;
/** Matches tags after the quote that opens a title or the name of a table row. Tags elsewhere, as in a comment, do not count. */
const TAGS_OF_TITLE = /(?<=['"`])(?:\[[SD]\d+\.\d+\])+(?= )/g;

const read = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const tagsIn = (text) => text.match(TAG) ?? [];

const rules = read(DOCUMENT)
  .split('\n')
  .filter((line) => line.startsWith('- '));
const tags = rules.map((rule) => /^- (\[[SD]\d+\.\d+\]) /.exec(rule)?.[1]);
const tests = ['src', 'test', 'e2e']
  .flatMap((folder) => readdirSync(new URL(folder, ROOT), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => TEST_FILE.test(path))
  .map((path) => ({ path, text: read(path) }));
const titles = tests.flatMap(({ text }) => text.match(TAGS_OF_TITLE) ?? []);
const held = new Set(titles.flatMap(tagsIn));

const problems = [
  ...rules.filter((_, index) => tags[index] === undefined).map((rule) => `${DOCUMENT}: a rule without a tag: ${rule}`),
  ...tags.filter((tag, index) => tag && tags.indexOf(tag) < index).map((tag) => `${DOCUMENT}: two rules have ${tag}`),
  ...tags.filter((tag) => tag && !held.has(tag)).map((tag) => `${DOCUMENT}: no test begins with ${tag}`),
  ...tests.flatMap(({ path, text }) =>
    tagsIn(text).flatMap((tag) => (tags.includes(tag) ? [] : [`${path}: no rule has ${tag}`])),
  ),
];
if (rules.length === 0) problems.push(`${DOCUMENT}: no rules`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${DOCUMENT}: ${rules.length} rules, held by ${titles.length} tests.`);
