import type { Beat } from './beat.ts';

/** Who looks hears of each second in one of so many turns: dozens of rows drawn at once would hold up the page. */
const TURNS = 3;
const TURN_MS = 1_000 / TURNS;
/** Those who came one after the other hear of it together. */
const LISTENERS_IN_ONE_TURN = 10;

/** One clock for all that shows passing seconds: it ticks only while somebody looks. */
export interface Ticker {
  /** `onTick` is called once a second. */
  subscribe(onTick: () => void): () => void;
  /** Milliseconds since the epoch, as of the last tick. */
  now(): number;
}

export function createTicker(beat: Beat): Ticker {
  const turns = Array.from({ length: TURNS }, () => new Set<() => void>());
  let turn = 0;
  let joined = 0;
  let listening = 0;
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tell(): void {
    now = Date.now();
    turn = (turn + 1) % TURNS;
    for (const listener of turns[turn] ?? []) listener();
  }

  return {
    subscribe(onTick) {
      const listeners = turns[Math.floor(joined++ / LISTENERS_IN_ONE_TURN) % TURNS];
      listeners?.add(onTick);
      listening++;
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(() => beat.next(tell), TURN_MS);
      }
      return () => {
        if (!listeners?.delete(onTick) || --listening > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => now,
  };
}
