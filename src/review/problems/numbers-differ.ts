import { withPlainDigits } from '../../lib/text.ts';
import type { Rule } from '../measured-line.ts';
import { hasNumberWord } from '../text/words.ts';

/**
 * Reports numbers that only one of the two texts has. Accepts usual changes: numbers in words or Roman numerals, 17 for "5 p.m.", 1,500,000 for
 * "1.5 million", "80s" for "1980s". If a number is replaced by another, the line always has a problem.
 */
export const numbersDiffer: Rule = ({ original, translation }, { language, sourceLanguage }) => {
  if (!DIGIT.test(original.plain) && !DIGIT.test(translation.plain)) return undefined;
  const { lost, gained } = compare(numbersOf(original.plain, NUMBERS), numbersOf(translation.plain, NUMBERS));
  if (lost.length > 0 && gained.length > 0) {
    const whole = compare(numbersOf(original.plain, DECIMALS), numbersOf(translation.plain, DECIMALS));
    if (whole.lost.length + whole.gained.length === 0) return undefined;
    return `Numbers differ: ${lost.join(', ')} in the original, ${gained.join(', ')} here.`;
  }
  if (lost.length > 0)
    return hasNumberWord(translation.plain, language)
      ? undefined
      : onlyInOne(lost, translation.plain, 'Number missing');
  return hasNumberWord(original.plain, sourceLanguage) ? undefined : onlyInOne(gained, original.plain, 'Number added');
};

function compare(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  const missing = [...before].filter((number) => !after.has(number));
  const added = [...after].filter((number) => !before.has(number));
  return {
    lost: missing.filter((number) => !added.some((other) => maySayTheSame(number, other))),
    gained: added.filter((number) => !missing.some((other) => maySayTheSame(number, other))),
  };
}

/** `other`: the other text, without the digits that both texts have. */
function onlyInOne(numbers: readonly string[], other: string, fault: string): string | undefined {
  const roman = (other.match(ROMAN_NUMERAL) ?? []).map((numeral) => String(valueOfRoman(numeral)));
  const reported = numbers.filter((number) => !isUsuallyAWord(number) && !roman.includes(number));
  if (reported.length === 0) return undefined;
  return `${fault}: ${reported.join(', ')}.`;
}

/**
 * Matches a numeral in capitals, perhaps with an ending: "XVIIIe". Single letters do not match: as numbers they are at most ten, or round, and such
 * numbers are not missed.
 */
const ROMAN_NUMERAL = /(?<![\p{L}\p{N}])[IVXLCDM]{2,}(?!\p{Lu})/gu;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

function valueOfRoman(numeral: string): number {
  const values = [...numeral].map((digit) => ROMAN_DIGITS[digit] ?? 0);
  return values.reduce((sum, value, place) => (value < (values[place + 1] ?? 0) ? sum - value : sum + value), 0);
}

/** Digits of all scripts in the Basic Multilingual Plane. Twice as fast as \p{Nd}. */
const DIGIT =
  /[0-9\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\uff10-\uff19]/;

/** Matches a number. Three digits behind a separator continue it: 1,000 and 1.000 and 1 000. */
const NUMBERS = /\d{1,3}(?:[.,'’ \u00a0\u202f\u066c]\d{3})+(?!\d)|\d+/g;

/** Matches a number with its decimals, so that 1.5 (million) is found in 1,500,000. */
const DECIMALS = /\d+(?:[.,'’ \u00a0\u202f\u066b\u066c]\d+)*/g;

/** The numbers of a text in plain digits without separators. The pattern NUMBERS finds a 3 and a 5 in both "3.5" and "3,5". */
function numbersOf(plain: string, pattern: RegExp): ReadonlySet<string> {
  const found = withUnitsInDigits(withPlainDigits(plain)).match(pattern) ?? [];
  return new Set(found.map((number) => number.replace(/\D/g, '').replace(/^0+(?=\d)/, '')));
}

/**
 * Chinese, Japanese and Korean units, which multiply the digits before them. Only in Korean can a number continue behind a space; in Japanese a
 * space means a comma.
 */
const UNITS = [
  { zeros: 2, unit: '百백' },
  { zeros: 3, unit: '千천' },
  { zeros: 4, unit: '万萬만' },
  { zeros: 8, unit: '億亿억' },
].map(({ zeros, unit }) => ({
  zeros,
  pattern: new RegExp(
    `(?<![\\d,])(\\d[\\d,]*)(?:\\.(\\d{1,${zeros}}))?[${unit}](?:(?:(?<=[백천만억]) )?(\\d{1,${zeros}})(?!\\d))?`,
    'g',
  ),
}));

/** Writes "1万5000" and "1.5万" as 15000. */
const withUnitsInDigits = (text: string): string =>
  /[百백千천万萬만億亿억]/.test(text)
    ? UNITS.reduce(
        (rest, { zeros, pattern }) =>
          rest.replace(pattern, (_, whole: string, fraction?: string, more = '') =>
            fraction === undefined
              ? whole.replaceAll(',', '') + more.padStart(zeros, '0')
              : whole.replaceAll(',', '') + fraction.padEnd(zeros, '0') + more,
          ),
        text,
      )
    : text;

/** Most languages spell out small and round numbers. */
const isUsuallyAWord = (number: string): boolean => Number(number) <= 12 || /^[1-9]0+$/.test(number);

/** Returns true if two numbers can mean the same in two languages: 1980 and 80, 5 and 17 o'clock, 1.5 (million) and 1500000. */
function maySayTheSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length === 4 && short.length === 2 && long.endsWith(short)) return true;
  // Thai years count from the Buddha's death: 1984 is 2527.
  if (short.length === 4 && Math.abs(Number(one) - Number(other)) === 543) return true;
  if (isTheSameHour(Number(one), Number(other))) return true;
  const zeros = countZeros(long) - countZeros(short);
  return zeros >= 3 && long.slice(0, -countZeros(long)) === short.slice(0, short.length - countZeros(short));
}

const isTheSameHour = (one: number, other: number): boolean =>
  Math.abs(one - other) === 12 && Math.max(one, other) <= 24;

const countZeros = (number: string): number => number.length - number.replace(/0+$/, '').length;
