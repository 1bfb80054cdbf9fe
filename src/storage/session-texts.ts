import { nextTask } from '../clock/next-task.ts';
import { endsByItself } from '../engine/state/run-selectors.ts';
import type { BatchDetails } from '../engine/state/run-state.ts';
import { stampOf } from '../lib/stamp.ts';
import { modelName } from '../providers/model-by-name.ts';
import { phrasesText } from '../session/session-selectors.ts';
import type { SessionState } from '../session/session-state.ts';
import { batchAt } from '../translation/batch-at.ts';
import { formatPlain } from './stored-value.ts';

/**
 * A session's keys (specification, section 3, and this program's "sessionExtras") in the order of writing: results after their
 * phrases, and last the extras with the phrases' stamp. After an interrupted write the stamp tells whether the results
 * belong to the phrases.
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

/** Computes each object's text once; states never change. When one of 500 batches finishes, one small text is encoded. */
function once<Input extends object, Output>(make: (input: Input) => Output): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>();
  return (input) => {
    const known = made.get(input) ?? { output: make(input) };
    made.set(input, known);
    return known.output;
  };
}

const jsonOf = once((value: object) => JSON.stringify(value));
const phrasesStamp = once((phrases: SessionState['phrases']) => stampOf(jsonOf(phrases)));
const detailsAtRest = once((details: BatchDetails): BatchDetails => {
  const { startedAt, ...kept } = details;
  return startedAt === undefined ? details : kept;
});

/**
 * The part of a session that is stored: slots in progress become not started, and pauses that end by themselves are dropped,
 * since they may end while the page is closed. A part without either stays the same object.
 */
export const atRest = (state: SessionState): SessionState => ({
  ...state,
  results: Array.from(state.results, (slot) => slot ?? undefined),
  details: state.details.map(detailsAtRest),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage's error text ends with the outage; a page that is opened later knows of no outage.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  asks: [],
});

/** The session as texts under the specification's keys. Texts of unchanged parts are reused. */
export const formatSession = once((session: SessionState): SessionTexts => {
  const state = atRest(session);
  const open = openBatch(state);
  return {
    phrases: jsonOf(state.phrases),
    numBatches: String(state.results.length),
    batchDataResults: listOf(state.results.map((slot) => (slot ? jsonOf(slot) : 'null'))),
    uploadedFile: formatPlain(state.sourceText),
    translated: formatPlain(state.translated),
    err: formatPlain(state.error),
    batchShown: JSON.stringify(state.shownBatch),
    batchInput: formatPlain(open.input),
    batchErr: formatPlain(open.error),
    batchOutput: formatPlain(open.output),
    sessionExtras: extrasOf(state),
  };
});

/** Encodes a long film's large parts ahead of time, each in its own task, so that no task blocks a slow machine. */
export async function formatAhead({ phrases, results }: SessionState): Promise<void> {
  await nextTask();
  jsonOf(phrases);
  await nextTask();
  phrasesStamp(phrases);
  await nextTask();
  for (const slot of results) if (slot) jsonOf(slot);
}

function extrasOf(state: SessionState): string {
  const { phrases, fileName, readAs, withoutStyles, paused, translatedEdited, translatedStale, notices, spent } = state;
  const makings = state.makings.map((made) => made && { ...made, model: modelName(made.model) });
  const others = {
    phrasesStamp: phrasesStamp(phrases),
    // Where there is nothing to say of the file, the text is as it was before any of this was kept.
    ...(fileName !== '' && { fileName }),
    ...(readAs !== 'srt' && { readAs }),
    ...(withoutStyles.length > 0 && { withoutStyles }),
    ...(makings.length > 0 && { makings }),
    ...{ paused, translatedEdited, translatedStale, notices, spent },
  };
  const { marks, suggestions, details } = state;
  const ofLines = `"marks":${jsonOf(marks)},"suggestions":${jsonOf(suggestions)}`;
  return `${JSON.stringify(others).slice(0, -1)},${ofLines},"details":${listOf(details.map(jsonOf))}}`;
}

function openBatch({ shownBatch, phrases, results }: SessionState): { input: string; error: string; output: string } {
  if (shownBatch === null || shownBatch >= results.length) return { input: '', error: '', output: '' };
  const [error, output] = results[shownBatch] ?? ['', ''];
  return { input: phrasesText(batchAt(phrases, shownBatch).phrases), error, output };
}

const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;
