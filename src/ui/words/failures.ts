import type { BatchFailure } from '../../engine/batch.ts';
import type { FilmReading, Pause, PauseKind, SuggestionFailure } from '../../engine/run-state.ts';
import type { Suggestion, Work } from '../../film/film.ts';
import { stampOf } from '../../lib/text.ts';
import type { FailureKind, TransientKind } from '../../providers/failure-kinds.ts';
import { isLoadingModel } from '../../providers/models.ts';

type Trouble = BatchFailure | Extract<Pause, { reason: 'failure' }>['kind'];

type FailureWords<Kind extends Trouble> = {
  /** What it means for the work and what to do. GO is replaced by the button that continues. */
  readonly toDo: string;
  /** The same for a whole run, if that differs. */
  readonly toDoOfRun?: string;
  /** Why a batch has failed, in about 30 characters, to fit a row of the list. */
  readonly inAWord: Kind extends ListedKind ? string : undefined;
  /** Why the run is paused, as the end of a sentence. */
  readonly paused?: Kind extends PauseKind ? string : undefined;
};
type ListedKind = Exclude<BatchFailure, 'differences'>;

const TOO_BUSY = {
  toDo: 'The provider is too busy for this request. Press GO to try again.',
  inAWord: 'the provider is too busy',
};
const USED_UP = {
  toDo: 'The credit or the limit of your account is not enough for this request. Add credit, wait until the provider renews the limit, or choose a cheaper model. Then press GO.',
  inAWord: 'credit or limit not enough',
  paused: 'the credit or the limit of your account is not enough',
};
const REJECTED = {
  toDo: 'The provider rejected this request. The message below says why. Correct the cause or choose another model, then press GO.',
  inAWord: 'the request was rejected',
};

const WORDS: { readonly [Kind in Trouble]: FailureWords<Kind> } = {
  'missing-key': {
    toDo: 'There is no key for the provider of this model. Paste it under Settings, then press GO.',
    inAWord: 'there is no key',
    paused: 'there is no key for the provider of this model',
  },
  'no-prompt': {
    toDo: 'The prompt is empty. Write one below or reset it to the standard prompt, then press GO.',
    inAWord: 'the prompt is empty',
    paused: 'the prompt is empty',
  },
  'bad-key': {
    toDo: 'The provider rejects the key. Correct it under Settings, then press GO.',
    inAWord: 'the key is rejected',
    paused: 'the provider rejects the key',
  },
  'wants-key': {
    toDo: 'This server needs a key. Paste it under Settings, then press GO.',
    inAWord: 'the server needs a key',
    paused: 'this server needs a key',
  },
  'not-permitted': {
    toDo: 'The provider does not allow this with your key, or from your network. The message below says more. Allow it in your account or use another key, then press GO.',
    inAWord: 'not allowed with this key',
    paused: 'the provider does not allow this with your key',
  },
  'no-browser-access': {
    toDo: 'The organization of this key does not allow requests from web pages. Use a key of another organization or choose a model of another provider, then press GO.',
    inAWord: 'the key is not for web pages',
    paused: 'the key does not allow requests from a web page',
  },
  'website-blocked': {
    toDo: 'This key works only on certain websites, and this page is not one of them. Add the address of this page to the website restrictions of the key or use another key, then press GO.',
    inAWord: 'the key is not for this page',
    paused: 'the key does not allow requests from this page',
  },
  region: {
    toDo: 'The provider does not work in your country or region, or only with a paid account there. Check whether a VPN or proxy is the reason, or choose a model of another provider, then press GO.',
    inAWord: 'not available in your country',
    paused: 'the provider does not work in your country or region',
  },
  'model-not-found': {
    toDo: 'The provider does not have this model, or the model cannot translate. Choose another model, or do what the message below says, then press GO.',
    inAWord: 'there is no such model',
    paused: 'the provider does not have this model',
  },
  'no-memory': {
    toDo: 'The computer has too little free memory for this model. The message below says how much it needs. Close other programs or choose a smaller model, then press GO.',
    inAWord: 'too little memory',
    paused: 'the computer has too little memory for the model',
  },
  'refused-for-long': {
    toDo: 'The provider has rejected every request for an hour. The message below says more. Press GO to try again, or choose another model first.',
    inAWord: 'every request failed for an hour',
    paused: 'the provider has rejected every request for an hour',
  },
  quota: USED_UP,
  'too-dear': USED_UP,
  'not-running': {
    toDo: 'The server on this computer does not answer. Start it as the message below says, then press GO.',
    inAWord: 'the server does not answer',
    paused: 'the server on this computer does not answer',
  },
  'local-blocked': {
    toDo: 'The browser does not let this page use the server on this computer. The message below says what to do. Then press GO.',
    inAWord: 'blocked by the browser',
    paused: 'the browser does not let this page use the server on this computer',
  },
  'no-half-price': {
    toDo: 'The provider has no half price for this model now. Press GO to wait longer, or untick “Half price, slower” under Advanced to pay the usual price.',
    inAWord: 'no half price now',
    paused: 'the provider has no half price now',
  },
  connection: {
    toDo: 'The page could not reach the provider. Check the connection. The cause can also be a wrong key, an extension or your network. Then press GO.',
    inAWord: 'no connection',
  },
  timeout: {
    toDo: 'The provider did not answer in time. Press GO to try again.',
    inAWord: 'no answer in time',
  },
  server: {
    toDo: 'The provider has a problem. Wait a little, then press GO.',
    inAWord: 'the provider has a problem',
  },
  'rate-limit': TOO_BUSY,
  conflict: TOO_BUSY,
  'too-large': {
    toDo: 'The request is too long for the model. Choose another model. If it runs on your computer, you can also load it with a larger context length. Then press GO.',
    inAWord: 'too long for the model',
  },
  'bad-request': REJECTED,
  unprocessable: REJECTED,
  'no-room': {
    toDo: 'The replies end before the translation begins, because the model thinks for too long. Choose another model, then press GO.',
    paused: 'the replies end before the translation begins',
    inAWord: undefined,
  },
  'cut-off': {
    toDo: 'The reply was too long and was cut off. Retry it as two smaller requests, or choose a model with longer replies.',
    toDoOfRun:
      'The replies are too long and are cut off. Open a failed batch to retry it as two smaller requests, or choose a model with longer replies, then press Resume.',
    inAWord: 'the reply was cut off',
    paused: 'the replies are cut off',
  },
  refused: {
    toDo: 'The model refuses to translate something in this batch. Retry it as two smaller requests, or fill the missing lines with the original.',
    toDoOfRun:
      'The model refuses to translate several batches. Choose another model, then press Resume. Or open each failed batch and press “Retry as two smaller requests” or “Fill gaps with the original”.',
    inAWord: 'the model refuses',
    paused: 'the model refuses several batches',
  },
  'only-thoughts': {
    toDo: 'The model thinks and gives no answer. Under Advanced, set Thinking to “least”. If it is “least” already, choose another model. Then press GO.',
    inAWord: 'the model thinks and gives no answer',
    paused: 'the model thinks and gives no answer',
  },
  malformed: {
    toDo: 'The reply could not be read. Press GO to try again, or choose another model.',
    inAWord: 'the reply cannot be read',
  },
  cancelled: {
    toDo: 'Stopped by you. Press GO to try again.',
    inAWord: 'stopped by you',
  },
  chunk: {
    toDo: 'A part of this page could not be loaded. Check the connection and reload the page.',
    paused: 'a part of this page could not be loaded',
    inAWord: undefined,
  },
  bug: {
    toDo: 'This page has a fault. Press GO to try again. If it happens again, write to us (“Contact”).',
    inAWord: 'a fault of this page',
  },
  limit: {
    toDo: 'The next request could cost more than is left under “Stop at”. Raise the limit or clear the field, then press GO.',
    toDoOfRun:
      'The next request could cost more than is left under “Stop at”. Raise the limit or clear the field, then press Continue.',
    paused: '“Stop at” is too low for the next request',
    inAWord: undefined,
  },
  differences: {
    toDo: 'Retry, fill the missing lines with the original, or correct the text yourself and press Validate.',
    toDoOfRun:
      'The replies of the model are not translations. Open a failed batch to see them. Choose another model, then press Resume.',
    paused: 'the replies of the model are not translations',
    inAWord: undefined,
  },
};

/** What a failure means for the work and what to do. The page shows the provider's own words (`message`) below it. `goOn`: the button that continues. */
export function explainFailure(
  trouble: Trouble,
  goOn: 'Resume' | 'Retry' | '“Again”' | 'Resume reading',
  message = '',
): string {
  const toDo = isLoading(trouble, message)
    ? `${LOADS_ITS_MODEL} Wait a little, then press GO.`
    : isUnpriced(trouble, message)
      ? UNPRICED.toDo
      : (goOn === 'Resume' && WORDS[trouble].toDoOfRun) || WORDS[trouble].toDo;
  return toDo.replace('GO', goOn);
}

const isLoading = (trouble: Trouble, message: string): boolean =>
  (trouble === 'server' || trouble === 'conflict') && isLoadingModel({ message });

/** With a spending limit, nothing is sent to a model without a known price, and a higher limit does not help. */
const isUnpriced = (trouble: Trouble, message: string): boolean =>
  trouble === 'limit' && message.startsWith('The price of ');
const UNPRICED = {
  toDo: 'The price of this model is unknown, so “Stop at” cannot work. Enter the price under Price, choose another model, or clear “Stop at”. Then press GO.',
  paused: 'the price of this model is unknown',
};
const LOADS_ITS_MODEL = 'The server is loading its model.';

const OUTAGES: Readonly<Partial<Record<FailureKind, string>> & Record<TransientKind, string>> = {
  connection:
    'The page could not reach the provider. Check the connection. The cause can also be a wrong key, an extension or your network.',
  'not-running': 'The server on this computer does not answer. Start it.',
  timeout: 'The provider did not answer in time.',
  conflict: 'The provider is too busy.',
  server: 'The provider has a problem.',
};

/** An outage ends automatically, so there is nothing to press. */
export const explainOutage = (kind: FailureKind, message = ''): string =>
  `${isLoading(kind, message) ? LOADS_ITS_MODEL : (OUTAGES[kind] ?? OUTAGES.server)} The page tries again by itself.`;

export const inAWord = (kind: ListedKind): string => WORDS[kind].inAWord;

/** "Stopped" if a person stopped the run; "Paused" if the page paused it. */
export const pausedWord = ({ paused }: Pick<Work, 'paused'>): string =>
  paused && paused.reason !== 'person' ? 'Paused' : 'Stopped';

/** The end of a sentence after "Paused: ". explainFailure says what to do. */
const pauseReason = ({ kind, message }: { readonly kind: PauseKind; readonly message: string }): string =>
  isUnpriced(kind, message) ? UNPRICED.paused : (WORDS[kind].paused ?? 'a request has failed');

/** Why a run is paused after a failure, as a sentence. */
export const failureWords = (pause: Extract<Pause, { reason: 'failure' }>): string =>
  pause.message === '' ? 'Paused. Press Resume to try again.' : `Paused: ${pauseReason(pause)}.`;

/** A failure, and the lines that have it; the page reports it once. */
interface SharedFailure {
  readonly words: string;
  readonly numbers: readonly number[];
  /** The newest of them. */
  readonly suggestion: Suggestion;
}

/** The failures of all lines in the film's order. Failures that the page reports together are one entry. */
function failuresOf(suggestions: Work['suggestions']): readonly SharedFailure[] {
  const shared = new Map<string, { words: string; numbers: number[]; suggestion: Suggestion }>();
  for (const [number, all] of Object.entries(suggestions)) {
    const suggestion = all.at(-1);
    if (!suggestion?.failure) continue;
    const words = suggestionFailureWords(suggestion.failure);
    const key = keyOf(suggestion.failure);
    const { words: before = words, numbers = [] } = shared.get(key) ?? {};
    shared.set(key, {
      words: before === words ? words : 'The replies cannot be used.',
      numbers: [...numbers, Number(number)],
      suggestion,
    });
  }
  return [...shared.values()];
}

/** Failures shared by two or more lines, in the film's order. */
export const sharedFailures = (suggestions: Work['suggestions']): readonly SharedFailure[] =>
  failuresOf(suggestions).filter(({ numbers }) => numbers.length > 1);

/** Lines for which the model returned nothing, each for its own reason. */
export const ownFailures = (suggestions: Work['suggestions']): readonly number[] =>
  failuresOf(suggestions).flatMap(({ numbers }) => (numbers.length === 1 ? numbers : []));

/** Equal for failures that the page reports together. A failed check names the lines, so the parts of one request fail with different words. */
const keyOf = (failure: SuggestionFailure): string =>
  failure.kind === 'differences' ? 'differences' : suggestionFailureWords(failure);

/** Whether the line's failure is one of sharedFailures. Each row of the grid asks. */
export function isFailureShared(suggestions: Work['suggestions'], number: number): boolean {
  const failure = suggestions[number]?.at(-1)?.failure;
  if (!failure) return false;
  const key = keyOf(failure);
  return Object.entries(suggestions).some(([other, all]) => {
    const beside = all.at(-1)?.failure;
    return Number(other) !== number && beside !== undefined && keyOf(beside) === key;
  });
}

export const suggestedLines = (suggestions: Work['suggestions']): readonly number[] =>
  Object.entries(suggestions).flatMap(([number, all]) =>
    all.some((one) => one.text !== undefined && !isUnchanged(one)) ? Number(number) : [],
  );

/** True if the answer to "Fix what is wrong", or to a repair, repeats the wrong text. */
export const isUnchanged = ({ text, of, wish }: Suggestion): boolean =>
  wish === 'fix' && text !== undefined && stampOf(text) === of;

/** Numbers of the lines for which the model found no better text. */
export const unchangedLines = (suggestions: Work['suggestions']): readonly number[] =>
  Object.entries(suggestions).flatMap(([number, all]) => (all.slice(-1).some(isUnchanged) ? Number(number) : []));

/** Why the reading of the film stopped, and what to do. */
export function readingFailureWords(kind: FilmReading['failure'], message: string): string {
  switch (kind) {
    case undefined:
      return message;
    // The button that continues is beside it.
    case 'server':
      return isLoading(kind, message) ? `${LOADS_ITS_MODEL} ${message}` : message;
    case 'cut-off':
      return `The reply was too long and was cut off. Choose a model with longer replies, then press Resume reading. ${message}`;
    case 'refused':
      return `The model refuses to read this. Choose another model, then press Resume reading. ${message}`;
    default:
      return `${explainFailure(kind, 'Resume reading', message)} ${message}`;
  }
}

/** A difference in plain words, if check-reply.ts words it for the model; other words are returned unchanged. */
export const plainDifference = (words: string): string =>
  PLAIN.reduce((text, [written, plain]) => text.replace(written, plain), words);

const PLAIN: readonly (readonly [written: RegExp, plain: string])[] = [
  [/^Subtitle at key (\S+) (is empty|contains)/, 'Line $1 $2'],
  [/^Key '?(\S+?)'? stands twice/, 'Line $1 occurs twice'],
  [/^Key (\d+) does not quote .*/, 'it does not begin with the words of line $1.'],
  [/^The same of (\S+) more/, 'The same error in $1 more lines'],
  [/^Not asked for: /, 'Lines that were not asked for: '],
  [/^Missing: /, 'Missing lines: '],
  [/^Translated object keys should be a range from/, 'The reply should have the lines from'],
];

/** Why a line has no suggestion, and what to do. */
export function suggestionFailureWords({ kind, message }: SuggestionFailure): string {
  switch (kind) {
    case 'cancelled':
      return 'Stopped before the answer came.';
    case 'left':
      return 'You left this page, or continued the work in another tab, before the reply came. You may still pay for this request. Press “Again” to send it once more.';
    case 'differences':
      return message.includes('does not quote')
        ? `The reply may belong to another line: ${plainDifference(message)} Press “Again”.`
        : `The reply cannot be used: ${plainDifference(message)}`;
    case 'cut-off':
      return 'The reply was cut off before this line. Ask for fewer lines.';
    case 'refused':
      return `The model refuses to translate this. ${message}`;
    default:
      return `${explainFailure(kind, '“Again”', message)} ${message}`;
  }
}
