import { decodeSubtitle, stampOfBytes, withSingleLineEnds } from '../files/decode.ts';
import { decodeAs } from '../files/encodings.ts';
import { meantLetters } from '../files/meant-letters.ts';
import { isProjectText, PROJECT_HEAD, projectWords, tooLargeWords } from '../files/other-formats.ts';
import { goneWords, type WholeFile } from '../files/video-bytes.ts';
import { filmLanguage } from '../languages/guess-language.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { speakersIn } from '../notes/notes-text.ts';
import { countFilm, countPhrases } from '../prices/estimate.ts';
import type { Phrase, SrtError, SubtitleDocument } from '../subtitles/document.ts';
import { recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { timingOf } from '../subtitles/timing.ts';
import { countBatches, inSentenceBatches } from '../translation/batch.ts';
import type { Answer, FilmNow, FilmSummary, Question, SourceSummary } from './calls.ts';

/** Decodes a file, and collects the facts of an original that need no other file. */

export function decodeFile({ bytes, name, encoding }: Question<'decode'>): Answer<'decode'> {
  const decoded = encoding
    ? ok({ text: withSingleLineEnds(decodeAs(bytes, encoding)), encoding, detected: true })
    : decodeSubtitle(bytes, name);
  if (!decoded.ok) return decoded;
  const { text, detected } = decoded.value;
  return ok({ ...decoded.value, isDoublyEncoded: !detected && meantLetters(text) !== undefined });
}

/** The bytes of a file with the name of subtitles. The error is a sentence for people. */
async function bytesOf(file: WholeFile): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  const tooLarge = tooLargeWords(file);
  try {
    const read = await (tooLarge === undefined ? file : file.slice(0, PROJECT_HEAD)).arrayBuffer();
    if (isProjectText(new TextDecoder().decode(read.slice(0, PROJECT_HEAD)))) return fail(projectWords(file.name));
    return tooLarge === undefined ? ok(new Uint8Array(read)) : fail(tooLarge);
  } catch {
    return fail(tooLarge ?? goneWords(file.name));
  }
}

export function survey(given: Question<'survey'>): Answer<'survey'> | Promise<Answer<'survey'>> {
  return 'bytes' in given ? surveyed(given.bytes, given.name) : surveyedFile(given.file);
}

async function surveyedFile(file: WholeFile): Promise<Answer<'survey'>> {
  const read = await bytesOf(file);
  return read.ok ? surveyed(read.value, file.name) : read;
}

function surveyed(bytes: Uint8Array, name: string): Answer<'survey'> {
  const decoded = decodeFile({ bytes, name, encoding: undefined });
  if (!decoded.ok) return decoded;
  const sourceText = decoded.value.text;
  const readAs = recognizeFormat(sourceText);
  const read = readDocument(sourceText, readAs);
  const { summary, language } = summaryOf({ sourceText, readAs }, read);
  const { text: counts } = countPhrases(read.ok ? read.value.phrases : []);
  return ok({
    ...decoded.value,
    phrases: summary.phrases,
    language,
    isBroken: !read.ok,
    counts,
    bytesStamp: stampOfBytes(bytes),
  });
}

/** The phrases, divided into batches as the person chose. */
export const asBatches = ({ options }: FilmNow, phrases: readonly Phrase[]): readonly Phrase[] =>
  options?.batches === 'sentences' ? inSentenceBatches(phrases) : phrases;

/** `read`: the result of reading the original. */
export function lookAtSource(film: FilmNow, read: Result<SubtitleDocument, SrtError>): Omit<SourceSummary, 'styles'> {
  const { phrases } = film;
  const found = read.ok ? read.value.phrases : [];
  const counted = phrases.length > 0 ? phrases : asBatches(film, found);
  return {
    error: read.ok ? undefined : read.error,
    notes: read.ok ? read.value.notes.filter(({ kind }) => kind === 'kept' || kind === 'damaged') : [],
    ...summaryOf(film, read),
    batches: counted.length > 0 ? countFilm(counted) : undefined,
    speakers: speakersOfBatch(counted),
  };
}

function speakersOfBatch(phrases: readonly Phrase[]): SourceSummary['speakers'] {
  const all = speakersIn(phrases);
  return all.slice(0, Math.ceil(all.length / countBatches(phrases)));
}

function summaryOf(
  { sourceText, readAs }: Pick<FilmNow, 'sourceText' | 'readAs'>,
  read: Result<SubtitleDocument, SrtError>,
): Pick<SourceSummary, 'summary' | 'language'> {
  const found = read.ok ? read.value.phrases : [];
  const isSrt = readAs === 'srt';
  return {
    summary: isSrt ? summaryOfSrt(sourceText) : { phrases: found.length, lengthMs: endOf(found.at(-1)?.time ?? '') },
    language: filmLanguage(isSrt ? sourceText : found.map(({ text }) => text).join('\n\n')),
  };
}

/** Counts timing lines, because an unreadable file has phrases too. */
function summaryOfSrt(text: string): FilmSummary {
  const phrases = text.split('-->').length - 1;
  // If blocks have no timing line, neither the number of phrases nor the length is known before the repair.
  if (phrases < blockCount(text)) return { phrases: 0, lengthMs: 0 };
  const arrow = text.lastIndexOf('-->');
  const lastTiming = text.slice(text.lastIndexOf('\n', arrow) + 1).split('\n', 1)[0] ?? '';
  return { phrases, lengthMs: phrases > 0 ? endOf(lastTiming) : 0 };
}

const blockCount = (text: string): number =>
  withPlainLineEnds(text)
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/).length;

const endOf = (timing: string): number => Math.max(0, timingOf(timing)?.endMs ?? 0);
