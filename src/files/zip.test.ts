import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const LIST = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, z.read(i).decode('utf-8')] for i in z.infolist()]))
`;

test('[D18.5] another program reads the archive: names, folders and texts in any letters, and an empty file', () => {
  const files = [
    { path: 'Season 1/Фильм.pt.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nOlá, 世界 🎬\n' },
    { path: 'empty.srt', text: '' },
    { path: 'long.srt', text: 'ы\n'.repeat(200_000) },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const file = join(folder, 'all.zip');
  writeFileSync(file, zipOf(files));
  const listed = execFileSync('python3', ['-c', LIST, file], { encoding: 'utf8', maxBuffer: 10_000_000 });
  expect(JSON.parse(listed)).toEqual(files.map(({ path, text }) => [path, text]));
  expect(readFileSync(file)).toEqual(Buffer.from(zipOf(files)));
  rmSync(folder, { recursive: true });
});
