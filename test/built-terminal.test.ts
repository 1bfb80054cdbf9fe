import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleSrt } from './srt-sample.ts';
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

test('the core translates a film in plain node, with a provider and with a server on this computer', async () => {
  const standIn = await startStandIn();
  const script = `
    import { createCore } from './core.mjs';
    const own = async () => Response.json({ choices: [{ message: { content: '{"1":"Oi"}' }, finish_reason: 'stop' }] });
    const film = new TextEncoder().encode('1\\n00:00:01,000 --> 00:00:02,000\\nHello\\n');
    for (const [network, model] of [[fetch, 'openai/gpt-5.4-mini'], [own, 'ollama/gemma3']]) {
      const settings = { addresses: { openai: '${standIn.origin}/v1' } };
      const core = createCore({ network, keys: { openai: 'test-key' }, settings });
      const made = await core.translateFile(film, { name: 'Film.en.srt', to: 'pt-BR', model });
      console.log(made.ok, made.name, made.lines, new TextDecoder().decode(made.bytes).split('\\n')[1]);
      core.dispose();
    }`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  await standIn.close();
  expect([stdout, stderr]).toEqual(['true Film.pt-BR.srt 1 00:00:01,000 --> 00:00:02,000\n'.repeat(2), '']);
});

test('the examples of docs/library.md do what they say, in about ten lines each', async () => {
  // Replaces the network. Answers each phrase with "Frase" and its number.
  const network = `globalThis.fetch = async (_, { body }) => {
    const asked = JSON.parse(JSON.parse(body).messages.at(-1).content);
    const content = JSON.stringify(Object.fromEntries(Object.keys(asked).map((number) => [number, 'Frase ' + number])));
    return Response.json({ choices: [{ message: { content }, finish_reason: 'stop' }], usage: { prompt_tokens: 1000, completion_tokens: 500 } });
  };\n`;
  const examples = [...readFileSync(join(root, 'docs/library.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)];
  const printedBy = async (index: number, ...args: readonly string[]) => {
    const example = examples[index]?.[1] ?? '';
    expect(example.trim().split('\n').length).toBeLessThanOrEqual(12);
    writeFileSync(pathOf('example.mjs'), network + example.replace("'subtitle-translator'", "'./core.mjs'"));
    const options = { cwd: folder, env: { ...process.env, OPENAI_API_KEY: 'key' } };
    return (await run(process.execPath, ['example.mjs', ...args], options)).stdout;
  };
  writeFileSync(pathOf('Film.en.srt'), sampleSrt(3));
  expect(await printedBy(0)).toBe('Film.pt-BR.srt: 3 lines, 0 problems, $0.0030\n');
  expect(readFileSync(pathOf('Film.pt-BR.srt'), 'utf8')).toBe(sampleSrt(3).replaceAll('Фраза', 'Frase'));
  writeFileSync(pathOf('other.srt'), sampleSrt(3).replace('Фраза 2', 'Frase 99'));
  expect(await printedBy(1, 'Film.en.srt', 'other.srt')).toContain('of 3 lines are to be looked at.');
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
