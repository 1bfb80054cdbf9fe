import type { TrackText } from '../src/containers/container.ts';
import { decodeSubtitle } from '../src/files/decode.ts';
import { okValue } from './ok-value.ts';

/** The text of a track as the page decodes it. */
export const decodedText = ({ bytes, format }: TrackText): string =>
  okValue(decodeSubtitle(bytes, `Film.${format}`)).text;
