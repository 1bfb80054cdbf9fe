import type { Phrase } from '../../../subtitles/document.ts';
import { type FileFormat, formatOf, type ReadAs } from '../../../subtitles/formats.ts';
import { findLyrics } from '../../../subtitles/lrc.ts';
import { findMicroDvdEvents } from '../../../subtitles/microdvd.ts';
import type { FoundSlots, Slot } from '../../../subtitles/slots.ts';
import { findTtmlPhrases } from '../../../subtitles/ttml.ts';
import { spansOf } from './player.ts';
import { spanOf } from './subtitle-tracks.ts';

/** Two times that begin a line of a file, whatever its format; with a comma between them they have hours. What a text says of times is none. */
const TIMES =
  /^(?:[ \t\uFEFF]*|Dialogue:(?:[^,\n]*,)?[ \t]*)(\d+(?::\d+){1,2}(?:[.,]\d+)?)[ \t]*(?:-->|,(?=[ \t]*\d+:\d+:\d))[ \t]*(\d+(?::\d+){1,2}(?:[.,]\d+)?)/gim;

/** The phrase in which the cursor of a subtitle file's text stands: by the times in its line, or above it. undefined: before all. */
export function phraseAtCursor(
  phrases: readonly Phrase[],
  text: string,
  cursor: number,
  readAs: ReadAs = 'srt',
): number | undefined {
  const find = finderOf(readAs);
  if (find) return phraseAt(phrases, slotAt(find(text).slots, text, cursor)?.time ?? '');
  const end = endOfLine(text, cursor);
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, end);
  // In an .srt file the number stands above the times.
  const isNumber = /^\s*\d+\s*$/.test(line);
  const [, from, to] = [...text.slice(0, isNumber ? endOfLine(text, end + 1) : end).matchAll(TIMES)].at(-1) ?? [];
  return phraseAt(phrases, `${from} --> ${to}`);
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

function phraseAt(phrases: readonly Phrase[], time: string): number | undefined {
  const wanted = spanOf({ number: 0, time });
  return spansOf(phrases).spans.find(({ startMs, endMs }) => startMs === wanted?.startMs && endMs === wanted.endMs)
    ?.number;
}

/** The reader of a format whose times are no two clocks in a line. null: they are. */
const FINDERS: Readonly<Record<FileFormat, ((rate: number | undefined) => (text: string) => FoundSlots) | null>> = {
  srt: null,
  vtt: null,
  ass: null,
  ssa: null,
  sbv: null,
  ttml: () => findTtmlPhrases,
  sub: findMicroDvdEvents,
  lrc: () => findLyrics,
};

function finderOf(readAs: ReadAs): ((text: string) => FoundSlots) | undefined {
  const rate = /^sub-(.*)/.exec(readAs)?.[1];
  return FINDERS[formatOf(readAs)]?.(rate === undefined ? undefined : Number(rate));
}

/** The text in which the cursor stands, or behind whose beginning; on the line of the next one's times that one. */
function slotAt(slots: readonly Slot[], text: string, cursor: number): Slot | undefined {
  const begun = slots.findLast(({ from }) => from <= cursor);
  if (begun && begun.to >= text.lastIndexOf('\n', cursor - 1) + 1) return begun;
  const end = endOfLine(text, cursor);
  return slots.find(({ from }) => from > cursor && from <= end) ?? begun;
}
