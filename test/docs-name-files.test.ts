import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDERS = ['src', 'test', 'e2e', 'bench', 'scripts', 'deploy', 'docs', 'public'];
const files = [
  ...readdirSync('.').filter((name) => statSync(name).isFile()),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`),
  ),
];
const documents = files.filter((name) => /^(?:[A-Z]+|docs\/(?:decisions\/)?[^/]+|deploy\/[^/]+)\.md$/.test(name));

const NAMED_FILE = /`([\w./-]+\.(?:tsx?|mjs|js|css|jsonl?|md|html))`/g;
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g;

test('there are documents to look at', () => {
  expect(documents).toContain('README.md');
  expect(documents).toContain('docs/architecture.md');
});

test.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(document, 'utf8');
  const folder = document.includes('/') ? document.replace(/[^/]*$/, '') : '';
  const named = [...text.matchAll(NAMED_FILE)].map(([, name = '']) => name);
  const linked = [...text.matchAll(LINK)].map(([, name = '']) => `${folder}${name}`);
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
  expect(linked.filter((path) => !existsSync(path))).toEqual([]);
});
