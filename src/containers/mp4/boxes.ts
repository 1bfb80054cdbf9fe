import type { Slices } from '../reading.ts';

/** A box ("atom") of an MP4 or MOV file (ISO/IEC 14496-12, 4.2): a size, a type and a content. The reader trusts no size. */
export interface Box {
  readonly type: string;
  readonly at: number;
  /** Offset of its content, which lies within that of its parent. */
  readonly start: number;
  readonly end: number;
  /** True if the box claims to reach beyond its parent. */
  readonly isCut: boolean;
}

interface InnerBox {
  readonly type: string;
  readonly content: Uint8Array;
}

/** Numbers of one, two, four or eight bytes. 0 beyond the end; inexact beyond 2^53. */
export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const u16 = (bytes: Uint8Array, at: number): number => u8(bytes, at) * 256 + u8(bytes, at + 1);
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2);
export const u64 = (bytes: Uint8Array, at: number): number => u32(bytes, at) * 4_294_967_296 + u32(bytes, at + 4);
export const i32 = (bytes: Uint8Array, at: number): number => u32(bytes, at) | 0;
export const i64 = (bytes: Uint8Array, at: number): number => i32(bytes, at) * 4_294_967_296 + u32(bytes, at + 4);
/** The first number of a FullBox: eight bytes in version 1, otherwise four. 0: the box is empty. */
export const numberIn = (content: Uint8Array): number => (u8(content, 0) === 1 ? u64(content, 4) : u32(content, 4));
export const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** A FullBox has its version in the first byte, and its flags in the next three. */
export const boxFlags = (content: Uint8Array): number => u32(content, 0) % 0x1000000;

/** Eight bytes, or sixteen with a 64-bit size. */
const HEAD_LENGTH = 16;

interface Head {
  readonly type: string;
  readonly length: number;
  /** Size including the head. Infinity: up to the end of the parent. */
  readonly size: number;
}

/** undefined: no box can begin there. */
function headAt(bytes: Uint8Array, at: number): Head | undefined {
  if (at + 8 > bytes.length) return undefined;
  const short = u32(bytes, at);
  const length = short === 1 ? 16 : 8;
  const size = short === 1 ? u64(bytes, at + 8) : short || Number.POSITIVE_INFINITY;
  return at + length > bytes.length || size < length ? undefined : { type: typeAt(bytes, at + 4), length, size };
}

/** A box that claims to reach beyond the content ends with the content. */
export function* boxesIn(content: Uint8Array, from = 0): Generator<InnerBox> {
  for (let at = from; ; ) {
    const head = headAt(content, at);
    if (head === undefined) return;
    const end = Math.min(content.length, at + head.size);
    yield { type: head.type, content: content.subarray(at + head.length, end) };
    at = end;
  }
}

export function contentOfBox(content: Uint8Array, type: string, from = 0): Uint8Array | undefined {
  for (const box of boxesIn(content, from)) if (box.type === type) return box.content;
  return undefined;
}

export type Walk = (from: number, to: number) => AsyncGenerator<Box>;

/** `most`: the most boxes of all walks together. */
export function createWalk(slices: Slices, most: number): Walk {
  let left = most;
  return async function* walk(from, to) {
    for (let at = from; at + 8 <= to && left > 0; left--) {
      const length = Math.min(HEAD_LENGTH, to - at);
      const head = headAt(slices.held(at, length) ?? (await slices.view(at, length)), 0);
      if (head === undefined) return;
      const end = Math.min(to, at + head.size);
      yield {
        type: head.type,
        at,
        start: at + head.length,
        end,
        isCut: Number.isFinite(head.size) && at + head.size > to,
      };
      at = end;
    }
  };
}
