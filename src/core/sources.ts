import { nameBeside, type PromptLanguages, proposeTrack, trackFacts, trackName } from '../containers/choose-track.ts';
import type { SubtitleTrack } from '../containers/container.ts';
import { holdsSubtitles, isProjectText, PROJECT_HEAD } from '../files/other-formats.ts';
import type { FileLike } from '../files/video-bytes.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { noticeWords } from '../film/notice-words.ts';
import { type FilmWorker, type MendableText, NO_FILM, type RepairsOfKind } from '../film-worker/calls.ts';
import { createAnswers } from '../film-worker/functions.ts';
import { FIRST_LANGUAGE, SECOND_LANGUAGE } from '../film-worker/two-languages.ts';
import { baseLanguage, isOtherLanguage } from '../languages/language-names.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { shownName } from '../lib/text.ts';
import { type FilmNotes, NO_NOTES } from '../notes/notes.ts';
import { parseNotes } from '../notes/notes-file.ts';
import { partsOfName } from '../review/saved-name.ts';
import { type Project, parseProject } from '../storage/project-file.ts';
import { type FileFormat, recognizeFormat } from '../subtitles/formats.ts';
import { ROLLING } from '../subtitles/mend/kinds/rolling-captions.ts';
import type { FilmRequest, RepairChoices, Source, Told } from './api.ts';
import { languageCode } from './prompt-of-film.ts';

/** The content of a source: a film without batches, or a project with everything in it. */
interface OpenedSource {
  readonly work: Work;
  readonly told: readonly Told[];
  /** BCP 47, from the name of the file or the track; undefined: neither says it. */
  readonly language: string | undefined;
  /** undefined: the source is not a project. */
  readonly project: Omit<Project, 'session'> | undefined;
}

interface NamedBytes {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly told: readonly Told[];
  /** BCP 47; undefined: unknown. */
  readonly language: string | undefined;
}

/** The error is a sentence for people. */
export async function openSource(
  source: Source,
  request: Partial<FilmRequest>,
  worker: FilmWorker,
): Promise<Result<OpenedSource, string>> {
  const file =
    'file' in source
      ? await trackOf(source, { from: request.from, into: request.to }, worker)
      : ok({ ...source, told: [], language: partsOfName(source.name).language });
  if (!file.ok) return file;
  const head = new TextDecoder().decode(file.value.bytes.subarray(0, 200));
  return isProjectText(head) ? openProject(file.value, request.restored) : openText(file.value, request, worker);
}

function openProject({ bytes, name }: NamedBytes, restored: string | undefined): Result<OpenedSource, string> {
  const parsed = parseProject(new TextDecoder().decode(bytes));
  if (!parsed.ok) return parsed;
  const { session, ...project } = parsed.value;
  const fileName = session.fileName || name.replace(/(?:\.project)?\.json$/i, '');
  const before = restoredWork(restored, session.sourceText);
  const { language } = partsOfName(fileName);
  return ok({ work: { ...(before.work ?? session), fileName }, told: before.told, language, project });
}

/** The work that an interrupted run stored, if it is about the same text. */
function restoredWork(
  restored: string | undefined,
  sourceText: string,
): { readonly work: Work | undefined; readonly told: readonly Told[] } {
  if (restored === undefined) return { work: undefined, told: [] };
  const before = parseProject(restored);
  if (before.ok && before.value.session.sourceText === sourceText) return { work: before.value.session, told: [] };
  const why = before.ok ? 'The file has changed since.' : before.error;
  return {
    work: undefined,
    told: [{ code: 'restored', message: `What was translated before is not used. ${why}` }],
  };
}

async function openText(
  { bytes, name, told, language }: NamedBytes,
  { repairs, withoutStyles = [], restored }: Partial<FilmRequest>,
  worker: FilmWorker,
): Promise<Result<OpenedSource, string>> {
  const decoded = await worker.ask(NO_FILM, 'decode', { bytes, name, encoding: undefined });
  if (!decoded?.ok) return fail(decoded?.error ?? '');
  const { text, encoding, detected, isDoublyEncoded } = decoded.value;
  const notices: Told[] = detected
    ? [{ code: 'encoding', message: noticeWords({ kind: 'encoding', name: encoding }) }]
    : [];
  let letters = text;
  if (isDoublyEncoded) {
    const meant =
      repairs?.repairLetters && (await worker.ask({ ...NO_FILM, sourceText: text }, 'meantLetters', undefined));
    if (meant) letters = meant;
    else notices.push({ code: 'letters', message: noticeWords({ kind: 'doubly-encoded' }) });
  }
  const of = { text: letters, readAs: recognizeFormat(letters), withoutStyles: withoutStyles ?? [] };
  const mended = await mend(of, name, repairs, worker);
  if (!mended.ok) return mended;
  const { text: sourceText, readAs } = mended.value.text;
  const work = { ...EMPTY_WORK, sourceText, fileName: name, readAs, withoutStyles: of.withoutStyles };
  const before = restoredWork(restored, sourceText);
  return ok({
    work: before.work ? { ...before.work, fileName: name } : work,
    told: [...told, ...notices, ...mended.value.told, ...before.told],
    language,
    project: undefined,
  });
}

/** The text after the repairs that the page ticks at first, and those that were requested. */
async function mend(
  of: MendableText,
  name: string,
  repairs: RepairChoices | undefined,
  { ask }: FilmWorker,
): Promise<Result<{ readonly text: MendableText; readonly told: readonly Told[] }, string>> {
  const asked = repairs?.frameRate === undefined ? of : { ...of, rate: repairs.frameRate };
  const found = await ask(NO_FILM, 'repairsForPrograms', asked);
  const needed = found?.isOffered ? found.kinds.filter(({ isOptional }) => !isOptional) : [];
  if (repairs?.strictRead && needed[0]) return fail(refusedWords(name, needed));
  const offers = found?.kinds.flatMap((kind) => offerOf(kind, repairs)) ?? [];
  const wanted = offers.filter(({ isWanted }) => isWanted);
  const kinds = [...needed, ...wanted.map(({ kind }) => kind)];
  const told = [
    ...needed.map(({ sentence }): Told => ({ code: 'mended', message: sentence })),
    ...wanted.map(({ done }): Told => ({ code: 'mended', message: done })),
    ...offers.flatMap(({ isWanted, offered }) => (isWanted ? [] : offered)),
  ];
  if (kinds.length === 0) return ok({ text: of, told });
  const unsure = kinds.find(({ rates }) => rates && !rates.isSure)?.rates;
  if (unsure)
    return fail(
      `"${shownName(name)}" counts its times in frames, but does not say how many there are per second. Give the frame rate of the video (--frame-rate): ${unsure.fitting.join(', ')}.`,
    );
  const mended = await ask(NO_FILM, 'mend', { of: asked, kinds: kinds.map((kind) => kind.name) });
  return ok({ text: mended ?? of, told });
}

/** Words of its own: the sentences of the kinds say what was repaired, but here nothing was. */
function refusedWords(name: string, needed: readonly RepairsOfKind[]): string {
  const count = needed.reduce((sum, kind) => sum + kind.count, 0);
  const line = Math.min(...needed.flatMap(({ places }) => places.map((place) => place.line)));
  const where = count === 1 ? `in line ${line} of the file` : `in ${count} places, first in line ${line} of the file`;
  return `"${shownName(name)}" needs a repair ${where}, and repairs are switched off (--strict-read). Repair the file, or leave --strict-read out.`;
}

/** A repair that the page offers without ticking it, in words for a program, which has no buttons. */
interface Offer {
  readonly kind: RepairsOfKind;
  readonly isWanted: boolean;
  readonly done: string;
  /** Sentences about offers that the request does not use. */
  readonly offered: readonly Told[];
}

function offerOf(kind: RepairsOfKind, repairs: RepairChoices | undefined): readonly Offer[] {
  const { name, isOptional, sentence, offer, rates, button } = kind;
  const { frameRate, oneLanguage, unroll = false } = repairs ?? {};
  if (!isOptional) return [];
  const [what = '', so = ''] = sentence.split('. ', 2);
  if (rates) {
    const done = `${what}. The times are read at ${frameRate} frames a second.`;
    return [{ kind, isWanted: frameRate !== undefined, done, offered: [{ code: 'frames', message: sentence }] }];
  }
  if (name === ROLLING)
    return [{ kind, isWanted: unroll, done: sentence, offered: [{ code: 'unroll', message: `${sentence} ${offer}` }] }];
  const side = name === FIRST_LANGUAGE ? 'first' : name === SECOND_LANGUAGE ? 'second' : undefined;
  if (side === undefined) return [];
  const done = `${what}. ${button.replace('Translate only', 'Only')} is translated.`;
  const isTold = oneLanguage === undefined && side === 'first';
  const offered: readonly Told[] = isTold ? [{ code: 'two-languages', message: `${what}. ${so}.` }] : [];
  return [{ kind, isWanted: oneLanguage === side, done, offered }];
}

/** A subtitle track of a video. */
export interface Track {
  /** From 1, as in the page's dialog. */
  readonly number: number;
  /** BCP 47; undefined: the video does not say. */
  readonly language: string | undefined;
  /** "SubRip", "PGS". */
  readonly kind: string;
  readonly title: string;
  readonly default: boolean;
  readonly forced: boolean;
  /** True if it has a text that can be translated. */
  readonly text: boolean;
  /** undefined: the video does not say. */
  readonly phrases: number | undefined;
}

/** Reads only the heads of the video. The error is a sentence for people. */
export async function tracksOf(file: FileLike): Promise<Result<readonly Track[], string>> {
  const found = await createAnswers().ask(NO_FILM, 'tracks', { file });
  if (!found?.ok) return fail(found?.error ?? '');
  return ok(
    found.value.subtitles.map(({ language, kind, title, isDefault, isForced, format, phrases }, index) => ({
      number: index + 1,
      language,
      kind,
      title,
      phrases,
      default: isDefault,
      forced: isForced,
      text: format !== undefined,
    })),
  );
}

type TrackOfFilm = Extract<Source, { readonly file: FileLike }>;

async function trackOf(
  { file, track }: TrackOfFilm,
  languages: PromptLanguages,
  { ask }: FilmWorker,
): Promise<Result<NamedBytes, string>> {
  const found = await ask(NO_FILM, 'tracks', { file });
  if (!found?.ok) return fail(found?.error ?? '');
  const { subtitles, isCutOff } = found.value;
  const chosen = chooseTrack(subtitles, track, languages);
  if (!chosen.ok) return fail(`The video "${shownName(file.name)}" has no ${chosen.error}`);
  const text = await ask(NO_FILM, 'extract', { file, track: chosen.value.number });
  if (!text?.ok) return fail(text?.error ?? '');
  const { format, bytes, phrases } = text.value;
  if (phrases === 0) return fail(`There are no subtitles in this track of "${shownName(file.name)}".`);
  return ok({
    bytes,
    name: nameBeside(file.name, format, chosen.value),
    told: toldOfTrack(file, chosen.value, isCutOff || text.value.isCutOff),
    language: chosen.value.language,
  });
}

const toldOfTrack = ({ name }: FileLike, track: SubtitleTrack, isCutOff: boolean): readonly Told[] => [
  { code: 'track', message: `Opened from ${shownName(name)}: ${trackName(track)} · ${trackFacts(track)}.` },
  ...(isCutOff ? [{ code: 'cut-off' as const, message: noticeWords({ kind: 'cut-off', film: name }) }] : []),
];

function chooseTrack(
  tracks: readonly SubtitleTrack[],
  wanted: string | number | undefined,
  languages: PromptLanguages,
): Result<SubtitleTrack & { readonly format: FileFormat }, string> {
  const fitting =
    wanted === undefined
      ? tracks
      : typeof wanted === 'number'
        ? tracks.slice(wanted - 1, wanted)
        : tracksIn(tracks, languageCode(wanted));
  const chosen = proposeTrack(
    fitting,
    wanted === undefined ? languages : NO_LANGUAGES,
    wanted === undefined && languages.from !== undefined,
  );
  if (chosen?.format) return ok({ ...chosen, format: chosen.format });
  const all = tracks.map((track, index) => `${index + 1} ${trackName(track)} · ${trackFacts(track)}`).join('; ');
  if (tracks.length === 0) return fail('subtitles.');
  return fail(
    wanted === undefined
      ? `track with text that can be translated (${all}).`
      : `text track ${wanted}. Its tracks are ${all}.`,
  );
}

/** Tracks in another variant of the language count only if none is in this one: "pt" matches any Portuguese, "pt-BR" first that of Brazil. */
function tracksIn(tracks: readonly SubtitleTrack[], wanted: string | undefined): readonly SubtitleTrack[] {
  if (wanted === undefined) return [];
  const inLanguage = tracks.filter(({ language }) => baseLanguage(language) === baseLanguage(wanted));
  const same = inLanguage.filter(({ language, format }) => language && format && !isOtherLanguage(wanted, language));
  return same.length > 0 ? same : inLanguage;
}

const NO_LANGUAGES: PromptLanguages = { from: undefined, into: undefined };

/** The notes that are useful for any target language. A term without a translation stays as it is. */
export const withoutTranslations = (notes: FilmNotes): FilmNotes => ({
  ...notes,
  people: notes.people.map((person) => ({ ...person, translation: '' })),
  address: notes.address.filter(({ form }) => /^\s*(?:in)?formal\s*$/i.test(form)),
  terms: notes.terms.filter(({ translation }) => translation.trim() === ''),
});

/** Film notes from a project, a file of notes, or a spreadsheet of terms (CSV). The error is a sentence for people. */
export async function notesOf({
  bytes,
  name,
}: {
  readonly bytes: Uint8Array;
  readonly name: string;
}): Promise<Result<FilmNotes, string>> {
  const text = new TextDecoder().decode(bytes);
  if (isProjectText(text.slice(0, PROJECT_HEAD))) {
    const project = parseProject(text);
    return project.ok ? ok(project.value.session.notes) : project;
  }
  if (/^\s*\{/.test(text)) return parseNotes(text);
  if (holdsSubtitles(text)) return fail(`"${shownName(name)}" holds subtitles, not notes. ${TERMS}`);
  const read = await createAnswers().ask(NO_FILM, 'terms', { bytes, name, present: 0 });
  if (!read?.ok) return fail(read?.error ?? '');
  // Otherwise each line of a text in sentences would become a term without a translation.
  const { terms } = read.value;
  return terms.some(({ translation, note }) => translation !== '' || note !== '')
    ? ok({ ...NO_NOTES, terms })
    : fail(`"${shownName(name)}" has no terms. ${TERMS}`);
}

const TERMS = 'Write one term on each line, with the columns source, translation and note.';
