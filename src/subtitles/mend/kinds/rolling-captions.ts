import { inspectEach, isPhrase, type LenientPhrase, linesOfText, numberFromOne, type RepairKind } from '../blocks.ts';

/** Fewer phrases, or fewer that repeat, are a coincidence or a song. */
const FEWEST = 10;
const SHARE = 0.3;

/** The name of the kind, in every format. */
export const ROLLING = 'rolling-captions';
export const UNROLL = 'Unroll';

/** Whether so many phrases that repeat lines are no coincidence and no song. */
export const isRolling = (repeating: number, phrases: number): boolean =>
  phrases >= FEWEST && repeating >= phrases * SHARE;

export const rollingSentence = (count: number): string =>
  `${count.toLocaleString('en')} phrases show lines of the phrase before once more, as captions of video sites do.`;

/** `saved`: the share of the text that is not sent then; missing: not known. */
export function rollingOffer(before: number, after: number, saved?: number): string {
  const saving =
    saved === undefined
      ? `${(before - after).toLocaleString('en')} fewer are`
      : `About ${Math.floor(saved * 100)} % less text is`;
  return `Unroll: ${before.toLocaleString('en')} → ${after.toLocaleString('en')} phrases. ${saving} sent and paid for.`;
}

/** Captions of video sites: each phrase shows the last lines of the one before once more. */
export const rollingCaptions: RepairKind = {
  name: ROLLING,
  severity: 'info',
  button: UNROLL,
  inspect: (blocks) => {
    const repeats = repeatsOf(blocks.filter(isPhrase));
    return inspectEach(isPhrase, (phrase) => {
      const kept = repeats.get(phrase);
      if (kept === undefined) return undefined;
      const { timingLine: line, time } = phrase;
      const isLeftOut = kept.length === 0;
      const before = [time, ...linesOfText(phrase)].join('\n');
      return {
        found: [{ line, before, after: isLeftOut ? '' : [time, ...kept].join('\n') }],
        mended: isLeftOut ? [] : [{ ...phrase, separated: true, text: [kept], blankAfterTiming: false }],
      };
    })(blocks);
  },
  afterwards: numberFromOne,
  sentence: ({ length }) => rollingSentence(length),
  offer: (found, phraseCount) =>
    rollingOffer(phraseCount, phraseCount - found.filter(({ after }) => after === '').length),
};

/** The phrases that repeat lines, each with its lines that are new; none where too few do. */
function repeatsOf(phrases: readonly LenientPhrase[]): ReadonlyMap<LenientPhrase, readonly string[]> {
  const repeats = new Map<LenientPhrase, readonly string[]>();
  for (const [index, phrase] of phrases.entries()) {
    const [before, lines] = [phrases[index - 1]?.text.flat() ?? [], linesOfText(phrase)];
    const repeated = repeatedLines(before, lines);
    if (repeated > 0) repeats.set(phrase, lines.slice(repeated));
  }
  return isRolling(repeats.size, phrases.length) ? repeats : new Map();
}

/** A caption has a few lines; longer texts are not looked at beyond that. */
const MOST_LINES = 4;

/** How many of the first lines are the last ones of the phrase before. */
export function repeatedLines(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length, MOST_LINES); count > 0; count--) {
    const first = before.length - count;
    if (lines.slice(0, count).every((line, index) => line.trim() === before[first + index]?.trim())) return count;
  }
  return 0;
}
