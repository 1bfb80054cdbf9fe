import type { Line } from '../../../review/line.ts';
import { findSlide } from '../../../review/slide/find-slide.ts';
import { createSlideModel } from '../../../review/slide/slide-model.ts';
import { slideWords } from '../../../review/slide/slide-words.ts';

/** Finds slid batches of one film, by what its other batches have taught so far. */
export interface SlideFinder {
  /** Number → where the translation seems to stand. `slice` is called where the work may be interrupted. */
  readonly find: (
    batches: readonly (readonly Line[])[],
    slice: () => Promise<void>,
  ) => Promise<ReadonlyMap<number, string>>;
}

export function createSlideFinder(): SlideFinder {
  const model = createSlideModel();
  const learnt = new Map<number, readonly Line[]>();

  return {
    async find(batches, slice) {
      for (const [batch, lines] of batches.entries()) {
        if (learnt.get(batch) !== lines) model.learn(batch, lines);
        learnt.set(batch, lines);
        await slice();
      }
      const slid = new Map<number, string>();
      for (const [batch, lines] of batches.entries()) {
        for (const [number, words] of wordsOf(batch, lines)) slid.set(number, words);
        await slice();
      }
      return slid;
    },
  };

  function wordsOf(batch: number, lines: readonly Line[]): readonly (readonly [number, string])[] {
    const slide = findSlide(model, batch);
    if (!slide) return [];
    return lines.flatMap(({ number }) => {
      const words = slideWords(slide, number);
      return words === undefined ? [] : [[number, words] as const];
    });
  }
}
