import type { Part } from '../document.ts';

/** What one format has to know; everything else is the same for all of them (document-of-slots.ts). */
export interface SlotFormat {
  /** Everything in a file that is shown at a time, in the file's order. Linear in the length of the source; never throws. */
  readonly find: (source: string) => FoundSlots;
  /**
   * The bytes of a text in the place of `raw`. Whatever the text holds, the file has the same slots as before. Linear in both.
   */
  readonly encode: (text: string, raw: string, place: SlotPlace) => string;
  /** What stands before and behind a part that is to look so; missing: the format cannot say it. */
  readonly looks: Readonly<Partial<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>>>;
  /** What gives the text behind a part, as it is written, the look of its own line again; missing: nothing is needed. */
  readonly ownLook?: (part: string, before: string) => string;
  /** What stands between two parts; missing: the file's line end. */
  readonly lineBreak?: string;
}

/** Where a text is to stand. */
export interface SlotPlace {
  /** The file's own. */
  readonly lineEnd: string;
  /** The slot's. */
  readonly before: string;
  /** The text was read of a file, whose tags it has: they are tags here, too, whatever `raw` has. */
  readonly isOfFile: boolean;
}

export interface FoundSlots {
  readonly slots: readonly Slot[];
  /** Offsets of blocks that cannot be read. */
  readonly unreadable: readonly number[];
}

/** A span of the source, and what it says. */
export interface Slot {
  /** Offsets in the source: from the first character to behind the last one. */
  readonly from: number;
  readonly to: number;
  /** From when to when it is shown, as a timing line that review/timing-of.ts can read. */
  readonly time: string;
  /** As a model and a person read it. */
  readonly text: string;
  /** Only a "text" is translated. */
  readonly kind: 'text' | 'wordless' | 'karaoke' | 'drawing';
  /** Of ASS and SSA. */
  readonly style?: string;
  /** Code before the slot that holds for it; missing: none. */
  readonly before?: string;
}
