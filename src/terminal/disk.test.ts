import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';
import { filmIn, folderOfTest, programIn, standIn } from '../../test/terminal-program.ts';

const at = folderOfTest('disk');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];
const TRANSLATED = sampleSrt(45).replaceAll('Фраза', 'T Фраза');
const refused = () => Response.json({ error: { message: 'No such key.' } }, { status: 401 });

test('a film without any answer leaves no folder behind', async () => {
  await film('Film.srt');
  const out = at('New', 'Deep');
  const ran = await run(['Film.srt', '--out', out, ...ASKED], { network: standIn(refused).fetch });
  expect(ran.code).toBe(5);
  expect(await readdir(at())).toEqual(['Film.srt']);
  expect((await run(['Film.srt', '--out', out, ...ASKED])).code).toBe(0);
  expect(await readdir(out)).toEqual(['Film.pt-BR.srt']);
});

test('a full disk is reported in a sentence, and the program ends with 1', async () => {
  await film('Film.srt');
  const ran = await run(['Film.srt', '-o', '/dev/full', ...ASKED]);
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/^[^\n]*\/dev\/full could not be written: the disk is full\. Make room[^\n]*\n$/);
});

test('a named pipe receives the film, and stays a pipe', async () => {
  await film('Film.srt');
  const pipe = at('pipe');
  execFileSync('mkfifo', [pipe]);
  const [ran, text] = await Promise.all([run(['Film.srt', '-o', pipe, ...ASKED]), readFile(pipe, 'utf8')]);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(text).toBe(TRANSLATED);
  expect((await stat(pipe)).isFIFO()).toBe(true);
  expect(await readdir(at())).toEqual(['Film.srt', 'pipe']);
});

test('a folder that is no folder ends with 2, before anything is sent', async () => {
  await film('Film.srt');
  await writeFile(at('file'), '');
  const network = standIn();
  const ran = await run(['Film.srt', '--out', at('file', 'in'), ...ASKED], { network: network.fetch });
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/file.in.* --out/) });
  expect(network.sent).toEqual([]);
});

describe('two runs on one folder', () => {
  test('translate each film once', async () => {
    const names = ['E1.srt', 'E2.srt', 'E3.srt', 'E4.srt', 'E5.srt', 'E6.srt'];
    for (const name of names) await film(name);
    const network = standIn(() => new Promise((answer) => setTimeout(answer, 20, undefined)));
    const both = await Promise.all([1, 2].map(() => run([at(), ...ASKED], { network: network.fetch })));
    expect(both.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(network.batches()).toBe(3 * names.length);
    const written = both.flatMap(({ out }) => out.split('\n').filter(Boolean));
    expect(written.toSorted()).toEqual(names.map((name) => at(name.replace('.srt', '.pt-BR.srt'))));
    for (const path of written) expect(await readFile(path, 'utf8')).toBe(TRANSLATED);
    expect((await readdir(at())).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

test('the program gives up a provider that never answers after the set time, and leaves nothing behind', async () => {
  await film('Film.srt');
  const never: typeof globalThis.fetch = (_, init) =>
    new Promise((_answer, fail) => init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)));
  const ran = await run(['Film.srt', '--patience', '1s', ...ASKED], { network: never });
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(/^No answer came for 1 s\. 1 file is not finished\. [^\n]+\n$/);
  expect(await readdir(at())).toEqual(['Film.srt']);
});
