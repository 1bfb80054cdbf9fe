import {
  type ContainerReader,
  HEAD_BYTES,
  hasReader,
  type ReadableKind,
  recognizeVideo,
  type TrackText,
  type VideoBytes,
  type VideoContents,
  type Watch,
} from '../containers/container.ts';
import { untilStopped } from '../containers/reading.ts';
import { batchTextOf, resultsOf } from '../engine/batch.ts';
import { decodeSubtitle } from '../files/decode.ts';
import { meantLetters } from '../files/meant-letters.ts';
import { otherContentWords } from '../files/other-formats.ts';
import { FileGone, type FileLike, goneWords, videoBytesOf, videoKindIn } from '../files/video-bytes.ts';
import { zipOf } from '../files/zip.ts';
import { allLines, linesOfBatch } from '../film/lines.ts';
import { confirmedLines, offersFor } from '../film/shared-lines.ts';
import { languageNames } from '../languages/language-names.ts';
import { languageOfPrompt, targetLanguage } from '../languages/prompt-language.ts';
import { memoizeLast } from '../lib/memo.ts';
import { errorText, fail, ok, type Result } from '../lib/result.ts';
import { quotedName } from '../lib/text.ts';
import { readTerms } from '../notes/csv.ts';
import { find, hitsByLine, replace } from '../review/find.ts';
import { countOverTwoLines, countWrongOrder, finishFile, type UnfinishedFile } from '../review/finish-file.ts';
import { limitsFor } from '../review/measured-line.ts';
import { repeatsOf } from '../review/repeated-lines.ts';
import { savedName } from '../review/saved-name.ts';
import type { SrtError, SubtitleDocument } from '../subtitles/document.ts';
import { formatOf, hasStyles, type ReadAs, textToSave } from '../subtitles/formats.ts';
import { type FoundKind, findRepairs, findSignRepairs, type Repairs } from '../subtitles/mend/find-repairs.ts';
import { findVttRepairs } from '../subtitles/mend/find-vtt-repairs.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { compareSrt, documentOfPhrases } from '../subtitles/srt.ts';
import { assemble, assembleFinished, typedLines } from '../translation/assemble.ts';
import type { BatchSlot } from '../translation/batch.ts';
import {
  type Answer,
  type CallName,
  type FilmNow,
  type FilmToReview,
  type FilmWorker,
  type FromWorker,
  type MendableText,
  NO_FILM,
  type Question,
  type RepairsOfKind,
  type SavingChoices,
  type StoredFile,
  type ToWorker,
} from './calls.ts';
import { createFilmJudge, linesToReview, type Turns } from './judge-film.ts';
import { asBatches, decodeFile, lookAtSource, survey } from './survey.ts';
import { withLanguages } from './two-languages.ts';

/** The caller of a function. It takes turns, receives progress, and can stop waiting. */
type Asker = Turns & Watch;

const askerOf = (nextTurn: () => Promise<void>, isStopped: () => boolean, progress: Asker['progress']): Asker => ({
  turn: () => nextTurn().then(isStopped),
  isStopped,
  progress,
});

/** Functions that take turns or read a video resolve with undefined when the caller stops waiting. */
type Functions = {
  readonly [Name in CallName]: (
    question: Question<Name>,
    asker: Asker,
  ) => Answer<Name> | Promise<Answer<Name> | undefined>;
};

/** The number of places of one kind of repair in the first answer. */
const PLACES_AT_ONCE = 50;

/**
 * Answers the messages of the page, in the worker, in tests and in Node. `nextTurn` resolves after the queued messages. `loadReader`: default: the
 * readers of videos. `readFilm`: reads a stored film by its id; default: there is no database.
 */
export function createFilmServer(
  post: (message: FromWorker) => void,
  nextTurn: () => Promise<void>,
  loadReader?: LoadReader,
  readFilm?: ReadFilm,
): (message: ToWorker) => void {
  let film = NO_FILM;
  const functions = createFunctions(() => film, createVideoReading(loadReader), readFilm);
  const dropped = new Set<number>();
  const underWay = new Set<number>();

  function finish(id: number, message: FromWorker): void {
    underWay.delete(id);
    // Report that the work has ended even if nobody waits.
    post(dropped.delete(id) ? { type: 'answered', id, answer: undefined } : message);
  }

  async function answer(id: number, name: CallName, question: unknown): Promise<void> {
    const isStopped = () => dropped.has(id);
    let reported = 0;
    const asker = askerOf(nextTurn, isStopped, (share) => {
      // Report progress only in steps of one hundredth.
      if (share - reported < 0.01 || isStopped()) return;
      reported = share;
      post({ type: 'progress', id, share });
    });
    try {
      const found = (functions[name] as (question: unknown, asker: Asker) => unknown)(question, asker);
      // A function without turns answers in the same task as its question.
      const value = found instanceof Promise ? await found : found;
      finish(id, { type: 'answered', id, answer: value });
    } catch (error) {
      finish(id, { type: 'failed', id, message: errorText(error) });
    }
  }

  return (message) => {
    switch (message.type) {
      case 'open':
        film = { ...message.film, batches: [], notes: film.notes };
        return;
      case 'change': {
        const batches = [...film.batches];
        for (const [batch, slot] of message.results) batches[batch] = batchTextOf(slot);
        film = { ...film, batches, notes: message.notes ?? film.notes };
        return;
      }
      case 'drop':
        if (underWay.has(message.id)) dropped.add(message.id);
        return;
      case 'ask':
        underWay.add(message.id);
        post({ type: 'begun', id: message.id });
        void answer(message.id, message.name, message.question);
    }
  };
}

/**
 * The answers as plain functions in the caller's thread, for programs. `nextTurn`: resolves after what waits in this thread; default: a long question
 * lets nothing else happen in between.
 */
export function createAnswers(nextTurn = async () => {}): FilmWorker {
  let film = NO_FILM;
  const create = () => createFunctions(() => film, createVideoReading());
  let functions = create();
  return {
    async ask(of, name, question, signal, onProgress) {
      const isStopped = () => signal?.aborted === true;
      if (isStopped()) return undefined;
      film = of;
      const asker = askerOf(nextTurn, isStopped, (share) => onProgress?.(share));
      return (functions[name] as Functions[typeof name])(question, asker);
    },
    /** Forgets the film, even if the program still has the worker. */
    dispose() {
      film = NO_FILM;
      functions = create();
    },
  };
}

/** A film that is stored and not open. */
interface StoredFilm
  extends Omit<FilmNow, keyof FilmToReview>,
    FilmToReview,
    Pick<UnfinishedFile, 'translated'>,
    Pick<StoredFile, 'stamp' | 'isBehind'> {
  /** All batches are OK. */
  readonly isDone: boolean;
}
/** undefined: the film cannot be read. */
type ReadFilm = (id: string) => Promise<StoredFilm | undefined>;

/** For functions that another one calls. */
const ALONE: Asker = { turn: async () => false, isStopped: () => false, progress() {} };

function createFunctions(
  now: () => FilmNow,
  films: ReturnType<typeof createVideoReading>,
  readFilm: ReadFilm = async () => undefined,
): Functions {
  const documentOf = memoizeLast(
    (text: string, readAs: FilmNow['readAs'], withoutStyles: readonly string[]): Result<SubtitleDocument, SrtError> => {
      const read = readDocument(text, readAs, { withoutStyles });
      // Pasted text of a known format gets the same message as a file of that format.
      const other = read.ok || readAs !== 'srt' ? undefined : otherContentWords('', text);
      return other === undefined ? read : fail({ message: other, line: 1 });
    },
  );
  const originalOf = () => {
    const { sourceText, readAs, withoutStyles } = now();
    return documentOf(sourceText, readAs, withoutStyles);
  };
  /**
   * For strict .srt films with batches the phrases are enough. Other programs and old versions of the page stored no original, or an original with
   * more phrases.
   */
  const document = () => {
    const { readAs, phrases } = now();
    const read = originalOf();
    const isWhole =
      readAs !== 'srt' || phrases.length === 0 || (read.ok && read.value.phrases.length === phrases.length);
    return isWhole ? read : ok(documentOfPhrases(phrases));
  };
  function assembledBy<T>(
    make: (of: SubtitleDocument, ...film: [FilmNow['phrases'], readonly BatchSlot[]]) => Result<T, string>,
  ) {
    const found = document();
    return found.ok ? make(found.value, now().phrases, resultsOf(now())) : fail(found.error.message);
  }
  const languageOf = ({ language, chosenFor = '', prompt }: Omit<SavingChoices, 'fileName' | 'options' | 'part'>) => {
    const asksForIt = () => {
      const asked = languageOfPrompt(chosenFor);
      return asked !== undefined && asked === languageOfPrompt(prompt);
    };
    if (language !== undefined && (chosenFor === prompt || asksForIt())) return language;
    const sampled = now()
      .batches.slice(0, 20)
      .flatMap((_, index) => linesOfBatch(now(), index));
    const texts = sampled.map(({ translation = '' }) => translation);
    return nameOfTarget(targetLanguage(prompt, texts));
  };
  const stylesInUse = () => {
    const { sourceText, readAs, withoutStyles } = now();
    if (!hasStyles(formatOf(readAs))) return [];
    const found = withoutStyles.length === 0 ? originalOf() : readDocument(sourceText, readAs);
    return found.ok ? found.value.styles : [];
  };
  // Each question comes with a new, equal copy of the list.
  const repairsOfText = memoizeLast((...[text, readAs, rate, withoutStyles]: RepairsOf) =>
    withLanguages(mendingOf(text, readAs, rate), JSON.parse(withoutStyles) as readonly string[]),
  );
  const repairsOf = ({ text, readAs, rate, withoutStyles }: MendableText) =>
    repairsOfText(text, readAs, rate, JSON.stringify(withoutStyles));
  const filmJudge = createFilmJudge();
  const read = () => {
    const found = originalOf();
    if (!found.ok) return found;
    const { phrases, notes, styles } = found.value;
    return ok({ phrases: asBatches(now(), phrases), notes, styles });
  };

  return {
    decode: decodeFile,
    survey,
    videoKinds: (files) => Promise.all(files.map(videoKindIn)),
    terms({ bytes, name, present }) {
      const decoded = decodeSubtitle(bytes, name);
      return decoded.ok ? ok(readTerms(decoded.value.text, present)) : decoded;
    },
    meantLetters: () => meantLetters(now().sourceText),
    read,
    atTop() {
      const found = originalOf();
      return found.ok ? found.value.atTop() : [];
    },
    source: () => ({ ...lookAtSource(now(), originalOf()), styles: stylesInUse() }),
    languageNames,
    repairs(of) {
      const { isOffered, kinds } = repairsOf(of);
      return { isOffered, kinds: kinds.map(withFirstPlaces) };
    },
    repairsForPrograms(of) {
      const { isOffered, forPrograms } = repairsOf(of);
      return { isOffered, kinds: forPrograms.map(withFirstPlaces) };
    },
    places({ of, kind, from, count }) {
      const found = repairsOf(of).kinds.find(({ name }) => name === kind);
      return found?.repairs.slice(from, from + count) ?? [];
    },
    mend({ of, kinds }) {
      const repairs = repairsOf(of);
      const names = new Set(kinds);
      const mended = repairs.mend(names);
      return { text: mended, readAs: repairs.readAsAfter(names, mended), withoutStyles: of.withoutStyles };
    },
    assemble: () => assembledBy(assemble),
    assembleFinished: (inPlace) => assembledBy((...film) => assembleFinished(...film, inPlace)),
    saving({ fileName, options, part, ...how }) {
      const { readAs } = now();
      const lines = allLines(now());
      const language = languageOf(how);
      const facts = { ...options, format: formatOf(readAs), limits: limitsFor(language), language };
      return {
        language,
        name: savedName(fileName, language, formatOf(readAs), { isBoth: options.both !== undefined, part }),
        overTwoLines: options.both === undefined ? 0 : countOverTwoLines(lines, facts),
        wrongOrder: countWrongOrder(lines, now()),
      };
    },
    finish({ fileName, options, translated, part, ...how }) {
      const language = languageOf(how);
      return {
        name: savedName(fileName, language, formatOf(now().readAs), { isBoth: options.both !== undefined, part }),
        text: finishFile({ ...now(), translated, isPart: part !== undefined, language }, options),
        language,
      };
    },
    async storedFile({ id, ...choices }) {
      const film = await readFilm(id);
      if (!film?.isDone) return undefined;
      const { assemble, finish } = createFunctions(() => film, films);
      const made = film.translated === '' ? await assemble(undefined, ALONE) : ok(film.translated);
      if (!made?.ok) return undefined;
      const { fileName, stamp, isBehind } = film;
      const file = await finish({ ...choices, fileName, part: undefined, translated: made.value }, ALONE);
      return file && { ...file, text: new Blob([textToSave(film, file.text)]), stamp, isBehind };
    },
    zip: zipOf,
    compare(text) {
      const found = document();
      return found.ok ? found.value.compare(text) : compareSrt(text, now().phrases);
    },
    find: ({ query, options }) => find(allLines(now()), query, options),
    findIn({ film, query, options }) {
      const found = find(allLines(film), query, options);
      if (!found.ok) return found;
      const numbers = [...hitsByLine(found.value).keys()];
      return ok({ count: numbers.length, first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0 });
    },
    replace: ({ query, options, by }) => replace(allLines(now()), query, options, by),
    judge: ({ since, ...choices }, turns) => filmJudge.judge(now(), choices, since, turns),
    toReview: ({ film, ...choices }, turns) => linesToReview(film, choices, turns),
    async toReviewStored({ id, notes, ...choices }, turns) {
      const film = await readFilm(id);
      return film?.isDone ? linesToReview({ ...film, notes }, choices, turns) : undefined;
    },
    line: ({ number, text }) => filmJudge.line(now(), number, text),
    fixAll: (kind) => filmJudge.fixAll(now(), kind),
    repeats: ({ number, before }) => repeatsOf(allLines(now()), number, before),
    confirmed: confirmedLines,
    offers: (films) => offersFor(now().phrases, films),
    verdicts: (texts) => filmJudge.verdicts(now(), texts),
    csv: (choices, turns) => filmJudge.csv(now(), choices, turns),
    tracks: ({ file }, asker) => films.tracks(file, asker),
    extract: ({ file, track }, asker) => films.extract(file, track, asker),
    typed(result) {
      const found = document();
      return found.ok ? typedLines(found.value, allLines(now()), result) : undefined;
    },
  };
}

const withFirstPlaces = ({ repairs, ...words }: FoundKind): RepairsOfKind => ({
  ...words,
  count: repairs.length,
  places: repairs.slice(0, PLACES_AT_ONCE),
});

/** The language code without a region; for Chinese with its script. */
export const nameOfTarget = (language: string | undefined): string | undefined =>
  language !== undefined && /^zh-Han[st]$/.test(language) ? language : language?.split('-')[0];

type RepairsOf = readonly [
  text: string,
  readAs: MendableText['readAs'],
  rate: MendableText['rate'],
  withoutStyles: string,
];

function mendingOf(text: string, readAs: ReadAs, rate: MendableText['rate']): Repairs {
  if (readAs === 'vtt') return findVttRepairs(text, rate);
  return readAs === 'srt' || readAs === 'mended-srt' ? findRepairs(text, readAs, rate) : findSignRepairs(text, readAs);
}

/** Loads the reader for a kind of video. Rejects if its code cannot be loaded. */
type LoadReader = (kind: ReadableKind) => Promise<ContainerReader>;

const readerOf: LoadReader = async (kind) =>
  (await import(/* webpackChunkName: "readers" */ '../containers/readers.ts')).READERS[kind];

/** Reads videos by their kind. All errors about videos are sentences for people. */
function createVideoReading(loadReader = readerOf) {
  async function read<Found>(
    file: FileLike,
    by: (reader: ContainerReader, bytes: VideoBytes) => Promise<Found>,
  ): Promise<Found | Result<never, string>> {
    try {
      const bytes = videoBytesOf(file);
      const kind = recognizeVideo(await bytes.read(0, HEAD_BYTES));
      if (kind === undefined) return fail(`${quotedName(file.name)} is not a video that can be read here.`);
      if (!hasReader(kind)) return fail(`Subtitles inside ${kind} videos cannot be read.`);
      const reader = await loadReader(kind).catch((error: unknown) => errorText(error));
      // In a worker, the error has the browser's own words.
      if (typeof reader === 'string')
        return fail(`A part of this page could not be loaded: ${reader} Reload the page and open the film again.`);
      return await by(reader, bytes);
    } catch (error) {
      if (error instanceof FileGone) return fail(goneWords(file.name));
      throw error;
    }
  }

  return {
    tracks: (file: FileLike, watch: Watch): Promise<Result<VideoContents, string>> =>
      read(
        file,
        // Nobody sees this message, because the caller has stopped waiting.
        async (reader, bytes) => (await untilStopped(bytes, watch, reader.contents)) ?? fail('Stopped.'),
      ),
    /** undefined: the caller has stopped waiting. */
    extract: (file: FileLike, track: number, watch: Watch): Promise<Result<TrackText, string> | undefined> =>
      read(file, (reader, bytes) => reader.extract(bytes, track, watch)),
  };
}
