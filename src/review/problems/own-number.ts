import { baseLanguage, byLanguage } from '../../languages/language-names.ts';
import { withPlainDigits } from '../../lib/text.ts';
import type { MeasuredLine } from '../measured-line.ts';
import type { FilmRules } from '../rules.ts';
import { hasNumberWord } from '../text/words.ts';

/** What can precede a line number: tags and dialogue dashes. */
const LEAD = /^(?:<[^<>\n]{1,60}>|\{[^{}\n]{1,60}\}|⟦\d{1,6}⟧|[\s\-–—]){0,9}/;

/** "12. ", "12)", "[12]", "#12", "Line 12:", "12" on its own line. Not a longer number ("12:30") and not an ordinal ("3.º"). */
const MARKED =
  /^(?:[[(<【](\d{1,6})[\])>】]\s?[.:]?|(?:[#№]|(?:[Ll]ine|[Pp]hrase|[Ss]ubtitle|[Ss]entence|[Tt]ext|[Ll]inha|[Ll]ínea|[Ll]igne|[Zz]eile|[Rr]iga|[Ll]egenda|[Ss]ubtítulo|[Сс]трока)\s)\s?(\d{1,6})(?:\s?[.:)])?|(?:\*{1,2}|")?(\d{1,6})"?\s?[.:)\]|．：、）]\*{0,2}|(\d{1,6})(?=[ \t]*\n))(?:\s+(?=[^\s\d])|(?=[\p{Lu}\p{Lo}"'“„«‘¿¡♪<{⟦—–]))(?![ºª])/u;
/** "12 text": only if other lines of the film begin with their numbers. */
const BARE = /^(\d{1,6})(?:\s?[-–—,]\s?|[ \t]+)(?=[\p{L}"'“„«‘¿¡♪<])/u;

/** Languages that write ordinals with a full stop: "3. Platz". */
const WITH_DOT = new Set('de da no nb nn fi cs sk sl hr sr bs hu pl tr et lv is fo lb eu'.split(' '));

/**
 * Stems of one to twelve and their ordinals, by language. "
 * " separates the stems of one number.
 */
const ONE_TO_TWELVE: Readonly<Record<string, string>> = {
  en: 'one|first|once two|second|twice three|third four fi six seven eight nin ten eleven twel|dozen',
  de: 'ein|erst zwei|zwo drei|dritt vier fünf sech sieb acht neun zehn elf zwölf|dutzend',
  fr: 'un|premi deux|second trois quatr cinq six sept huit neuf|neuv dix onze|onzi douz',
  es: 'un|primer dos|segund tres|tercer cuatr|cuart cinco|quint seis|sext siete|sépt ocho|octav nueve|noven diez|décim once|undéc doc|duodéc',
  pt: 'um|primeir dois|duas|segund três|terceir quatro|quart cinco|quint seis|sext sete|sétim oito|oitav nove|non dez|décim onze doze|dúzia',
  it: 'un|prim due|second tre|terz quattr|quart cinque|quint sei|sest sette|settim otto|ottav nove|non dieci|decim undic dodic|dozzin',
  nl: 'een|één|eerst twee drie|derd vier vijf zes zev acht neg tien elf twaalf|dozijn',
  sv: 'en|ett|först två|andr tre fyr|fjärd fem sex|sjätt sju ått nio tio elv|elft tolv|tolf|dussin',
  pl: 'jed|pierw dw|drug trz cztery|czwart|czterech pię|piąt sze|szós sied|siód oś|ósm dziew dzies jeden|jedena dwana|tuzin',
  ru: 'од|перв дв|втор тр четыр|четвёр|четвер пят шест сем|седьм вос дев дес один двенад|дюжин',
  uk: 'од|перш дв|друг тр чотир|четвер п.ят шіст|шост|шес сім|сьом вісім|восьм дев десят один дванад|дюжин',
  zh: '一 二|两|兩 三 四 五 六 七 八 九 十 十 十',
  ja: '一|ひと 二|ふた 三 四 五 六 七 八 九 十 十 十',
};
const WITHOUT_SPACES = new Set(['zh', 'ja']);

/** Whether a text has the number in words of a known language or in Roman numerals. */
function saysInWords(plain: string, number: number, language: string | undefined): boolean {
  const stems = byLanguage(ONE_TO_TWELVE, language)?.split(' ')[number - 1];
  const before = WITHOUT_SPACES.has(baseLanguage(language)) ? '' : '(?<!\\p{L})';
  if (stems !== undefined && new RegExp(`${before}(?:${stems})`, 'iu').test(plain)) return true;
  return (
    (number > 12 && hasNumberWord(plain, language)) || /(?<![\p{L}\p{N}])[IVXLC]{1,8}(?![\p{L}\p{N}'’])/u.test(plain)
  );
}

const timesIn = (plain: string, number: number): number =>
  withPlainDigits(plain)
    .match(/\d+/g)
    ?.filter((digits) => Number(digits) === number).length ?? 0;

type NumberedLine = Pick<MeasuredLine, 'number' | 'original' | 'translation'>;
type NumberRules = Pick<FilmRules, 'language' | 'sourceLanguage' | 'isNumbered'>;

/** Where a translation begins with its line number; undefined: nowhere, or the number may be spoken. */
export function ownNumberIn(line: NumberedLine, rules: NumberRules): { from: number; to: number } | undefined {
  const { number, original, translation } = line;
  const from = LEAD.exec(translation.text)?.[0].length ?? 0;
  const begins = withPlainDigits(translation.text.slice(from, from + 60));
  const marked = MARKED.exec(begins);
  const [found, ...numbers] = marked ?? (rules.isNumbered ? BARE.exec(begins) : undefined) ?? [];
  if (found === undefined || Number(numbers.find((digits) => digits !== undefined)) !== number) return undefined;
  if (timesIn(original.plain, number) >= timesIn(translation.plain, number)) return undefined;
  const isKnown = marked !== null && rules.isNumbered;
  if (!isKnown && saysInWords(original.plain, number, rules.sourceLanguage)) return undefined;
  if (!isKnown && mayBeOrdinal(found, number, rules)) return undefined;
  return { from, to: from + found.length };
}

const mayBeOrdinal = (found: string, number: number, { language, sourceLanguage }: NumberRules): boolean =>
  /^\d+\./.test(found) &&
  // Days of a month end there, and ranks are rarely higher.
  number <= 31 &&
  WITH_DOT.has(baseLanguage(language)) &&
  byLanguage(ONE_TO_TWELVE, sourceLanguage) === undefined;

export function beginWithNumbers(lines: readonly NumberedLine[], rules: Omit<NumberRules, 'isNumbered'>): boolean {
  const startsWithDigit = lines.filter(({ translation }) => /\p{N}/u.test(translation.plain.slice(0, 20)));
  // A bare number counts only if the original does not spell it out.
  const numbered = startsWithDigit.filter((line) => {
    const begins = { ...rules, isNumbered: true };
    return (
      ownNumberIn(line, begins) !== undefined && !saysInWords(line.original.plain, line.number, rules.sourceLanguage)
    );
  });
  return numbered.length >= 3;
}
