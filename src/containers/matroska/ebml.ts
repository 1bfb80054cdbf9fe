/** EBML (RFC 8794), the form of Matroska: elements of an ID, a size and a content. Nothing here trusts a size. */

/** The IDs, with their length marker, as RFC 9559 lists them. */
export const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cueRelativePosition: 0xf0,
  cueDuration: 0xb2,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  tagTrackUid: 0x63c5,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  blockAdditions: 0x75a1,
  blockMore: 0xa6,
  blockAddId: 0xee,
  blockAdditional: 0xa5,
} as const;

/** So many bytes hold any element's head: four of ID, eight of size. */
export const HEAD_LENGTH = 12;

export interface Head {
  readonly id: number;
  /** Of the head itself, in bytes. */
  readonly length: number;
  /** Of the content; Infinity: not told ("unknown size"). */
  readonly size: number;
}

/** The head of the element at an offset; undefined: none can be there. */
export function headAt(bytes: Uint8Array, at: number): Head | undefined {
  const idLength = lengthOfNumber(bytes[at]);
  if (idLength > 4 || at + idLength >= bytes.length) return undefined;
  const size = longNumberAt(bytes, at + idLength);
  if (size === undefined) return undefined;
  return {
    id: unsigned(bytes.subarray(at, at + idLength)),
    length: idLength + size.length,
    size: size.isAllOnes ? Number.POSITIVE_INFINITY : size.value,
  };
}

/** The elements of a content that was read whole. One that says to reach beyond it ends with it. */
export function* elementsIn(content: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  for (let at = 0; at < content.length; ) {
    const head = headAt(content, at);
    if (head === undefined) return;
    const from = at + head.length;
    const to = Math.min(content.length, from + head.size);
    yield { id: head.id, content: content.subarray(from, to) };
    at = to;
  }
}

/** The content of the first element of that ID; undefined: there is none. */
export function contentOfElement(content: Uint8Array, id: number): Uint8Array | undefined {
  for (const element of elementsIn(content)) if (element.id === id) return element.content;
  return undefined;
}

/** The value of the first element of that ID; `missing`: of one that is not there, or is empty, which means the same. */
export function unsignedOf(content: Uint8Array, id: number, missing: number): number {
  const value = contentOfElement(content, id);
  return value === undefined || value.length === 0 ? missing : unsigned(value);
}

/** Big-endian. Beyond 2^53 it is not exact. */
export const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

interface LongNumber {
  readonly value: number;
  /** In bytes. */
  readonly length: number;
  /** All bits behind the length marker are set: as a size "unknown". */
  readonly isAllOnes: boolean;
}

/** A number that tells its own length, as sizes and the numbers of tracks are written; undefined: none, or cut off. */
export function longNumberAt(bytes: Uint8Array, at: number): LongNumber | undefined {
  const length = lengthOfNumber(bytes[at]);
  if (length > 8 || at + length > bytes.length) return undefined;
  const first = (bytes[at] ?? 0) & (0xff >> length);
  const rest = bytes.subarray(at + 1, at + length);
  return {
    value: first * 256 ** rest.length + unsigned(rest),
    length,
    isAllOnes: first === 0xff >> length && rest.every((byte) => byte === 0xff),
  };
}

/** 1 to 8; 9: no number begins so. */
const lengthOfNumber = (first = 0): number => Math.clz32(first) - 23;
