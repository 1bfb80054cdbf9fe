import type { Clock } from '../clock/clock.ts';
import { errorOf } from '../engine/batch.ts';
import type { CreateRun } from '../engine/dispatcher.ts';
import { isUnderWay } from '../engine/job.ts';
import type { RunSettings } from '../engine/requests.ts';
import { callsUnderWay, failedBatches, hasBatches, isCalling, isOver, progress } from '../engine/run-state.ts';
import { createSession } from '../film/create-session.ts';
import { allOk, EMPTY_WORK, type Work } from '../film/film.ts';
import { allLines, hasText, marksOf } from '../film/lines.ts';
import { planReading } from '../film/plan-reading.ts';
import { createEarlySession } from '../film/session-later.ts';
import { linesInPlace } from '../film/shown-facts.ts';
import type { FilmWorker, SavingChoices, SourceSummary } from '../film-worker/calls.ts';
import { nameOfTarget } from '../film-worker/functions.ts';
import { languageOfPrompt, type Tone } from '../languages/prompt-language.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { shownName } from '../lib/text.ts';
import { takeAll } from '../notes/found-notes.ts';
import { typicalNotes } from '../notes/notes-text.ts';
import { estimateBatches, sumOfTokens } from '../prices/estimate.ts';
import { addTokens, endedOf, type KnownPrice, NO_TOKENS, type PricedModel, type Sum, sumOf } from '../prices/price.ts';
import { costRange } from '../prices/price-of.ts';
import type { Model } from '../providers/provider.ts';
import type { FileOptions } from '../review/finish-file.ts';
import type { Problem } from '../review/line.ts';
import { savedName } from '../review/saved-name.ts';
import { formatProject } from '../storage/project-file.ts';
import type { Phrase } from '../subtitles/document.ts';
import { formatOf, textToSave } from '../subtitles/formats.ts';
import type { Checked, CoreEvent, Ending, Film, FilmPrice, SaveChoices, SavedFile, Told } from './api.ts';
import { checkedLines } from './check.ts';
import { CLOSED, endingOf, happenings, pausedBy, whyNotSent } from './events.ts';
import { nameOfModel } from './settings.ts';

/** The parts of a film after its source was read. */
export interface FilmParts {
  readonly work: Work;
  readonly told: readonly Told[];
  readonly prompt: string;
  readonly model: Model;
  /** The requested language, BCP 47; undefined: the prompt says it. */
  readonly to: string | undefined;
  /** undefined: no tone was requested. */
  readonly tone: Tone | undefined;
  readonly file: FileOptions;
  /** The summary of its original. */
  readonly source: SourceSummary;
  readonly phrases: readonly Phrase[];
}

/** What a core gives to each of its films. */
interface FilmSurroundings {
  readonly clock: Clock;
  readonly worker: FilmWorker;
  readonly createRun: CreateRun;
  readonly settings: () => RunSettings;
  readonly contextTokens: (model: Model) => number | undefined;
  readonly isHalfPrice: (model: Model) => boolean;
  readonly priceOf: (model: PricedModel) => KnownPrice | undefined;
  /** Called before anything is sent: a limit of money may need the endpoint's price. */
  readonly learnPrice: (model: Model) => Promise<void>;
  readonly onEvent: (event: CoreEvent) => void;
  readonly onDispose: (film: Film) => void;
}

export function createFilm(parts: FilmParts, { clock, worker, createRun, settings, ...core }: FilmSurroundings): Film {
  const { work, prompt, model, to, tone, file, source } = parts;
  const { fileName: name } = work;
  const format = formatOf(work.readAs);
  const target = to ?? nameOfTarget(languageOfPrompt(prompt));
  const problem = () => whyNotSent(settings(), core.priceOf(model));
  const early = createEarlySession(worker, work);
  const session = createSession({
    early,
    createRun,
    clock,
    filmWorker: worker,
    startProblem: () => undefined,
    // Does nothing, because the film's ending says it.
    onUnwritten: () => {},
    settingsOfSteps: undefined,
  });
  const { store, analysis } = session;
  const { getState } = store;
  const costNow = (spent: Work['spent']) => sumOf(spent, core.priceOf);
  /** What earlier runs paid for this film. */
  const paidBefore = costNow(work.spent);
  const cost = () => without(costNow(getState().spent), paidBefore);
  let close = () => {};
  let isClosed = false;
  let stops = 0;
  const closed = new Promise<void>((resolve) => {
    close = () => {
      isClosed = true;
      resolve();
    };
  });

  /** Resolves when `isTrue` of the state, or when the film is closed. */
  async function when(isTrue: (state: Work) => boolean): Promise<void> {
    if (isTrue(getState())) return;
    let unsubscribe = () => {};
    const seen = new Promise<void>((resolve) => {
      unsubscribe = store.subscribe((state) => {
        if (isTrue(state)) resolve();
      });
    });
    await Promise.race([seen, closed]);
    unsubscribe();
  }

  async function run(): Promise<Ending> {
    await core.learnPrice(model);
    const lacking = isClosed ? CLOSED : problem();
    if (lacking) return lacking;
    const stopsBefore = stops;
    if (!hasBatches(getState())) await session.translate();
    else if (failedBatches(getState()).length > 0) session.translateAgain('failed');
    // `stop` may have been called meanwhile, even before there was anything to stop.
    if (stops === stopsBefore) session.resume();
    else session.stop();
    await when((state) => !hasBatches(state) || isOver(state));
    if (isClosed) return CLOSED;
    await session.writeResult();
    return endingOf(getState());
  }

  async function readNotes(): Promise<Ending> {
    await core.learnPrice(model);
    const lacking = isClosed ? CLOSED : problem();
    if (lacking) return lacking;
    if (getState().reading?.stage === 'done') return { kind: 'finished' };
    const plan = planNow();
    if (!plan.ok) return { kind: 'refused', cause: 'model', message: plan.error };
    const { parts: of, languages, mostFound } = plan.value;
    session.readFilm(of, languages, mostFound);
    await when(({ reading }) => !reading || !isUnderWay(reading));
    const { reading, notes } = getState();
    if (isClosed || !reading) return CLOSED;
    session.changeNotes(takeAll(notes, reading.found));
    return reading.stage === 'done' ? { kind: 'finished' } : pausedBy(reading.failure, reading.message);
  }

  const planNow = () =>
    planReading(parts.phrases, getState().reading, { prompt, model, contextTokens: core.contextTokens(model) });

  function price({ reading } = { reading: false }): FilmPrice {
    const { notes, options, batches } = getState();
    const asked = { prompt, model, notes: typicalNotes(notes, source.speakers), options };
    const counted = estimateBatches(source.batches ?? [], asked).filter((_, index) => batches[index]?.state !== 'ok');
    const plan = reading && getState().reading?.stage !== 'done' ? planNow() : undefined;
    const [readTokens, readings] = plan?.ok ? [plan.value.tokens, plan.value.missing] : [NO_TOKENS, 0];
    const tokens = addTokens(sumOfTokens(counted), readTokens);
    const range = costRange({ tokens, price: core.priceOf(model), isHalfPrice: core.isHalfPrice(model) });
    return {
      requests: counted.length + readings,
      tokens: { input: Math.round(tokens.input), output: Math.round(tokens.output) },
      low: range?.low,
      high: range?.high,
      currency: 'USD',
    };
  }

  const choices = (part: string | undefined): SavingChoices => ({
    fileName: name,
    prompt,
    language: to,
    chosenFor: prompt,
    part,
    options: file,
  });

  async function save({
    fillGaps = false,
    part = false,
  }: Partial<SaveChoices> = {}): Promise<Result<SavedFile, string>> {
    if (isClosed) return fail(CLOSED.message);
    if (fillGaps) for (const index of failedBatches(getState())) session.reviewOutput(index, 'fill');
    await session.writeResult({ again: getState().translated === '' });
    const state = getState();
    const text =
      allOk(state) && state.translated !== ''
        ? ok({ text: state.translated, translated: state.phrases.length, part: undefined })
        : await partOf(state, part);
    if (!text.ok) return text;
    const finished = await analysis.ask('finish', { ...choices(text.value.part), translated: text.value.text });
    if (!finished) return fail(CLOSED.message);
    return ok({
      bytes: new TextEncoder().encode(textToSave(state, finished.text)),
      name: finished.name,
      translated: text.value.translated,
    });
  }

  async function partOf(state: Work, isWanted: boolean) {
    const { ok: done, total } = progress(state);
    if (!isWanted) return fail(done === total && total > 0 ? state.error : unfinishedWords(name, state));
    const finished = total > 0 ? await analysis.ask('assembleFinished', linesInPlace(state)) : undefined;
    if (!finished?.ok) return fail(finished?.error ?? unfinishedWords(name, state));
    const { text, translated } = finished.value;
    if (done === 0 && translated === 0) return fail(unfinishedWords(name, state));
    return ok({ text, translated, part: `${translated}-of-${finished.value.total}` });
  }

  async function check(): Promise<Checked> {
    const state = getState();
    const judged = await analysis.ask('judge', { prompt, tone, language: target, since: undefined });
    const problems = new Map<number, readonly Problem[]>(judged?.changed.flatMap(([, lines]) => lines));
    const lines = allLines(state).map((line) => ({ line, problems: problems.get(line.number) ?? [] }));
    return checkedLines(lines, (line, kind) => {
      const { confirmed, dismissed = [] } = marksOf(state, line);
      return (confirmed && hasText(line)) || dismissed.includes(kind);
    });
  }

  const film: Film = {
    name,
    format,
    phrases: parts.phrases.length,
    language: source.language,
    told: parts.told,
    target,
    prompt,
    model: nameOfModel(model),
    get notes() {
      return getState().notes;
    },
    get isRead() {
      const { reading } = getState();
      return reading === null ? undefined : reading.stage === 'done';
    },
    savedName: (options = file) => savedName(name, target, format, { isBoth: options.both !== undefined }),
    price,
    readNotes,
    setNotes: (notes) => session.changeNotes(notes),
    run,
    async stop({ now } = { now: false }) {
      stops++;
      session.stop({ now });
      const { reading } = getState();
      if (reading && isUnderWay(reading)) session.endReading('stop');
      if (!now) await when((state) => !isCalling(state));
    },
    progress() {
      const { ok: done, failed, total } = progress(getState());
      const underWay = callsUnderWay(getState());
      return { done, failed, total: total || (source.batches?.length ?? 0), underWay };
    },
    project: () => formatProject({ session: getState(), prompt, model }),
    save,
    check,
    cost,
    dispose() {
      if (isClosed) return;
      close();
      session.dispose();
      const { spent, notes } = getState();
      // A program that still has the closed film must not keep its texts in memory.
      early.store.setState({ ...EMPTY_WORK, spent, notes }, true);
      core.onDispose(film);
    },
  };
  store.subscribe((now, before) => {
    // Without unanswered requests, whose cost is an estimate: the sum would fall when a cheaper answer arrives.
    const paid = () => without(costNow(endedOf(now.spent)), paidBefore).cost;
    for (const event of happenings(before, now, clock.now(), paid)) core.onEvent({ ...event, film });
  });
  return film;
}

const without = (sum: Sum, before: Sum): Sum => ({
  cost: Math.max(0, sum.cost - before.cost),
  guessed: Math.max(0, sum.guessed - before.guessed),
  isPartial: sum.isPartial,
});

function unfinishedWords(name: string, state: Work): string {
  const { ok: done, failed, total } = progress(state);
  if (total === 0) return [`"${shownName(name)}" has no translated lines.`, state.error].filter(Boolean).join(' ');
  const reached = `"${shownName(name)}": ${done} of ${total} batches are translated.`;
  const first = state.batches.find((batch) => batch.state === 'failed');
  return first ? `${reached} ${failed} failed; the first one says: ${errorOf(first)}` : reached;
}
