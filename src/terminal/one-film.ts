import { basename } from 'node:path';
import {
  type Core,
  type Ending,
  type Film,
  type FilmRequest,
  formatNotes,
  type Source,
  type ToldCode,
  tracksOf,
} from '../core.ts';
import type { TranslateCall } from './call.ts';
import { subtitlesAreThere } from './choose-source.ts';
import { accountWords } from './keys.ts';
import { isStream, isThere, type Outputs, outputPath, whyUnwritten } from './outputs.ts';
import { createSharedReadings, type Expected } from './reading.ts';
import { type FoundSource, isOfLanguage, readWhole, unreadWords } from './sources.ts';
import { type FilmState, fingerprintOf, leftOf, type Stamps, statePath, type TakenFilm, takeFilm } from './state.ts';
import type { Tell, Teller } from './tell.ts';
import { openVideoFile, type VideoFile } from './video-file.ts';

/** A film to translate. */
export type RunSource = FoundSource | typeof STDIN;

/** The film is read from standard input. */
export const STDIN = { path: '-', below: '', kind: 'stdin', origin: 'named', film: undefined } as const;

/** The translation of a film into one language. */
export interface FilmJob {
  readonly source: RunSource;
  /** Its place in the list. */
  readonly place: number;
  /** undefined: a prompt or a project says the language. */
  readonly to: string | undefined;
}

/** The film failed; the message is a sentence for people. */
export class FilmFailed extends Error {
  override readonly name = 'FilmFailed';
}
/** The film is not translated; the message is the reason, to follow the film's name. */
export class FilmSkipped extends Error {
  override readonly name = 'FilmSkipped';
}
/** Another computer has the film. If that computer has failed, the film is free after `until` (ms since 1970). */
export class FilmElsewhere extends FilmSkipped {
  constructor(
    message: string,
    readonly until: number,
  ) {
    super(message);
  }
}
/** The model's price is unknown, so the program cannot keep to a sum. */
export class Unpriced extends Error {
  override readonly name = 'Unpriced';
}

interface FilmsParts {
  readonly call: TranslateCall;
  readonly core: Core;
  /** The part of the request that is the same for all films. */
  readonly request: Partial<FilmRequest>;
  /** The same for projects, whose own values override a file of settings. */
  readonly requestOfProjects: Partial<FilmRequest>;
  /** BCP 47. Skips videos that have a track in this language. */
  readonly skipLanguage: string | undefined;
  readonly outputs: Outputs;
  readonly teller: Teller;
  readonly readStdin: () => Promise<Uint8Array>;
  readonly writeStdout: (bytes: Uint8Array) => Promise<void>;
  /** False: nothing more may be sent. */
  readonly maySend: () => boolean;
  /** Called with a film that this process has. The returned function is called when the film has ended. */
  readonly onFilm: (film: Film, sending: SendingFilm) => () => void;
  /** Opens a connection for the film. Resolves with true if its first request may be sent. */
  readonly begin: (film: Film) => Promise<boolean>;
}

/** A film that this process has, and that may send requests. */
export interface SendingFilm {
  readonly file: string;
  readonly tell: Tell;
  readonly state: FilmState | undefined;
}

/** How the translation of a film ended. */
export type FilmEnd =
  /** The output is written. */
  | { readonly kind: 'written'; readonly doubtful: number }
  /** Only the price was requested. */
  | { readonly kind: 'priced' }
  | Exclude<Ending, { kind: 'finished' }>
  /** The whole run was stopped before it. */
  | { readonly kind: 'not-begun' };

/** An open film and everything that belongs to it. */
interface OpenFilm {
  readonly film: Film;
  readonly file: string;
  readonly source: RunSource;
  readonly tell: Tell;
  readonly from: Source;
  readonly asked: Partial<FilmRequest>;
  readonly sourceStamp: string;
  /** Whether the file has another content since it was opened. A file that is gone has none. */
  readonly isChanged: () => Promise<boolean>;
  readonly notes: Expected;
  /** undefined: standard output. */
  readonly output: string | undefined;
}

/** `onOpened`: called with the number of its phrases once the film is open. */
type TranslateJob = (job: FilmJob, onOpened: (phrases: number) => void) => Promise<FilmEnd>;

/** Returns a function that translates one film at each call. It throws FilmFailed, FilmSkipped or Unpriced. */
export function createFilmTranslation(parts: FilmsParts): TranslateJob {
  const { call, core, teller, outputs } = parts;
  const readings = createSharedReadings();
  /** Films whose reading is already part of the price of one of their languages. */
  const pricedReadings = new Set<string>();

  const translateJob: TranslateJob = async (job, onOpened) => {
    const notes = readings.expect(job.source.path);
    try {
      return await translateOne(job, notes, onOpened);
    } finally {
      notes.end();
    }
  };

  async function translateOne(job: FilmJob, notes: Expected, onOpened: (phrases: number) => void): Promise<FilmEnd> {
    const { source } = job;
    const video = source.kind === 'film' ? await openVideo(source.path) : undefined;
    try {
      await skipByTracks(source, video, parts.skipLanguage);
      const bytes = video ? new Uint8Array() : await bytesOf(source, parts.readStdin);
      const name = source.kind === 'stdin' ? '' : basename(source.path);
      const from: Source = video ? { file: video, track: call.track } : { bytes, name };
      const asked = askedOf(job);
      const film = await open(from, asked);
      onOpened(film.phrases);
      try {
        const bytesStamp = fingerprintOf(video ? `${video.stamp} ${call.track ?? ''}` : bytes);
        const sourceStamp = fingerprintOf(`${bytesStamp} ${textChoices(call)}`);
        const output = outputOf(source, film);
        const tell = teller.about(job.to);
        const isChanged = video ? video.isReplaced : () => isOtherNow(source, bytes);
        const file = source.path;
        return await translateFilm({ film, file, source, tell, from, asked, sourceStamp, isChanged, notes, output });
      } finally {
        film.dispose();
      }
    } finally {
      await video?.close();
    }
  }

  function askedOf({ source, to, place }: FilmJob): Partial<FilmRequest> {
    const request = source.kind === 'project' ? parts.requestOfProjects : parts.request;
    return { ...request, to: to ?? request.to, place };
  }

  async function open(from: Source, asked: Partial<FilmRequest>): Promise<Film> {
    const opened = await core.open(from, asked);
    if (!opened.ok) throw new FilmFailed(opened.error);
    return opened.value;
  }

  /** undefined: standard output. */
  function outputOf(source: RunSource, film: Film): string | undefined {
    if (call.output !== undefined) return call.output === '-' ? undefined : call.output;
    return source.kind === 'stdin' ? undefined : outputPath(source, film.savedName(), call.out);
  }

  /** A file is in the output's place, and must stay. */
  const isTaken = async (output: string): Promise<boolean> =>
    !call.overwrite && (await isThere(output).catch(outputUnknown(output)));

  async function translateFilm(opened: OpenFilm): Promise<FilmEnd> {
    const { film, file, output } = opened;
    tellOpened(opened);
    if (output !== undefined && (await isTaken(output))) throw new FilmSkipped(`${output} exists already`);
    if (call.dryRun) return priceAlone(opened);
    tellPrice(opened, film);
    if (output === undefined) return runFilm(opened, film, undefined);
    const unwritable = await outputs.claim(output, file);
    if (unwritable !== undefined) throw new FilmFailed(unwritable);
    return translateWithState(opened, output);
  }

  function tellOpened({ film, file, source, asked, output, tell }: OpenFilm): void {
    const { format, phrases, language = null } = film;
    tell({ event: 'opened', file, format, phrases, language });
    const toldOf = (wanted: ToldCode) => film.told.find(({ code }) => code === wanted)?.message;
    const other = toldOf('language');
    // Skips this film; the other films continue.
    if (other !== undefined) {
      if (source.origin !== 'named') throw new FilmSkipped(other);
      throw new FilmFailed(
        asked.from === undefined
          ? `${other} Correct the prompt. To send it as it is, add --from ${language}.`
          : `${other} Give the right language with --from, or leave --from out.`,
      );
    }
    const same = toldOf('same-language');
    if (same !== undefined) {
      if (output !== undefined) throw new FilmSkipped(same);
      throw new FilmFailed(`${same} Is it in another language? Then say which: --from LANGUAGE`);
    }
    for (const { code, message } of film.told)
      tell({ event: 'note', code, message: [message, HINTS[code]].filter(Boolean).join(' '), file });
  }

  /** Prices only the missing part: an interrupted run may have stored the rest. */
  async function priceAlone(opened: OpenFilm): Promise<FilmEnd> {
    const { film, output } = opened;
    const left = output === undefined || call.restart ? undefined : await leftOf(output, stampsOf(opened));
    const restored = left === undefined ? undefined : await goOn(opened, left);
    try {
      tellPrice(opened, restored ?? film);
      return { kind: 'priced' };
    } finally {
      restored?.dispose();
    }
  }

  function tellPrice({ file, tell }: OpenFilm, film: Film): void {
    // All languages of a film share one reading.
    const reading = call.readFilm && !pricedReadings.has(file);
    pricedReadings.add(file);
    const { requests, tokens, low = null, high = null, currency } = film.price({ reading });
    tell({ event: 'priced', file, phrases: film.phrases, requests, tokens, low, high, currency });
    if (call.maxCost !== undefined && low === null && !call.dryRun)
      throw new Unpriced(
        `The price of ${film.model} is not known, so --max-cost cannot work. Give the price in the file of --settings, or leave --max-cost out.`,
      );
  }

  async function translateWithState(opened: OpenFilm, output: string): Promise<FilmEnd> {
    const { film, file, tell } = opened;
    let using = film;
    await outputs.makeFolder(output);
    const taken = await takeFilm({
      output,
      stamps: stampsOf(opened),
      project: () => using.project(),
      restart: call.restart,
      overwrite: call.overwrite,
      onProblem: (message) => tell({ event: 'note', code: 'state', message, file }),
    });
    const state = stateOf(taken, output);
    try {
      if (taken.kind === 'taken' && taken.told !== undefined)
        tell({ event: 'note', code: 'state', message: taken.told, file });
      if (taken.kind === 'taken' && taken.restored !== undefined) {
        const restored = await goOn(opened, taken.restored);
        if (restored) using = restored;
        else tell({ event: 'note', code: 'state', message: await state.setAside(), file });
      }
      return await runFilm(opened, using, state);
    } finally {
      await state.letGo();
      if (using !== film) using.dispose();
    }
  }

  const stampsOf = ({ film, asked, sourceStamp }: OpenFilm): Stamps => ({
    source: sourceStamp,
    prompt: fingerprintOf(film.prompt),
    model: fingerprintOf(`${film.model} ${call.url ?? ''}`),
    notes: fingerprintOf(JSON.stringify([asked.notes ?? null, call.readFilm])),
  });

  /** The film from the state of an interrupted run; undefined: that state cannot be used. */
  async function goOn({ from, asked }: OpenFilm, restored: string): Promise<Film | undefined> {
    const opened = await core.open(from, { ...asked, notes: undefined, restored });
    if (!opened.ok) return undefined;
    if (!opened.value.told.some(({ code }) => code === 'restored')) return opened.value;
    opened.value.dispose();
    return undefined;
  }

  async function runFilm(opened: OpenFilm, film: Film, state: FilmState | undefined): Promise<FilmEnd> {
    const unfollow = parts.onFilm(film, { file: opened.file, tell: opened.tell, state });
    try {
      if (!(await parts.begin(film))) return { kind: 'not-begun' };
      const end = await requestAll(opened, film, state);
      if ('cause' in end && end.cause === 'account') return { ...end, message: accountWords(film.model, end) };
      if (end.kind !== 'finished' && !(end.kind === 'failed' && call.fillGaps)) return end;
      return await write(opened, film, state);
    } finally {
      unfollow();
    }
  }

  async function requestAll(
    { film: fresh, notes }: OpenFilm,
    film: Film,
    state: FilmState | undefined,
  ): Promise<FilmEnd | Extract<Ending, { kind: 'finished' }>> {
    if (call.readFilm) {
      const end = await notes.read({ film, fresh });
      if (end.kind !== 'finished') return end;
      state?.changed();
    }
    return parts.maySend() ? film.run() : { kind: 'not-begun' };
  }

  async function write(opened: OpenFilm, film: Film, state: FilmState | undefined): Promise<FilmEnd> {
    const { file, tell, output } = opened;
    const saved = await film.save({ fillGaps: call.fillGaps });
    if (!saved.ok) throw new FilmFailed(saved.error);
    // Written before the output: a state that is newer than the output would count as one of another translation.
    state?.keepNow();
    if (output !== undefined && (await isTaken(output))) throw new FilmFailed(appearedWords(output));
    // Without a state the replies would be lost.
    if (output !== undefined && !(await isStream(output)) && (await opened.isChanged()))
      throw new FilmFailed(changedWords(statePath(output)));
    if (output === undefined) await parts.writeStdout(saved.value.bytes);
    else await writeOrFail(output, saved.value.bytes);
    await state?.finish();
    tell({ event: 'written', file, output: output ?? '-' });
    const { lines, doubtful, fits } = await film.check();
    tell({ event: 'finished', file, lines, doubtful, fits, cost: film.cost().cost });
    if (call.project !== undefined) await writeOrFail(call.project, textBytes(film.project()));
    if (call.notesOut !== undefined) await writeOrFail(call.notesOut, textBytes(formatNotes(film.notes)));
    return { kind: 'written', doubtful };
  }

  async function writeOrFail(path: string, bytes: Uint8Array): Promise<void> {
    const problem = await outputs.write(path, bytes);
    if (problem !== undefined) throw new FilmFailed(problem);
  }

  return translateJob;
}

/** The choices of the call that change the text to be translated. */
const textChoices = ({ unroll, repairLetters, frameRate, oneLanguage, withoutStyles }: TranslateCall): string =>
  JSON.stringify([unroll, repairLetters, frameRate, oneLanguage, withoutStyles]);

/** Options for choices that the page offers with a button. */
const HINTS: Partial<Readonly<Record<ToldCode, string>>> = {
  unroll: '--unroll removes the repetitions.',
  letters: '--repair-letters repairs them.',
  frames: '--frame-rate says how many.',
  'unknown-language': '--from says which it is.',
  'two-languages': '--one-language first (or second) translates only one.',
};

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function stateOf(taken: TakenFilm, output: string): FilmState {
  switch (taken.kind) {
    case 'taken':
      return taken.state;
    case 'being-translated':
      if (taken.until !== undefined) throw new FilmElsewhere('it is being translated by another computer', taken.until);
      throw new FilmSkipped('it is being translated by another process');
    case 'has-output':
      throw new FilmSkipped(`${output} exists already`);
    default:
      throw new FilmFailed(taken.message);
  }
}

/** Skips a video for reasons that only its tracks show. */
async function skipByTracks(
  source: RunSource,
  video: VideoFile | undefined,
  skipLanguage: string | undefined,
): Promise<void> {
  if (source.origin !== 'named' && video) {
    const tracks = await tracksOf(video);
    if (tracks.ok && !tracks.value.some(({ text }) => text)) throw new FilmSkipped('it has no subtitles that are text');
  }
  if (skipLanguage === undefined || source.film === undefined) return;
  const beside = video ?? (await openVideo(source.film));
  try {
    const tracks = await tracksOf(beside);
    if (tracks.ok && tracks.value.some(({ language }) => isOfLanguage(language, skipLanguage)))
      throw new FilmSkipped(subtitlesAreThere(skipLanguage, source.film));
  } finally {
    if (beside !== video) await beside.close();
  }
}

const bytesOf = (source: RunSource, readStdin: () => Promise<Uint8Array>): Promise<Uint8Array> =>
  (source.kind === 'stdin' ? readStdin() : readWhole(source.path)).catch(unreadable);

const openVideo = (path: string): Promise<VideoFile> => openVideoFile(path).catch(unreadable);

function unreadable(error: unknown): never {
  throw new FilmFailed(unreadWords('It', error));
}

async function isOtherNow({ kind, path }: RunSource, bytes: Uint8Array): Promise<boolean> {
  if (kind === 'stdin' || (await isStream(path))) return false;
  const now = await readWhole(path).catch(() => undefined);
  return now !== undefined && Buffer.compare(now, bytes) !== 0;
}

const changedWords = (state: string): string =>
  `It was changed while it was translated, so the translation is not written: it could stand under the wrong pictures. The replies are in ${state}, a project that the page opens. To translate the changed file, give the same command with --restart: you pay for the whole film again.`;

/** Whoever wrote it may want it. The state keeps what was paid for. */
const appearedWords = (output: string): string =>
  `${output} was written by somebody else meanwhile, and stays. To replace it with the translation, which is stored and costs nothing more, give the same command with --overwrite.`;

const outputUnknown = (path: string) => (error: unknown) => {
  throw new FilmFailed(whyUnwritten(path, error));
};
