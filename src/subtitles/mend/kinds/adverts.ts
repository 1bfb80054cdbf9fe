import { fewOf, inspectEach, isPhrase, type LenientPhrase, linesOfText, type RepairKind } from '../blocks.ts';

/** One of these is enough. */
const SURE = [
  /\b(?:opensubtitles|osdb|addic7ed|podnapisi|subscene|titlovi|subdivx|tvsubtitles|yts|yify|subs4free|sub-?talk|subf2m|legendas\.?tv|napiprojekt|titulky)\s*\.\s*(?:org|com|net|link|me|mx|am|lt|tv|pl|eu|info|xyz|co|in)\b/i,
  /\bVIP member\b/i,
  /\badvertise your (?:product|brand)\b/i,
  /\brate this subtitle\b/i,
  /\b(?:remove|without) all ads\b/i,
  /\bsupport us and become\b/i,
];

/** Of these three are needed; two at the beginning and the end of a film. */
const SIGNS = [
  /https?:\/\/|\bwww\s?\.|\b[\w-]{2,40}\.(?:com|net|org|info|tv|me|io|ru|to|cc|xyz)\b/i,
  /(?:^|\s)@\w{3,}/m,
  /\b(?:subtitles?|subtitled|subs|sync(?:ed|hronized|hronised)?|correct(?:ed|ions)|translat(?:ed|ion)|encoded|ripped|timed|edited|resync(?:ed)?)\b[\s\w,&]{0,40}\bby\b/i,
  /\b(?:legendas|sincronia|sincronizado|traducción|subtítulos|sous-titres|untertitel|sottotitoli)\b\s*(?:por|por:|par|von|di|de|:)/i,
  /(?:перевод|субтитры|русификация)\s*:/i,
  /\b(?:480p|720p|1080p|2160p|hdtv|web-?dl|webrip|bluray|blu-ray|bdrip|dvdrip|x264|x265|h\.?264|xvid|23[.,]976)\b/i,
  /[★©]|==|~~|::/,
  /\bS\d{1,2}\s?E\d{1,2}\b/i,
  /\b(?:download(?:ed)?|visit|join|follow us|facebook|telegram|twitter|discord)\b/i,
];
const COLOURED = /^\s*<font color[^<>]*>[\s\S]*<\/font>\s*$/i;

const ENOUGH = 3;
const ENOUGH_AT_ENDS = 2;
const ENDS = 3;
/** No advert is longer; what is, is not looked at. */
const LONGEST = 400;

/** Lines that advertise, by patterns of ours; the names of translators alone are none. */
export const adverts: RepairKind = {
  name: 'adverts',
  severity: 'info',
  inspect: inspectEach(isPhrase, (phrase, index, { length }) => {
    if (!isAdvert(phrase, index < ENDS || index >= length - ENDS)) return undefined;
    const before = [phrase.time, ...linesOfText(phrase)].join('\n');
    return { found: [{ line: phrase.line, before, after: '', place: index + 1 }], mended: [] };
  }),
  sentence: (found) => {
    const places = fewOf(found.map(({ place }) => place));
    return found.length === 1
      ? `1 line looks like an advert: ${places}.`
      : `${found.length.toLocaleString('en')} lines look like adverts: ${places}.`;
  },
  offer: () => 'Leave out.',
};

function isAdvert(phrase: LenientPhrase, isNearEnd: boolean): boolean {
  const text = linesOfText(phrase).join('\n');
  if (text === '' || text.length > LONGEST) return false;
  if (isNumberedAsAdvert(phrase) || SURE.some((sign) => sign.test(text))) return true;
  const signs = SIGNS.filter((sign) => sign.test(text)).length + (COLOURED.test(text) ? 1 : 0);
  return signs >= (isNearEnd ? ENOUGH_AT_ENDS : ENOUGH);
}

/** A program that inserts adverts numbers them 9999 or 0, and writes their times with too few digits. */
const isNumberedAsAdvert = ({ number, timing }: LenientPhrase): boolean =>
  (number === '9999' || number === '0') &&
  timing !== undefined &&
  [timing.start, timing.end].some(({ fields }) => (fields.at(-1) ?? '').length < 2);
