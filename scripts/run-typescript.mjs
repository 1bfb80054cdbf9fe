/**
 * `node --import ./scripts/run-typescript.mjs FILE.ts` runs the project's TypeScript and reads its JSON as the bundler does, because Node 20
 * cannot. It removes types without checking them.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import swc from '@swc/core';

// Node loads this file a second time in the thread that loads modules.
if (isMainThread) register(import.meta.url);

/** Node's hook: returns the module at `url` as JavaScript. */
export async function load(url, context, nextLoad) {
  const [kind] = /\.(?:ts|json)$/.exec(new URL(url).pathname) ?? [];
  if (kind === undefined || !url.startsWith('file:')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const text = await readFile(filename, 'utf8');
  const source = kind === '.json' ? `export default ${text}` : await withoutTypes(text, filename);
  return { format: 'module', source, shortCircuit: true };
}

async function withoutTypes(text, filename) {
  const { code } = await swc.transform(text, {
    filename,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', transform: { verbatimModuleSyntax: true } },
  });
  return code;
}
