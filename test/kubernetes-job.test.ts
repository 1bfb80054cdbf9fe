import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'kubernetes-job-'));
afterAll(() => rmSync(folder, { recursive: true }));

const job = readFileSync(new URL('../deploy/kubernetes-job.yaml', import.meta.url), 'utf8');
const [, , shellLines = ''] = /( +)- \|\n((?:\1 {2}.*\n)+)/.exec(job) ?? [];

/** What the program of a pod is called with, one argument a line. */
async function calledWith(index: number): Promise<string> {
  const lines = shellLines.replace('exec node /opt/subtitle-translator.mjs', "exec printf '%s\\n'");
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', lines.replace('/films/films.txt', join(folder, 'films.txt'))],
    {
      env: { PATH: process.env.PATH, JOB_COMPLETION_INDEX: String(index) },
    },
  );
  return stdout;
}

const NAMES = [
  'Film.srt',
  `it's a "film" $HOME \`id\`.srt`,
  '-rf.srt',
  '  two spaces .srt',
  'back\\slash\\n.srt',
  '映画 é.srt',
];

test.each(['\n', '\r\n'])(
  'a pod of the Kubernetes Job takes the film of its line, whatever the name; line end %j',
  async (end) => {
    writeFileSync(join(folder, 'films.txt'), NAMES.join(end));
    const films = await Promise.all(NAMES.map((_, index) => calledWith(index)));
    expect(films.map((film) => film.split('\n--\n')[1])).toEqual(NAMES.map((name) => `/films/${name}\n`));
    expect(await calledWith(NAMES.length)).toBe('');
  },
);

test('a pod without the list fails and is tried again, so that the Job does not count it as done', async () => {
  rmSync(join(folder, 'films.txt'), { force: true });
  await expect(calledWith(0)).rejects.toMatchObject({ code: 1 });
});
