import type { FileFormat } from '../../subtitles/document.ts';

/** Flags in file names that players understand: they are kept, in their order. "hi" is none of them, since alone it means Hindi. */
const FLAGS = new Set(['forced', 'default', 'foreign', 'sdh', 'cc']);
const THREE_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ara ar,bul bg,ces cs,cze cs,dan da,deu de,ger de,ell el,gre el,eng en,spa es,fas fa,per fa,fin fi,fra fr,fre fr,heb he,hin hi,hrv hr,hun hu,ind id,ita it,jpn ja,kor ko,nld nl,dut nl,nor no,nob nb,pol pl,por pt,ron ro,rum ro,rus ru,slk sk,slo sk,slv sl,srp sr,swe sv,tha th,tur tr,ukr uk,vie vi,zho zh,chi zh,cat ca,est et,lav lv,lit lt,msa ms,may ms,fil fil'
    .split(',')
    .map((pair) => pair.split(' ')),
);

/**
 * The name of the translated file: "Film.en.forced.srt" in Portuguese is "Film.pt.forced.srt". The original's language, as a code or a
 * name, is replaced if a name stands before it; flags stay in their order, behind the language. `language`: BCP 47; undefined: the name
 * gets no language. An empty `opened` gives "translated".
 */
export function savedName(opened: string, language: string | undefined, format: FileFormat): string {
  const parts = opened.replace(/\.[a-z]{3}$/i, '').split('.');
  const tail: string[] = [];
  let end = parts.length;
  while (end > 1 && FLAGS.has((parts[end - 1] ?? '').toLowerCase())) tail.unshift(parts[--end] ?? '');
  // Behind a language "hi" means "hearing impaired": "Film.en.hi".
  const isHearing = end > 2 && parts[end - 1]?.toLowerCase() === 'hi' && isLanguage(parts[end - 2] ?? '');
  if (isHearing) tail.unshift(parts[--end] ?? '');
  if (end > 1 && isLanguage(parts[end - 1] ?? '', parts[end - 2])) end--;
  const name = parts.slice(0, end).join('.') || 'translated';
  return [name, ...(language === undefined ? [] : [language]), ...tail, format].join('.');
}

/** Codes that are words: as in a title they end one ("Just.Do.It", "The.Black.Cat"), in small letters alone they are codes ("Film.it"). */
const TITLE_WORDS = new Set(
  'am an as be by do el en es go he hi id in io is it la lo me my no of on or os ou se so ta te to un up us we cat dan est fin ind lit may nor per por ron slo spa tur vie'.split(
    ' ',
  ),
);

const caseOf = (part: string): 'small' | 'capital' | 'title' =>
  part === part.toLowerCase() ? 'small' : part === part.toUpperCase() ? 'capital' : 'title';

/** Behind another short word in the same letters it goes on with the title: "just.do.it", "JUST.DO.IT". */
const isWordLike = (before: string, part: string): boolean =>
  TITLE_WORDS.has(before.toLowerCase()) && caseOf(before) === caseOf(part);

/** Whether a part of a name is a language: "pt", "pt-BR", "zh_Hans", "por", "Portuguese", "Brazilian-Portuguese". */
function isLanguage(part: string, before = ''): boolean {
  const lower = part.toLowerCase();
  if (TITLE_WORDS.has(lower) && (caseOf(part) === 'title' || isWordLike(before, part))) return false;
  const [code = ''] = lower.split(/[-_]/);
  if (/^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))?$/.test(lower)) return isKnown(code);
  return Object.hasOwn(THREE_LETTERS, lower) || languageNames().has(lower.replace(/[-_ ]+/g, ' '));
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const isKnown = (code: string): boolean => names.of(code) !== undefined;

let known: ReadonlySet<string> | undefined;
/** The names of languages in small letters, in English and in each language itself; made at the first call. */
function languageNames(): ReadonlySet<string> {
  if (known === undefined) {
    const codes = [...new Set(Object.values(THREE_LETTERS)), 'pt-BR', 'pt-PT', 'es-419', 'zh-Hans', 'zh-Hant'];
    const own = codes.flatMap((code) => [
      names.of(code),
      new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code),
    ]);
    known = new Set(own.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
  }
  return known;
}
