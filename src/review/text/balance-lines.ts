import { byLanguage, wordSets } from '../../languages/language-names.ts';
import { once } from '../../lib/memo.ts';
import { MARK_CHARACTERS, SENTENCE_SIGN } from '../../lib/text.ts';
import { linesOf } from '../../subtitles/lines.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import { countCharacters, hasWide, type Limits } from '../measured-line.ts';
import { DASHES } from './punctuation.ts';

/**
 * Breaks the text into as few lines as the limits allow, where a reader pauses: each speaker on a new line, then after a sentence, after a comma,
 * or in the middle, with a longer lower line. Avoids a break after an article or preposition. Changes only white space. undefined: the text is too
 * long for the limits.
 */
export function balanceLines(text: string, limits: Limits, language: string | undefined): string | undefined {
  const speakers = speakersOf(text);
  const most = Math.floor(limits.lines / speakers.length);
  if (most < 1) return undefined;
  const broken = speakers.map((words) => breakText(words, limits.charactersPerLine, most, language));
  return broken.every((part) => part !== undefined) ? broken.join('\n') : undefined;
}

/**
 * Matches the beginning of a new speaker's text: a dash, ">>", a name in capitals or an opening quotation mark, perhaps behind direction marks and
 * tags.
 */
const SPEAKER = new RegExp(
  String.raw`^[\s${MARK_CHARACTERS}]*(?:<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧)*(?:(?:[${DASHES}]|>>|\p{Lu}[\p{Lu}\p{N} .'’#\-]{1,30}[:：])\s*\S|[「『])`,
  'u',
);

/** Returns the text of each speaker without line breaks; one element if only one person speaks. */
function speakersOf(text: string): readonly string[] {
  const lines = linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isDialogue = lines.filter((line) => SPEAKER.test(line)).length >= 2;
  const speakers: string[] = [];
  for (const line of lines) {
    const before = speakers.at(-1);
    if (before === undefined || (isDialogue && SPEAKER.test(line))) speakers.push(line);
    else speakers[speakers.length - 1] = joined(before, line);
  }
  return speakers;
}

/** Scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const WITHOUT_SPACES = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uff00-\uff9f]/;

/** Chinese and Japanese lines are joined without a space. Thai lines need one, because in Thai a space separates clauses. */
const ENDS_WITHOUT_SPACE = /[\u3001-\u30ff\u3400-\u9fff\uff00-\uff9f\u{20000}-\u{3ffff}]$/u;
const BEGINS_WITHOUT_SPACE = /^[\u3001-\u30ff\u3400-\u9fff\uff00-\uff9f\u{20000}-\u{3ffff}]/u;
const joined = (before: string, after: string): string =>
  ENDS_WITHOUT_SPACE.test(before) && BEGINS_WITHOUT_SPACE.test(after) ? before + after : `${before} ${after}`;

interface Piece {
  readonly text: string;
  /** The number of visible characters up to the end of the piece, without the space behind it. */
  readonly end: number;
  /** The number of visible characters before the piece. */
  readonly start: number;
  /** The cost of a line break behind the piece. A line that is one character longer or shorter than the ideal costs 1. */
  readonly cost: number;
}

function breakText(text: string, perLine: number, most: number, language: string | undefined): string | undefined {
  const plain = withoutTags(text);
  const isWide = hasWide(plain);
  const whole = countCharacters(plain, isWide);
  if (whole <= perLine) return text;
  // Performance: the search below would be slow for longer texts.
  if (whole > perLine * most + most) return undefined;
  const pieces = piecesOf(text, isWide, language);
  for (let lines = 2; lines <= most; lines++) {
    const ends = cheapestEnds(pieces, perLine, lines, whole / lines);
    if (ends === undefined) continue;
    const texts = ends.map((end, line) => pieces.slice((ends[line - 1] ?? -1) + 1, end + 1).map((piece) => piece.text));
    return texts.map((parts) => parts.join('').trim()).join('\n');
  }
  return undefined;
}

/** `ends`: the last piece of each line. `cost`: the costs of the breaks plus the unevenness of the lines; negative for breaks at pauses. */
type Breaks = { readonly ends: readonly number[]; readonly cost: number };

/** Puts all pieces into `lines` lines of at most `perLine` characters. Returns the last piece of each line. */
function cheapestEnds(
  pieces: readonly Piece[],
  perLine: number,
  lines: number,
  ideal: number,
): readonly number[] | undefined {
  const end = pieces.length - 1;
  const measure = (first: number, last: number): number => (pieces[last]?.end ?? 0) - (pieces[first]?.start ?? 0);
  /** For each piece: the cheapest way to put this piece and all later ones into the current number of lines, starting with one line. */
  let known: readonly (Breaks | undefined)[] = pieces.map((_, first) => {
    const characters = measure(first, end);
    return characters > perLine ? undefined : { ends: [end], cost: Math.abs(characters - ideal) };
  });
  const withLineAbove = (first: number): Breaks | undefined => {
    let best: Breaks | undefined;
    for (let last = first; last < end && measure(first, last) <= perLine; last++) {
      const rest = known[last + 1];
      if (rest === undefined) continue;
      const characters = measure(first, last);
      // Prefer a longer lower line.
      const cost = Math.abs(characters - ideal) + (characters > ideal ? 2 : 0) + (pieces[last]?.cost ?? 0) + rest.cost;
      if (best === undefined || cost < best.cost) best = { ends: [last, ...rest.ends], cost };
    }
    return best;
  };
  for (let count = 2; count <= lines; count++) known = pieces.map((_, first) => withLineAbove(first));
  return known[0]?.ends;
}

const SENTENCE_END = new RegExp(String.raw`${SENTENCE_SIGN}[\s"'”’»)\]」』]*(?:</[a-z]+>|⟦\d+⟧)?\s*$`, 'i');
const COMMA = /[,;:،؛、，；：–—՝፣፤၊][\s"'”’»]*(?:⟦\d+⟧)?\s*$/;

/** Cuts the text where a line may end. Tags stay with their word. */
function piecesOf(text: string, isWide: boolean, language: string | undefined): readonly Piece[] {
  let start = 0;
  return cutUp(text).map((piece) => {
    const visible = withoutTags(piece);
    const all = countCharacters(visible, isWide);
    const seen = countCharacters(visible.trimEnd(), isWide);
    const made = { text: piece, start, end: start + seen, cost: costBehind(piece, language) };
    start += all;
    return made;
  });
}

function costBehind(piece: string, language: string | undefined): number {
  if (SENTENCE_END.test(piece.slice(-20))) return -60;
  if (COMMA.test(piece.slice(-20))) return -24;
  return canBreakAfter(withoutTags(piece), language) ? 0 : 40;
}

const dictionary = once(() => new Intl.Segmenter('ja', { granularity: 'word' }));

/** Signs that cannot begin a line, and signs that cannot end one, in Japanese and Chinese typography. */
const NOT_FIRST =
  /^[\s။၊។៕、。，．！？：；）」』】〕》〉ー～…・ゝ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％‼,.!?:;)\]}"”’]/;
const NOT_LAST = /[（「『【〔《〈(["“‘]\s*$/;

/** Matches a word with the spaces behind it. A no-break space belongs to the word: "10 000", "Quoi ?". */
const PIECE = /(?:<[^<>]*>|\{\\[^{}]*\}|[\S\u00a0\u202f])+[^\S\u00a0\u202f]*/g;

/** Cuts a text at spaces or, in scripts without spaces, between dictionary words. Never cuts within a tag. */
function cutUp(text: string): readonly string[] {
  const pieces = text.match(PIECE) ?? [];
  return WITHOUT_SPACES.test(text) ? pieces.flatMap(cutWithoutSpaces) : pieces;
}

function cutWithoutSpaces(piece: string): readonly string[] {
  if (!WITHOUT_SPACES.test(piece)) return [piece];
  const parts: string[] = [];
  for (const part of piece.split(/(<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧)/)) {
    if (/^[<{⟦]/.test(part)) add(parts, part, true);
    else for (const { segment } of dictionary().segment(part)) add(parts, segment, NOT_FIRST.test(segment));
  }
  return parts;
}

/** `belongsToLast`: the text cannot begin a line. An opening tag or bracket belongs to the text that follows. */
function add(parts: string[], text: string, belongsToLast: boolean): void {
  const before = parts.at(-1);
  const isOpening = before !== undefined && (NOT_LAST.test(before) || /<[a-z][^<>]*>$|\}$/i.test(before));
  if (before !== undefined && (belongsToLast || isOpening)) parts[parts.length - 1] += text;
  else parts.push(text);
}

/** Articles, prepositions and conjunctions, after which a line should not end. */
const BOUND = wordSets({
  en: 'a an the of to in on at by for from with and or but that this my your his her its our their as if is are was were not very so mr mrs ms dr',
  de: 'der die das den dem des ein eine einen einem einer und oder aber in im an am auf aus bei mit nach von vom zu zum zur für um dass wenn weil mein dein sein ihr unser nicht sehr so',
  fr: 'le la les l un une des du de d à au aux en dans sur sous par pour avec sans et ou mais que qu qui mon ton son ma ta sa mes tes ses notre votre leur ne se si très',
  es: 'el la los las un una unos unas de del al a en con por para sin sobre y e o u pero que mi tu su mis tus sus no se me te le lo si muy',
  pt: 'o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela para pra com sem e ou mas que meu minha seu sua não se me te muito',
  it: 'il lo la i gli le l un uno una di del della dei a al alla da dal in nel nella con su sul per tra fra e o ma che mio tuo suo non si mi ti se molto',
  nl: 'de het een van in op aan bij met naar voor uit en of maar dat die mijn je jouw zijn haar ons hun niet te zo',
  pl: 'i a w we z ze na do od po za o u przy przez dla bez pod nad ale lub że nie się mój twój jego jej to',
  cs: 'i a v ve z ze s se na do od po za o u při pro bez pod nad ale nebo že ne můj tvůj jeho její k ke',
  el: 'ο η το οι οι τα τον την τη του της των τους ένα ένας μια μία στο στη στην στον στα στις και κι να θα δεν μην με σε για από που ότι αν μου σου πολύ',
  ru: 'и а но или что в во на с со к ко у о об от до из за по под над при про без для не ни мой твой его её их я',
  uk: 'і й та а але або що в у на з із зі до від о об за по під над при про без для не ні мій твій його її їх я',
});

/** `language`: BCP 47. Always true for languages without a list of such words. */
const canBreakAfter = (word: string, language: string | undefined): boolean =>
  !byLanguage(BOUND, language)?.has(word.trim().toLowerCase());
