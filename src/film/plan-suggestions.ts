import { progressOf } from '../engine/batch.ts';
import { nextCall } from '../engine/batch-calls.ts';
import { contextFor, notedForAsk, notedOfCall } from '../engine/notes-of-batch.ts';
import { stampOf } from '../lib/text.ts';
import { type Asked, countFilm, estimateBatches, estimateCall, sumOfTokens } from '../prices/estimate.ts';
import type { Tokens } from '../prices/price.ts';
import type { Phrase } from '../subtitles/document.ts';
import { batchAt, PHRASES_PER_BATCH } from '../translation/batch.ts';
import type { Neighbour, SuggestionFacts, Wish } from '../translation/suggestions.ts';
import { batchesQueued } from './changes.ts';
import type { Work } from './film.ts';
import {
  batchOfLine,
  isConfirmed,
  isEdited,
  isReadable,
  lineOf,
  linesOfBatch,
  marksOf,
  placeOf,
  stampOfLine,
} from './lines.ts';
import type { NewSuggestionRequest } from './session.ts';
import { wishFor } from './suggestions.ts';

type Film = Pick<Work, 'phrases' | 'fileName' | 'batches' | 'suggestions' | 'notes'>;

/** The number of neighbours on each side of a requested line, if they do not cost too much. */
const NEIGHBOURS = 3;

interface AskOptions {
  /** The number of neighbours on each side of a line. */
  readonly neighbours: number;
  /** Each answer must quote the first words of its original. */
  readonly quotes: boolean;
  /** The numbers of lines whose present text is not sent, because it would mislead the model. */
  readonly withoutPresent: ReadonlySet<number>;
}

const AS_USUAL: AskOptions = { neighbours: NEIGHBOURS, quotes: false, withoutPresent: new Set() };

/** True if the model can be asked for a line: its batch has a readable output, so that a suggestion can be used. */
const canAskFor = (film: Film, number: number): boolean => isReadable(film, batchOfLine(film.phrases, number));

/** The requests for these lines, with at most 20 lines each, in the order of the film. Omits lines that cannot be requested. */
export function planSuggestions(
  film: Film,
  numbers: readonly number[],
  wish: Wish,
  options: Partial<AskOptions> = {},
): readonly NewSuggestionRequest[] {
  const places = [...new Set(numbers)]
    .filter((number) => canAskFor(film, number))
    .flatMap((number) => placeOf(film.phrases, number) ?? [])
    .sort((one, other) => one - other);
  return Array.from({ length: Math.ceil(places.length / PHRASES_PER_BATCH) }, (_, index) =>
    askFor(film, places.slice(index * PHRASES_PER_BATCH, (index + 1) * PHRASES_PER_BATCH), wish, {
      ...AS_USUAL,
      ...options,
    }),
  );
}

function askFor(film: Film, places: readonly number[], wish: Wish, options: AskOptions): NewSuggestionRequest {
  const phrases = places.flatMap((place) => film.phrases[place] ?? []);
  const suggestion: SuggestionFacts = {
    wish: wishFor(wish, phrases),
    neighbours: neighboursOf(film, places, options.neighbours),
    present: Object.fromEntries(
      phrases.flatMap(({ number }) => {
        const texts = options.withoutPresent.has(number) ? [] : presentTexts(film, number);
        return texts.length === 0 ? [] : [[number, texts]];
      }),
    ),
    quotes: options.quotes,
  };
  return {
    phrases,
    suggestion,
    of: Object.fromEntries(phrases.map(({ number }) => [number, stampOfLine(film, number)])),
  };
}

function presentTexts(film: Film, number: number): readonly string[] {
  const { translation = '' } = lineOf(film, number) ?? {};
  const of = stampOf(translation);
  const before = (film.suggestions[number] ?? []).flatMap((one) => (one.of === of ? (one.text ?? []) : []));
  return [...new Set([translation, ...before])].filter((text) => text.trim() !== '');
}

function neighboursOf(film: Film, places: readonly number[], count: number): readonly Neighbour[] {
  const wanted = new Set(places);
  const beside = new Set<number>();
  for (const place of places) {
    for (let by = -count; by <= count; by++) if (!wanted.has(place + by)) beside.add(place + by);
  }
  return [...beside]
    .sort((one, other) => one - other)
    .flatMap((place) => {
      const phrase = film.phrases[place];
      if (!phrase) return [];
      return { number: phrase.number, original: phrase.text, translation: lineOf(film, phrase.number)?.translation };
    });
}

/** A line with a problem that a model can correct. */
export interface Suspect {
  readonly number: number;
  /** The problems in words for the model. */
  readonly problems: readonly string[];
  /** The line has the translation of another line. Neighbours are sent too, and each answer must quote its original. */
  readonly isMisaligned: boolean;
  /** The present text is not sent because it would not help the model: it is empty, or belongs to another line. */
  readonly isUseless: boolean;
}

interface RepairPlan {
  readonly requests: readonly NewSuggestionRequest[];
  readonly lines: number;
  /** The estimated tokens of all requests and replies. */
  readonly tokens: Tokens;
}

/** A repair of up to 5 % of the lines may need 8 % of the film's tokens. A repair of more lines may need proportionally more. */
const MOST_TOKENS = { share: 0.08, ofLines: 0.05 };

/** Plans the requests that repair the suspects: as few as their groups allow, with as many neighbours as MOST_TOKENS allows. */
export function planRepair(film: Film, suspects: readonly Suspect[], asked: Asked): RepairPlan {
  const known = suspects.filter(({ number }) => canAskFor(film, number));
  const packs = packsOf(known, (number) => placeOf(film.phrases, number) ?? 0);
  const share = known.length / film.phrases.length;
  const most =
    inAndOut(tokensOfFilm(asked, film.phrases)) * MOST_TOKENS.share * Math.max(1, share / MOST_TOKENS.ofLines);
  for (let neighbours = NEIGHBOURS; ; neighbours--) {
    const requests = packs.flatMap((pack) => requestFor(film, pack, neighbours));
    const tokens = tokensOfRequests(film, asked, requests);
    if (inAndOut(tokens) <= most || neighbours === 0) return { requests, lines: known.length, tokens };
  }
}

function requestFor(film: Film, pack: readonly Suspect[], neighbours: number) {
  const quotes = pack.some(({ isMisaligned }) => isMisaligned);
  const wish: Wish = {
    kind: 'fix',
    problems: Object.fromEntries(pack.map(({ number, problems }) => [number, problems])),
  };
  const withoutPresent = new Set(pack.filter(({ isUseless }) => isUseless).map(({ number }) => number));
  return planSuggestions(
    film,
    pack.map(({ number }) => number),
    wish,
    { neighbours: quotes ? Math.max(1, neighbours) : neighbours, quotes, withoutPresent },
  );
}

/**
 * Distributes the suspects to requests. Suspects next to each other stay together. Suspects that need quotes get requests of their own, because
 * quotes cost tokens. A group goes into the first request with room for it; a longer group is cut into even parts.
 */
export function packsOf(
  suspects: readonly Suspect[],
  placeOfLine: (number: number) => number,
): readonly (readonly Suspect[])[] {
  const packs: { readonly quotes: boolean; readonly suspects: Suspect[] }[] = [];
  for (const group of groupsOf(suspects, placeOfLine)) {
    const quotes = group.some(({ isMisaligned }) => isMisaligned);
    const parts = Math.ceil(group.length / PHRASES_PER_BATCH);
    const size = Math.ceil(group.length / parts);
    for (let from = 0; from < group.length; from += size) {
      const part = group.slice(from, from + size);
      const roomy = packs.find(
        (pack) => pack.quotes === quotes && pack.suspects.length + part.length <= PHRASES_PER_BATCH,
      );
      if (roomy) roomy.suspects.push(...part);
      else packs.push({ quotes, suspects: part });
    }
  }
  return packs.map((pack) => pack.suspects);
}

/** The suspects in groups of lines next to each other in the film. */
export function groupsOf(suspects: readonly Suspect[], placeOfLine: (number: number) => number): readonly Suspect[][] {
  const groups: Suspect[][] = [];
  let last = Number.NaN;
  const inOrder = [...suspects].sort((one, other) => placeOfLine(one.number) - placeOfLine(other.number));
  for (const suspect of inOrder) {
    const place = placeOfLine(suspect.number);
    if (place === last + 1) groups.at(-1)?.push(suspect);
    else groups.push([suspect]);
    last = place;
  }
  return groups;
}

/** The estimated tokens of these requests and their replies, with the present film notes. */
export const tokensOfRequests = (
  film: Pick<Film, 'phrases' | 'fileName' | 'notes'>,
  { prompt, model }: Asked,
  requests: readonly NewSuggestionRequest[],
): Tokens =>
  sumOfTokens(
    requests.map(({ of: _, ...ask }) =>
      estimateCall({ prompt, context: [], ...ask, ...notedForAsk(film, ask) }, model),
    ),
  );

/** The estimated tokens of all batches of the film, if each succeeds at the first call. */
export const tokensOfFilm = (asked: Asked, phrases: readonly Phrase[]): Tokens =>
  sumOfTokens(estimateBatches(countFilm(phrases), asked));

export const inAndOut = ({ input, output }: Tokens): number => Math.round(input + output);

interface Kept {
  readonly withConfirmed: boolean;
  readonly withEdited: boolean;
}

interface BatchPlan {
  /** Requests for suggestions, beside the batch's own request, for lines that the batch keeps unchanged. */
  readonly asks: readonly NewSuggestionRequest[];
  /** The number of all requests, including the batch's own. */
  readonly requests: number;
  readonly tokens: Tokens;
}

/** Plans what "Translate again" of a batch sends, and estimates its tokens. */
export function planBatchAgain(film: Work, index: number, kept: Kept, asked: Asked): BatchPlan {
  const left = linesOfBatch(film, index).filter((line) => {
    const marks = marksOf(film, line);
    return (!kept.withConfirmed && isConfirmed(marks)) || (!kept.withEdited && isEdited(marks));
  });
  const asks = planSuggestions(
    film,
    left.map(({ number }) => number),
    { kind: 'again' },
  );
  const own = ownTokens(film, index, kept, asked);
  return {
    asks,
    requests: asks.length + own.length,
    tokens: sumOfTokens([tokensOfRequests(film, asked, asks), ...own]),
  };
}

/** The tokens of the batch's own request; none if no line needs to be requested. */
export function ownTokens(film: Work, index: number, kept: Kept, { prompt, model }: Asked): readonly Tokens[] {
  const queued = batchesQueued(film, { indexes: [index], asWhole: false, inHalves: false, ...kept });
  const call = queued === film ? undefined : nextCall(batchAt(film.phrases, index), progressOf(queued.batches[index]));
  if (!call) return [];
  const { replyFormat } = film.options;
  const context = contextFor(film, call);
  const facts = { ...call, ...notedOfCall(film, index, call.phrases), ...(replyFormat && { replyFormat }) };
  return [estimateCall({ ...facts, prompt, context }, model)];
}
