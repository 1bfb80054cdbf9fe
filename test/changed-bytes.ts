import fc from 'fast-check';
import { expect } from 'vitest';
import type { ContainerReader, VideoBytes } from '../src/containers/container.ts';
import { fuzzRuns } from './fuzz-runs.ts';
import { videoBytesOf } from './video-parts.ts';

/** A change of a video's bytes, as damage or an attacker could make it. */
interface ByteChange {
  /** The place of the change, as a share of the file. */
  readonly at: number;
  readonly kind: 'set' | 'lie' | 'cut' | 'drop' | 'copy' | 'zeros' | 'flip';
  readonly value: number;
  readonly length: number;
}

const anyByteChange: fc.Arbitrary<ByteChange> = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  // Changes that keep the length of the file are more frequent: they break less, so readers get further.
  kind: fc.constantFrom('set', 'set', 'set', 'lie', 'lie', 'lie', 'flip', 'flip', 'cut', 'drop', 'copy', 'zeros'),
  value: fc.nat(255),
  length: fc.nat(60),
});

/** `lies`: false values for sizes, places and counts in that container. */
function changedBytes(
  film: Uint8Array,
  { at, kind, value, length }: ByteChange,
  lies: readonly (readonly number[])[],
): Uint8Array {
  const place = Math.floor(at * film.length);
  const behind = Math.min(film.length, place + length);
  const over = (bytes: readonly number[] | Uint8Array) => {
    const written = Uint8Array.from(film);
    written.set(bytes.slice(0, film.length - place), place);
    return written;
  };
  switch (kind) {
    case 'set':
      return over([value]);
    case 'flip':
      return over([(film[place] ?? 0) ^ (1 << (value & 7))]);
    case 'lie':
      return over(lies[value % lies.length] ?? []);
    case 'zeros':
      return over(new Uint8Array(length));
    case 'cut':
      return film.slice(0, place);
    case 'drop':
      return Uint8Array.from([...film.subarray(0, place), ...film.subarray(behind)]);
    case 'copy':
      return Uint8Array.from([...film.subarray(0, behind), ...film.subarray(place)]);
  }
}

const WAITING = { progress: () => {}, isStopped: () => false };

/**
 * Gives readers videos with randomly changed bytes. The contents and each track must be read, or refused with a sentence. It is a fault to throw, to read
 * outside the file or to take two seconds. `lies`: as in changedBytes.
 */
export async function expectAnswersToChanges(
  reader: ContainerReader,
  films: readonly Uint8Array[],
  lies: readonly (readonly number[])[],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...films),
      fc.array(anyByteChange, { minLength: 1, maxLength: 5 }),
      async (film, changes) => {
        const whole = changes.reduce((before, change) => changedBytes(before, change, lies), film);
        const started = performance.now();
        await readAll(reader, videoBytesOf([{ size: whole.length, bytes: whole }]));
        expect(performance.now() - started).toBeLessThan(2_000);
      },
    ),
    { numRuns: fuzzRuns(200), seed: 28 },
  );
}

async function readAll(reader: ContainerReader, bytes: VideoBytes): Promise<void> {
  const contents = await reader.contents(bytes);
  if (!contents.ok) return expectSentence(contents.error);
  const { subtitles } = contents.value;
  expect(new Set(subtitles.map(({ number }) => number)).size).toBe(subtitles.length);
  for (const { number, format } of subtitles) {
    const result = await reader.extract(bytes, number, WAITING);
    if (result === undefined || !result.ok) expectSentence(result?.error);
    else expect(result.value).toMatchObject({ format, phrases: expect.toSatisfy((count: number) => count > 0) });
  }
}

const expectSentence = (error: string | undefined): void => expect(error).toMatch(/^(?:The|This) [\s\S]{20,300}\.$/);
