import type { Line } from '../line.ts';
import { findSlide } from './find-slide.ts';
import { createSlideModel } from './slide-model.ts';
import { slideWords } from './slide-words.ts';

/** Follows the batches of one film and tells which of their lines have slid. */
export interface SlideSearch {
  /** What a batch's lines are now; takes no time while they are the same array. To be told of all batches first. */
  readonly learn: (batch: number, lines: readonly Line[]) => void;
  /**
   * Number → a sentence, of the lines that have slid. The same map until the batch changes, or the film has taught twice
   * as much as it had then.
   */
  readonly slidLines: (batch: number) => ReadonlyMap<number, string>;
}

interface Verdict {
  readonly slid: ReadonlyMap<number, string>;
  /** How many lines of other batches it rests on. */
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
