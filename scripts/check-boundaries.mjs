/** Checks the rules of .dependency-cruiser.mjs, and rules about globals and file names. */
import { readFile } from 'node:fs/promises';
import swc from '@swc/core';
import configuration from '../.dependency-cruiser.mjs';

// dependency-cruiser parses TypeScript 7 only with swc, and does not tell swc that a .tsx file contains JSX.
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

const SHIPPED = /^src\/(?!.*\.test\.tsx?$).*\.tsx?$/;

/** A file should have the name of its main export. These names say nothing about the content. */
const VAGUE_NAME = /(^|\/)(utils?|helpers?|types|index|common|misc)\.tsx?$/;

const GLOBALS = [
  {
    pattern: /\b(localStorage|sessionStorage|indexedDB)\b/,
    allowed: /^src\/(storage\/|main\.ts$)/,
    reason:
      'storage/ alone touches what the browser keeps (main.ts may hand it over): one place knows that it can fail.',
  },
  {
    pattern: /\bfetch\(|\b(globalThis|window|self)\.fetch\b|\b(XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b/,
    allowed: /^src\/(providers\/|service-worker\b|main\.ts$)/,
    reason: 'providers/ alone reaches the network: keys and subtitles leave the page in one place.',
  },
  {
    pattern: /'node:(?:https?|http2|net|tls|dgram)'/,
    allowed: /^src\/terminal\/(?:network|proxy)\.ts$/,
    reason:
      'network.ts alone reaches the network for the terminal, so that proxies and time limits hold for all requests.',
  },
];

const { forbidden, options } = configuration;
const { output } = await cruise(['src', 'test', 'e2e', 'bench'], {
  ...options,
  validate: true,
  ruleSet: { forbidden },
});
const own = output.modules.map((module) => module.source).filter((path) => /^(src|test|e2e|bench)\//.test(path));
const shipped = own.filter((path) => SHIPPED.test(path));
const problems = [
  ...output.summary.violations.map(describe),
  ...(await globalsOutOfPlace(shipped)),
  ...own.filter((path) => VAGUE_NAME.test(path)).map((path) => `vague-name: ${path}`),
  ...foldersWithoutRule(shipped),
];

// dependency-cruiser reports no problem if it has no parser for the files.
if (shipped.length === 0) problems.push('No module was read: the check would pass whatever stands in src/.');
for (const problem of problems) console.error(problem);
console.log(
  `${own.length} modules, ${output.summary.totalDependenciesCruised} imports, ${problems.length} out of bounds`,
);
process.exit(problems.length === 0 ? 0 : 1);

function describe({ from, to, rule, cycle }) {
  const path = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`;
  return `${rule.name}: ${path}\n    ${forbidden.find(({ name }) => name === rule.name)?.comment ?? ''}`;
}

/** A new folder needs a line in .dependency-cruiser.mjs that says what it may import. */
function foldersWithoutRule(paths) {
  const folders = new Set(paths.flatMap((path) => path.match(/^src\/[^/]+\//) ?? []));
  return [...folders]
    .filter((folder) => !forbidden.some(({ from }) => from.path === `^${folder}`))
    .map((folder) => `folder-without-rule: ${folder}`);
}

async function globalsOutOfPlace(paths) {
  const found = [];
  for (const path of paths) {
    const lines = withoutComments(await readFile(path, 'utf8')).split('\n');
    for (const { pattern, reason } of GLOBALS.filter(({ allowed }) => !allowed.test(path))) {
      const index = lines.findIndex((line) => pattern.test(line));
      if (index >= 0) found.push(`global-out-of-place: ${path}:${index + 1}: ${lines[index].trim()}\n    ${reason}`);
    }
  }
  return found;
}

/** Keeps the line ends, so that line numbers stay right. */
function withoutComments(source) {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}
