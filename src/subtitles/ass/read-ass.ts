import type { FileFormat } from '../document.ts';
import { readerOfSlots } from '../slots/document-of-slots.ts';
import type { SlotFormat } from '../slots/slot-format.ts';
import { encodeEvent } from './encode-event.ts';
import { findEvents } from './find-events.ts';
import { ownLook } from './own-look.ts';

const ASS: SlotFormat = {
  find: findEvents,
  encode: encodeEvent,
  looks: { italics: ['{\\i1}', ''], grey: ['{\\c&H808080&}', ''] },
  ownLook,
  lineBreak: '\\N',
};
const reader = (format: FileFormat, name: string) => readerOfSlots(format, name, ASS);

/** An Advanced SubStation Alpha file: everything but the words of its dialogue stays as it is. */
export const readAss = reader('ass', 'ASS');
/** The older SubStation Alpha: other columns and section names, the same text. */
export const readSsa = reader('ssa', 'SSA');
