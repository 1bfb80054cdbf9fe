import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';

const CORE = pathToFileURL(resolve('src/core.ts')).href;
const LOADER = pathToFileURL(resolve('scripts/run-typescript.mjs')).href;
/** Replaces the network. Answers each phrase with "Frase" and its number. */
const NETWORK = `globalThis.fetch = async (_, { body }) => {
  const asked = JSON.parse(JSON.parse(body).messages.at(-1).content);
  const content = JSON.stringify(Object.fromEntries(Object.keys(asked).map((number) => [number, 'Frase ' + number])));
  return Response.json({ choices: [{ message: { content }, finish_reason: 'stop' }], usage: { prompt_tokens: 1000, completion_tokens: 500 } });
};\n`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  await writeFile(join(folder, 'Film.en.srt'), sampleSrt(3));
});
afterAll(() => rm(folder, { recursive: true }));

/** The examples of docs/library.md, in their order. */
async function example(index: number): Promise<string> {
  const document = await readFile('docs/library.md', 'utf8');
  return [...document.matchAll(/```js\n([\s\S]*?)```/g)][index]?.[1] ?? '';
}

async function run(index: number, ...args: readonly string[]): Promise<string> {
  const program = join(folder, `example-${index}.mjs`);
  await writeFile(program, NETWORK + (await example(index)).replace("'subtitle-translator'", JSON.stringify(CORE)));
  const options = { cwd: folder, env: { ...process.env, OPENAI_API_KEY: 'key' } };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', LOADER, program, ...args], options);
  return stdout;
}

test('the examples of the documentation do what they say, in about ten lines each', async () => {
  expect(await run(0)).toBe('Film.pt-BR.srt: 3 lines, 0 problems, $0.0030\n');
  expect(await readFile(join(folder, 'Film.pt-BR.srt'), 'utf8')).toBe(sampleSrt(3).replaceAll('Фраза', 'Frase'));
  await writeFile(join(folder, 'other.srt'), sampleSrt(3).replace('Фраза 2', 'Frase 99'));
  expect(await run(1, 'Film.en.srt', 'other.srt')).toContain('of 3 lines are to be looked at.');
  for (const index of [0, 1]) expect((await example(index)).trim().split('\n').length).toBeLessThanOrEqual(12);
});
