import { once } from '../lib/memo.ts';
import { fail, ok, type Result } from '../lib/result.ts';

/** A regular expression as a tree. */
export type Pattern =
  | { readonly kind: 'character'; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  /** `index`: counted from 1; undefined for "(?:…)". */
  | { readonly kind: 'group'; readonly inner: Pattern; readonly index: number | undefined }
  /** `most`: Infinity for "*" and "+". `greedy`: as many repeats as possible are tried first. */
  | {
      readonly kind: 'repeat';
      readonly inner: Pattern;
      readonly least: number;
      readonly most: number;
      readonly greedy: boolean;
    };

/** "^" and "$" of each line of a text, "\b", "\B", and 'outside-word' for "Whole word": not between two letters of one word. */
type Edge = 'line-start' | 'line-end' | 'word' | 'no-word' | 'outside-word';

/** What "\w" means here: letters of any script, their accents, digits, the underscore. To be put between "[" and "]". */
const WORD_CLASS = '\\p{L}\\p{M}\\p{N}_';

/** One atom of an expression: an escape, a class in brackets, or a character. */
const ATOM =
  /\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|[pP]\{[^}]*\}|k<[^>]*>|\d+|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/uy;
const GROUP = /\((?:\?(:|<[\p{L}_$][^>]*>|[^)]))?/uy;

/** Left out on purpose: no search is known that finds these in a time that grows with the text alone. */
const REFUSED = 'Looking ahead or behind, and back references such as \\1, are not possible here.';
const REFUSED_CLASS = '\\W cannot stand inside of [ ] here.';

/** More has too many steps anyway (compile-pattern.ts), and so deep a nesting that reading it would need too much memory. */
const MOST_CHARACTERS = 2_000;

class Refusal extends Error {}

/**
 * Parses a regular expression in JavaScript's syntax, but with "\w" and "\b" for letters of any script. The error is a sentence for
 * people: the text is no regular expression, or one that is not supported here.
 */
export function parsePattern(source: string, matchCase: boolean): Result<Pattern, string> {
  if (source.length > MOST_CHARACTERS) return fail('This regular expression is too large.');
  try {
    new RegExp(source, 'u');
  } catch (error) {
    return fail(`This is not a regular expression: ${error instanceof Error ? error.message : source}`);
  }
  try {
    return ok(createParser(source, matchCase)());
  } catch (error) {
    if (error instanceof Refusal) return fail(error.message);
    throw error;
  }
}

/** A parser without syntax errors: the browser has accepted the source before. */
function createParser(source: string, matchCase: boolean): () => Pattern {
  let at = 0;
  let groups = 0;

  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const taken = what.exec(source);
    if (taken) at = what.lastIndex;
    return taken;
  };

  function choice(): Pattern {
    const options = [sequence()];
    while (source[at] === '|') {
      at++;
      options.push(sequence());
    }
    return options.length === 1 ? (options[0] as Pattern) : { kind: 'choice', options };
  }

  function sequence(): Pattern {
    const parts: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(single()));
    return { kind: 'sequence', parts };
  }

  function repeated(inner: Pattern): Pattern {
    const quantifier = take(QUANTIFIER);
    if (!quantifier) return inner;
    const [written = '', from, comma, to, lazy] = quantifier;
    const least = from === undefined ? (written.startsWith('+') ? 1 : 0) : Number(from);
    const most = from === undefined ? (written.startsWith('?') ? 1 : Infinity) : mostOf(least, comma, to);
    return { kind: 'repeat', inner, least, most, greedy: lazy === '' };
  }

  function single(): Pattern {
    return source[at] === '(' ? group() : character();
  }

  function group(): Pattern {
    const kind = take(GROUP)?.[1];
    const isNamed = kind?.startsWith('<') === true && kind.length > 1;
    if (kind !== undefined && kind !== ':' && !isNamed) throw new Refusal(REFUSED);
    const index = kind === ':' ? undefined : ++groups;
    const inner = choice();
    at++;
    return { kind: 'group', inner, index };
  }

  function character(): Pattern {
    const atom = take(ATOM)?.[0] ?? '';
    if (atom === '^') return { kind: 'edge', edge: 'line-start' };
    if (atom === '$') return { kind: 'edge', edge: 'line-end' };
    if (atom === '\\b') return { kind: 'edge', edge: 'word' };
    if (atom === '\\B') return { kind: 'edge', edge: 'no-word' };
    if (/^\\[1-9k]/u.test(atom)) throw new Refusal(REFUSED);
    return { kind: 'character', matches: characterTest(withWordsOfAnyScript(atom), matchCase) };
  }

  return choice;
}

const mostOf = (least: number, comma: string | undefined, to: string | undefined): number =>
  comma === '' ? least : to === '' ? Infinity : Number(to);

function withWordsOfAnyScript(atom: string): string {
  if (atom === '\\w') return `[${WORD_CLASS}]`;
  if (atom === '\\W') return `[^${WORD_CLASS}]`;
  if (!atom.startsWith('[')) return atom;
  return atom.replace(/\\(.)/gsu, (written, letter: string) => {
    if (letter === 'W') throw new Refusal(REFUSED_CLASS);
    return letter === 'w' ? WORD_CLASS : written;
  });
}

/** One step of a search. `first`, `second` and `to` are indexes in the list of steps. */
type Step =
  | { readonly kind: 'character'; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** The search goes on at both steps; a hit found by way of the first one is preferred. */
  | { kind: 'fork'; first: number; second: number }
  | { kind: 'jump'; to: number }
  /** Notes the offset at which a group begins (even place) or ends (odd place). */
  | { readonly kind: 'note'; readonly place: number }
  | { readonly kind: 'found' };

const MOST_STEPS = 1_000;

/**
 * The steps that find a pattern. The error is a sentence for people: the pattern needs too many steps. Counted repeats are written
 * out, so that an expression such as (a{99}){99} is too large.
 */
export function compilePattern(pattern: Pattern): Result<readonly Step[], string> {
  const steps: Step[] = [];
  const add = <Kind extends Step>(step: Kind): Kind => {
    if (steps.length <= MOST_STEPS) steps.push(step);
    return step;
  };

  function compile(part: Pattern): void {
    // A pattern that is too large already need not be written out to its end.
    if (steps.length > MOST_STEPS) return;
    if (part.kind === 'character' || part.kind === 'edge') add(part);
    else if (part.kind === 'sequence') part.parts.forEach(compile);
    else if (part.kind === 'choice') choice(part.options);
    else if (part.kind === 'group') group(part.inner, part.index);
    else repeat(part);
  }

  function choice([first, ...others]: readonly Pattern[]): void {
    if (!first) return;
    if (others.length === 0) return compile(first);
    const fork = add({ kind: 'fork', first: steps.length + 1, second: 0 });
    compile(first);
    const jump = add({ kind: 'jump', to: 0 });
    fork.second = steps.length;
    choice(others);
    jump.to = steps.length;
  }

  function group(inner: Pattern, index: number | undefined): void {
    if (index === undefined) return compile(inner);
    add({ kind: 'note', place: 2 * index });
    compile(inner);
    add({ kind: 'note', place: 2 * index + 1 });
  }

  function repeat({ inner, least, most, greedy }: Extract<Pattern, { kind: 'repeat' }>): void {
    for (let count = 0; count < least && steps.length <= MOST_STEPS; count++) compile(inner);
    if (most === Infinity) {
      const start = steps.length;
      optional(inner, greedy, () => add({ kind: 'jump', to: start }));
      return;
    }
    const more = (count: number): void => {
      if (count < most && steps.length <= MOST_STEPS) optional(inner, greedy, () => more(count + 1));
    };
    more(least);
  }

  function optional(inner: Pattern, greedy: boolean, then: () => void): void {
    const fork = add({ kind: 'fork', first: 0, second: 0 });
    const inside = steps.length;
    compile(inner);
    then();
    const outside = steps.length;
    fork.first = greedy ? inside : outside;
    fork.second = greedy ? outside : inside;
  }

  compile(pattern);
  add({ kind: 'found' });
  return steps.length > MOST_STEPS ? fail('This regular expression is too large.') : ok(steps);
}

/** Offsets of one hit: [from, to, from and to of group 1, of group 2, …]; undefined for a group that took no part. */
export type FoundAt = readonly (number | undefined)[];

/** A way through the steps that may still lead to a hit: the step at which the way waits, and the offsets noted on it. */
interface Way {
  readonly step: number;
  readonly noted: FoundAt;
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
export function searchPattern(steps: readonly Step[], text: string, onLimit?: () => void): readonly FoundAt[] {
  const budget = { stepsLeft: MOST_STEPS_A_TEXT };
  const allFound: FoundAt[] = [];
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
function firstFrom(steps: readonly Step[], text: string, start: number, budget: Budget): FoundAt | undefined {
  let ways: readonly Way[] = [];
  let found: FoundAt | undefined;
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
  const arrive = (index: number, noted: FoundAt): void => {
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

function withNote(noted: FoundAt, place: number, at: number): FoundAt {
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

/**
 * Makes the test whether a character matches one part of a regular expression ("a", ".", "[a-z]", "\p{L}"). The browser's own regular
 * expressions decide; each character's answer is remembered.
 */
export function characterTest(part: string, matchCase: boolean): (codePoint: number) => boolean {
  const native = new RegExp(`^(?:${part})$`, matchCase ? 'u' : 'iu');
  const known = new Map<number, boolean>();
  return (codePoint) => {
    const before = known.get(codePoint);
    if (before !== undefined) return before;
    const matches = native.test(String.fromCodePoint(codePoint));
    known.set(codePoint, matches);
    return matches;
  };
}
