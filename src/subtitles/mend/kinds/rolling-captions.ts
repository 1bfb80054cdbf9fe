import { inEach } from '../loose/in-each.ts';
import { isPhrase, type LooseBlock, type LoosePhrase, linesOfText } from '../loose/loose-block.ts';
import { numberFromOne } from '../loose/numbering.ts';
import type { RepairKind } from '../repair.ts';

/** Fewer phrases, or fewer that repeat, are a coincidence or a song. */
const FEWEST = 10;
const SHARE = 0.3;

/** Captions of video sites: each phrase shows the last lines of the one before once more. */
export const rollingCaptions: RepairKind = {
  name: 'rolling-captions',
  standing: 'told',
  *find({ blocks }) {
    const repeats = [...repeatsOf(blocks)];
    return yield* inEach(repeats, ([phrase, kept]) => {
      const before = [phrase.time, ...linesOfText(phrase)].join('\n');
      return [{ line: phrase.timingLine, before, after: kept.length === 0 ? '' : [phrase.time, ...kept].join('\n') }];
    });
  },
  sentence: ({ length }) =>
    `${length} phrases show lines of the phrase before once more, as captions of video sites do.`,
  offer: (found, phraseCount) => {
    const left = phraseCount - found.filter(({ after }) => after === '').length;
    return `Unroll: ${phraseCount} → ${left} phrases.`;
  },
  apply: (blocks) => {
    const repeats = repeatsOf(blocks);
    if (repeats.size === 0) return blocks;
    const unrolled = blocks.flatMap((block): readonly LooseBlock[] => {
      const kept = isPhrase(block) ? repeats.get(block) : undefined;
      if (kept === undefined || !isPhrase(block)) return [block];
      return kept.length === 0 ? [] : [{ ...block, separated: true, text: [kept], blankAfterTiming: false }];
    });
    return numberFromOne(unrolled);
  },
};

/** The phrases that repeat lines, each with its lines that are new; none where too few do. */
function repeatsOf(blocks: readonly LooseBlock[]): ReadonlyMap<LoosePhrase, readonly string[]> {
  const repeats = new Map<LoosePhrase, readonly string[]>();
  const phrases = blocks.filter(isPhrase);
  let before: readonly string[] = [];
  for (const phrase of phrases) {
    const lines = linesOfText(phrase);
    const repeated = repeatedLines(before, lines);
    if (repeated > 0) repeats.set(phrase, lines.slice(repeated));
    before = lines;
  }
  return phrases.length >= FEWEST && repeats.size >= phrases.length * SHARE ? repeats : new Map();
}

/** A caption has a few lines; longer texts are not looked at beyond that. */
const MOST_LINES = 4;

/** How many of the first lines are the last ones of the phrase before. */
function repeatedLines(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length, MOST_LINES); count > 0; count--) {
    const first = before.length - count;
    if (lines.slice(0, count).every((line, index) => line.trim() === before[first + index]?.trim())) return count;
  }
  return 0;
}
