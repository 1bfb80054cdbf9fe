import { baseLanguage, byLanguage } from '../../languages/language-names.ts';
import { withPlainDigits } from '../../lib/text.ts';
import { type FilmRules, type MeasuredLine, measure } from '../measured-line.ts';
import { hasNumberWord } from '../text/words.ts';

/** Something in a translation that nobody says and that the model added. */
export interface Addition {
  /** A sentence for people. */
  readonly words: string;
  /** The text without the addition; undefined: only a person can correct it. */
  readonly without: string | undefined;
}

export type AdditionFinder = (line: MeasuredLine, rules: FilmRules) => Addition | undefined;

/** Matches a model's thoughts before its answer. Their opening tag may be missing. */
const THOUGHTS =
  /^(?:\s*<(think|thinking|thought|reasoning|scratchpad|analysis)>[\s\S]{0,20000}?<\/\1>|[\s\S]{0,20000}?<\/(?:think|thinking|thought|reasoning)>)/i;
const THOUGHT = /<\/?(?:think|thinking|thought|reasoning|scratchpad|analysis)>/i;

export const thoughts: AdditionFinder = ({ original, translation: { text } }) => {
  const mark = text.includes('<') ? THOUGHT.exec(text)?.[0] : undefined;
  if (mark === undefined || original.text.includes(mark)) return undefined;
  const words = `Added by the model: part of its thinking, “${mark}”.`;
  const [before] = THOUGHTS.exec(text) ?? [];
  // Without a closing tag, the whole text may be a thought.
  return { words, without: before === undefined ? undefined : text.slice(before.length).trim() };
};

/** Matches an element around the whole text. */
const ELEMENT =
  /^\s*<(translation|translated|output|answer|response|result|final|reply|text|subtitle|line|target|s)>([\s\S]*?)(?:<\/\1>)?\s*$/i;
/** Matches marks of Llama and Mistral. In "<s>…</s>" the text is struck through, which is no mark. */
const LONE_S = /^\s*<s>(?![\s\S]*<\/s>)|(?<!<s>[\s\S]{0,500})<\/s>\s*$/i;

export const elements: AdditionFinder = ({ original, translation: { text } }) => {
  // No real phrase is so long.
  if (!text.includes('<') || text.length > 5_000 || original.text.includes('<s>')) return undefined;
  const [s] = LONE_S.exec(text) ?? [];
  if (s !== undefined) return { words: `Added by the model: “${s.trim()}”.`, without: text.replace(LONE_S, '').trim() };
  const [, name = '', inside = ''] = ELEMENT.exec(text) ?? [];
  if (name === '' || name.toLowerCase() === 's' || original.text.includes(`<${name}`)) return undefined;
  return { words: `Added by the model: “<${name}>”.`, without: inside.trim() };
};

/** Markdown: bold, code, a heading, a quotation. */
const FENCE = /^\s*`{3}(?:\w{0,12}[ \t]*\n)?([\s\S]*?)\n?[ \t]*`{3}\s*$/;
/** Does not match between letters, where stars replace other letters: "m**da". */
const INLINE = /(?<![\p{L}\p{N}])(\*\*|__|`)(?=\S)([^*_`\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;
const ITALICS = /^(\s*[-–—]?\s*)\*(?=\S)([^*]+)(?<=\S)\*(\s*)$/;
const LINE_HEAD = /^[ \t]*(?:#{1,6}|>)[ \t]+(?=\p{L})/gmu;

export const markdown: AdditionFinder = ({ original, translation: { text } }) => {
  if (!/[*_`#>]/.test(text) || /[*_`#♪♫]|^\s*>/m.test(original.plain)) return undefined;
  const without = text.replace(FENCE, '$1').replace(INLINE, '$2').replace(ITALICS, '$1$2$3').replace(LINE_HEAD, '');
  return without === text ? undefined : { words: 'Added by the model: Markdown characters (**, `, #).', without };
};

/** Matches what remains of a reply's JSON. */
const JSON_REST = /(?:"\s?[,}\]][\s,}\]]*|^\s*\{\s*"\d{1,6}"\s*:\s*"?)/g;

export const restOfJson: AdditionFinder = ({ original, translation: { text } }) => {
  if (!/"\s?[,}\]]\s*$|^\s*\{\s*"\d/.test(text) || /[{}]|",/.test(original.text)) return undefined;
  const without = text
    .replace(JSON_REST, '')
    .replace(/"\s*\}?\s*$/, '')
    .trim();
  // The text is a quotation before a comma, not JSON.
  if (/[,]\s*$/.test(text) && (text.match(/"/g)?.length ?? 0) > 1) return undefined;
  return { words: 'Added by the model: JSON characters.', without };
};

/** Matches a translator's remark, in brackets behind the text or on its own line. */
const NOTE =
  "(?:(?:translator[’']?s? )?notes?|t/?n|n/?t|n\\.? ?d\\.? ?[trt]\\.?|nota(?: d[oe]l? tradu[ct]+or)?|note du traducteur|remarque|anm(?:erkung)?|opmerking|uwaga|przyp(?:\\. ?tłum)?|прим(?:ечание)?(?:\\.? ?пер(?:еводчика)?)?|примітка|lit(?:erally|eral)?|literalmente|wörtlich|букв|дословно|注|译注|訳注|주)\\.?";
const NOTE_IN_BRACKETS = new RegExp(
  `\\s*[[(（]\\s?\\*?${NOTE}\\s?(?:[:：.]|[“"«]|(?=[\\])）]))[^\\[\\]()（）\\n]{0,200}[\\])）]\\*?\\s*$`,
  'iu',
);
const LINE_OF_NOTE = new RegExp(`^\\s*[[(（*]?${NOTE}\\s?[:：][^\\n]*$`, 'iu');
const SPEAKS_OF_NOTES = new RegExp(`(?<!\\p{L})${NOTE}(?!\\p{L})|замет|запис`, 'iu');

export const notes: AdditionFinder = ({ original, translation: { text } }) => {
  if (SPEAKS_OF_NOTES.test(original.plain) || /[[(（]/.test(original.plain)) return undefined;
  const [bracketed] = NOTE_IN_BRACKETS.exec(text.slice(-300)) ?? [];
  if (bracketed !== undefined)
    return {
      words: `Added by the model: the remark “${bracketed.trim().slice(0, 40)}”.`,
      without: text.slice(0, -bracketed.length),
    };
  const lines = text.split('\n');
  const rest = lines.filter((line) => !LINE_OF_NOTE.test(line));
  if (rest.length === lines.length || lines.length === 1 || original.plain.includes(':')) return undefined;
  return { words: 'Added by the model: a remark.', without: rest.join('\n') };
};

const QUOTES = /["“”„«»‹›‘’'「」『』]/;
const QUOTED = /^\s*(?:"([^"“”]+)"|“([^"“”]+)”|„([^"“”„]+)[“”]|«([^«»]+)»|「([^「」]+)」)\s*$/u;

const isQuoted = ({ original, translation }: Pick<MeasuredLine, 'original' | 'translation'>): boolean =>
  QUOTED.test(translation.text) && !QUOTES.test(original.plain);

const LEAST_LINES = 3;
const LEAST_SHARE = 0.3;

/** Returns true if the film's translations have quotation marks that their originals lack. */
export function standInQuotes(lines: readonly Pick<MeasuredLine, 'original' | 'translation'>[]): boolean {
  const quoted = lines.filter(isQuoted).length;
  return quoted >= LEAST_LINES && quoted >= lines.length * LEAST_SHARE;
}

export const quotes: AdditionFinder = (line, rules) => {
  if (!rules.areQuoted || !isQuoted(line)) return undefined;
  const inside = QUOTED.exec(line.translation.text)?.slice(1).find(Boolean) ?? '';
  return measure(inside).plain === ''
    ? undefined
    : { words: 'Quotation marks added around the line.', without: inside };
};

/** What can precede a line number: tags and dialogue dashes. */
const LEAD = /^(?:<[^<>\n]{1,60}>|\{[^{}\n]{1,60}\}|⟦\d{1,6}⟧|[\s\-–—]){0,9}/;

/** Matches "12. ", "12)", "[12]", "#12", "Line 12:", and "12" on its own line. Does not match longer numbers ("12:30") and ordinals ("3.º"). */
const MARKED =
  /^(?:[[(<【](\d{1,6})[\])>】]\s?[.:]?|(?:[#№]|(?:[Ll]ine|[Pp]hrase|[Ss]ubtitle|[Ss]entence|[Tt]ext|[Ll]inha|[Ll]ínea|[Ll]igne|[Zz]eile|[Rr]iga|[Ll]egenda|[Ss]ubtítulo|[Сс]трока)\s)\s?(\d{1,6})(?:\s?[.:)])?|(?:\*{1,2}|")?(\d{1,6})"?\s?[.:)\]|．：、）]\*{0,2}|(\d{1,6})(?=[ \t]*\n))(?:\s+(?=[^\s\d])|(?=[\p{Lu}\p{Lo}"'“„«‘¿¡♪<{⟦—–]))(?![ºª])/u;
/** Matches "12 text". Used only if other lines of the film begin with their numbers. */
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

/** Returns true if a text has the number in words of a known language or in Roman numerals. */
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

/** Where a translation begins with its line number; undefined: it does not, or somebody may say the number. */
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
  // A number up to 31 may be an ordinal: days of a month end at 31, and higher ranks are rare.
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
