import { analyse } from 'chardet';

/** What the detector takes these bytes for: names of encodings, in its own spelling, the likeliest first. */
export const likelyEncodings = (bytes: Uint8Array): readonly string[] => analyse(bytes).map(({ name }) => name);
