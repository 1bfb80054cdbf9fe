import type { Asked } from '../../prices/estimate.ts';
import { PHRASES_PER_BATCH } from '../../translation/batch.ts';
import type { Wish } from '../../translation/suggest/wish.ts';
import { placeOf } from '../lines/lines.ts';
import type { NewAsk } from '../session.ts';
import type { SessionState } from '../session-state.ts';
import { tokensOfAsks, tokensOfFilm } from './count-tokens.ts';
import { canAskFor, planAsks } from './plan-asks.ts';

/** A line with a problem that a model can mend. */
export interface Suspect {
  readonly number: number;
  /** What is wrong, in words. */
  readonly problems: readonly string[];
  /** Its translation stands under another line: its neighbours go along, and each answer quotes its original. */
  readonly isSlid: boolean;
  /** Its text is no help: it is empty, or of another line. */
  readonly isUseless: boolean;
}

export interface Repair {
  readonly asks: readonly NewAsk[];
  readonly lines: number;
  /** About so many. */
  readonly tokens: number;
}

/** Of the film's tokens, for 5 % of its lines or fewer; of more lines as much more. */
const MOST_TOKENS = { share: 0.08, ofLines: 0.05 };
const MOST_NEIGHBOURS = 3;

/** How the suspects are asked for: in as few requests as their groups allow, and with as many neighbours as the tokens do. */
export function planRepair(
  film: Pick<SessionState, 'phrases' | 'results' | 'suggestions'>,
  suspects: readonly Suspect[],
  asked: Asked,
): Repair {
  const known = suspects.filter(({ number }) => canAskFor(film, number));
  const packs = packsOf(known, (number) => placeOf(film.phrases, number) ?? 0);
  const share = known.length / film.phrases.length;
  const most = tokensOfFilm(asked, film.phrases) * MOST_TOKENS.share * Math.max(1, share / MOST_TOKENS.ofLines);
  for (let neighbours = MOST_NEIGHBOURS; ; neighbours--) {
    const asks = packs.flatMap((pack) => askFor(film, pack, neighbours));
    const tokens = tokensOfAsks(asked, asks);
    if (tokens <= most || neighbours === 0) return { asks, lines: known.length, tokens };
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
 * The suspects of each request. Neighbours stay together; what must be quoted is in requests of its own, since quotes are paid for.
 * Each group goes into the first request that has room for the whole of it; one that is too long for any is cut evenly.
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

/** Suspects that stand one after the other. */
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
