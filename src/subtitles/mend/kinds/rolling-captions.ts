import type { Phrase } from '../../document.ts';
import { TAGS, withoutTags } from '../../tags.ts';
import { timeText, timingOf } from '../../timing.ts';
import {
  type Found,
  inspectEach,
  isPhrase,
  type LenientPhrase,
  linesOfText,
  numberFromOne,
  type RepairKind,
  readTiming,
  timingText,
} from '../blocks.ts';

export const ROLLING = 'rolling-captions';
export const UNROLL = 'Remove the repetitions';

export function rollingSentence(found: readonly Found[]): string {
  const isLess = ({ before, after }: Found) => after !== '' && after.split('\n').length < before.split('\n').length;
  const count = found.filter((place) => place.after === '' || isLess(place)).length.toLocaleString('en');
  return found.some(isLess)
    ? `${count} subtitles repeat lines of the subtitle before, as captions of video sites do.`
    : `${count} subtitles repeat the words of the subtitle before, with another word highlighted or a few words added.`;
}

/** The sentence that offers to unroll. `saved`: the share of the text that is no longer sent; missing: unknown. */
export function rollingOffer(before: number, after: number, saved?: number): string {
  // Captions of two lines, one of which moves up: the number of phrases stays, and each has half of the text.
  if (before === after || saved === 0) return 'Without the repetitions you send and pay for each line only once.';
  const saving =
    saved === undefined
      ? `You send and pay for ${(before - after).toLocaleString('en')} fewer.`
      : `You send about ${Math.floor(saved * 100)} % less text.`;
  return `Without the repetitions there are ${after.toLocaleString('en')} subtitles instead of ${before.toLocaleString('en')}. ${saving}`;
}

/** Captions of video sites and of speech recognition, in which each phrase repeats lines or words of the phrase before. */
export const rollingCaptions: RepairKind = {
  name: ROLLING,
  severity: 'info',
  button: UNROLL,
  inspect: (blocks) => {
    const unrolled = unrolledOf(blocks.filter(isPhrase));
    return inspectEach(isPhrase, (phrase) => {
      const made = unrolled.get(phrase);
      const before = [phrase.time, ...linesOfText(phrase)].join('\n');
      const after = made && (made.lines.length === 0 ? '' : [made.time, ...made.lines].join('\n'));
      if (!made || after === undefined || after === before) return undefined;
      const { time, lines } = made;
      const kept = {
        ...phrase,
        separated: true,
        time,
        timing: readTiming(time),
        text: [lines],
        blankAfterTiming: false,
      };
      return { found: [{ line: phrase.timingLine, before, after }], mended: lines.length === 0 ? [] : [kept] };
    })(blocks);
  },
  afterwards: numberFromOne,
  sentence: rollingSentence,
  offer: (found, phraseCount) =>
    rollingOffer(phraseCount, phraseCount - found.filter(({ after }) => after === '').length),
};

interface SrtCaption extends Caption {
  readonly phrase: LenientPhrase;
}

function unrolledOf(phrases: readonly LenientPhrase[]) {
  const captions = phrases.flatMap((phrase): readonly SrtCaption[] => {
    const said = linesOfText(phrase).map((line) => ({ line, plain: plainLine(line) }));
    const shown = said.filter(({ plain }) => plain !== '');
    const times = timingOf(phrase.time);
    if (shown.length === 0 || !times) return [];
    const lines = shown.map(({ line }) => line);
    return [{ ...times, phrase, newFrom: undefined, lines, plain: shown.map(({ plain }) => plain) }];
  });
  const unrolled = unrollCaptions(captions, { later: true }) ?? [];
  return new Map(
    unrolled.map(({ lines, last }, index) => {
      const { phrase } = captions[index] as SrtCaption;
      const isSame = last.phrase === phrase || lines.length === 0;
      return [phrase, { lines, time: isSame ? phrase.time : endingAt(phrase, last.endMs) }] as const;
    }),
  );
}

function endingAt({ time, timing }: LenientPhrase, endMs: number): string {
  if (timing === undefined) return time;
  return timingText({ ...timing, end: { ...timing.end, text: timeText(endMs, timing.end.point || ',') } });
}

export interface Caption {
  readonly startMs: number;
  readonly endMs: number;
  /** The lines of the caption that have words; `plain`: without tags and outer spaces. */
  readonly lines: readonly string[];
  readonly plain: readonly string[];
  /** The first line that is certainly new, because its words appear one by one; undefined: none is certain. */
  readonly newFrom: number | undefined;
}

export interface Unrolled<One extends Caption> {
  /** The lines that first appear in this caption, in their last form. A caption without such lines is omitted. */
  readonly lines: readonly string[];
  /** The last caption that repeats these lines at once. They are shown until its end. */
  readonly last: One;
}

/** A repetition within this time belongs to the same words. Later, the words were said twice. */
const AT_ONCE_MS = 500;
/** With fewer phrases or repetitions, it is a coincidence or a song. */
const FEWEST = 10;
const SHARE = 0.3;
/** If at least this many captions differ only in the marked word, the mark is dropped. */
const FEWEST_MARKED = 3;
/** Captions have few lines, so further lines are not compared. */
const MOST_LINES = 4;

/** Removes the marks of a word: some captions use capitals, stars or brackets. */
const withoutMark = (line: string): string => line.replace(/[*_[\]]/g, '').toLowerCase() || line;

interface Said<One extends Caption> {
  /** The lines as each caption shows them, in order. */
  forms: string[];
  lines: readonly string[];
  last: One;
}

/**
 * Unrolls captions that roll, grow word by word, or mark one word after another. Each whole line stays once, where it first appears, for as long as
 * the next captions repeat it. undefined: there are too few repetitions.
 * `later`: an old line may be above a new one, however long the pause was.
 */
export function unrollCaptions<One extends Caption>(
  shown: readonly One[],
  { later }: { readonly later: boolean },
): readonly Unrolled<One>[] | undefined {
  const captions = shown.map((caption) => ({ ...caption, plain: caption.plain.map(withoutMark) }));
  if (!mayRepeatEnough(captions)) return undefined;
  const all = captions.map((last): Said<One> => ({ forms: [last.lines.join('\n')], lines: last.lines, last }));
  let said = all[0];
  let repeating = 0;
  let marked = 0;
  const take = (here: Said<One>, caption: One, before: One, shown: Said<One>): Said<One> => {
    const again = shownAgain(before, caption, later, linesSaid(shown).length);
    const { count, grows } = again;
    if (count > 0) repeating += 1;
    if (count === caption.lines.length) {
      if (addForm(shown, caption, again) && !grows) marked += 1;
      if (caption.endMs > shown.last.endMs) shown.last = caption;
      here.lines = [];
      return shown;
    }
    if (grows) addForm(shown, caption, again);
    here.lines = caption.lines.slice(count);
    here.forms = [here.lines.join('\n')];
    return here;
  };
  for (const [index, caption] of captions.entries()) {
    const [here, before] = [all[index], captions[index - 1]];
    if (here && before && said) said = take(here, caption, before, said);
  }
  const isEnough = repeating >= captions.length * SHARE;
  if (!isEnough || (captions.length < FEWEST && marked < FEWEST_MARKED)) return undefined;
  return all.map(({ lines, forms, last }) => ({
    lines: lines.length > 0 ? lastForm(forms, marked >= FEWEST_MARKED) : [],
    last,
  }));
}

/** Performance: false for most films. What repeats or continues a line begins with its first letter. */
function mayRepeatEnough(captions: readonly Pick<Caption, 'plain'>[]): boolean {
  const repeating = captions.filter(({ plain }, index) => {
    const first = plain[0]?.[0];
    return captions[index - 1]?.plain.some((line) => line[0] === first) ?? false;
  });
  return repeating.length >= captions.length * SHARE;
}

/** False: the phrases of a readable film are no captions that roll. */
export const mayRoll = (phrases: readonly Phrase[]): boolean =>
  mayRepeatEnough(
    phrases
      .map(({ text }) => ({ plain: text.split('\n').map(plainLine).filter(Boolean).map(withoutMark) }))
      .filter(({ plain }) => plain.length > 0),
  );

const plainLine = (line: string): string => withoutTags(line).trim();

interface Shown {
  readonly count: number;
  readonly grows: boolean;
  readonly isRewrapped: boolean;
}

const linesSaid = ({ forms }: Said<Caption>): readonly string[] => forms.at(-1)?.split('\n') ?? [];

/**
 * How many of the caption's first lines the previous caption has already shown; the last of them may have had fewer words there. `said`: how many
 * lines were shown last.
 */
function shownAgain(before: Caption, caption: Caption, later: boolean, said: number): Shown {
  const isAtOnce = caption.startMs - before.endMs <= AT_ONCE_MS && caption.startMs >= before.startMs;
  const { newFrom = caption.plain.length } = caption;
  const isTimed = caption.newFrom !== undefined;
  const old = caption.plain.slice(0, newFrom);
  for (let count = Math.min(before.plain.length, old.length, MOST_LINES); count > 0; count--) {
    const shown = before.plain.slice(-count);
    const [last = '', now = ''] = [shown.at(-1), old[count - 1]];
    const grows = isAtOnce && !isTimed && goesOn(last, now);
    if (now !== last && !grows) continue;
    if (!shown.slice(0, -1).every((line, place) => line === old[place])) continue;
    const isWhole = count === caption.lines.length;
    if (isAtOnce || isTimed || (later && !isWhole)) return { count, grows, isRewrapped: false };
  }
  const [all, whole] = [before.plain.join(' '), caption.plain.join(' ')];
  // After a line that was shown before, it is unknown which of its words are in the new lines.
  const isNew = said >= before.lines.length && caption.plain[0] !== before.plain[0];
  const isRewrapped = isAtOnce && !isTimed && isNew && goesOn(all, whole);
  return { count: isRewrapped ? caption.lines.length : 0, grows: isRewrapped, isRewrapped };
}

const OF_WORD =
  /[\p{Lu}\p{Ll}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Georgian}\p{Script=Hangul}\p{N}]/u;

/** Returns true if a text continues another one, word by word ("Nobody" does not continue "No") or, in typed captions, by one letter. */
function goesOn(before: string, now: string): boolean {
  if (now.length <= before.length || !now.startsWith(before)) return false;
  const [last = '', next = ''] = [before.at(-1), now[before.length]];
  const isWithinWord = OF_WORD.test(last) && OF_WORD.test(next);
  return !isWithinWord || now.length === before.length + 1;
}

/** Adds the form in which the caption shows the last lines (its `count` first lines), if this form is new. */
function addForm(said: Said<Caption>, { lines }: Caption, { count, isRewrapped }: Shown): boolean {
  const known = linesSaid(said);
  const from = count - known.length;
  // The first lines may have moved out of the picture, or other lines may be above them.
  const form = (
    isRewrapped ? lines : [...known.slice(0, Math.max(0, -from)), ...lines.slice(Math.max(0, from), count)]
  ).join('\n');
  const isOther = form !== said.forms.at(-1) && withoutTags(form).length >= withoutTags(said.forms.at(-1) ?? '').length;
  if (isOther) said.forms.push(form);
  return isOther;
}

/** The last form, which has all words, with only the tags that stay in their place. `isMarked`: forms without tags count too. */
function lastForm(forms: readonly string[], isMarked: boolean): readonly string[] {
  const last = forms.at(-1) ?? '';
  if (forms.length === 1) return last.split('\n');
  const plain = isMarked ? inMostForms(forms.map(withoutTags)) : withoutTags(last);
  const [first = [], ...others] = forms.map(tagsAt).filter((tags) => isMarked || tags.length > 0);
  const areSame = forms.every((form) => withoutTags(form) === plain);
  const common = areSame ? first.filter(({ key }) => others.every((tags) => tags.some((tag) => tag.key === key))) : [];
  const isPaired = common.filter(({ tag }) => tag.startsWith('</')).length * 2 === common.length;
  let text = '';
  let end = 0;
  for (const { at, tag } of isPaired ? common : common.filter(({ tag }) => tag.startsWith('{'))) {
    text += plain.slice(end, at) + tag;
    end = at;
  }
  return (text + plain.slice(end)).split('\n');
}

/** Each word as most forms have it, because each form marks another word. */
function inMostForms(forms: readonly string[]): string {
  const last = forms.at(-1) ?? '';
  const words = forms.map((form) => form.split(/(\s+)/));
  if (!forms.every((form) => withoutMark(form) === withoutMark(last))) return last;
  return last
    .split(/(\s+)/)
    .map((word, place) => {
      const written = words.map((form) => form[place] ?? word);
      return written.find((one) => written.filter((other) => other === one).length * 2 > written.length) ?? word;
    })
    .join('');
}

function tagsAt(text: string) {
  let length = 0;
  return Array.from(text.matchAll(TAGS), ({ 0: tag, index }) => {
    const at = index - length;
    length += tag.length;
    return { at, tag, key: `${at} ${tag}` };
  });
}
