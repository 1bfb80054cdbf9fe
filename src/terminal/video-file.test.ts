import { appendFile, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileGone, videoBytesOf } from '../files/video-bytes.ts';
import { openVideoFile } from './video-file.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-file-'));
  path = join(folder, 'Film.mkv');
  await writeFile(
    path,
    Uint8Array.from({ length: 10 }, (_, at) => at),
  );
  // Two changes within a tick of the disk's clock would have the same time.
  await utimes(path, 0, 0);
});
afterEach(() => rm(folder, { recursive: true }));

const bytesOf = async (part: { arrayBuffer(): Promise<ArrayBuffer> }) => [...new Uint8Array(await part.arrayBuffer())];

test('a video is read in slices up to its end', async () => {
  const film = await openVideoFile(path);
  expect([film.name, film.size]).toEqual(['Film.mkv', 10]);
  expect(await bytesOf(film.slice(2, 5))).toEqual([2, 3, 4]);
  expect(await bytesOf(film.slice(8, 20))).toEqual([8, 9]);
  expect(await bytesOf(film.slice(20, 30))).toEqual([]);
  await film.close();
  await expect(film.slice(0, 1).arrayBuffer()).rejects.toThrow();
});

test('a video that does not exist is reported with the error of the system', async () => {
  await expect(openVideoFile(join(folder, 'none.mkv'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each<[string, () => Promise<unknown>]>([
  ['grows', () => appendFile(path, 'more')],
  ['becomes shorter', () => truncate(path, 4)],
  ['gets other bytes', () => writeFile(path, '0123456789')],
  ['is removed', () => rm(path)],
  [
    'is replaced',
    async () => {
      await writeFile(join(folder, 'new'), '0123456789');
      await rename(join(folder, 'new'), path);
    },
  ],
])('a video that %s while it is open cannot be read any more', async (_, change) => {
  const film = await openVideoFile(path);
  await change();
  await expect(videoBytesOf(film as unknown as Blob).read(0, 10)).rejects.toBeInstanceOf(FileGone);
  await film.close();
});

test('a video with a changed content has another stamp', async () => {
  const stamp = async () => {
    const film = await openVideoFile(path);
    await film.close();
    return film.stamp;
  };
  const before = await stamp();
  expect(await stamp()).toBe(before);
  await writeFile(path, '9876543210');
  expect(await stamp()).not.toBe(before);
});
