import { expect, test, vi } from 'vitest';
import type { Analysis } from '../../film/analysis.ts';
import { videosIn } from './given-files.ts';

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `E${at + 1}`));

/** A film worker that recognizes videos by their names. `most`: so many questions it answers. */
function createWorker(most = Number.POSITIVE_INFINITY) {
  const asked: number[] = [];
  const ask = vi.fn(async (_: string, some: readonly File[]) => {
    if (asked.length >= most) throw new Error('The film worker has ended.');
    asked.push(some.length);
    return some.map(({ name }) => (['E3', 'E18'].includes(name) ? 'Matroska' : undefined));
  });
  return { asked, ask: ask as unknown as Analysis['ask'] };
}

test('the film worker looks into many files a few at a time, and each file once', async () => {
  const { asked, ask } = createWorker();
  const given = files(20);
  for (const _ of [1, 2]) expect([...(await videosIn(given, ask)).keys()]).toEqual([given[2], given[17]]);
  expect(asked).toEqual([8, 8, 4]);
});

test('the page looks into the rest by itself if the film worker ends', async () => {
  const { asked, ask } = createWorker(1);
  const given = files(20);
  expect([...(await videosIn(given, ask)).keys()]).toEqual([given[2]]);
  expect(asked).toEqual([8]);
});
