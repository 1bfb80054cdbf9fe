import { readerOfSlots } from '../slots/document-of-slots.ts';
import { encodeBlock } from './encode-block.ts';
import { findBlocks } from './find-blocks.ts';

/** A SubViewer file as YouTube writes it: "0:00:00.599,0:00:04.160", then the text. */
export const readSbv = readerOfSlots('sbv', 'SBV', { find: findBlocks, encode: encodeBlock, looks: {} });
