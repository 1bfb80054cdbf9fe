// A module of its own: an import() of the package itself, which is no ES module, takes 130 bytes of the bundler's runtime in the first load.
import { analyse } from 'chardet';

/** What the detector takes these bytes for: names of encodings, in its own spelling, the likeliest first. */
export const likelyEncodings = (bytes: Uint8Array): readonly string[] => analyse(bytes).map(({ name }) => name);
