import type { TrackText } from '../src/containers/container.ts';
import { decodeSubtitle } from '../src/files/decode.ts';
import { okValue } from './ok-value.ts';

/** What comes out of a film, as the page reads it. */
export const decodedText = ({ bytes, format }: TrackText): string =>
  okValue(decodeSubtitle(bytes, `Film.${format}`)).text;
