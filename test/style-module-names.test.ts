import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('no two style modules have the same name: in the built page a class is named by its module and itself', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => basename(path));
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((name, place) => modules.indexOf(name) !== place)).toEqual([]);
});

test('each class that a component names is in its style module: the compiler does not ask', () => {
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
