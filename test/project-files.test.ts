import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

test('finds the documents that the next test reads', () => {
  expect(documents).toContain('README.md');
  expect(documents).toContain('docs/architecture.md');
});

test.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(document, 'utf8');
  const folder = document.includes('/') ? document.replace(/[^/]*$/, '') : '';
  const named = [...text.matchAll(NAMED_FILE)].map(([, name = '']) => name);
  const linked = [...text.matchAll(LINK)].map(([, name = '']) => `${folder}${name}`);
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
  expect(linked.filter((path) => !existsSync(path))).toEqual([]);
});

test('each style module has its own file name, because the built page makes class names from it', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => basename(path));
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((name, place) => modules.indexOf(name) !== place)).toEqual([]);
});

test('each class that a component uses is in its style module', () => {
  const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const missing = components.flatMap((path) => {
    const code = readFileSync(join('src', path), 'utf8');
    return [...code.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].flatMap(([, name = '', module = '']) => {
      const css = readFileSync(join('src', dirname(path), module), 'utf8');
      const classes = [...code.matchAll(new RegExp(`(?<![-\\w/])${name}\\.(\\w+)`, 'g'))].map(([, each = '']) => each);
      return classes.filter((each) => !new RegExp(`\\.${each}\\b`).test(css)).map((each) => `${path}: ${each}`);
    });
  });
  expect(components.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

// Chromium would match all elements of the page again whenever one is added or removed: up to 40 ms in Lines.
test('what follows a :has() in a style rule names an element, a class or an attribute', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
  const selectors = sheets.flatMap((path) => {
    let text = readFileSync(join('src', path), 'utf8').replace(/\/\*.*?\*\//gs, '');
    // What stands in brackets is no part of what follows.
    while (/\([^()]*\)/.test(text)) text = text.replace(/\([^()]*\)/g, '');
    return [...text.matchAll(/[^{};]+(?=\{)/g)].flatMap(([rule]) => rule.split(',').map((selector) => selector.trim()));
  });
  const following = selectors.flatMap((selector) => {
    const [, ...after] = (/:has\b(.*)$/s.exec(selector)?.[1] ?? '').split(/[\s>+~]+/);
    return after.map((each) => ({ selector, each }));
  });
  expect(following.length).toBeGreaterThan(0);
  expect(following.filter(({ each }) => !/^[a-z]|[.[]/.test(each))).toEqual([]);
});
