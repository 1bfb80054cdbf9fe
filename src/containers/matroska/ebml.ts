/**
 * EBML (RFC 8794), the syntax of Matroska: elements with an ID, a size and a content. No size is trusted. The IDs include their length marker,
 * as in RFC 9559.
 */
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
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagEnabled: 0xb9,
  flagDefault: 0x88,
  flagForced: 0x55aa,
  flagHearingImpaired: 0x55ab,
  flagCommentary: 0x55af,
  defaultDuration: 0x23e383,
  name: 0x536e,
  language: 0x22b59c,
  languageBcp47: 0x22b59d,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncodingOrder: 0x5031,
  contentEncodingScope: 0x5032,
  contentEncodingType: 0x5033,
  contentCompression: 0x5034,
  contentCompressionAlgorithm: 0x4254,
  contentCompressionSettings: 0x4255,
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

/** The longest head of an element: four bytes of ID, eight of size. */
export const HEAD_LENGTH = 12;

export interface Head {
  readonly id: number;
  /** Bytes of the head itself. */
  readonly length: number;
  /** Bytes of the content; Infinity: unknown size. */
  readonly size: number;
}

/** undefined: no element can begin there. */
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

/** An element that claims to reach beyond the content ends with it. */
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

/** The first element with that ID. */
export function contentOfElement(content: Uint8Array, id: number): Uint8Array | undefined {
  for (const element of elementsIn(content)) if (element.id === id) return element.content;
  return undefined;
}

/** The first element with that ID; `missing`: if there is none or it is empty, which means the same. */
export function unsignedOf(content: Uint8Array, id: number, missing: number): number {
  const value = contentOfElement(content, id);
  return value === undefined || value.length === 0 ? missing : unsigned(value);
}

/** Big-endian, inexact beyond 2^53. */
export const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

interface LongNumber {
  readonly value: number;
  /** In bytes. */
  readonly length: number;
  /** All value bits are set: an unknown size. */
  readonly isAllOnes: boolean;
}

/** A number that encodes its own length, such as sizes and track numbers; undefined: invalid or cut off. */
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

/** 1 to 8; 9: no number can begin with this byte. */
const lengthOfNumber = (first = 0): number => Math.clz32(first) - 23;
