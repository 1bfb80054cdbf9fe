import type { BatchDetails, Pause, PauseKind, SuggestionFailure } from '../../engine/run-state.ts';
import type { SessionState, Suggestion } from '../../film/film.ts';
import { memoizeByObject } from '../../lib/memo.ts';
import type { FailureKind } from '../../providers/provider.ts';

/** Everything that can go wrong with a batch or a run. */
type Trouble = NonNullable<BatchDetails['failure']> | Extract<Pause, { reason: 'failure' }>['kind'];

/** What a failure means for the work and what to do; GO is the button that goes on. */
const EXPLANATIONS: Readonly<Record<Trouble, string>> = {
  'missing-key': 'There is no key for the provider of this model. Add it under Settings, then press GO.',
  'no-prompt': 'Nothing is sent without a prompt. Write one below, or take the standard one, then press GO.',
  'bad-key': 'The provider refuses the key. Correct it under Settings, then press GO; what is finished is kept.',
  'not-permitted':
    'The provider does not permit this with the key, or from this network; its own words below say more. What is finished is kept. Permit it in the account or use another key, then press GO.',
  'no-browser-access':
    'The organization of this key does not allow requests from a web page, and this page can send no others; what is finished is kept. Use a key of another organization or choose a model of another provider, then press GO.',
  'website-blocked':
    "The key is restricted to certain websites, and this page is not among them; what is finished is kept. Add this page's address to the website restrictions of the key or use another key, then press GO.",
  region:
    'The provider does not serve the country or region that you are calling from, or only paying accounts there; what is finished is kept. Check whether a VPN or a proxy is the reason, or choose a model of another provider, then press GO.',
  'model-not-found':
    'The provider no longer has this model, or it cannot be used for this. Choose another at Model, then press GO.',
  quota:
    "The account's quota or credit is used up, or it has none for this model. Top it up, wait until it is renewed or choose another model, then press GO.",
  'not-running':
    'The server on this computer does not answer; its own line below says what to do. Start it, then press GO; what is finished is kept.',
  'local-blocked':
    'The browser does not let this page use the server on this computer; the line below says why, and what to do. Then press GO; what is finished is kept.',
  'no-half-price':
    'The provider does not serve this model at half price now. Press GO to wait on, or untick "Half price, slower" under Advanced first: then the standard price is paid. What is finished is kept.',
  connection:
    'The provider could not be reached. Check the connection and the key (a wrong key can look the same to a browser), then press GO.',
  timeout: 'The provider did not answer in time. Press GO to ask again.',
  server: 'The provider has trouble of its own. Wait a little, then press GO.',
  'rate-limit': 'The provider is too busy for this request. Press GO to ask again.',
  conflict: 'The provider is too busy for this request. Press GO to ask again.',
  'bad-request': 'The provider rejected this request. Choose another model, then press GO.',
  unprocessable: 'The provider rejected this request. Choose another model, then press GO.',
  'no-room':
    'The replies are cut off before they hold a translation: the model spends the room for its reply on thinking. Choose another model, then press GO; what has come is kept.',
  'cut-off': 'The reply reached the length limit. Retry in halves, or choose a model with longer replies.',
  refused:
    'The model refuses to translate something in this batch. Retry in halves, or fill the gaps with the original.',
  malformed: 'The reply could not be read. Press GO to ask again, or choose another model.',
  cancelled: 'Stopped by you. Press GO to ask again.',
  chunk: 'A part of this page could not be loaded. Check the connection and reload the page; what is finished is kept.',
  bug: 'Something went wrong in this page itself. Press GO to ask again; if it keeps happening, write to us ("Contact").',
  limit: `The next request could pass the sum under "Stop at"; what is finished is kept. Enter a higher sum or none, or the model's price where it is missing, then press GO.`,
  differences: 'Edit the output and press Validate, retry, or fill the gaps with the original.',
};

/** The same of a whole run. */
const RUN_EXPLANATIONS: Partial<Record<Trouble, string>> = {
  limit:
    'The next request could pass the sum under "Stop at"; what is finished is kept. To go on write a higher sum there and press Enter, or press Resume once there is a higher sum or the price that is missing.',
  differences:
    'The model answers with something else than translations; the failed batches show with what. Choose another model, then press Resume.',
};

/** What a failure means for the work and what to do, in words for people; the provider's own words stand below it. `goOn`: the button that goes on. */
export const explainFailure = (trouble: Trouble, goOn: 'Resume' | 'Retry' | 'Again'): string =>
  ((goOn === 'Resume' && RUN_EXPLANATIONS[trouble]) || EXPLANATIONS[trouble]).replace('GO', goOn);

const OUTAGES: Partial<Record<FailureKind, string>> = {
  connection:
    'The provider could not be reached. Check the connection and the key (a wrong key can look the same to a browser).',
  'not-running': 'The server on this computer does not answer. Start it.',
  timeout: 'The provider did not answer in time.',
  conflict: 'The provider is too busy.',
};

/** What an outage means; nothing needs to be pressed. */
export const explainOutage = (kind: FailureKind): string =>
  `${OUTAGES[kind] ?? 'The provider has trouble of its own.'} The run tries again by itself; what is finished is kept.`;

/** Why a batch has failed, as short as a line of a row in the list: 30 characters or so. */
export const IN_A_WORD: Readonly<Record<Exclude<NonNullable<BatchDetails['failure']>, 'differences'>, string>> = {
  'missing-key': 'there is no key',
  'no-prompt': 'the prompt is empty',
  'bad-key': 'the key is refused',
  'not-permitted': 'not permitted with this key',
  'no-browser-access': 'the key is not for web pages',
  'website-blocked': 'the key is not for this page',
  region: 'not served in your country',
  'model-not-found': 'there is no such model',
  quota: 'the credit is used up',
  'not-running': 'the server does not answer',
  'local-blocked': 'blocked by the browser',
  'no-half-price': 'no room at half price',
  connection: 'no connection',
  timeout: 'no answer in time',
  server: 'trouble at the provider',
  'rate-limit': 'the provider is too busy',
  conflict: 'the provider is too busy',
  'bad-request': 'the request was rejected',
  unprocessable: 'the request was rejected',
  'cut-off': 'the reply was cut off',
  refused: 'the model refuses',
  malformed: 'the reply cannot be read',
  cancelled: 'stopped by you',
  bug: 'a fault of this page',
};

const REASONS: Partial<Record<PauseKind, string>> = {
  'missing-key': 'there is no key for the provider of this model',
  'no-prompt': 'the prompt is empty',
  'bad-key': 'the provider refuses the key',
  'not-permitted': 'the provider does not permit this with the key',
  'no-browser-access': 'the key does not allow requests from a web page',
  'website-blocked': 'the key does not allow requests from this page',
  region: 'the provider does not serve your country or region',
  'model-not-found': 'the provider does not have this model',
  quota: 'the quota or credit is used up',
  'not-running': 'the server on this computer does not answer',
  'local-blocked': 'the browser does not let this page use the server on this computer',
  'no-half-price': 'the provider has no room at half price',
  limit: 'the next request could pass the sum under "Stop at"',
  'no-room': 'the replies are cut off before they hold a translation',
  differences: 'the model does not answer with translations',
  chunk: 'a part of this page could not be loaded',
};

/** Why a failure paused the run, as the end of a sentence after "Paused: ". explainFailure says what to do. */
export const pauseReason = (kind: PauseKind): string => REASONS[kind] ?? 'a request has failed';

/** A failure that several lines share, which is told once for all of them. */
interface SharedFailure {
  readonly words: string;
  readonly numbers: readonly number[];
  /** Of the newest of them. */
  readonly suggestion: Suggestion;
}

/** The failures that more than one line ended with, in the order of the film. */
export const sharedFailures = memoizeByObject((suggestions: SessionState['suggestions']): readonly SharedFailure[] => {
  const shared = new Map<string, { words: string; numbers: number[]; suggestion: Suggestion }>();
  for (const [number, all] of Object.entries(suggestions)) {
    const suggestion = all.at(-1);
    if (!suggestion?.failure) continue;
    const words = suggestionFailureWords(suggestion.failure);
    // What is wrong with an answer names its lines: parts of one request fail with different words.
    const key = suggestion.failure.kind === 'differences' ? 'differences' : words;
    const { words: before = words, numbers = [] } = shared.get(key) ?? {};
    shared.set(key, {
      words: before === words ? words : 'The answers cannot be used.',
      numbers: [...numbers, Number(number)],
      suggestion,
    });
  }
  return [...shared.values()].filter(({ numbers }) => numbers.length > 1);
});

/** The numbers of the lines for which the model has suggested a text. */
export const suggestedLines = memoizeByObject((suggestions: SessionState['suggestions']): readonly number[] =>
  Object.entries(suggestions).flatMap(([number, all]) =>
    all.some(({ text }) => text !== undefined) ? Number(number) : [],
  ),
);

/** Why a line has no suggestion, and what to do, in words for people. */
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
      return `${explainFailure(kind, 'Again')} ${message}`;
  }
}
