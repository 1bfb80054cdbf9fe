/** Painting costs about the same however little has changed, and a run changes something all the time. */
const BEAT_MS = 120;

/** A beat for all that changes by itself while a run goes on: what comes between two beats is drawn together. */
export interface Beat {
  /** Calls at once if the last beat is over, otherwise with the next one; the same function once in a beat. */
  next(act: () => void): void;
}

export function createBeat(): Beat {
  let due = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(acts: Iterable<() => void>): void {
    timer = setTimeout(end, BEAT_MS);
    for (const act of acts) act();
  }

  function end(): void {
    timer = undefined;
    if (due.size === 0) return;
    const acts = due;
    due = new Set();
    begin(acts);
  }

  return {
    next(act) {
      if (timer === undefined) begin([act]);
      else due.add(act);
    },
  };
}
