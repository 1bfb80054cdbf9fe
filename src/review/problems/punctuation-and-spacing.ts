import { baseLanguage, byLanguage } from '../../languages/language-names.ts';
import { MARK_CHARACTERS } from '../../lib/text.ts';
import { linesOf, shorten } from '../../subtitles/lines.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import { type FilmRules, type Fix, type MeasuredLine, measure, type Rule, type SeenText } from '../measured-line.ts';
import {
  completedName,
  countDashes,
  DASHES,
  dashesFromSecond,
  ENDS_SENTENCE,
  type Half,
  halfOf,
  hasPairMark,
  OPENS,
  type Punctuation,
  type PunctuationName,
  SENTENCE_PUNCTUATION,
} from '../text/punctuation.ts';
import { added } from './added-by-model.ts';

/** Returns the signs that the original has and the translation lacks, among the signs that this film's translations keep. */
const lostMarks = (
  { original, otherHalf }: MeasuredLine,
  lines: readonly string[],
  { punctuation, language, sourceLanguage }: FilmRules,
): readonly Punctuation[] =>
  SENTENCE_PUNCTUATION.filter(
    (mark) =>
      punctuation.includes(mark.name) &&
      mark.has(original.lines, sourceLanguage) &&
      !mark.isKept(original.lines, lines, language) &&
      !(mark.name === 'pair' && isCompleted(halfOf(lines), otherHalf, original)),
  );

/**
 * A quotation, or a remark in brackets, may stand in several lines. Where the original has a whole pair in this line, its other mark can only
 * have moved to the next line; farther away it belongs to another pair.
 */
const isCompleted = (half: Half | undefined, otherHalf: string | undefined, original: SeenText): boolean =>
  half !== undefined &&
  otherHalf !== undefined &&
  (otherHalf.includes(completedName(half, true)) ||
    (!hasPairMark(original.lines) && otherHalf.includes(completedName(half, false))));

/** Matches words in brackets behind a text, usually a model's remark. An optional ending as in "pronto(a)" does not match. */
const REMARK =
  /(?<=[\p{L}\p{N}][^\p{L}\p{N}]*)(?<![\p{Lu}\p{Ll}])[[(（【［][^[\]()（）【】［］]*\p{L}[^[\]()（）【】［］]*[\])）】］][\s.!?…。"'”’»]*$/u;

export const punctuationDiffers: Rule = (line, rules) => {
  const { original, translation } = line;
  const lost = lostMarks(line, translation.lines, rules);
  if (lost.length === 0) {
    const remark = has(original.plain, OPENS) ? undefined : REMARK.exec(translation.plain.slice(-500))?.[0].trim();
    return remark && added(line, rules) === undefined ? `Remark added: “${shorten(remark, 40)}”.` : undefined;
  }
  return `Missing: ${lost.map(({ words }) => words).join(' and ')}.`;
};

/** Adds each missing sign where the original has it; undefined: the problem would remain. */
export const marksPutBack: Fix = (line, rules) => {
  const { original } = line;
  const text = SENTENCE_PUNCTUATION.reduce((fixed, mark) => {
    const isLost = lostMarks(line, measure(fixed).lines, rules).includes(mark);
    return isLost ? PUT_BACK[mark.name](fixed, original, rules.language) : fixed;
  }, line.translation.text);
  if (text === line.translation.text) return undefined;
  return punctuationDiffers({ ...line, translation: measure(text) }, rules) === undefined ? text : undefined;
};

const PUT_BACK: Readonly<
  Record<PunctuationName, (text: string, original: SeenText, language: string | undefined) => string>
> = {
  question: withQuestion,
  exclamation: (text, _, language) => withEndMark(text, '!', language),
  ellipsis: (text, _, language) => withEndMark(text, '…', language),
  dash: withDashes,
  note: withNotes,
  bracket: withBrackets,
  pair: (text) => text,
  stop: (text) => text,
};

const TWO_SPACES = /(?<=\S)[ \u00a0]{2,}(?=\S)/g;
const SPACE_BEFORE_MARK = /(?<=[\p{L}\p{M}\p{N}])[ \u00a0]+(?=[,.](?![\p{L}\p{N}.…]))/gu;
/** Matches a doubled word, even across a line end, with the spaces behind it. */
const DOUBLED = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}[\p{L}\p{M}'’]+)(\s+)\1(?![\p{L}\p{M}\p{N}'’-])([ \u00a0]*)/gu;

/** Languages that double words to form a plural or for emphasis. */
const SAYING_TWICE = new Set(
  'id ms tl fil jv su vi th lo km my hi ur bn mr ne gu pa ta te kn ml si tr az zh ja ko sw mi haw'.split(' '),
);
/** Words that are correct when doubled: two meanings that meet, or emphasis. */
const RIGHT_TWICE = new Set(
  'that had her is you it do nous vous die der das sie sich ihr den dem des en de je ze het dat som och om att på i til er det via muy così piano quasi logo quase muito az ez ναι όχι σιγά λίγο πολύ так да нет но ха а то не ну לאט מאוד ממש טוב כן לא את جدا قليلا نعم لا هيا ها خیلی bye ha חה хе χα μισά no sí si ja nein non oui'.split(
    ' ',
  ),
);

/** Reports wrong spaces and doubled words, unless the original has them too. */
export const spacing: Rule = ({ original, translation: { text } }, { language }) => {
  if (has(text, TWO_SPACES) && !has(original.text, TWO_SPACES)) return 'Two spaces in a row.';
  if (has(text, SPACE_BEFORE_MARK) && !has(original.text, SPACE_BEFORE_MARK))
    return 'Space before a comma or full stop.';
  const word = doubledWord(text, language);
  return word !== undefined && !has(original.text, DOUBLED) ? `Word twice: “${word}”.` : undefined;
};

const has = (text: string, pattern: RegExp): boolean => text.search(pattern) !== -1;

function doubledWord(text: string, language: string | undefined): string | undefined {
  for (const [, word = ''] of text.matchAll(DOUBLED)) if (!isRightTwice(word, language)) return word;
  return undefined;
}

const isRightTwice = (word: string, language: string | undefined): boolean =>
  SAYING_TWICE.has(baseLanguage(language)) || RIGHT_TWICE.has(word.toLowerCase());

/**
 * Removes wrong spaces and doubled words. A line break between doubled words stays, unless the next line would then begin with a punctuation mark.
 */
export const spacesMended: Fix = ({ original, translation: { text } }, { language }) => {
  let fixed = text.replace(TWO_SPACES, ' ').replace(SPACE_BEFORE_MARK, '');
  // A word can occur there three times or more, and each pass removes at least half of them.
  for (let before = has(original.text, DOUBLED) ? fixed : ''; before !== fixed; ) {
    before = fixed;
    fixed = fixed.replace(DOUBLED, (both, word: string, space: string, behind: string) => {
      if (isRightTwice(word, language)) return both;
      return space.includes('\n') && behind !== '' ? `${word}\n` : word + behind;
    });
  }
  return fixed === text ? undefined : fixed;
};

const ASKS_AT_END = /[?？؟;][^\p{L}\p{N}]*$/u;

/**
 * Adds the question mark at the end. If both texts have the same number of lines, and a sentence ends in the same line as in the original, the mark
 * goes there. No other place is certain.
 */
function withQuestion(text: string, original: SeenText, language: string | undefined): string {
  if (ASKS_AT_END.test(original.plain)) return withEndMark(text, '?', language);
  const lines = linesOf(text);
  if (lines.length !== original.lines.length) return text;
  const asks = (index: number) => ASKS_AT_END.test(original.lines[index] ?? '');
  const isAsked = (line: string, index: number) => asks(index) && ENDS_SENTENCE.test(withoutTags(line));
  return lines.map((line, index) => (isAsked(line, index) ? withEndMark(line, '?', language) : line)).join('\n');
}

type EndMark = '?' | '!' | '…';

/** Languages that write other end marks than English. */
const WRITTEN: Readonly<Record<string, Partial<Record<EndMark, string>>>> = {
  ar: { '?': '؟' },
  fa: { '?': '؟' },
  ur: { '?': '؟' },
  el: { '?': ';' },
  zh: { '?': '？', '!': '！', '…': '……' },
  ja: { '?': '？', '!': '！' },
  // French writes a no-break space before the mark.
  fr: { '?': '\u00a0?', '!': '\u00a0!' },
};
/** Spanish also marks the beginning of questions and exclamations. */
const OPENING: Readonly<Record<string, string>> = { '?': '¿', '!': '¡' };

/** Matches what can follow an end mark: tags, quotation marks, direction marks and white space. */
const TAIL = new RegExp(String.raw`(?:</[a-z]+>|⟦\d+⟧|["'”’»«“)\]♪♫」』\s${MARK_CHARACTERS}])*$`, 'i');

/** Adds the mark at the end of the text, before closing tags and quotation marks. It replaces a full stop, comma or colon. */
function withEndMark(text: string, mark: EndMark, language: string | undefined): string {
  const tail = TAIL.exec(text.slice(-60))?.[0] ?? '';
  const body = text.slice(0, text.length - tail.length);
  const asked = mark === '…' ? body : opened(body, baseLanguage(language) === 'es' ? OPENING[mark] : undefined);
  const written = byLanguage(WRITTEN, language)?.[mark] ?? mark;
  // "Really…?" keeps its dots and "Really!?" its other mark. The mark replaces only a full stop, comma or colon.
  const stem =
    mark === '…'
      ? asked.replace(/[.,:;。，、：؛،۔।]{1,3}$/, '')
      : asked.replace(/(?<![.。])[.,:;。，、：؛،۔।]$/, '').trimEnd();
  return stem + written + tail;
}

/** Adds the opening sign before the last sentence. */
function opened(body: string, sign: string | undefined): string {
  if (sign === undefined) return body;
  const ends = [...body.slice(-500).matchAll(/[.!?…]["”»]?\s+(?=\S)/g)].at(-1);
  const start = ends === undefined ? 0 : Math.max(0, body.length - 500) + ends.index + ends[0].length;
  const lead = /^(?:\s|<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧|[-–—"“«])*/.exec(body.slice(start, start + 200))?.[0] ?? '';
  const at = start + lead.length;
  return body.slice(at).includes(sign) ? body : body.slice(0, at) + sign + body.slice(at);
}

/** Matches white space, direction marks and tags before the first letter. */
const BEFORE_TEXT = new RegExp(String.raw`^(?:[\s${MARK_CHARACTERS}]|<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧)*`);

const DASH_BEFORE = new RegExp(String.raw`^[\s${MARK_CHARACTERS}]*([${DASHES}]\s*)`);

/** Adds the original's dash before each line if both texts have the same number of lines. */
function withDashes(text: string, original: SeenText, language: string | undefined): string {
  const lines = linesOf(text);
  if (lines.length !== original.lines.length) return text;
  const fixed = lines.map((line, index) => {
    const dash = DASH_BEFORE.exec(original.lines[index] ?? '')?.[1];
    if (dash === undefined || countDashes([withoutTags(line)]) > 0) return line;
    if (index === 0 && dashesFromSecond(language)) return line;
    const before = BEFORE_TEXT.exec(line)?.[0] ?? '';
    return before + dash + line.slice(before.length);
  });
  return fixed.join('\n');
}

/** Matches white space, direction marks and tags behind the last sign. */
const TAGS_BEHIND = new RegExp(String.raw`(?:[\s${MARK_CHARACTERS}]|</[a-z]+>|⟦\d+⟧)*$`, 'i');

/** Puts a sign before and a sign behind the text, inside its outer tags. */
function within(text: string, first: string, last: string): string {
  const before = BEFORE_TEXT.exec(text)?.[0] ?? '';
  const tail = TAGS_BEHIND.exec(text.slice(before.length).slice(-60))?.[0] ?? '';
  return before + first + text.slice(before.length, text.length - tail.length) + last + tail;
}

/** Adds the original's music notes. */
function withNotes(text: string, original: SeenText): string {
  const first = /^\s*([♪♫♬♩]+\s*)/.exec(original.plain)?.[1] ?? '';
  const last = /\s*[♪♫♬♩]+\s*$/.exec(original.plain.slice(-20))?.[0].trimEnd() ?? '';
  return within(text, first, last);
}

/** Adds the brackets if they enclose the whole original. */
function withBrackets(text: string, original: SeenText): string {
  const [, open, close] = /^\s*([[(（【［])[^[\]()（）【】［］]*([\])）】］])\s*$/.exec(original.plain) ?? [];
  return open === undefined || close === undefined ? text : within(text, open, close);
}
