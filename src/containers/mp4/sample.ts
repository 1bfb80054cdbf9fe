/** A piece of a track in the file, with its time: in the track's ticks, before any edit. */
export interface Sample {
  readonly offset: number;
  readonly size: number;
  readonly start: number;
  /** 0: not told. */
  readonly duration: number;
}

/** A subtitle track of a day has less. */
export const MOST_SAMPLES = 500_000;

/** Takes the samples of one track as they come. */
export interface Collector {
  readonly samples: readonly Sample[];
  isCutOff: boolean;
  isFull(): boolean;
  /** False: it takes no more of this run, since they are beyond the file's end, or too many. */
  add(offset: number, size: number, start: number, duration: number): boolean;
}

export function createCollector(fileSize: number): Collector {
  const samples: Sample[] = [];
  return {
    samples,
    isCutOff: false,
    isFull: () => samples.length > MOST_SAMPLES,
    add(offset, size, start, duration) {
      if (this.isFull()) return false;
      if (offset + size > fileSize) {
        this.isCutOff = true;
        return false;
      }
      samples.push({ offset, size, start, duration });
      return true;
    },
  };
}
