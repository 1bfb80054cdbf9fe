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

/** By which a MicroDVD file is read that does not say its rate, until a person does. */
export const USUAL_MICRO_DVD_RATE: FrameRate = '23.976';

/** It lasts for no frame: "{0}{1}25" is a text. */
const RATE_LINE = /^[ \t\uFEFF]*\{([01])\}[ \t]*\{\1\}[ \t]*(\d{1,3}(?:[.,]\d{1,3})?)(?:[ \t]*fps)?[ \t]*(?:[\r\n]|$)/i;
export const isRateLine = (line: string): boolean => RATE_LINE.test(line);

/** How many frames a second a MicroDVD file says that it counts, in its first line: "{1}{1}23.976"; undefined: it does not say it. */
export function rateInText(source: string): number | undefined {
  const rate = Number(RATE_LINE.exec(source)?.[2]?.replace(',', '.'));
  return rate > 0 ? rate : undefined;
}
