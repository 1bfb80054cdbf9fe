import type { EncodingName } from '../../../files/encodings.ts';

/** Brings a picked or dropped file into the session. */
export interface FileIntake {
  /** A refused file becomes the session's error. Of several files the latest wins. */
  open(file: File): Promise<void>;
  /** The same of every format; of several files the first one, with a word about the others. */
  openAny(files: readonly File[]): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** False after a reload, which keeps only the text. */
  canReadAgain(): boolean;
}
