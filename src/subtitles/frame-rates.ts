/** The frames of a second that films have, as people name them. */
export const FRAME_RATES = ['23.976', '24', '25', '29.97', '30'] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** Which frame rates a file's frames allow, and the one that is used until a person chooses another. At least one fits. */
export interface RateChoice {
  readonly rate: FrameRate;
  readonly fitting: readonly FrameRate[];
}

/** `proposed`: until a person has chosen one (`chosen`). `highest`: the highest frame within a second that the file names; missing: it names none. */
export function rateChoice(chosen: FrameRate | undefined, proposed: FrameRate, highest = 0): RateChoice {
  const fitting = FRAME_RATES.filter((rate) => Math.ceil(Number(rate)) > highest);
  const rate = [chosen, proposed].find((one) => one !== undefined && fitting.includes(one));
  return { rate: rate ?? fitting[0] ?? '30', fitting };
}

/** The time of a frame, in milliseconds from where frames are counted. */
export const frameMs = (frame: number, rate: FrameRate): number => Math.round((frame * 1_000) / Number(rate));
