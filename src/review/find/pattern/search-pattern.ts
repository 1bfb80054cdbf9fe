import { once } from '../../../lib/once.ts';
import type { Step } from './compile-pattern.ts';
import { type Edge, WORD_CLASS } from './pattern.ts';

/** Offsets of one hit: [from, to, from and to of group 1, of group 2, …]; undefined for a group that took no part. */
export type Found = readonly (number | undefined)[];

/** A way through the steps that may still lead to a hit: the step at which the way waits, and the offsets noted on it. */
interface Way {
  readonly step: number;
  readonly noted: Found;
}

/**
 * After this number of steps, some 30 ms, the search in one text ends with the hits found so far. A phrase of 100 characters takes a
 * few thousand steps with any expression.
 */
const MOST_STEPS_A_TEXT = 100_000;

/**
 * All hits from left to right, none empty, none overlapping another. All ways through the steps are followed at once, character by
 * character (Thompson 1968, with the order of preference of backtracking as in Pike's sam), so that a search takes at most the number
 * of steps times the length of the text: no expression can hang the page. `onLimit`: the search has ended before the text's end.
 */
export function searchPattern(steps: readonly Step[], text: string, onLimit?: () => void): readonly Found[] {
  const budget = { stepsLeft: MOST_STEPS_A_TEXT };
  const allFound: Found[] = [];
  for (let at = 0; at <= text.length; ) {
    const found = firstFrom(steps, text, at, budget);
    if (budget.stepsLeft < 0) onLimit?.();
    if (!found) break;
    const [from = 0, to = 0] = found;
    if (to > from) allFound.push(found);
    at = to > from ? to : after(text, to);
  }
  return allFound;
}

interface Budget {
  stepsLeft: number;
}

/** The first hit from an offset on; undefined: there is none, or the budget is used up. */
function firstFrom(steps: readonly Step[], text: string, start: number, budget: Budget): Found | undefined {
  let ways: readonly Way[] = [];
  let found: Found | undefined;
  const mayBegin = beginningOf(steps);
  for (let at = start; at <= text.length && (ways.length > 0 || !found); at = after(text, at)) {
    // A hit that begins further left is preferred, so that a new beginning comes last.
    const beginnings = found || !mayBegin(text.codePointAt(at)) ? ways : [...ways, { step: 0, noted: [at] }];
    const waiting = waysAt(steps, text, at, beginnings, budget);
    if (budget.stepsLeft < 0) return undefined;
    const end = waiting.findIndex(({ step }) => steps[step]?.kind === 'found');
    if (end >= 0) found = withNote(waiting[end]?.noted ?? [], 1, at);
    // Only ways preferred to the one that has reached its end go on: they may still find a better hit.
    const open = end >= 0 ? waiting.slice(0, end) : waiting;
    const codePoint = text.codePointAt(at);
    ways = codePoint === undefined ? [] : open.filter(({ step }) => takes(steps[step], codePoint)).map(forward);
  }
  return found;
}

/** Whether a hit may begin with a character (undefined: at the text's end), without which most places of a text are passed by. */
const beginningOf = once((steps: readonly Step[]): ((codePoint: number | undefined) => boolean) => {
  const first: ((codePoint: number) => boolean)[] = [];
  const seen = new Set<number>();
  const canBeEmpty = (index: number): boolean => {
    const step = steps[index];
    if (!step || seen.has(index)) return false;
    seen.add(index);
    if (step.kind === 'found') return true;
    if (step.kind === 'character') {
      first.push(step.matches);
      return false;
    }
    if (step.kind === 'jump') return canBeEmpty(step.to);
    if (step.kind === 'fork') return canBeEmpty(step.first) || canBeEmpty(step.second);
    return canBeEmpty(index + 1);
  };
  if (canBeEmpty(0)) return () => true;
  return (codePoint) => codePoint !== undefined && first.some((matches) => matches(codePoint));
});

/** The ways moved on to steps that wait for a character, or to the end; each step once, in order of preference. */
function waysAt(
  steps: readonly Step[],
  text: string,
  at: number,
  beginnings: readonly Way[],
  budget: Budget,
): readonly Way[] {
  const waiting: Way[] = [];
  const seen = new Set<number>();
  const arrive = (index: number, noted: Found): void => {
    const step = steps[index];
    if (!step || seen.has(index)) return;
    seen.add(index);
    budget.stepsLeft--;
    if (step.kind === 'character' || step.kind === 'found') waiting.push({ step: index, noted });
    else if (step.kind === 'jump') arrive(step.to, noted);
    else if (step.kind === 'note') arrive(index + 1, withNote(noted, step.place, at));
    else if (step.kind === 'fork') {
      arrive(step.first, noted);
      arrive(step.second, noted);
    } else if (isAtEdge(text, at, step.edge)) arrive(index + 1, noted);
  };
  for (const { step, noted } of beginnings) arrive(step, noted);
  return waiting;
}

const takes = (step: Step | undefined, codePoint: number): boolean =>
  step?.kind === 'character' && step.matches(codePoint);

const forward = ({ step, noted }: Way): Way => ({ step: step + 1, noted });

const after = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function withNote(noted: Found, place: number, at: number): Found {
  const changed = [...noted];
  changed[place] = at;
  return changed;
}

const WORD = new RegExp(`[${WORD_CLASS}]`, 'u');
const WORD_BEFORE = new RegExp(`[${WORD_CLASS}]$`, 'u');

function isAtEdge(text: string, at: number, edge: Edge): boolean {
  if (edge === 'line-start') return at === 0 || text[at - 1] === '\n';
  if (edge === 'line-end') return at === text.length || text[at] === '\n';
  const before = WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at));
  const here = WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0x20));
  if (edge === 'outside-word') return !(before && here);
  return (before !== here) === (edge === 'word');
}
