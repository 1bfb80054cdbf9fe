/** The frames of a second that films have, as people name them. */
export const FRAME_RATES = ['23.976', '24', '25', '29.97', '30'] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** Which frame rates a file's frames allow, and the one that is used until a person chooses another. At least one fits. */
export interface RateChoice {
  readonly rate: FrameRate;
  readonly fitting: readonly FrameRate[];
  /** A person has chosen it, or no other one fits; missing: it has to be asked for. */
  readonly isSure?: true;
}

/** `proposed`: until a person has chosen one (`chosen`). `highest`: the highest frame within a second that the file names; missing: it names none. */
export function rateChoice(chosen: FrameRate | undefined, proposed: FrameRate, highest = 0): RateChoice {
  const fitting = FRAME_RATES.filter((rate) => Math.ceil(Number(rate)) > highest);
  const rate = [chosen, proposed].find((one) => one !== undefined && fitting.includes(one));
  const isSure = (chosen !== undefined && rate === chosen) || fitting.length === 1;
  return { rate: rate ?? fitting[0] ?? '30', fitting, ...(isSure && { isSure }) };
}

/** How many whole frames are counted as a second: 24 of a film of 23.976. */
export const framesCounted = (rate: FrameRate): number => Math.ceil(Number(rate));

/** Frames a second: "23.976" is short for 24,000 in 1,001 seconds. */
export function exactRate(rate: number): number {
  const whole = Math.round(rate);
  const ntsc = (whole * 1_000) / 1_001;
  return Math.abs(rate - ntsc) < 0.005 && rate !== whole ? ntsc : rate;
}

/** The time of a frame, in milliseconds from where frames are counted. */
export const frameMs = (frame: number, rate: FrameRate): number =>
  Math.round((frame * 1_000) / exactRate(Number(rate)));

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
