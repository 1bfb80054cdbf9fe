import { stampOf } from '../../../../lib/stamp.ts';
import type { SessionState } from '../../../../session/session-state.ts';
import type { MendReading } from '../../../../subtitles/mend/find-repairs.ts';

/** The text of an .srt or WebVTT file, and how it is read. */
export interface FileText {
  readonly text: string;
  readonly readAs: MendReading;
}

/** Undefined: there is none, or it is a file of another format. */
export const fileText = ({
  sourceText: text,
  readAs,
}: Pick<SessionState, 'sourceText' | 'readAs'>): FileText | undefined =>
  text !== '' && (readAs === 'srt' || readAs === 'mended-srt' || readAs === 'vtt') ? { text, readAs } : undefined;

/** The text is what mending made, unchanged since. */
export const isAsMended = ({ undo, sourceText }: Pick<SessionState, 'undo' | 'sourceText'>): boolean =>
  undo?.command === 'mend-original' && undo.madeStamp === stampOf(sourceText);

/** The text as it was before the file was mended; undefined: it was not, or that cannot be taken back any more. */
export const textBeforeMending = ({ undo }: Pick<SessionState, 'undo'>): FileText | undefined =>
  undo?.command === 'mend-original' ? fileText(undo.before) : undefined;

export const isSame = (one: FileText | undefined, other: FileText | undefined): boolean =>
  one !== undefined && one.text === other?.text && one.readAs === other.readAs;

/** The text from before the mending, which could still be taken back, stands here again. */
export const isBackBeforeMending = (state: Pick<SessionState, 'undo' | 'sourceText' | 'readAs'>): boolean =>
  isSame(textBeforeMending(state), fileText(state));
