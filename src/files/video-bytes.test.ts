import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileGone, videoBytesOf } from './video-bytes.ts';

const bytes = videoBytesOf(new Blob([Uint8Array.from({ length: 10 }, (_, index) => index)]));
const packed = (size: number) => new Uint8Array(deflateSync(Buffer.alloc(size, 'so much text ')));

describe('videoBytesOf', () => {
  it('reads slices of a video file up to its end', async () => {
    expect(bytes.size).toBe(10);
    expect([...(await bytes.read(2, 5))]).toEqual([2, 3, 4]);
    expect([...(await bytes.read(8, 20))]).toEqual([8, 9]);
    expect([...(await bytes.read(20, 30))]).toEqual([]);
  });

  it('rejects with FileGone if the video file can no longer be read', async () => {
    const gone = {
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
    };
    await expect(videoBytesOf(gone as unknown as Blob).read(0, 5)).rejects.toBeInstanceOf(FileGone);
  });

  it('unpacks compressed data exactly up to the limit', async () => {
    expect(await bytes.inflate(packed(100_000), 100_000)).toHaveLength(100_000);
    expect(await bytes.inflate(packed(100_000), 99_999)).toBeUndefined();
    expect(await bytes.inflate(packed(0), 0)).toHaveLength(0);
  });

  it('stops unpacking early if the data exceeds the limit', async () => {
    const bomb = packed(50_000_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await bytes.inflate(bomb, 1_000_000)).toBeUndefined();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
  });

  it.each([
    ['no zlib', Uint8Array.of(1, 2, 3, 4)],
    ['empty data', new Uint8Array()],
    ['a truncated stream', packed(100_000).subarray(0, 40)],
    ['a wrong checksum', packed(1_000).map((byte, index, all) => (index === all.length - 1 ? byte ^ 1 : byte))],
  ])('returns undefined when it unpacks %s', async (_, broken) => {
    expect(await bytes.inflate(broken, 1_000_000)).toBeUndefined();
  });
});
