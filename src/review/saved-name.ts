import { baseLanguage, FREQUENT_LANGUAGES } from '../languages/language-table.ts';
import { languageName } from '../languages/standard-prompt.ts';
import type { FileFormat } from '../subtitles/document.ts';

/** Flags in file names that players understand: they are kept, in their order. "hi" is none of them, since alone it means Hindi. */
const FLAGS = new Set(['forced', 'default', 'foreign', 'sdh', 'cc', 'commentary']);
/** Flags behind a language alone: elsewhere they are words of a title, or mean Hindi. */
const FLAGS_OF_LANGUAGE = /^(?:hi|full|signs?|songs|dubtitles?|\d{1,2})$/i;
/** What a translation is not. */
const OF_ORIGINAL = /^(?:auto|orig|original|asr)$/i;
/** What people write for languages, beside their codes and names. */
const OTHER_CODES = new Set(
  `chs cht sc tc cn tw hk jp kr cz gr ua br pob ptb ptbr pb dk se rs si gb lat esp spl enus engb esla
  castellano latino latam vose brazilian brazil farsi mandarin cantonese 简体 繁体 繁體 中文 中字 简中 繁中 中英 双语 雙語 英文 日文 韩文 рус укр англ`.split(
    /\s+/,
  ),
);
/** In capitals in brackets they are countries: "The Office (UK)". */
const COUNTRIES = new Set('UK IN CA CN TW HK KR BR CZ GR SE DK RS SI GB'.split(' '));
/** A film's ending that stands before that of its subtitles. */
const OF_FILM = /\.(?:mkv|mp4|m4v|avi|mov|webm|wmv|ts)$/i;
/** "en[cc]", "English (SDH)", "en-sdh". */
const WITH_FLAG = /^(.+?)(?:[ _]?[[(]|[-_ ])(forced|sdh|cc|hi|commentary)[\])]?$/i;
/** "Film (English)", "Film [eng]", "Film.(en)". */
const IN_BRACKETS = /^(.*?)[ ._-]*[[(]([^[\]()]{2,40})[\])]$/;
/** "Film - English". */
const BEHIND_DASH = /^(.+?) [-–—] ([^-–—]{2,40})$/;
/** "2_English", "3_eng,English", "Film_2019_English": behind another word a name ends a title. */
const BEHIND_NUMBER = /^(.*\d)_(?:[a-z]{2,3},)?([\p{L}\p{M} -]{2,40})$/iu;
/** Of the codes behind a hyphen or an underline, those that are words end a title: "walk-in". */
const BEHIND_HYPHEN = /^(.+)(?:[-_]([a-z]{2,3})|_([A-Z]{2,3}|[a-z]{2,3}[-_][A-Za-z]{2,4}))$/;
/** "Español (España)", "Portuguese (BR)". */
const WITH_REGION = /^(.+?) ?\([\p{L}\p{M} .]{2,30}\)$/u;

/** Endings that a format has beside the one that is its name. */
const OTHER_ENDINGS: Readonly<Partial<Record<FileFormat, readonly string[]>>> = { ttml: ['.dfxp', '.itt', '.xml'] };

/**
 * The name of the translated file: "Film.en.forced.srt" in Portuguese is "Film.pt.forced.srt". The original's language, as a code or a
 * name, is replaced if a name stands before it; flags stay in their order, behind the language. `language`: BCP 47; undefined: the name
 * gets no language. An empty `opened` gives "translated", and so does a name that would be the opened file's own. `isBoth`: the file has both
 * languages, and must not stand in the place of the one with the translation alone.
 */
export function savedName(opened: string, language: string | undefined, format: FileFormat, isBoth = false): string {
  const ending = OTHER_ENDINGS[format]?.find((each) => opened.toLowerCase().endsWith(each)) ?? `.${format}`;
  const { name, flags } = partsOfName(opened);
  const both = isBoth ? [BOTH] : [];
  const named = (...parts: readonly string[]) =>
    [...parts.filter(Boolean), ...both, ...(language === undefined ? [] : [language]), ...flags].join('.') + ending;
  const saved = name === '' && language !== undefined && opened !== '' ? named() : named(name || TRANSLATED);
  return saved.toLowerCase() === opened.toLowerCase() ? named(name, TRANSLATED) : saved;
}

const TRANSLATED = 'translated';
/** In the name of a file with both languages, before the language. */
const BOTH = 'both';

interface NameParts {
  readonly name: string;
  readonly flags: readonly string[];
}

/** What stands before the language, and the flags behind it. */
function partsOfName(opened: string): NameParts {
  const parts = opened
    .replace(/\.(?:[a-z]{3}|ttml|dfxp)$/i, '')
    .replace(OF_FILM, '')
    .split('.');
  const flags = takeFlags(parts);
  const [last = '', before = ''] = [parts.at(-1), parts.at(-2)];
  if (parts.length === 1 && (flags.length > 0 || /[-_]/.test(last)) && isLanguage(last)) return { name: '', flags };
  if (parts.length > 1 && isLanguage(last, before)) {
    parts.pop();
    // "Film.chs.eng": both stand in it.
    if (parts.length > 1 && !isTitleWord(before) && isCode(before)) parts.pop();
    if (parts.length > 1 && parts.at(-1) === BOTH) parts.pop();
  } else parts[parts.length - 1] = withoutLanguageAtEnd(last);
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return { name: parts.join('.'), flags };
}

/** Takes the flags off the end, in their order. */
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

/** "Film (English)", "film-eng", "2_English" without the language. */
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

/** Codes that are words: as in a title they end one ("Just.Do.It", "The.Black.Cat"), in small letters alone they are codes ("Film.it"). */
const TITLE_WORDS = new Set(
  'am an as be by do el en es go he hi id in io is it la lo me my no of on or os ou se so ta te to un up us we afr arm bel ben bos cat dan est fin geo ice ind kan kat lat lit mac mal mar may mon nor per por ron sin slo spa tam tel tur vie'.split(
    ' ',
  ),
);
const isTitleWord = (part: string): boolean => TITLE_WORDS.has(part.toLowerCase());

const caseOf = (part: string): 'small' | 'capital' | 'title' =>
  part === part.toLowerCase() ? 'small' : part === part.toUpperCase() ? 'capital' : 'title';

/** Behind another short word in the same letters it goes on with the title: "just.do.it", "JUST.DO.IT". */
const isWordLike = (before: string, part: string): boolean => isTitleWord(before) && caseOf(before) === caseOf(part);

/** Whether a part of a name is a language: "pt", "pt-BR", "zh_Hans", "por", "Portuguese", "Brazilian-Portuguese". */
function isLanguage(part: string, before = ''): boolean {
  const lower = part.toLowerCase();
  if (isTitleWord(part) && (caseOf(part) === 'title' || isWordLike(before, part))) return false;
  // Two languages in one file: "chs&jpn".
  if (/[&+]/.test(part)) return part.split(/[&+]/).every((one) => isLanguage(one));
  if (isCode(part) || languageNames().has(lower.replace(/[-_ ]+/g, ' '))) return true;
  const [, named] = WITH_REGION.exec(part) ?? [];
  return named !== undefined && isLanguage(named);
}

/** "pt", "por", "zh-Hans-CN"; "spa-lat", as some programs write it. */
function isCode(part: string): boolean {
  const lower = part.toLowerCase().replace(/[-_](?:lat|la|latin)$/, '-419');
  if (OTHER_CODES.has(lower)) return true;
  // "chs-eng".
  if (/^[a-z]{3}[-_][a-z]{3}$/.test(lower)) return lower.split(/[-_]/).every(isCode);
  if (!/^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/.test(lower)) return false;
  const [canonical = ''] = Intl.getCanonicalLocales(lower.replaceAll('_', '-'));
  const base = baseLanguage(canonical);
  return lower.split(/[-_]/)[0]?.length === 2 ? languageName(base) !== undefined : FREQUENT_LANGUAGES.includes(base);
}

let known: ReadonlySet<string> | undefined;
/** The names of languages in small letters, in English and in each language itself; made at the first call. */
function languageNames(): ReadonlySet<string> {
  known ??= new Set(
    FREQUENT_LANGUAGES.flatMap((code) => {
      const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
      return [languageName(code), own].flatMap((name) => name?.toLowerCase() ?? []);
    }),
  );
  return known;
}
