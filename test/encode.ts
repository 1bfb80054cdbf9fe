/** Encodes a text in a code page. It uses TextDecoder's table in the other direction. */
export function encode(text: string, label: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Uint8Array.from([...text], (character) => {
    const byte = byteOf.get(character);
    if (byte === undefined) throw new Error(`${label} has no ${character}`);
    return byte;
  });
}
