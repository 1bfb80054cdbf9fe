import { baseLanguage, FREQUENT_LANGUAGES, languageName } from '../languages/language-names.ts';
import { once } from '../lib/memo.ts';
import { type FileFormat, FORMATS } from '../subtitles/formats.ts';

/** Flags in file names that players understand. "hi" is not among them: alone it means Hindi. */
const FLAGS = new Set(['forced', 'default', 'foreign', 'sdh', 'cc', 'commentary']);
/** Flags that count only behind a language. Elsewhere they are words of a title, or mean Hindi. */
const FLAGS_OF_LANGUAGE = /^(?:hi|full|signs?|songs|dubtitles?|\d{1,2})$/i;
/** Words that mark an original in file names. They must not stay in the name of a translation. */
const OF_ORIGINAL = /^(?:auto|orig|original|asr)$/i;
/** Other ways to write a language in a file name, and the language (BCP 47); "-": two languages. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map(
  `chs=zh-Hans cht=zh-Hant sc=zh-Hans tc=zh-Hant cn=zh-Hans tw=zh-Hant hk=zh-Hant jp=ja kr=ko cz=cs gr=el ua=uk br=pt-BR pob=pt-BR
  ptb=pt-BR ptbr=pt-BR pb=pt-BR dk=da se=sv rs=sr si=sl gb=en-GB lat=es-419 esp=es spl=es-419 enus=en-US engb=en-GB esla=es-419
  castellano=es latino=es-419 latam=es-419 vose=es brazilian=pt-BR brazil=pt-BR farsi=fa mandarin=zh cantonese=yue 简体=zh-Hans
  繁体=zh-Hant 繁體=zh-Hant 中文=zh 中字=zh 简中=zh-Hans 繁中=zh-Hant 中英=- 双语=- 雙語=- 英文=en 日文=ja 韩文=ko рус=ru укр=uk англ=en`
    .split(/\s+/)
    .map((row): [string, string] => [row.replace(/=.*/, ''), row.replace(/.*=/, '')]),
);
/** In brackets and capitals these codes mean countries: "The Office (UK)". */
const COUNTRIES = new Set('UK IN CA CN TW HK KR BR CZ GR SE DK RS SI GB'.split(' '));
/** The extension of a video before the extension of the subtitles. */
const OF_FILM = /\.(?:mkv|mp4|m4v|avi|mov|webm|wmv|ts)$/i;
/** Matches "en[cc]", "English (SDH)" and "en-sdh". */
const WITH_FLAG = /^(.+?)(?:[ _]?[[(]|[-_ ])(forced|sdh|cc|hi|commentary)[\])]?$/i;
/** Matches "Film (English)", "Film [eng]" and "Film.(en)". */
const IN_BRACKETS = /^(.*?)[ ._-]*[[(]([^[\]()]{2,40})[\])]$/;
/** Matches "Film - English". */
const BEHIND_DASH = /^(.+?) [-–—] ([^-–—]{2,40})$/;
/** Matches "2_English", "3_eng,English" and "Film_2019_English". Behind another word, a language's name belongs to the title. */
const BEHIND_NUMBER = /^(.*\d)_(?:[a-z]{2,3},)?([\p{L}\p{M} -]{2,40})$/iu;
/** Matches a code behind a hyphen or underscore. Codes that are also words belong to the title: "walk-in". */
const BEHIND_HYPHEN = /^(.+)(?:[-_]([a-z]{2,3})|_([A-Z]{2,3}|[a-z]{2,3}[-_][A-Za-z]{2,4}))$/;
/** Matches "Español (España)" and "Portuguese (BR)". */
const WITH_REGION = /^(.+?) ?\([\p{L}\p{M} .]{2,30}\)$/u;

/**
 * Names the saved file: "Film.en.forced.srt" in Portuguese becomes "Film.pt.forced.srt". Flags stay behind the language. An empty name, or the
 * opened file's name, gets "translated".
 * `language`: BCP 47; undefined: no language in the name.
 * `isBoth`: the file has both languages and must not overwrite the file with the translation alone.
 * `part`: how much is translated ("59-of-60"); empty: all.
 */
export function savedName(
  opened: string,
  language: string | undefined,
  format: FileFormat,
  { isBoth = false, part = '' } = {},
): string {
  const { endings } = FORMATS[format];
  const ending = endings.find((each) => opened.toLowerCase().endsWith(each)) ?? endings[0];
  const { name, flags } = partsOfName(opened);
  const kind = [part, isBoth ? BOTH : ''];
  const named = (stem: string, ...others: readonly string[]) => {
    const behind = [...others, ...kind, language, ...flags].filter(Boolean);
    const short = cut(stem, MOST_BYTES - bytesOf([...behind, ending].join('.')));
    return [short, ...behind].filter(Boolean).join('.') + ending;
  };
  const isLanguageAlone = name === '' && language !== undefined && opened !== '';
  const saved = named(isLanguageAlone ? '' : name || TRANSLATED);
  return saved.toLowerCase() === opened.toLowerCase() ? named(name, TRANSLATED) : saved;
}

/** File systems allow 255 bytes. The others are for a number behind equal names, and for what a browser adds to the name while it writes the file. */
const MOST_BYTES = 240;

/** In UTF-8. */
const bytesOf = (text: string): number =>
  [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);

/** The beginning of a name that has so many bytes at most, without half a character. */
function cut(name: string, mostBytes: number): string {
  const characters = [...name];
  let bytes = bytesOf(name);
  while (bytes > mostBytes) bytes -= bytesOf(characters.pop() ?? '');
  return characters.join('');
}

const TRANSLATED = 'translated';
/** The word before the language in the name of a file with both languages. */
const BOTH = 'both';

interface NameParts {
  readonly name: string;
  /** BCP 47; undefined: the name says none, or several. */
  readonly language: string | undefined;
  /** "forced", "sdh", "hi" … */
  readonly flags: readonly string[];
}

/** Splits the name of a subtitle file. An empty `name`: the file name has only a language. */
export function partsOfName(opened: string): NameParts {
  const parts = opened
    .replace(/\.(?:[a-z]{3}|ttml|dfxp)$/i, '')
    .replace(OF_FILM, '')
    .split('.');
  const flags = takeFlags(parts);
  const last = parts.at(-1) ?? '';
  if (parts.length === 1 && (flags.length > 0 || /[-_]/.test(last)) && isLanguage(last))
    return { name: '', language: languageOf(last), flags };
  const language = takeLanguage(parts);
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return { name: parts.join('.'), language, flags };
}

function takeLanguage(parts: string[]): string | undefined {
  const [last = '', before = ''] = [parts.at(-1), parts.at(-2)];
  if (parts.length > 1 && isLanguage(last, before)) {
    parts.pop();
    // "Film.chs.eng": a file in two languages.
    const isOfTwo = parts.length > 1 && !isTitleWord(before) && isCode(before);
    if (isOfTwo) parts.pop();
    if (parts.length > 1 && parts.at(-1) === BOTH) parts.pop();
    return isOfTwo ? undefined : languageOf(last);
  }
  const name = withoutLanguageAtEnd(last);
  parts[parts.length - 1] = name;
  return name === last ? undefined : languageOf(last.slice(name.length).replace(/^[ ._[(–—-]+|[\])]+$/g, ''));
}

/** The language (BCP 47) that a part of a name says, if it is one; undefined: it says two. */
function languageOf(part: string): string | undefined {
  const lower = part.toLowerCase();
  const other = OTHER_CODES.get(lower);
  if (other !== undefined) return other === '-' ? undefined : other;
  const [, named] = WITH_REGION.exec(part) ?? /^[a-z]{2,3},(.+)$/i.exec(part) ?? [];
  if (named !== undefined) return languageOf(named);
  const language = languageNames().get(lower.replace(/[-_ ]+/g, ' '));
  if (language !== undefined || !isCode(part)) return language;
  const code = codeOf(part);
  return /^[a-z]{3}[-_][a-z]{3}$/.test(code) ? undefined : Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0];
}

function takeFlags(parts: string[]): readonly string[] {
  const flags: string[] = [];
  const last = () => parts.at(-1) ?? '';
  const take = () => flags.unshift(parts.pop() ?? '');
  const [, named = '', flag = ''] = WITH_FLAG.exec(last()) ?? [];
  if ((parts.length > 1 && isLanguage(named)) || withoutLanguageAtEnd(named) !== named) {
    parts[parts.length - 1] = named;
    flags.unshift(flag.toLowerCase());
  }
  while (parts.length > 1 && FLAGS.has(last().toLowerCase())) take();
  const isBehindLanguage = () => parts.length > 2 && isLanguage(parts.at(-2) ?? '', parts.at(-3));
  while (FLAGS_OF_LANGUAGE.test(last()) && isBehindLanguage()) take();
  if (OF_ORIGINAL.test(last()) && isBehindLanguage()) parts.pop();
  return flags;
}

/** Removes a language from the end: "Film (English)", "film-eng" and "2_English" become the bare name. */
function withoutLanguageAtEnd(part: string): string {
  const [, bracketed, inside = ''] = IN_BRACKETS.exec(part) ?? [];
  if (bracketed !== undefined && !COUNTRIES.has(inside) && isLanguage(inside)) return bracketed;
  const [, before, behind = ''] = BEHIND_DASH.exec(part) ?? BEHIND_NUMBER.exec(part) ?? [];
  if (before !== undefined && !isTitleWord(behind) && isLanguage(behind)) return before;
  const [, title, small, capital] = BEHIND_HYPHEN.exec(part) ?? [];
  const code = small ?? capital ?? '';
  const word = title?.split(/[-_]/).at(-1) ?? '';
  const isMeant = code === 'en' || capital !== undefined || !isTitleWord(code);
  return title !== undefined && isMeant && !/^(?:sci|hi|wi|lo)$/i.test(word) && isLanguage(code, word) ? title : part;
}

/**
 * Codes of languages that are also words. In title case they are the end of a title ("Just.Do.It", "The.Black.Cat"); in lower case they are codes
 * ("Film.it").
 */
const TITLE_WORDS = new Set(
  'am an as be by do el en es go he hi id in io is it la lo me my no of on or os ou se so ta te to un up us we afr arm bel ben bos cat dan est fin geo ice ind kan kat lat lit mac mal mar may mon nor per por ron sin slo spa tam tel tur vie'.split(
    ' ',
  ),
);
const isTitleWord = (part: string): boolean => TITLE_WORDS.has(part.toLowerCase());

const caseOf = (part: string): 'small' | 'capital' | 'title' =>
  part === part.toLowerCase() ? 'small' : part === part.toUpperCase() ? 'capital' : 'title';

/** Returns true if a code belongs to the title: it follows another short word in the same case ("just.do.it", "JUST.DO.IT"). */
const isWordLike = (before: string, part: string): boolean => isTitleWord(before) && caseOf(before) === caseOf(part);

/** Accepts "pt", "pt-BR", "zh_Hans", "por", "Portuguese", "Brazilian-Portuguese". */
function isLanguage(part: string, before = ''): boolean {
  const lower = part.toLowerCase();
  if (isTitleWord(part) && (caseOf(part) === 'title' || isWordLike(before, part))) return false;
  // Two languages in one file: "chs&jpn".
  if (/[&+]/.test(part)) return part.split(/[&+]/).every((one) => isLanguage(one));
  if (isCode(part) || languageNames().has(lower.replace(/[-_ ]+/g, ' '))) return true;
  const [, named] = WITH_REGION.exec(part) ?? [];
  return named !== undefined && isLanguage(named);
}

const codeOf = (part: string): string => part.toLowerCase().replace(/[-_](?:lat|la|latin)$/, '-419');

/** "pt", "por", "zh-Hans-CN"; "spa-lat", as some programs write it. */
function isCode(part: string): boolean {
  const lower = codeOf(part);
  if (OTHER_CODES.has(lower)) return true;
  // Two codes: "chs-eng".
  if (/^[a-z]{3}[-_][a-z]{3}$/.test(lower)) return lower.split(/[-_]/).every(isCode);
  if (!/^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/.test(lower)) return false;
  const [canonical = ''] = Intl.getCanonicalLocales(lower.replaceAll('_', '-'));
  const base = baseLanguage(canonical);
  return lower.split(/[-_]/)[0]?.length === 2 ? languageName(base) !== undefined : FREQUENT_LANGUAGES.includes(base);
}

/** Lower-case names of languages, in English and in each language itself, and the languages. */
const languageNames = once(
  () =>
    new Map(
      FREQUENT_LANGUAGES.flatMap((code) => {
        const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
        return [languageName(code), own].flatMap((name): [string, string][] =>
          name === undefined ? [] : [[name.toLowerCase(), code]],
        );
      }),
    ),
);
