import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStandIn } from './stand-in-provider.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Outside the project: nothing there leads to its packages or its source. */
const folder = mkdtempSync(join(tmpdir(), 'built-terminal-'));
const pathOf = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/build-terminal.mjs'), '--if-old']);
  cpSync(join(root, 'dist-terminal'), folder, { recursive: true });
}, 300_000);

test.each(['core.mjs', 'subtitle-translator.mjs'])(
  '%s has no page and no package beside it, and at most 400 KB',
  (name) => {
    const code = readFileSync(pathOf(name), 'utf8');
    expect([...code.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from)).toEqual(['node:module']);
    expect(code).not.toMatch(/react|codemirror|createRoot/i);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(400_000);
  },
);

test('the core is no module of its own within the program, which Node would parse twice at each start', () => {
  expect(readFileSync(pathOf('subtitle-translator.mjs'), 'utf8')).not.toContain('src/core.ts');
});

test('the built program starts, and prints its version', async () => {
  expect(statSync(pathOf('subtitle-translator.mjs')).mode & 0o111).toBe(0o111);
  const { stdout, stderr } = await run(pathOf('subtitle-translator.mjs'), ['--version'], {
    env: { PATH: process.env.PATH },
  });
  expect([stdout, stderr]).toEqual([`${version}\n`, '']);
});

test('the core translates a film in plain node', async () => {
  const standIn = await startStandIn();
  const script = `
    import { createCore } from './core.mjs';
    const core = createCore({
      network: fetch,
      keys: { openai: 'test-key' },
      settings: { addresses: { openai: '${standIn.origin}/v1' } },
    });
    const film = new TextEncoder().encode('1\\n00:00:01,000 --> 00:00:02,000\\nHello\\n');
    const made = await core.translateFile(film, { name: 'Film.en.srt', to: 'pt-BR', model: 'openai/gpt-5.4-mini' });
    console.log(made.ok, made.name, made.lines, new TextDecoder().decode(made.bytes).split('\\n')[1]);
    core.dispose();`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  await standIn.close();
  expect([stdout, stderr]).toEqual(['true Film.pt-BR.srt 1 00:00:01,000 --> 00:00:02,000\n', '']);
});

test('the declarations alone are enough to check a program that imports the core', async () => {
  const lines = [
    "import { type Core, type CoreEvent, checkFiles, createCore, type Film, parseModel, tracksOf } from './core.mjs';",
    'const told = (event: CoreEvent): string => (event.type === "opened" ? event.film.name : event.type);',
    'export const core: Core = createCore({ network: fetch, keys: { openai: "key" }, maxCost: 0.5, onEvent: told });',
    'const made = await core.translateFile(new Uint8Array(), { name: "Film.srt", to: "pt-BR", model: "openai/gpt-5.4" });',
    'export const words: string = made.ok ? made.name + made.lines + made.cost.cost + made.end.kind : made.error;',
    'export const isWhole = async (film: Film): Promise<boolean> => (await film.run()).kind === "finished";',
    'export const others = [checkFiles, parseModel, tracksOf];',
    '// @ts-expect-error: bytes, not a text',
    'await core.translateFile("text", { name: "Film.srt" });',
    '// @ts-expect-error: there is no such event',
    'told({ type: "nonsense" });',
  ];
  writeFileSync(pathOf('use.mts'), lines.join('\n'));
  // For "./core.mjs" the compiler looks for core.d.mts; package.json names the file to those that import the package.
  writeFileSync(pathOf('core.d.mts'), readFileSync(pathOf('core.d.ts')));
  const compile = join(root, 'node_modules/typescript/bin/tsc');
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const { stdout } = await run(process.execPath, [compile, ...options, ...types, 'use.mts'], { cwd: folder });
  expect(stdout).toBe('');
});
