import type { Asked } from '../../prices/estimate.ts';
import type { Tokens } from '../../prices/price.ts';
import { PHRASES_PER_BATCH } from '../../translation/batch.ts';
import type { Wish } from '../../translation/suggestions.ts';
import { placeOf } from '../lines/lines.ts';
import type { NewAsk } from '../session.ts';
import type { SessionState } from '../session-state.ts';
import { inAndOut, tokensOfAsks, tokensOfFilm } from './count-tokens.ts';
import { canAskFor, planAsks } from './plan-asks.ts';

/** A line with a problem that a model can mend. */
export interface Suspect {
  readonly number: number;
  /** What is wrong, worded for the model. */
  readonly problems: readonly string[];
  /** Its translation stands under another line: neighbours are sent along, and each answer has to quote its original. */
  readonly isSlid: boolean;
  /** Its present text is not sent, since it would not help the model: it is empty, or belongs to another line. */
  readonly isUseless: boolean;
}

export interface RepairPlan {
  readonly asks: readonly NewAsk[];
  readonly lines: number;
  /** Estimated tokens of all requests and replies. */
  readonly tokens: Tokens;
}

/** A repair of up to 5 % of the lines may take 8 % of the tokens of translating the film; of more lines, more in proportion. */
const MOST_TOKENS = { share: 0.08, ofLines: 0.05 };
const MOST_NEIGHBOURS = 3;

/** Plans the asks that mend the suspects: as few as their groups allow, with as many neighbours as MOST_TOKENS allows. */
export function planRepair(
  film: Pick<SessionState, 'phrases' | 'results' | 'suggestions'>,
  suspects: readonly Suspect[],
  asked: Asked,
): RepairPlan {
  const known = suspects.filter(({ number }) => canAskFor(film, number));
  const packs = packsOf(known, (number) => placeOf(film.phrases, number) ?? 0);
  const share = known.length / film.phrases.length;
  const most =
    inAndOut(tokensOfFilm(asked, film.phrases)) * MOST_TOKENS.share * Math.max(1, share / MOST_TOKENS.ofLines);
  for (let neighbours = MOST_NEIGHBOURS; ; neighbours--) {
    const asks = packs.flatMap((pack) => askFor(film, pack, neighbours));
    const tokens = tokensOfAsks(asked, asks);
    if (inAndOut(tokens) <= most || neighbours === 0) return { asks, lines: known.length, tokens };
  }
}

function askFor(film: Parameters<typeof planRepair>[0], pack: readonly Suspect[], neighbours: number) {
  const quotes = pack.some(({ isSlid }) => isSlid);
  const wish: Wish = {
    kind: 'fix',
    problems: Object.fromEntries(pack.map(({ number, problems }) => [number, problems])),
  };
  const withoutPresent = new Set(pack.filter(({ isUseless }) => isUseless).map(({ number }) => number));
  return planAsks(
    film,
    pack.map(({ number }) => number),
    wish,
    { neighbours: quotes ? Math.max(1, neighbours) : neighbours, quotes, withoutPresent },
  );
}

/**
 * The suspects of each request. Suspects that stand one after the other stay together; those that need quotes have requests of their
 * own, since quotes cost tokens. A group goes into the first request with room for all of it; a longer group is cut into even parts.
 */
export function packsOf(
  suspects: readonly Suspect[],
  placeOfLine: (number: number) => number,
): readonly (readonly Suspect[])[] {
  const packs: { readonly quotes: boolean; readonly suspects: Suspect[] }[] = [];
  for (const group of groupsOf(suspects, placeOfLine)) {
    const quotes = group.some(({ isSlid }) => isSlid);
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

/** The suspects in groups that stand one after the other in the film. */
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
