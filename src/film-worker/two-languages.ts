import { guessLanguage, mayBe } from '../languages/guess-language.ts';
import { languageName } from '../languages/language-names.ts';
import { countScripts, type Script } from '../languages/scripts.ts';
import { grouped } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { formatOf, type ReadAs } from '../subtitles/formats.ts';
import { withLineEndsLike } from '../subtitles/lines.ts';
import { type FoundKind, type Repairs, repairPlaces } from '../subtitles/mend/find-repairs.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { closedTags, openTags, withoutTags } from '../subtitles/tags.ts';
import { type Timing, timingOf } from '../subtitles/timing.ts';

/** A film that is shown in two languages at once. */
interface TwoLanguages {
  /** The English names of the upper or first language, and of the other one. */
  readonly names: readonly [string, string];
  /** The number of phrases in both languages, and the number of phrases with words. */
  readonly phrases: number;
  readonly all: number;
  /** The texts without the other language, by phrase number; '': the phrase has only the other language, and this one is shown at the same time. */
  textsIn(side: Side): ReadonlyMap<number, string>;
}

/** 0: the upper or first language; 1: the other one. */
export type Side = 0 | 1;

interface Shown {
  readonly number: number;
  readonly text: string;
  /** The lines as viewers see them. */
  readonly lines: readonly string[];
  readonly time: string;
}

/** The language of each line of a phrase; undefined: unknown. */
type SidesOf = (shown: Shown) => readonly (Side | undefined)[];

/** The least share of phrases in two languages. */
const SHARE = 2 / 3;
/** With fewer phrases in two scripts, or in two languages of one script, it may be a coincidence. */
const FEWEST = 3;
const FEWEST_OF_ONE_SCRIPT = 6;

/** undefined: the film is in one language. Needs n × log n steps for n phrases. */
export function findTwoLanguages(phrases: readonly Phrase[]): TwoLanguages | undefined {
  return inTwo(phrases) ?? inTwo(withCutLines(phrases));
}

/** Matches separators of two languages on one line. */
const BETWEEN = /[ \t]+(?:\/{1,2}|\|{1,2}|[／｜])[ \t]+/;

/** Replaces the separator of two languages on one line ("Hello / Привет") by a line break. Empty if only a few phrases have a separator. */
function withCutLines(phrases: readonly Phrase[]): readonly Phrase[] {
  const cut = phrases.map((phrase) => {
    const parts = phrase.text.includes('\n') ? [] : phrase.text.split(BETWEEN);
    return parts.length === 2 ? { ...phrase, text: parts.join('\n') } : phrase;
  });
  const count = cut.filter((phrase, place) => phrase !== phrases[place]).length;
  return count >= phrases.length * SHARE ? cut : [];
}

function inTwo(phrases: readonly Phrase[]): TwoLanguages | undefined {
  const all = phrases.flatMap(({ number, text, time }): readonly Shown[] =>
    LETTER.test(text) ? [{ number, text, time, lines: text.split('\n').map(withoutTags) }] : [],
  );
  return twoBy(byScript(all), all, FEWEST) ?? twoBy(byLetters(all), all, FEWEST_OF_ONE_SCRIPT);
}

const LETTER = /\p{L}/u;

function twoBy(sidesOf: SidesOf | undefined, all: readonly Shown[], fewest: number): TwoLanguages | undefined {
  if (sidesOf === undefined) return undefined;
  const parts = all.map((shown): PartOf => partOf(shown, sidesOf(shown)));
  const both = parts.filter(({ upper }) => upper !== undefined);
  const pairs = pairedAmong(parts);
  // If a film has phrases in both languages, its phrases in one language are signs.
  const paired = pairs.size > both.length ? pairs : new Set<PartOf>();
  const phrases = both.length + paired.size;
  if (phrases < all.length * SHARE || both.length + paired.size / 2 < fewest) return undefined;
  const texts = ([0, 1] as const).map((side) =>
    parts.flatMap((part) => {
      const { shown, upper, side: own } = part;
      if (upper !== undefined)
        return [(side === 0 ? shown.lines.slice(0, upper) : shown.lines.slice(upper)).join('\n')];
      return own === side && paired.has(part) ? [shown.lines.join('\n')] : [];
    }),
  );
  if (!texts.every(isVaried)) return undefined;
  return {
    names: namesOf(texts.map(guessLanguage)),
    phrases,
    all: all.length,
    textsIn: (side) =>
      new Map([
        ...both.map(({ shown, upper = 0 }) => [shown.number, linesAlone(shown.text, upper, side)] as const),
        ...[...paired].flatMap(({ shown, side: own }) => (own === side ? [] : [[shown.number, ''] as const])),
      ]),
  };
}

interface PartOf {
  readonly shown: Shown;
  /** How many lines of a phrase are above those in the other language; undefined: it has only one language, or the order is unclear. */
  readonly upper: number | undefined;
  /** The language of a phrase in one language. */
  readonly side: Side | undefined;
}

function partOf(shown: Shown, sides: readonly (Side | undefined)[]): PartOf {
  const upper = sides.lastIndexOf(0) + 1;
  const lower = sides.indexOf(1);
  if (upper === 0 || lower === -1) return { shown, upper: undefined, side: sides.find((one) => one !== undefined) };
  return { shown, upper: upper === lower ? upper : undefined, side: undefined };
}

/** Phrases in one language that are shown together with a phrase in the other for at least half of the shorter one's time. */
function pairedAmong(parts: readonly PartOf[]): ReadonlySet<PartOf> {
  const [first, second] = ([0, 1] as const).map((side) =>
    parts
      .flatMap((part): readonly TimedPart[] => {
        const timing = part.side === side ? timingOf(part.shown.time) : undefined;
        return timing ? [{ part, timing }] : [];
      })
      .toSorted((one, other) => one.timing.startMs - other.timing.startMs),
  ) as [TimedPart[], TimedPart[]];
  const isPaired = (timed: TimedPart) => {
    const others = timed.part.side === 0 ? second : first;
    const next = placeBehind(others, timed.timing.startMs);
    return [others[next - 1], others[next]].some((other) => other && areTogether(timed, other));
  };
  return new Set([...first, ...second].filter(isPaired).map(({ part }) => part));
}

interface TimedPart {
  readonly part: PartOf;
  readonly timing: Timing;
}

/** The index of the first phrase that begins later. */
function placeBehind(parts: readonly TimedPart[], startMs: number): number {
  let [from, to] = [0, parts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((parts[middle] as TimedPart).timing.startMs > startMs) to = middle;
    else from = middle + 1;
  }
  return from;
}

function areTogether(one: TimedPart, other: TimedPart): boolean {
  const common = Math.min(one.timing.endMs, other.timing.endMs) - Math.max(one.timing.startMs, other.timing.startMs);
  const shorter = Math.min(one.timing.endMs - one.timing.startMs, other.timing.endMs - other.timing.startMs);
  return one.part.shown.time === other.part.shown.time || (common > 0 && common * 2 >= shorter);
}

// A repeated name before each line is not a second language.
const isVaried = (texts: readonly string[]): boolean => new Set(texts).size >= texts.length * 0.5;

/** `languages`: BCP 47; undefined: unknown. */
function namesOf([first, second]: readonly (string | undefined)[]): TwoLanguages['names'] {
  const nameOf = (language: string | undefined) => (first === second ? undefined : language && languageName(language));
  return [nameOf(first) ?? 'the first language', nameOf(second) ?? 'the second language'];
}

/** Matches code at the beginning that applies to the whole text, such as {\an8}. */
const LEAD = /^(?:\{\\[^{}]*\})+/;

/** The lines of one language, with their tags. */
function linesAlone(text: string, upper: number, side: Side): string {
  const lines = text.split('\n');
  const [above, below] = [lines.slice(0, upper).join('\n'), lines.slice(upper).join('\n')];
  if (side === 0) return closedTags(above);
  const open = openTags(above).map((name) => above.match(new RegExp(`<${name}(?![\\w-])[^<>]*>`, 'gi'))?.at(-1) ?? '');
  return closedTags((LEAD.exec(above)?.[0] ?? '') + open.join('') + below);
}

/** Separates the lines by the two most frequent scripts. */
function byScript(all: readonly Shown[]): SidesOf | undefined {
  const scripts = new Map(all.map((shown) => [shown, shown.lines.map(scriptOfLine)]));
  const count = grouped([...scripts.values()].flat(), (script) => script);
  count.delete(undefined);
  const [one, other] = [...count].sort((one, other) => other[1].length - one[1].length).map(([script]) => script);
  if (one === undefined || other === undefined) return undefined;
  let above = 0;
  for (const lines of scripts.values()) {
    const places = [lines.indexOf(one), lines.indexOf(other)] as const;
    if (!places.includes(-1)) above += places[0] < places[1] ? 1 : -1;
  }
  const isOneFirst =
    above === 0 ? [...scripts.values()].flat().find((script) => script === one || script === other) === one : above > 0;
  const sides = new Map<Script | undefined, Side>([
    [one, isOneFirst ? 0 : 1],
    [other, isOneFirst ? 1 : 0],
  ]);
  return (shown) => (scripts.get(shown) ?? []).map((script) => sides.get(script));
}

/** One letter of these scripts says as much as several letters of an alphabet. */
const WEIGHTS: Readonly<Partial<Record<Script, number>>> = { Hani: 3, Kana: 3, Hang: 2 };

/** The script of a line; undefined: the line has no letters. A Latin name does not change it. */
function scriptOfLine(line: string): Script | undefined {
  const counts = countScripts(line);
  const kana = counts.get('Kana');
  if (kana !== undefined) {
    counts.set('Kana', kana + (counts.get('Hani') ?? 0));
    counts.delete('Hani');
  }
  const weight = ([script, letters]: [Script, number]) => letters * (WEIGHTS[script] ?? 1);
  return [...counts].sort((one, other) => weight(other) - weight(one))[0]?.[0];
}

/** Separates the lines by letters, if the upper and lower lines are in two languages of one script. */
function byLetters(all: readonly Shown[]): SidesOf | undefined {
  const known = new Map<Shown, readonly Side[]>();
  for (const shown of all) {
    const { length } = shown.lines;
    if (length % 2 === 0)
      known.set(
        shown,
        shown.lines.map((_, index) => (index * 2 < length ? 0 : 1)),
      );
  }
  for (const atTime of grouped(all, ({ time }) => time).values()) {
    if (atTime.length === 2)
      for (const [side, shown] of atTime.entries())
        known.set(
          shown,
          shown.lines.map(() => side as Side),
        );
  }
  const linesOf = (side: Side) =>
    [...known].flatMap(([{ lines }, sides]) => lines.filter((_, index) => sides[index] === side));
  const [upper, lower] = [linesOf(0), linesOf(1)];
  const [one, other] = [guessLanguage(upper), guessLanguage(lower)];
  if (one === undefined || other === undefined || mayBe(one, other) || mayBe(other, one)) return undefined;
  const sideOf = tellApart(upper, lower);
  return (shown) => shown.lines.map((line, index) => sideOf(line, known.get(shown)?.[index]));
}

/**
 * Returns a function that tells which texts a line resembles, by pairs of letters. `own`: the texts that contain the line, which must not count for
 * themselves.
 */
function tellApart(upper: readonly string[], lower: readonly string[]) {
  const counts = [countPairs(upper), countPairs(lower)] as const;
  const totals = counts.map((count) => [...count.values()].reduce((sum, one) => sum + one, 0));
  const kinds = new Set([...counts[0].keys(), ...counts[1].keys()]).size;
  return (line: string, own: Side | undefined): Side | undefined => {
    const pairs = countPairs([line]);
    const size = [...pairs.values()].reduce((sum, one) => sum + one, 0);
    let odds = 0;
    for (const [pair, count] of pairs) {
      const [one, other] = ([0, 1] as const).map((side) => {
        const isOwn = own === side;
        const seen = (counts[side].get(pair) ?? 0) - (isOwn ? count : 0);
        return (seen + 0.5) / ((totals[side] ?? 0) - (isOwn ? size : 0) + kinds / 2);
      }) as [number, number];
      odds += count * Math.log(one / other);
    }
    // `odds`: the logarithm of the odds.
    return Math.abs(odds) < 2 ? undefined : odds > 0 ? 0 : 1;
  };
}

function countPairs(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const word of line.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
      for (let at = 0; at <= word.length; at++) {
        const pair = ` ${word} `.slice(at, at + 2);
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** The names of the repairs that keep only the first or only the second language. */
export const FIRST_LANGUAGE = 'first-language';
export const SECOND_LANGUAGE = 'second-language';
const KINDS = [FIRST_LANGUAGE, SECOND_LANGUAGE] as const;

/** Adds the choice of a language to the repairs of a text in two languages. A repair removes the lines of the other language. */
export function withLanguages(repairs: Repairs, withoutStyles: readonly string[]): Repairs {
  const readAfter = (names: ReadonlySet<string>) => {
    const mended = repairs.mend(names);
    return readInTwo(mended, repairs.readAsAfter(names, mended), withoutStyles);
  };
  const needed = repairs.forPrograms.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const now = readAfter(new Set(needed));
  if (now === undefined) return repairs;
  const sides = [0, 1] as const;
  const withSides = (kinds: readonly FoundKind[]) => [...kinds, ...sides.map((side) => kindOf(now, side))];
  return {
    isOffered: repairs.isOffered,
    get kinds() {
      return withSides(repairs.kinds);
    },
    get forPrograms() {
      return withSides(repairs.forPrograms);
    },
    readAsAfter: repairs.readAsAfter,
    mend(names) {
      const side = sides.find((one) => names.has(KINDS[one]));
      const after = side === undefined ? undefined : readAfter(names);
      return side === undefined || after === undefined ? repairs.mend(names) : after.write(side);
    },
  };
}

interface InTwo extends TwoLanguages {
  readonly text: string;
  readonly shown: readonly Phrase[];
  /** Writes the text in one language. */
  write(side: Side): string;
}

function readInTwo(text: string, readAs: ReadAs, withoutStyles: readonly string[]): InTwo | undefined {
  const read = readDocument(text, readAs, { withoutStyles });
  const found = read.ok ? findTwoLanguages(read.value.phrases) : undefined;
  if (!read.ok || found === undefined) return undefined;
  return {
    ...found,
    text,
    shown: read.value.phrases,
    write(side) {
      const written = read.value.write(found.textsIn(side));
      return formatOf(readAs) === 'srt' ? withLineEndsLike(written, text) : written;
    },
  };
}

function kindOf(inTwo: InTwo, side: Side): FoundKind {
  const { names, phrases, all, text, shown, textsIn } = inTwo;
  const count = (number: number) => number.toLocaleString('en');
  return {
    name: KINDS[side],
    excludes: KINDS[side === 0 ? 1 : 0],
    isOptional: true,
    sentence: [
      `${count(phrases)} of ${count(all)} subtitles have their text twice: in ${names.join(' and in ')}.`,
      'If you send both languages, you pay for both.',
      'If you choose one, the page removes the other from these subtitles. Undo brings it back.',
    ].join(' '),
    offer: `Translate only the text in ${names[side]}.`,
    button: `Translate only the text in ${names[side]}`,
    rates: undefined,
    repairs: repairPlaces(text, shown, textsIn(side)),
  };
}
