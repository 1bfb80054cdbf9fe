import { countWords } from '../../../lib/text.ts';
import { isBlank, shorten } from '../../lines.ts';
import { closedTags, openTags, withoutTags } from '../../tags.ts';
import { containsTimingLine } from '../../timing.ts';
import { decodeEntities } from '../../vtt.ts';
import {
  fewOf,
  inspectEach,
  isPhrase,
  keptApart,
  type LenientBlock,
  type LenientPhrase,
  linesOfText,
  oneOrMany,
  type RepairKind,
  textBehind,
  timingText,
  withoutEdges,
} from '../blocks.ts';

const textBeside = ({ timing }: LenientPhrase): string | undefined => timing && textBehind(timing);

/** Text on the line of the timing, which players would read as a part of the timing. */
export const textBesideTiming: RepairKind = {
  name: 'text-beside-timing',
  severity: 'style',
  inspect: inspectEach(isPhrase, (phrase) => {
    const beside = textBeside(phrase);
    if (beside === undefined || !phrase.timing) return undefined;
    const timing = { ...phrase.timing, rest: '' };
    const time = timingText(timing);
    const [first = [], ...others] = phrase.text;
    return {
      found: [{ line: phrase.timingLine, before: phrase.time, after: `${time}\n${beside}` }],
      mended: [{ ...phrase, time, timing, text: [[beside, ...first], ...others] }],
    };
  }),
  sentence: oneOrMany(
    '1 subtitle has text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
    'subtitles have text beside the timing, in the same text line. Text there is not translated. The repair moves it to a text line of its own.',
  ),
};

export const unclosedTags: RepairKind = {
  name: 'unclosed-tags',
  severity: 'info',
  inspect: inspectEach(isPhrase, (phrase) => {
    const before = linesOfText(phrase).join('\n');
    const after = closedTags(before);
    if (before === after) return undefined;
    const found = [{ line: phrase.timingLine + 1, before, after }];
    // Another kind repairs blank lines inside a text.
    return phrase.text.length > 1 ? { found } : { found, mended: [{ ...phrase, text: [after.split('\n')] }] };
  }),
  sentence: (found) => {
    const what = found.every(({ before }) => openTags(before).every((tag) => tag === 'i')) ? 'italics' : 'tags';
    if (what === 'italics') return `The italics of ${countWords(found.length, 'subtitle')} are not closed.`;
    return found.length === 1
      ? '1 subtitle has a tag that is not closed.'
      : `${found.length.toLocaleString('en')} subtitles have tags that are not closed.`;
  },
  offer: () => 'Close all tags.',
};

export const invisibleCharacters: RepairKind = {
  name: 'invisible-characters',
  severity: 'error',
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, timingLine, number } = phrase;
    const mended = { ...phrase, number: number && withoutEdges(number), time: withoutEdges(phrase.time) };
    const found = [
      { line, before: number ?? '', after: mended.number ?? '' },
      { line: timingLine, before: phrase.time, after: mended.time },
    ].filter(({ before, after }) => before !== after);
    return found.length === 0 ? undefined : { found, mended: [mended] };
  }),
  sentence: oneOrMany(
    '1 text line has invisible characters. The repair removes them.',
    'text lines have invisible characters. The repair removes them.',
  ),
};

export const phrasesWithoutWords: RepairKind = {
  name: 'phrases-without-words',
  severity: 'excluded',
  keepsBlocks: true,
  inspect: () => (block) => {
    if (!isWordless(block)) return undefined;
    const text = isPhrase(block) ? [block.time, ...linesOfText(block)].join('\n') : block.lines.join('\n');
    return { found: [{ line: isPhrase(block) ? block.timingLine : block.line, before: text, after: text }] };
  },
  afterwards: keptApart,
  sentence: oneOrMany('1 subtitle has no words and is not sent.', 'subtitles have no words and are not sent.'),
};

const isWordless = (block: LenientBlock): boolean =>
  isPhrase(block)
    ? textBeside(block) === undefined && withoutTags(linesOfText(block).join('\n')).trim() === ''
    : block.isTiming;

/** Lines that belong to no phrase: before the first phrase, behind an unreadable timing, or a number without a timing. */
export const unreadableBlocks: RepairKind = {
  name: 'unreadable-blocks',
  severity: 'excluded',
  keepsBlocks: true,
  inspect: () => (block) => {
    if (block.type !== 'kept' || block.isTiming) return undefined;
    const text = block.lines.join('\n');
    return { found: [{ line: block.line, before: text, after: text }] };
  },
  afterwards: keptApart,
  sentence: (found) => {
    const [first] = found;
    const quoted = `“${shorten(first?.before.split('\n')[0]?.trim() ?? '', 60)}”`;
    return found.length === 1
      ? `Line ${first?.line} of the file cannot be read: ${quoted}. It stays in the file and is not sent.`
      : `${found.length.toLocaleString('en')} places of the file cannot be read, the first in line ${first?.line}: ${quoted}. They stay in the file and are not sent.`;
  },
};

const SURE = [
  /\b(?:opensubtitles|osdb|addic7ed|podnapisi|subscene|titlovi|subdivx|tvsubtitles|yts|yify|subs4free|sub-?talk|subf2m|legendas\.?tv|napiprojekt|titulky)\s*\.\s*(?:org|com|net|link|me|mx|am|lt|tv|pl|eu|info|xyz|co|in)\b/i,
  /\bVIP member\b/i,
  /\badvertise your (?:product|brand)\b/i,
  /\brate this subtitle\b/i,
  /\b(?:remove|without) all ads\b/i,
  /\bsupport us and become\b/i,
];

/** An advert needs three of these signs, or two at the beginning or end of a film. */
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
/** Longer texts are not adverts, so they are not searched. */
const LONGEST = 400;

/** Finds adverts by our own patterns. The name of a translator alone is no advert. */
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
  offer: () => 'Remove.',
};

function isAdvert(phrase: LenientPhrase, isNearEnd: boolean): boolean {
  const text = linesOfText(phrase).join('\n');
  if (text === '' || text.length > LONGEST) return false;
  if (isNumberedAsAdvert(phrase) || SURE.some((sign) => sign.test(text))) return true;
  const signs = SIGNS.filter((sign) => sign.test(text)).length + (COLOURED.test(text) ? 1 : 0);
  return signs >= (isNearEnd ? ENOUGH_AT_ENDS : ENOUGH);
}

/** True for adverts of a program that numbers them 9999 or 0 and writes their times with too few digits. */
const isNumberedAsAdvert = ({ number, timing }: LenientPhrase): boolean =>
  (number === '9999' || number === '0') &&
  timing !== undefined &&
  [timing.start, timing.end].some(({ fields }) => (fields.at(-1) ?? '').length < 2);

/** Matches damaged entities: "& quot;" and "& # 39;", as translation programs write them; "&amp;amp;quot;"; "&#39" and "&nbsp" without ";". */
const TORN = /&[ \t]?((?:(?:amp|#38)[ \t]?;[ \t]?)*)(#[ \t]?\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,7})[ \t]?;/gi;
const WITHOUT_END = /&(#\d{2,5}(?![\d;])|(?:nbsp|quot)(?![\w;]))/gi;

/** Programs have escaped some entities twice ("&amp;#39;") or more often. Each round searches the whole text again. */
const MOST_ROUNDS = 4;

/** Decodes the HTML entities of a text. Linear. */
export function withoutSigns(text: string): string {
  let after = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = after;
    const whole = after.replace(TORN, (torn, escaped: string, name: string) => {
      const sign = `&${name.replace(/\s/g, '')};`;
      const character = decodeEntities(sign);
      if (character !== sign) return character;
      return escaped === '' ? torn : sign;
    });
    after = whole.replace(WITHOUT_END, (_, name: string) => decodeEntities(`&${name};`));
    if (after === before) break;
  }
  return after;
}

export const htmlSigns: RepairKind = {
  name: 'html-signs',
  severity: 'style',
  button: 'Repair the characters',
  inspect: inspectEach(isPhrase, (phrase) => {
    const before = linesOfText(phrase).join('\n');
    if (!before.includes('&')) return undefined;
    const text = phrase.text
      .map((group) => group.map(withoutSigns).filter((line) => !isBlank(line)))
      .filter((group) => group.length > 0);
    const after = text.flat().join('\n');
    if (before === after || containsTimingLine(after)) return undefined;
    const blankAfterTiming = phrase.blankAfterTiming && text.length > 0;
    return {
      found: [{ line: phrase.timingLine + 1, before, after }],
      mended: [{ ...phrase, text, blankAfterTiming }],
    };
  }),
  sentence: oneOrMany(
    '1 subtitle has codes of web pages (&amp;, &#39;). The repair writes their characters instead.',
    'subtitles have codes of web pages (&amp;, &#39;). The repair writes their characters instead.',
  ),
};
