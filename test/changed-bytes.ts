import fc from 'fast-check';

/** A change of a film's bytes, as damage and malice make them. */
export interface ByteChange {
  /** Where, as a share of the film. */
  readonly at: number;
  readonly kind: 'set' | 'lie' | 'cut' | 'drop' | 'copy' | 'zeros' | 'flip';
  readonly value: number;
  readonly length: number;
}

export const anyByteChange: fc.Arbitrary<ByteChange> = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  // Those that leave the film's length as it is break less of it and reach further.
  kind: fc.constantFrom('set', 'set', 'set', 'lie', 'lie', 'lie', 'flip', 'flip', 'cut', 'drop', 'copy', 'zeros'),
  value: fc.nat(255),
  length: fc.nat(60),
});

/** `lies`: what a size, a place or a count of that container can be that lies. */
export function changedBytes(
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
