import { errorOf, type FailedBatch, type FilmBatch, isFinished, sendingOf } from '../engine/batch.ts';
import { SHORTEST_WAIT_MS } from '../engine/pace.ts';
import type { RunSettings } from '../engine/requests.ts';
import { lackingIn } from '../engine/requests.ts';
import { isRetryPlanned, type PauseKind, progress } from '../engine/run-state.ts';
import type { Work } from '../film/film.ts';
import { noticeWords } from '../film/notice-words.ts';
import type { KnownPrice } from '../prices/price.ts';
import type { CoreEvent, EndCause, Ending, ToldCode } from './api.ts';

export const CLOSED = { kind: 'refused', cause: 'closed', message: 'The film was closed.' } as const;

/** Failures that another key, or a paid bill, may end. */
const OF_ACCOUNT: ReadonlySet<PauseKind> = new Set([
  ...(['missing-key', 'bad-key', 'wants-key', 'not-permitted', 'no-browser-access', 'website-blocked'] as const),
  ...(['region', 'quota', 'too-dear'] as const),
]);

const causeOf = (kind: PauseKind): EndCause => {
  if (kind === 'limit') return 'limit';
  if (kind === 'no-prompt') return 'file';
  return OF_ACCOUNT.has(kind) ? 'account' : 'model';
};

/** `kind` undefined: somebody stopped it. */
export const pausedBy = (kind: PauseKind | undefined, message: string): Ending => ({
  kind: 'paused',
  cause: kind ? causeOf(kind) : 'stopped',
  failure: kind,
  message: message || `${kind ? 'Paused' : 'Stopped'} before the end.`,
});

/** Why nothing can be sent with these settings; undefined: requests can be sent. */
export function whyNotSent(settings: RunSettings, price: KnownPrice | undefined): Ending | undefined {
  const lacking = lackingIn(settings);
  if (lacking) return { kind: 'refused', cause: causeOf(lacking.kind), message: lacking.message };
  if (settings.limit === null || price) return undefined;
  const message = `The price of ${settings.model.id} is not known, so the limit cannot work. Give its price, or set no limit.`;
  return { kind: 'refused', cause: 'limit', message };
}

/** The ending of a film whose run sends nothing more. */
export function endingOf(state: Work): Ending {
  const { ok: done, failed, total } = progress(state);
  if (total === 0) return { kind: 'refused', cause: 'file', message: state.error };
  if (done === total) return { kind: 'finished' };
  const { paused } = state;
  if (paused?.reason === 'failure') return pausedBy(paused.kind, paused.message);
  if (paused) return pausedBy(undefined, '');
  const message = errorOf(state.batches.find((batch) => batch.state === 'failed'));
  return { kind: 'failed', failed, total, message };
}

/** An event without its film. */
type Happening = CoreEvent extends infer Event ? (Event extends CoreEvent ? Omit<Event, 'film'> : never) : never;

/** The events that follow from a change of a film's state; `time` in ms since 1970. */
export function happenings(before: Work, now: Work, time: number, cost: () => number): readonly Happening[] {
  return [
    ...ofBatches(before, now, cost),
    ...ofReading(before, now),
    ...ofPause(before, now),
    ...ofPace(before, now, time),
    ...ofNotices(before, now),
  ];
}

function ofBatches(before: Work, now: Work, cost: () => number): readonly Happening[] {
  if (before.batches === now.batches || before.phrases !== now.phrases) return [];
  const { ok: done, total } = progress(now);
  const events: Happening[] = [];
  for (const [index, batch] of now.batches.entries()) {
    const was = before.batches[index];
    if (was === batch || was === undefined) continue;
    if (hasNew(was, batch)) events.push({ type: 'answer' });
    if (batch.state === 'ok' && was.state !== 'ok') events.push({ type: 'batch', n: done, of: total, cost: cost() });
    if (batch.state === 'failed' && was.state !== 'failed') events.push(ofFailed(batch, index));
  }
  return events;
}

function ofFailed(batch: FailedBatch, index: number): Happening {
  const reason = errorOf(batch);
  if (!isRetryPlanned(batch)) return { type: 'failed', batch: index + 1, message: reason };
  const { failure, retry } = batch;
  return { type: 'wait', until: retry.at, reason, failure, tries: retry.tries };
}

/** True if an answer arrived: it completed the batch, or another call requests the rest. */
const hasNew = (was: FilmBatch, now: FilmBatch): boolean =>
  isFinished(now)
    ? was.state === 'loading' && !isRetryPlanned(now)
    : was.state === 'loading' && sendingOf(was).progress !== sendingOf(now).progress;

function ofReading({ reading: before }: Work, { reading: now }: Work): readonly Happening[] {
  if (!before || !now || before === now) return [];
  if (now.done > before.done) return [{ type: 'answer' }, { type: 'read', n: now.done, of: now.count }];
  const hasFailed = now.stage === 'stopped' && before.stage !== 'stopped' && now.message !== '';
  return hasFailed ? [{ type: 'failed', batch: undefined, message: now.message }] : [];
}

function ofPause({ paused: before }: Work, { paused: now }: Work): readonly Happening[] {
  if (now?.reason !== 'outage' || now === before) return [];
  const { nextTryAt, message, kind, tries } = now;
  return [{ type: 'wait', until: nextTryAt, reason: message, failure: kind, tries }];
}

function ofPace({ pace: before }: Work, { pace: now }: Work, time: number): readonly Happening[] {
  if (!now || now === before || now.nextAt - time < SHORTEST_WAIT_MS) return [];
  const toldUntil = before && before.nextAt - time >= SHORTEST_WAIT_MS ? before.nextAt : undefined;
  const isTold = toldUntil !== undefined && now.nextAt - toldUntil < SHORTEST_WAIT_MS;
  if (isTold && before?.refusal === now.refusal) return [];
  const reason = now.refusal ?? 'The provider asks the program to wait.';
  return [{ type: 'wait', until: now.nextAt, reason, failure: 'pace', tries: 0 }];
}

const CODES: Partial<Readonly<Record<string, ToldCode>>> = {
  'blank-lines-missing': 'blank-lines',
  renumbered: 'renumbered',
  kept: 'kept',
  damaged: 'damaged',
  'reply-form': 'reply-form',
  room: 'room',
};

function ofNotices({ notices: before }: Work, { notices: now }: Work): readonly Happening[] {
  if (now === before) return [];
  return now.flatMap((notice) => {
    const code = CODES[notice.kind];
    return code && !before.includes(notice) ? [{ type: 'note' as const, code, message: noticeWords(notice) }] : [];
  });
}

/** A program has stopped the film before it was sent. */
export const STOPPED: Ending = { kind: 'refused', cause: 'stopped', message: 'The translation was stopped.' };

export const refusedFile = (message: string): Ending => ({ kind: 'refused', cause: 'file', message });
