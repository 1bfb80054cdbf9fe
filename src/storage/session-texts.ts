import { nextTask } from '../clock/next-task.ts';
import { endsByItself } from '../engine/run-selectors.ts';
import type { BatchDetails } from '../engine/run-state.ts';
import { phrasesText } from '../session/session-selectors.ts';
import type { SessionState } from '../session/session-state.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import { DETAILS_MARK } from './extras-reader.ts';
import { createListText } from './list-text.ts';
import type { LiveFacts } from './session-schemas.ts';
import { stampOf } from './stamp.ts';
import { formatPlain } from './stored-value.ts';

/**
 * The keys of a session (specification, section 3, and one of our own), in the order in which they are written:
 * results after their phrases, and the extras, which carry the phrases' stamp, last. Where writing breaks off in the
 * middle, the stamp tells whether the results belong to the phrases.
 */
export const SESSION_KEYS = [
  'phrases',
  'numBatches',
  'batchDataResults',
  'uploadedFile',
  'translated',
  'err',
  'batchShown',
  'batchInput',
  'batchErr',
  'batchOutput',
  'sessionExtras',
] as const;
export type SessionKey = (typeof SESSION_KEYS)[number];
export type SessionTexts = Readonly<Record<SessionKey, string>>;

export interface SessionTextMaker {
  /** Costs little when little has changed since the last call. */
  of(state: SessionState): SessionTexts;
  /** Does the costly part for a whole film ahead of time, without holding up the page. */
  prepare(state: SessionState): Promise<void>;
  /** The same for a state that will be saved, once for each film. */
  prepareSoon(state: SessionState): void;
  /** False once while that goes on: it is worth waiting for, but a hidden page takes its time. */
  isReady(): boolean;
}

/** From here on encoding takes long enough to be done ahead of time. */
const MANY_PHRASES = 500;

/**
 * The projection of a session onto the specification's keys. Slots in progress stand there as not started, and pauses that
 * end by themselves as none, since they may end unseen while the page is closed: for tabs that follow, the extras tell of both.
 */
export function createSessionTexts(): SessionTextMaker {
  const phrases = createListText<Phrase>((phrase) => JSON.stringify(phrase));
  const results = createListText<BatchSlot>((slot) => JSON.stringify(slot ?? null));
  const details = createListText<BatchDetails>(({ startedAt: _, ...kept }) => JSON.stringify(kept));
  let stamped = { text: '', stamp: '' };
  let prepared: readonly Phrase[] = [];
  let isReady = true;

  function stampedPhrases(text: string): string {
    if (stamped.text !== text) stamped = { text, stamp: stampOf(text) };
    return stamped.stamp;
  }

  return {
    of(state) {
      const phrasesJson = phrases.of(state.phrases);
      const open = openBatch(state);
      return {
        phrases: phrasesJson,
        numBatches: String(state.results.length),
        batchDataResults: results.of(state.results),
        uploadedFile: formatPlain(state.sourceText),
        translated: formatPlain(state.translated),
        err: formatPlain(state.error),
        batchShown: JSON.stringify(state.shownBatch),
        batchInput: formatPlain(open.input),
        batchErr: formatPlain(open.error),
        batchOutput: formatPlain(open.output),
        sessionExtras: extrasJson(state, stampedPhrases(phrasesJson), details.of(state.details)),
      };
    },
    prepare,
    prepareSoon(state) {
      if (state.phrases === prepared) return;
      prepared = state.phrases;
      isReady = prepared.length < MANY_PHRASES;
      if (isReady) return;
      void prepare(state).then(() => {
        if (prepared === state.phrases) isReady = true;
      });
    },
    isReady() {
      const ready = isReady;
      isReady = true;
      return ready;
    },
  };

  async function prepare(state: SessionState): Promise<void> {
    await phrases.prepare(state.phrases);
    await nextTask();
    stampedPhrases(phrases.of(state.phrases));
    await results.prepare(state.results);
    await details.prepare(state.details);
  }
}

function extrasJson(state: SessionState, phrasesStamp: string, detailsJson: string): string {
  const { paused, translatedEdited, translatedStale, notices } = state;
  const kept = endsByItself(paused) ? null : paused;
  const others = { phrasesStamp, paused: kept, translatedEdited, translatedStale, notices, ...liveFacts(state) };
  return `${JSON.stringify(others).slice(0, -1)}${DETAILS_MARK}${detailsJson}}`;
}

/** Empty once the run has ended or stands still. */
function liveFacts({ results, details, paused, pace }: SessionState): { readonly live?: LiveFacts } {
  const underWay: (readonly [index: number, startedAt: number])[] = [];
  let waiting = false;
  for (let index = 0; index < results.length; index++) {
    const startedAt = details[index]?.startedAt;
    if (results[index] === null && startedAt !== undefined) underWay.push([index, startedAt]);
    waiting ||= results[index] === undefined;
  }
  const pause = endsByItself(paused) ? paused : null;
  const waitsFor = waiting && paused === null ? pace : null;
  return underWay.length > 0 || pause || waitsFor ? { live: { underWay, pause, pace: waitsFor } } : {};
}

function openBatch({ shownBatch, phrases, results }: SessionState): { input: string; error: string; output: string } {
  if (shownBatch === null || shownBatch >= results.length) return { input: '', error: '', output: '' };
  const [error, output] = results[shownBatch] ?? ['', ''];
  return { input: phrasesText(batchAt(phrases, shownBatch).phrases), error, output };
}
