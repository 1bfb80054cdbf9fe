import type { Line } from '../line.ts';
import { findSlide, type Slide } from './find-slide.ts';
import { createSlideModel } from './slide-model.ts';

/** Follows the batches of one film and finds the lines that have slid. */
export interface SlideSearch {
  /** Learns a batch's present lines; takes no time while they are the same array. Call it for all batches before `slidLines`. */
  readonly learn: (batch: number, lines: readonly Line[]) => void;
  /**
   * By line number: a sentence for each line that has slid. The same map until the batch changes, or until twice as many lines of other
   * batches are learnt.
   */
  readonly slidLines: (batch: number) => ReadonlyMap<number, string>;
}

interface Verdict {
  readonly slid: ReadonlyMap<number, string>;
  /** How many lines of other batches were learnt when the batch was judged. */
  readonly linesBeside: number;
}

export function createSlideSearch(): SlideSearch {
  const model = createSlideModel();
  const known = new Map<number, readonly Line[]>();
  const verdicts = new Map<number, Verdict>();

  function judge(batch: number): ReadonlyMap<number, string> {
    const slide = findSlide(model, batch);
    const slid = new Map<number, string>();
    for (const { number, translation } of known.get(batch) ?? []) {
      const words = slide && translation !== undefined ? slideWords(slide, number) : undefined;
      if (words !== undefined) slid.set(number, words);
    }
    return slid;
  }

  return {
    learn(batch, lines) {
      if (known.get(batch) === lines) return;
      known.set(batch, lines);
      verdicts.delete(batch);
      model.learn(batch, lines);
    },
    slidLines(batch) {
      const linesBeside = model.linesBeside(batch);
      const before = verdicts.get(batch);
      if (before && linesBeside <= 2 * before.linesBeside) return before.slid;
      const slid = judge(batch);
      verdicts.set(batch, { slid, linesBeside });
      return slid;
    },
  };
}

/** The sentence for a line of a slide; undefined: the line is not part of the slide. */
export function slideWords({ from, to, shift }: Slide, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const count = Math.abs(shift) === 1 ? 'one line' : 'two lines';
  const where = `${count} too ${shift > 0 ? 'early' : 'late'}`;
  return number === from
    ? `From here on the translations seem to stand ${where}.`
    : `The translation seems to stand ${where}, like those from line ${from} on.`;
}
