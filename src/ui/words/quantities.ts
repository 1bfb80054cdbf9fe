import { countWords } from '../../lib/text.ts';
import { type CostFacts, type KnownPrice, moneyWords, rangeWords, type Spending } from '../../prices/price.ts';
import { type CostRange, costRange, PRICES_DATE } from '../../prices/price-of.ts';

/** "8 s", "1:05", "1:02:09". */
export function elapsedWords(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3_600)];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** How long something took: "38 s", "3 min 12 s", "1 h 2 min". */
export function durationWords(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000));
  const minutes = seconds < 3_600 ? Math.floor(seconds / 60) : Math.round(seconds / 60);
  const [long, short] =
    minutes < 60 ? [`${minutes} min`, `${seconds % 60} s`] : [`${Math.floor(minutes / 60)} h`, `${minutes % 60} min`];
  if (minutes === 0) return short;
  return short.startsWith('0 ') ? long : `${long} ${short}`;
}

/** Says which requests a stopping run waits for. */
export function finishingWords(requests: number, spent: readonly Spending[]): string {
  if (costsNothing(spent)) return `Waiting for ${countWords(requests, 'reply', 'replies')}.`;
  return requests === 1
    ? 'Finishing 1 request that is already paid for.'
    : `Finishing ${requests} requests that are already paid for.`;
}

/** Whether no request so far had a price, as with a server on this computer. */
export const costsNothing = (spent: readonly Spending[]): boolean =>
  spent.length > 0 && spent.every(({ price }) => price?.input === 0 && price.output === 0);

/** A sum in US dollars, without fractions of a cent: "less than 1 cent", "2 cents", "$1.25". `isPartial`: the sum is at least this much. */
export function centsWords(dollars: number, isPartial: boolean): string {
  const cents = isPartial ? Math.floor(dollars * 100) : Math.round(dollars * 100);
  if (cents === 0) return isPartial || dollars === 0 ? '' : 'less than 1 cent';
  const words = cents < 100 ? countWords(cents, 'cent') : moneyWords(cents / 100);
  return isPartial ? `at least ${words}` : words;
}

/** A time in the film: "0:05", "16:00", "1:02:09". */
export function filmTimeWords(startMs: number): string {
  const seconds = Math.max(0, Math.floor(startMs / 1_000));
  return seconds < 60 ? `0:${String(seconds).padStart(2, '0')}` : elapsedWords(startMs);
}

/** A countdown: "8 s", "2 min", "3 h". */
export function waitWords(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Rounded to what an estimate can promise: "about 40 s left", "about 3 min left". */
export function timeLeftWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 10) return 'a few seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

/** "$0.04–0.07", "$0.02–0.04 at half price", "at most $0.04" if the price depends on the hour; undefined if the price is unknown. */
function costWords(facts: CostFacts): string | undefined {
  const range = costRange(facts);
  if (!range) return undefined;
  const words = facts.price?.atHour
    ? `at most ${rangeWords(range.high, range.high)}`
    : rangeWords(range.low, range.high);
  return facts.isHalfPrice ? `${words} at half price` : words;
}

/** "about 62,000 tokens in, 21,000 out", "$0.04–0.07", "80 requests". `byModel`: the cost while the model is unknown. */
function estimateWords(
  facts: CostFacts & { readonly requests: number },
  byModel: CostRange | undefined,
): readonly string[] {
  const { tokens, requests } = facts;
  // With the cheapest model, a short film costs less than the smallest shown sum of one cent.
  const among = byModel && rangeWords(byModel.low, byModel.high).replace('$0.00–', 'up to $');
  const cost = byModel ? `${among} depending on the model` : costWords(facts);
  return [
    `about ${roundedWords(tokens.input)} tokens in, ${roundedWords(tokens.output)} out`,
    ...(cost === undefined ? [] : [cost]),
    countWords(requests, 'request'),
  ];
}

/** "about 1,200 tokens, $0.01–0.02", for requests that do not belong to a run. */
export function askWords(facts: CostFacts): string {
  const cost = costWords(facts);
  const { input, output } = facts.tokens;
  return `about ${Math.round(input + output).toLocaleString('en')} tokens${cost === undefined ? '' : `, ${cost}`}`;
}

/**
 * Warns that the rest of "Stop at" is too low for what is to be sent. '' if it is enough, or if there is no limit or no known price. `spent`: what already
 * counts towards the limit.
 */
export function tooLowWords(
  stopAt: number | null,
  range: CostRange | undefined,
  spent: number,
  what: keyof typeof TOO_LOW,
): string {
  if (stopAt === null || range === undefined || stopAt - spent >= range.high) return '';
  const isSure = stopAt - spent < range.low;
  const { costs, mayCost, run } = TOO_LOW[what];
  if (what === 'reading' || spent > 0) {
    const left = `the ${moneyWords(Math.max(0, stopAt - spent))} that are left under “Stop at”`;
    return isSure
      ? `The ${costs} more than ${left}, so ${run} will pause before the end.`
      : `The ${mayCost} more than ${left}. Then ${run} pauses before the end.`;
  }
  const limit = `The limit under “Stop at” (${moneyWords(stopAt)})`;
  return isSure
    ? `${limit} is less than the ${costs}: ${run} will pause before the end.`
    : `${limit} may be less than the ${costs}: ${run} may pause before the end.`;
}

/** What a run would send and cost, and what already counts towards the limit. */
interface ToSend extends Pick<CostFacts, 'price' | 'isHalfPrice'> {
  readonly films: number;
  readonly phrases: number;
  /** undefined: not known (yet), as `cost`. */
  readonly tokens: CostFacts['tokens'] | undefined;
  readonly cost: CostRange | undefined;
  readonly isModelKnown: boolean;
  readonly stopAt: number | null;
  readonly spent: number;
}

/** Warns that the limit is too low for a run, as `tooLowWords`. */
export const runTooLowWords = ({ stopAt, cost, spent, films }: ToSend): string =>
  tooLowWords(stopAt, cost, spent, films > 1 ? 'films' : 'film');

/** In place of `runWords` while files are read. 'run': Translate was pressed. */
export const readingWords = (waits: 'cost' | 'run'): string =>
  waits === 'run' ? 'The translation begins once all files are read.' : 'The cost is known once all files are read.';

/** "10 films, 16,000 subtitles · about …" as `estimateWords`; none: nothing is known (yet), or nothing would be sent. */
export function runWords({ films, phrases, tokens, cost, isModelKnown, ...facts }: ToSend): readonly string[] {
  if (!tokens || films === 0) return [];
  const all = { ...facts, tokens, requests: tokens.requests ?? 0 };
  const [first = '', ...others] = estimateWords(all, isModelKnown ? undefined : cost);
  const sum = films > 1 ? `${countWords(films, 'film')}, ${countWords(phrases, 'subtitle')} · ` : '';
  return [sum + first, ...others];
}

const TOO_LOW = {
  film: { costs: 'film costs', mayCost: 'film may cost', run: 'the translation' },
  films: { costs: 'films cost', mayCost: 'films may cost', run: 'the translation' },
  lines: { costs: 'lines cost', mayCost: 'lines may cost', run: 'the translation' },
  reading: { costs: 'reading costs', mayCost: 'reading may cost', run: 'the reading' },
} as const;

/** Why a run that the limit has paused does not resume. */
export function tooLowToResume(stopAt: number | null, cost: number): string {
  const least = Math.max(cost, stopAt ?? 0);
  const why = least > cost ? `the translation has cost ${moneyWords(cost)}` : 'the translation has cost this much';
  return `Raise the limit above ${moneyWords(least)}: ${why}.`;
}

const ROUNDED = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const roundedWords = (tokens: number): string => ROUNDED.format(Math.round(tokens));

/** For example "prices of September 2026". */
export function priceSourceWords(price: KnownPrice | undefined): string {
  switch (price?.from) {
    case 'person':
      return 'your price';
    case 'endpoint':
      return "the provider's own price";
    case 'table':
      return `prices of ${monthWords(PRICES_DATE)}`;
    default:
      return 'the price of this model is unknown';
  }
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-09" → "September 2026". */
const monthWords = (month: string): string => MONTH_FORMAT.format(new Date(`${month}-15T00:00:00Z`));
