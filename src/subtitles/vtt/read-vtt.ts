import { readerOfSlots } from '../slots/document-of-slots.ts';
import { encodeCue } from './encode-cue.ts';
import { findCues } from './find-cues.ts';

/** A WebVTT file: header, NOTE, STYLE, REGION, identifiers, settings and speakers stay as they are. */
export const readVtt = readerOfSlots('vtt', 'WebVTT', {
  find: findCues,
  encode: encodeCue,
  looks: { italics: ['<i>', '</i>'], grey: ['<c.grey>', '</c>'] },
});
