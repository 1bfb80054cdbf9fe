/** The words of the browser's canPlayType for codecs whose settings stand in the film, in the same form in every container. */

const byteHex = (byte = 0): string => byte.toString(16).padStart(2, '0');
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** ISO/IEC 14496-15, AVCDecoderConfigurationRecord: profile, constraints and level are bytes 1 to 3. */
export function avcType(settings: Uint8Array, name = 'avc1'): string | undefined {
  return settings.length < 4 ? undefined : `${name}.${Array.from(settings.subarray(1, 4), byteHex).join('')}`;
}

/** ISO/IEC 14496-15, HEVCDecoderConfigurationRecord, and annex E for its words. */
export function hevcType(settings: Uint8Array, name = 'hvc1'): string | undefined {
  if (settings.length < 13) return undefined;
  const [, profile = 0] = settings;
  const level = settings[12] ?? 0;
  let compatible = 0;
  for (let bit = 0; bit < 32; bit++) {
    if (((settings[2 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) compatible += 2 ** bit;
  }
  const constraints = Array.from(settings.subarray(6, 12), (byte) => byte.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  const space = ['', 'A', 'B', 'C'][profile >> 6];
  const tier = profile & 0x20 ? 'H' : 'L';
  const words = [`${name}.${space}${profile & 0x1f}`, compatible.toString(16).toUpperCase(), `${tier}${level}`];
  return [...words, ...constraints].join('.');
}

/** AV1 in ISOBMFF, AV1CodecConfigurationRecord. */
export function av1Type(settings: Uint8Array): string | undefined {
  const [, profileAndLevel = 0, flags = 0] = settings;
  if (settings.length < 4) return undefined;
  const depth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  const level = `${twoDigits(profileAndLevel & 0x1f)}${flags & 0x80 ? 'H' : 'M'}`;
  return `av01.${profileAndLevel >> 5}.${level}.${twoDigits(depth)}`;
}

/** VP Codec ISO Media File Format Binding: profile, level and bit depth. */
export const vp9Type = (profile: number, level: number, depth: number): string =>
  `vp09.${twoDigits(profile)}.${twoDigits(level)}.${twoDigits(depth)}`;

/** ISO/IEC 14496-3, AudioSpecificConfig: the object type has five bits, or six more behind five that are set. Nothing: AAC LC. */
export function aacType([first = 2 << 3, second = 0]: Uint8Array): string {
  const type = first >> 3;
  return `mp4a.40.${type === 31 ? 32 + ((first & 7) << 3) + (second >> 5) : type}`;
}
