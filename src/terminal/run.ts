import {
  type CoreEvent,
  type CoreParts,
  createCore,
  delay,
  errorText,
  type Film,
  type FilmRequest,
  isEndpoint,
  requestAddress,
} from '../core.ts';
import type { TranslateCall } from './call.ts';
import {
  createFilmTranslation,
  FilmElsewhere,
  type FilmEnd,
  FilmFailed,
  type FilmJob,
  FilmSkipped,
  type RunSource,
  type SendingFilm,
  Unpriced,
} from './one-film.ts';
import type { Outputs } from './outputs.ts';
import type { Teller } from './tell.ts';

export interface RunParts {
  readonly call: TranslateCall;
  readonly sources: readonly RunSource[];
  /** BCP 47. Skips videos that have a track in this language. */
  readonly skipLanguage: string | undefined;
  /** The part of the request that is the same for all films. */
  readonly request: Partial<FilmRequest>;
  /** The same for projects, whose own values override a file of settings. */
  readonly requestOfProjects: Partial<FilmRequest>;
  readonly core: Omit<CoreParts, 'onEvent' | 'clock' | 'maxCost'> & { readonly clock: NonNullable<CoreParts['clock']> };
  /** Opens a connection before the first request. Does not wait for it after the signal has aborted. */
  readonly connect: (address: string, signal: AbortSignal) => Promise<void>;
  readonly outputs: Outputs;
  readonly teller: Teller;
  readonly readStdin: () => Promise<Uint8Array>;
  readonly writeStdout: (bytes: Uint8Array) => Promise<void>;
}

export interface FilmsRun {
  /** How many films ended in which way. */
  readonly done: Promise<Outcome>;
  /** Sends nothing more, and waits at most `mostMs` for unanswered requests. */
  interrupt(mostMs: number): void;
  /** Stores all answers before it returns. */
  keepNow(): void;
  /** The same for a process that ends: other processes may continue its films at once. */
  leave(): void;
}

/** Why a whole run sends nothing more. If there are several reasons, the first one counts. */
const RANK = ['unpriced', 'interrupted', 'account', 'limit', 'gave-up'] as const;
type Stopped = (typeof RANK)[number];

export interface Outcome {
  readonly written: number;
  readonly skipped: number;
  readonly failed: number;
  /** Films of which only the price was requested. */
  readonly priced: number;
  /** Doubtful lines in written files. */
  readonly doubtful: number;
  /** US dollars. */
  readonly cost: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** True if a request may have been sent. */
  readonly isSent: boolean;
  /** undefined: no reason stopped the whole run. */
  readonly stopped: Stopped | undefined;
  /** A sentence about the reason; '': none is needed. */
  readonly why: string;
  /** Films whose translation was begun and not finished. */
  readonly unfinished: number;
}

/** The most films that are open at once, and their most phrases. Eight usual films have enough batches for any pace; more only take memory. */
const MOST_OPEN = 32;
const USUAL_PHRASES = 1_600;
const MOST_PHRASES = 8 * USUAL_PHRASES;

/** Translates films with one core, each into its files. */
export function startRun({ call, sources, core: parts, teller, connect, ...films }: RunParts): FilmsRun {
  const { clock } = parts;
  const sending = new Map<Film, SendingFilm>();
  const counts = { written: 0, skipped: 0, failed: 0, doubtful: 0, priced: 0, begun: 0, gaveUp: 0 };
  /** Why requests are not answered at present; '': they are. */
  let trouble = '';
  let stopped: Stopped | undefined;
  let why = '';
  let lastAnswerAt = clock.now();
  let cancelPatience = () => {};
  let cancelDrop = () => {};
  const stopping = new AbortController();
  /** Films that another computer has, and until when at least. */
  const elsewhere = new Map<FilmJob, number>();

  const core = createCore({ ...parts, maxCost: call.maxCost, onEvent });
  const translate = createFilmTranslation({
    ...films,
    call,
    core,
    teller,
    maySend: () => stopped === undefined,
    onFilm(film, of) {
      sending.set(film, of);
      return () => void sending.delete(film);
    },
    async begin(film) {
      const { done, total } = film.progress();
      if (stopped === undefined && (call.readFilm || done < total)) await connectFor(film.model);
      if (stopped !== undefined) return false;
      counts.begun++;
      lastAnswerAt = clock.now();
      return true;
    },
  });

  /** Where the requests for this model go; '': its endpoint is unknown. */
  function addressOfModel(model: string): string {
    const [endpoint = ''] = model.split('/', 1);
    return isEndpoint(endpoint) ? requestAddress(endpoint, parts.settings.addresses ?? {}) : '';
  }

  async function connectFor(model: string): Promise<void> {
    const address = addressOfModel(model);
    if (address !== '') await connect(address, stopping.signal);
  }

  function stopAll(reason: Stopped, message: string, { now }: { readonly now: boolean }): void {
    if (stopped === undefined || RANK.indexOf(reason) < RANK.indexOf(stopped)) [stopped, why] = [reason, message];
    for (const film of sending.keys()) void film.stop({ now });
    stopping.abort();
  }

  function onEvent(event: CoreEvent): void {
    const of = sending.get(event.film);
    if (!of) return;
    const { file, tell, state } = of;
    switch (event.type) {
      case 'answer':
        lastAnswerAt = clock.now();
        trouble = '';
        return state?.changed();
      case 'batch':
        return tell({ event: 'batch', file, n: event.n, of: event.of, cost: event.cost });
      case 'failed':
        // The ending of the film also says how its reading ended.
        if (event.batch === undefined) return;
        return tell({ event: 'failed', file, batch: event.batch, message: event.message });
      case 'note':
        return tell({ event: 'note', code: event.code, message: event.message, file });
      case 'wait':
        return onWait(event, of);
      default:
        return;
    }
  }

  function onWait(event: Extract<CoreEvent, { type: 'wait' }>, { file, tell }: SendingFilm): void {
    tell({ event: 'wait', file, until: event.until, reason: event.reason });
    trouble = event.reason;
    // Before this event, the transport has tried each request three times.
    const isNobodyThere = event.failure === 'not-running' || event.failure === 'connection';
    if (isNobodyThere && isHere(event.film.model)) stopAll('gave-up', event.reason, { now: true });
  }

  /** Whether the model is on this computer. */
  function isHere(model: string): boolean {
    const address = addressOfModel(model);
    return address !== '' && isThisComputer(new URL(address).hostname);
  }

  function watchPatience(): void {
    if (call.patienceMs === Number.POSITIVE_INFINITY) return;
    const restMs = lastAnswerAt + call.patienceMs - clock.now();
    if (restMs > 0) cancelPatience = clock.after(restMs, watchPatience);
    else stopAll('gave-up', patienceWords(call.patienceMs, trouble), { now: true });
  }

  async function all(): Promise<Outcome> {
    const targets = call.to.length > 0 ? call.to : [undefined];
    const jobs = sources
      .flatMap((source) => (source.kind === 'stdin' ? targets : source.targets).map((to) => ({ source, to })))
      .map((job, place): FilmJob => ({ ...job, place }));
    watchPatience();
    await translateAll(jobs);
    // A computer that has failed could not release its films.
    if (await isOverElsewhere()) await translateAll([...elsewhere.keys()]);
    cancelPatience();
    cancelDrop();
    const { cost, tokens } = core.spent();
    core.dispose();
    const { begun, gaveUp, ...ends } = counts;
    const unfinished = jobs.length - (ends.written + ends.skipped + ends.failed + ends.priced - gaveUp);
    // If the signal came at the very end, there is nothing left to do.
    const isDone = stopped === 'interrupted' && unfinished === 0;
    const whole = isDone ? { stopped: undefined, why: '' } : { stopped, why };
    return { ...ends, ...whole, unfinished, cost, tokens, isSent: begun > 0 };
  }

  /** Waits until these films are free, unless their processes confirm again. Resolves with false if there are no such films or the run was stopped. */
  async function isOverElsewhere(): Promise<boolean> {
    if (elsewhere.size === 0 || stopped !== undefined) return false;
    const until = Math.max(...elsewhere.values()) + 10;
    for (const { source, to } of elsewhere.keys())
      teller.about(to)({ event: 'wait', file: source.path, until, reason: ELSEWHERE });
    const waitMs = until - Date.now();
    // The wait must not count as time without answers.
    lastAnswerAt = clock.now() + waitMs;
    await delay(clock, waitMs, stopping.signal);
    return stopped === undefined;
  }

  async function translateAll(jobs: readonly FilmJob[]): Promise<void> {
    let next = 0;
    /** The phrases of all open films. Until a film is open, it counts with the phrases of a usual one. */
    let phrases = 0;
    const waiting: (() => void)[] = [];
    function changePhrases(by: number): void {
      phrases += by;
      if (by < 0) for (const wake of waiting.splice(0)) wake();
    }
    async function work(): Promise<void> {
      for (;;) {
        // At least one film is open then. Its end wakes this loop in any case.
        while (phrases >= MOST_PHRASES) await new Promise<void>((resolve) => waiting.push(resolve));
        const job = jobs[next++];
        if (!job || stopped !== undefined) return;
        let own = USUAL_PHRASES;
        changePhrases(own);
        try {
          await one(job, (count) => {
            changePhrases(count - own);
            own = count;
          });
        } finally {
          changePhrases(-own);
        }
      }
    }
    // A dry run does one film at a time, so that the prices are in the order of the films.
    const places = Math.min(call.dryRun ? 1 : MOST_OPEN, jobs.length);
    await Promise.all(Array.from({ length: places }, work));
  }

  async function one(job: FilmJob, onOpened: (phrases: number) => void): Promise<void> {
    try {
      take(await translate(job, onOpened), job);
    } catch (error) {
      if (error instanceof Unpriced) stopAll('unpriced', error.message, { now: true });
      else if (error instanceof FilmElsewhere && !elsewhere.has(job)) elsewhere.set(job, error.until);
      else takeError(error, job);
    }
  }

  function takeError(error: unknown, { source: { path: file, kind }, to }: FilmJob): void {
    const tell = teller.about(to);
    if (error instanceof FilmSkipped) {
      counts.skipped++;
      return tell({ event: 'skipped', file, reason: error.message });
    }
    // Standard input was not complete when the signal came.
    if (stopped === 'interrupted' && kind === 'stdin' && counts.begun === 0) return;
    counts.failed++;
    const message = error instanceof FilmFailed ? error.message : bugWords(error);
    tell({ event: 'failed', file, batch: undefined, message });
  }

  function take(end: FilmEnd, { source: { path: file, kind }, to }: FilmJob): void {
    switch (end.kind) {
      case 'written':
        counts.written++;
        counts.doubtful += end.doubtful;
        return;
      case 'priced':
        counts.priced++;
        return;
      case 'not-begun':
        return;
      case 'failed':
        throw new FilmFailed(failedWords(end, kind !== 'stdin' && call.output !== '-'));
      default:
        if (end.cause === 'limit') return stopAll('limit', limitWords(end.message), { now: false });
        if (end.cause === 'account') return stopAll('account', end.message, { now: false });
        if (end.cause !== 'stopped') throw new FilmFailed(end.message);
        if (stopped !== 'gave-up') return;
        counts.failed++;
        counts.gaveUp++;
        // Only for --json: people get one message for all films.
        teller.tellPrograms({ event: 'failed', file, batch: undefined, message: why }, to);
    }
  }

  return {
    done: all(),
    interrupt(mostMs) {
      const underWay = [...sending.keys()].reduce((sum, film) => sum + film.progress().underWay, 0);
      stopAll('interrupted', '', { now: false });
      if (underWay > 0) teller.tell({ event: 'note', code: 'interrupted', message: waitingWords(underWay) });
      if (mostMs === Number.POSITIVE_INFINITY) return;
      cancelDrop = clock.after(mostMs, () => stopAll('interrupted', '', { now: true }));
    },
    keepNow() {
      for (const { state } of sending.values()) state?.keepNow();
    },
    leave() {
      for (const { state } of sending.values()) void state?.letGo();
    },
  };
}

const ELSEWHERE =
  'Another computer is translating this film. If that computer stops, this computer continues the translation.';

const limitWords = (message: string): string =>
  message.startsWith('The price of ') ? message : `--max-cost is too low for the next request: ${message}`;

/** `isKept`: the answers are stored, and the same command requests only the rest. */
const failedWords = ({ failed, total, message }: Extract<FilmEnd, { kind: 'failed' }>, isKept: boolean): string =>
  `${failed} of ${total} batches failed: ${message}${isKept ? ' The same command tries them again.' : ''}`;

const waitingWords = (underWay: number): string =>
  underWay === 1
    ? 'Waiting for 1 reply. Press Ctrl+C again to end now: you pay for this reply and lose it.'
    : `Waiting for ${underWay} replies. Press Ctrl+C again to end now: you pay for these replies and lose them.`;

function patienceWords(patienceMs: number, trouble: string): string {
  const time = patienceMs < 120_000 ? `${Math.round(patienceMs / 1_000)} s` : `${Math.round(patienceMs / 60_000)} min`;
  return `No answer came for ${time}${trouble === '' ? '.' : `: ${trouble}`}`;
}

const isThisComputer = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);

const bugWords = (error: unknown): string => `This program has a fault: ${errorText(error)}`;

/** The first condition that is true decides. `interrupted`: 130 or 143; 0: no signal came. */
export function exitCode(outcome: Outcome, { strict }: Pick<TranslateCall, 'strict'>, interrupted: number): number {
  const { failed, stopped, isSent, written, priced, doubtful } = outcome;
  // After a signal, the next run may open the films that this one did not.
  const opensNothing = stopped !== 'interrupted' && failed > 0 && written + priced === 0;
  if (!isSent && (stopped === 'unpriced' || opensNothing)) return 2;
  if (stopped === 'interrupted') return interrupted;
  if (stopped === 'account') return 5;
  if (stopped === 'limit') return 4;
  if (failed > 0 || stopped !== undefined) return 1;
  return strict && doubtful > 0 ? 3 : 0;
}
