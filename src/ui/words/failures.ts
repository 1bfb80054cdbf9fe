import type { BatchFailure } from '../../engine/batch.ts';
import type { FilmReading, Pause, PauseKind, SuggestionFailure } from '../../engine/run-state.ts';
import type { Suggestion, Work } from '../../film/film.ts';
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
  toDo: 'The provider is too busy for this request. Press GO to ask again.',
  inAWord: 'the provider is too busy',
};
const USED_UP = {
  toDo: "The account's quota or credit is used up, or it has none for this model. Top it up, wait until it is renewed or choose another model, then press GO.",
  inAWord: 'the credit is used up',
  paused: 'the quota or credit is used up',
};
const REJECTED = {
  toDo: 'The provider rejected this request. Its own words below say why: mend that or choose another model, then press GO.',
  inAWord: 'the request was rejected',
};

const WORDS: { readonly [Kind in Trouble]: FailureWords<Kind> } = {
  'missing-key': {
    toDo: 'There is no key for the provider of this model. Add it under Settings, then press GO.',
    inAWord: 'there is no key',
    paused: 'there is no key for the provider of this model',
  },
  'no-prompt': {
    toDo: 'Nothing is sent without a prompt. Write one below, or take the standard one, then press GO.',
    inAWord: 'the prompt is empty',
    paused: 'the prompt is empty',
  },
  'bad-key': {
    toDo: 'The provider refuses the key. Correct it under Settings, then press GO; what is finished is kept.',
    inAWord: 'the key is refused',
    paused: 'the provider refuses the key',
  },
  'wants-key': {
    toDo: 'This server wants a key. Add it under Settings, then press GO; what is finished is kept.',
    inAWord: 'the server wants a key',
    paused: 'this server wants a key',
  },
  'not-permitted': {
    toDo: 'The provider does not permit this with the key, or from this network; its own words below say more. What is finished is kept. Permit it in the account or use another key, then press GO.',
    inAWord: 'not permitted with this key',
    paused: 'the provider does not permit this with the key',
  },
  'no-browser-access': {
    toDo: 'The organization of this key does not allow requests from a web page, and this page can send no others; what is finished is kept. Use a key of another organization or choose a model of another provider, then press GO.',
    inAWord: 'the key is not for web pages',
    paused: 'the key does not allow requests from a web page',
  },
  'website-blocked': {
    toDo: "The key is restricted to certain websites, and this page is not among them; what is finished is kept. Add this page's address to the website restrictions of the key or use another key, then press GO.",
    inAWord: 'the key is not for this page',
    paused: 'the key does not allow requests from this page',
  },
  region: {
    toDo: 'The provider does not serve the country or region that you are calling from, or only paying accounts there; what is finished is kept. Check whether a VPN or a proxy is the reason, or choose a model of another provider, then press GO.',
    inAWord: 'not served in your country',
    paused: 'the provider does not serve your country or region',
  },
  'model-not-found': {
    toDo: 'The provider does not have this model, or it cannot be used for this. Choose another at Model, or load it, as its own words below may say, then press GO.',
    inAWord: 'there is no such model',
    paused: 'the provider does not have this model',
  },
  'no-memory': {
    toDo: 'The computer has too little free memory for this model; the line below says how much. Close other programs or choose a smaller model, then press GO; what is finished is kept.',
    inAWord: 'too little memory',
    paused: 'the computer has too little memory for the model',
  },
  'refused-for-long': {
    toDo: 'The provider has refused every request for an hour; its own words below say more. Press GO to ask again, or choose another model first; what is finished is kept.',
    inAWord: 'refused for an hour',
    paused: 'the provider has refused every request for an hour',
  },
  quota: USED_UP,
  'too-dear': USED_UP,
  'not-running': {
    toDo: 'The server on this computer does not answer; its own line below says what to do. Start it, then press GO; what is finished is kept.',
    inAWord: 'the server does not answer',
    paused: 'the server on this computer does not answer',
  },
  'local-blocked': {
    toDo: 'The browser does not let this page use the server on this computer; the line below says why, and what to do. Then press GO; what is finished is kept.',
    inAWord: 'blocked by the browser',
    paused: 'the browser does not let this page use the server on this computer',
  },
  'no-half-price': {
    toDo: 'The provider does not serve this model at half price now. Press GO to wait on, or untick "Half price, slower" under Advanced first: then the standard price is paid. What is finished is kept.',
    inAWord: 'no room at half price',
    paused: 'the provider has no room at half price',
  },
  connection: {
    toDo: 'The provider could not be reached. Check the connection and the key (a wrong key can look the same to a browser), and whether an extension or your network blocks the provider, then press GO.',
    inAWord: 'no connection',
  },
  timeout: {
    toDo: 'The provider did not answer in time. Press GO to ask again.',
    inAWord: 'no answer in time',
  },
  server: {
    toDo: 'The provider has trouble of its own. Wait a little, then press GO.',
    inAWord: 'trouble at the provider',
  },
  'rate-limit': TOO_BUSY,
  conflict: TOO_BUSY,
  'too-large': {
    toDo: 'This is more than the model takes at once. Choose another model, or load it with a longer context on your computer, then press GO.',
    inAWord: 'too much for the model at once',
  },
  'bad-request': REJECTED,
  unprocessable: REJECTED,
  'no-room': {
    toDo: 'The replies are cut off before they hold a translation: the model spends the room for its reply on thinking. Choose another model, then press GO; what has come is kept.',
    paused: 'the replies are cut off before they hold a translation',
    inAWord: undefined,
  },
  'cut-off': {
    toDo: 'The reply reached the length limit. Retry in halves, or choose a model with longer replies.',
    toDoOfRun:
      'The replies reach the length limit. Open a failed batch to retry it in halves, or choose a model with longer replies, then press Resume.',
    inAWord: 'the reply was cut off',
    paused: 'the replies are cut off',
  },
  refused: {
    toDo: 'The model refuses to translate something in this batch. Retry in halves, or fill the gaps with the original.',
    toDoOfRun:
      'The model refuses to translate one batch after another. Open a failed batch to retry it in halves or to fill its gaps with the original, or choose another model, then press Resume.',
    inAWord: 'the model refuses',
    paused: 'the model refuses one batch after another',
  },
  'only-thoughts': {
    toDo: 'The model thinks and gives no answer. Choose another model (or "least" at Thinking under Advanced, if that is not chosen), then press GO.',
    inAWord: 'thoughts without an answer',
    paused: 'the model thinks and gives no answer',
  },
  malformed: {
    toDo: 'The reply could not be read. Press GO to ask again, or choose another model.',
    inAWord: 'the reply cannot be read',
  },
  cancelled: {
    toDo: 'Stopped by you. Press GO to ask again.',
    inAWord: 'stopped by you',
  },
  chunk: {
    toDo: 'A part of this page could not be loaded. Check the connection and reload the page; what is finished is kept.',
    paused: 'a part of this page could not be loaded',
    inAWord: undefined,
  },
  bug: {
    toDo: 'Something went wrong in this page itself. Press GO to ask again; if it keeps happening, write to us ("Contact").',
    inAWord: 'a fault of this page',
  },
  limit: {
    toDo: `The next request could pass the sum under "Stop at"; what is finished is kept. Enter a higher sum or none, or the model's price where it is missing, then press GO.`,
    toDoOfRun:
      'The next request could pass the sum under "Stop at"; what is finished is kept. Enter a higher limit, or none, and press Continue. If the price of the model is missing, enter it under Price first.',
    paused: 'the next request could pass the sum under "Stop at"',
    inAWord: undefined,
  },
  differences: {
    toDo: 'Edit the output and press Validate, retry, or fill the gaps with the original.',
    toDoOfRun:
      'The model answers with something else than translations; the failed batches show with what. Choose another model, then press Resume.',
    paused: 'the model does not answer with translations',
    inAWord: undefined,
  },
};

/** What a failure means for the work and what to do. The page shows the provider's own words (`message`) below it. `goOn`: the button that continues. */
export function explainFailure(trouble: Trouble, goOn: 'Resume' | 'Retry' | 'Again' | 'Go on', message = ''): string {
  const toDo = isLoading(trouble, message)
    ? `${LOADS_ITS_MODEL} Wait a little, then press GO.`
    : (goOn === 'Resume' && WORDS[trouble].toDoOfRun) || WORDS[trouble].toDo;
  return toDo.replace('GO', goOn);
}

const isLoading = (trouble: Trouble, message: string): boolean =>
  (trouble === 'server' || trouble === 'conflict') && isLoadingModel({ message });
const LOADS_ITS_MODEL = 'The server is loading its model.';

const OUTAGES: Readonly<Partial<Record<FailureKind, string>> & Record<TransientKind, string>> = {
  connection:
    'The provider could not be reached. Check the connection and the key (a wrong key can look the same to a browser), and whether an extension or your network blocks the provider.',
  'not-running': 'The server on this computer does not answer. Start it.',
  timeout: 'The provider did not answer in time.',
  conflict: 'The provider is too busy.',
  server: 'The provider has trouble of its own.',
};

/** An outage ends by itself: nothing needs to be pressed. */
export const explainOutage = (kind: FailureKind, message = ''): string =>
  `${isLoading(kind, message) ? LOADS_ITS_MODEL : (OUTAGES[kind] ?? OUTAGES.server)} The run tries again by itself; what is finished is kept.`;

export const inAWord = (kind: ListedKind): string => WORDS[kind].inAWord;

/** The end of a sentence after "Paused: ". explainFailure says what to do. */
export const pauseReason = (kind: PauseKind): string => WORDS[kind].paused ?? 'a request has failed';

/** A failure that several lines share; the page reports it once. */
interface SharedFailure {
  readonly words: string;
  readonly numbers: readonly number[];
  /** The newest of them. */
  readonly suggestion: Suggestion;
}

/** Failures shared by two or more lines, in the film's order. */
export function sharedFailures(suggestions: Work['suggestions']): readonly SharedFailure[] {
  const shared = new Map<string, { words: string; numbers: number[]; suggestion: Suggestion }>();
  for (const [number, all] of Object.entries(suggestions)) {
    const suggestion = all.at(-1);
    if (!suggestion?.failure) continue;
    const words = suggestionFailureWords(suggestion.failure);
    const key = keyOf(suggestion.failure);
    const { words: before = words, numbers = [] } = shared.get(key) ?? {};
    shared.set(key, {
      words: before === words ? words : 'The answers cannot be used.',
      numbers: [...numbers, Number(number)],
      suggestion,
    });
  }
  return [...shared.values()].filter(({ numbers }) => numbers.length > 1);
}

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
    all.some(({ text }) => text !== undefined) ? Number(number) : [],
  );

/** Why a reading of the film has stopped, and what to do. */
export function readingFailureWords(kind: FilmReading['failure'], message: string): string {
  switch (kind) {
    case undefined:
      return message;
    // The button that continues is beside it.
    case 'server':
      return isLoading(kind, message) ? `${LOADS_ITS_MODEL} ${message}` : message;
    case 'cut-off':
      return `The reply reached the length limit. Choose a model with longer replies, then press Go on. ${message}`;
    case 'refused':
      return `The model refuses to read this. Choose another model, then press Go on. ${message}`;
    default:
      return `${explainFailure(kind, 'Go on', message)} ${message}`;
  }
}

/** Why a line has no suggestion, and what to do. */
export function suggestionFailureWords({ kind, message }: SuggestionFailure): string {
  switch (kind) {
    case 'cancelled':
      return 'Stopped before it came.';
    case 'left':
      return 'It had not come when the page was closed, or when another tab went on with the work. It may be charged all the same; Again asks anew.';
    case 'differences':
      return `The answer cannot be used: ${message}`;
    case 'cut-off':
      return 'The answer reached the length limit before this line. Ask for fewer lines.';
    case 'refused':
      return `The model refuses to translate this. ${message}`;
    default:
      return `${explainFailure(kind, 'Again', message)} ${message}`;
  }
}
