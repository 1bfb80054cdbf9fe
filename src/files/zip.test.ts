import { expect, test } from 'vitest';
import { readZip } from '../../test/read-zip.ts';
import { zipOf } from './zip.ts';

test('[D18.5] another reader finds names, folders and texts in any letters, and an empty file; equal files give equal bytes', async () => {
  const files = [
    { path: 'Season 1/Фильм.pt.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nOlá, 世界 🎬\n' },
    { path: 'empty.srt', text: '' },
    { path: 'long.srt', text: 'ы\n'.repeat(200_000) },
  ];
  const zipped = async () => Buffer.from(await (await zipOf(files)).arrayBuffer());
  const bytes = await zipped();
  expect(readZip(bytes)).toEqual(files.map(({ path, text }) => [path, text]));
  expect((await zipped()).equals(bytes)).toBe(true);
  const asBlobs = files.map(({ path, text }) => ({ path, text: new Blob([text]) }));
  expect(Buffer.from(await (await zipOf(asBlobs)).arrayBuffer()).equals(bytes)).toBe(true);
});
