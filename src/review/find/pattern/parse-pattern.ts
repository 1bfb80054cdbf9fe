import { fail, ok, type Result } from '../../../lib/result.ts';
import { characterTest } from './character-test.ts';
import { type Pattern, WORD_CLASS } from './pattern.ts';

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
