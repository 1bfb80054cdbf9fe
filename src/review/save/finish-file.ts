import type { FileFormat, NewText, ReadAs, Steps } from '../../subtitles/document.ts';
import { formatOf } from '../../subtitles/document.ts';
import { withLineEndsLike } from '../../subtitles/line-ends.ts';
import { readDocument } from '../../subtitles/read-document.ts';
import { limitsFor } from '../limits.ts';
import type { FileOptions } from './file-options.ts';
import { finishedText } from './finished-text.ts';

export interface UnfinishedFile {
  /** The result, which a person may have edited. */
  readonly translated: string;
  /** The original stands in it where it is not translated yet, and stays as it is there. */
  readonly isPart?: boolean;
  /** The opened file's. */
  readonly sourceText: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  readonly language: string | undefined;
}

/**
 * The text of the saved file with the options applied. A person's edits stay. If the result can no longer be parsed in its format, only
 * its line ends are changed.
 */
export function* finishFile(file: UnfinishedFile, options: FileOptions): Steps<string> {
  const { translated, isPart, sourceText, readAs, withoutStyles, language } = file;
  const format = formatOf(readAs);
  const { both, marks, lineBreaks, lineEnds } = options;
  if (both === undefined && marks === undefined && lineBreaks === undefined) {
    return withLineEnds(translated, lineEnds, format, sourceText);
  }
  // `layersApart`: events that share one translation can have different originals.
  const read = yield* readDocument(translated, readAs, { withoutStyles, layersApart: true });
  if (!read.ok) return withLineEnds(translated, lineEnds, format, sourceText);
  const originals = both === undefined && !isPart ? undefined : yield* read.value.textsIn(sourceText);
  const limits = limitsFor(language);
  const texts = new Map<number, NewText>();
  for (const { number, text } of read.value.phrases) {
    yield;
    const original = originals?.get(number);
    if (isPart && original === text) continue;
    texts.set(number, finishedText(text, original, { ...options, format, limits, language }));
  }
  return withLineEnds(yield* read.value.write(texts), lineEnds, format, sourceText);
}

const MARK = '\uFEFF';

/** The file's text with the chosen line ends. `source`: the opened file, whose first line end counts for 'file'. */
function withLineEnds(text: string, lineEnds: FileOptions['lineEnds'], format: FileFormat, source: string): string {
  const wanted = lineEnds ?? (format === 'srt' ? 'lf' : undefined);
  if (wanted === undefined) return text;
  const ended = withLineEndsLike(text, wanted === 'lf' ? '' : wanted === 'tv' ? '\r\n' : source);
  // Players refuse a WebVTT file that has one.
  return wanted === 'tv' && format !== 'vtt' && !ended.startsWith(MARK) ? MARK + ended : ended;
}
