import type { Slide } from './find-slide.ts';

/** The sentence for a line of a slide; undefined: the line is not part of the slide. */
export function slideWords({ from, to, shift }: Slide, number: number): string | undefined {
  if (number < from || number > to) return undefined;
  const count = Math.abs(shift) === 1 ? 'one line' : 'two lines';
  const where = `${count} too ${shift > 0 ? 'early' : 'late'}`;
  return number === from
    ? `From here on the translations seem to stand ${where}.`
    : `The translation seems to stand ${where}, like those from line ${from} on.`;
}
