import type { Phrase } from './document.ts';
import { type Timing, timingOf } from './timing.ts';

/** What tells whether two slots are one phrase. */
interface Shown extends Pick<Phrase, 'time' | 'text' | 'speakers'> {
  readonly kind: string;
  readonly style?: string;
}

/**
 * The slots with the numbers of their phrases. The same text at one time, on several layers, is one phrase, and so is, of a format with styles
 * in one of them, what is shown again without a gap: signs are drawn frame by frame. `apart`: each slot is a phrase. Linear.
 */
export function numberedSlots<Slot extends Shown>(
  slots: readonly Slot[],
  withoutStyles: ReadonlySet<string>,
  apart: boolean,
) {
  const phrases: Phrase[] = [];
  const sameAs = findSame();
  const numbered = slots.map((slot): Slot & { readonly number: number | undefined } => {
    const { time, text, style, speakers } = slot;
    if (slot.kind !== 'text' || (style !== undefined && withoutStyles.has(style)))
      return { ...slot, number: undefined };
    const same = apart ? undefined : sameAs(slot, phrases.length + 1);
    const number = same?.number ?? phrases.length + 1;
    const known = phrases[number - 1];
    const named = known?.speakers ?? speakers;
    phrases[number - 1] = { number, time: same?.time ?? time, text, ...(named && { speakers: named }) };
    return { ...slot, number };
  });
  return { numbered, phrases };
}

/** Two frames of 24 a second, rounded to hundredths: what is shown again within is drawn frame by frame. */
const GAP_MS = 20;

/** One text in one style, said by one person, shown without a gap so far. */
interface Run extends Timing {
  readonly number: number;
  /** As they are written. */
  readonly start: string;
  readonly end: string;
}

/** Says of slots, asked in the file's order, which phrase each belongs to, and when that is shown; `next`: the number of a new one. */
function findSame(): (slot: Shown, next: number) => { readonly number: number; readonly time: string } {
  const atTime = new Map<string, number>();
  const runs = new Map<string, Run>();
  const times = new Map<number, string>();
  return ({ time, text, style, speakers = [] }, next) => {
    const key = `${time.trim()}\n${text}`;
    if (style === undefined) {
      const number = atTime.get(key) ?? next;
      atTime.set(key, number);
      return { number, time };
    }
    const keyOfRun = [style, ...speakers, text].join('\n');
    const run = goingOn(runs.get(keyOfRun), time);
    const number = atTime.get(key) ?? run?.number ?? next;
    const shown = run?.number === number ? `${run.start} --> ${run.end}` : (times.get(number) ?? time);
    atTime.set(key, number);
    times.set(number, shown);
    const begun = run ?? runFrom(time, number);
    if (begun) runs.set(keyOfRun, begun);
    return { number, time: shown };
  };
}

function runFrom(time: string, number: number): Run | undefined {
  const [start = '', end = ''] = time.split(' --> ');
  const timing = timingOf(time);
  return timing && { ...timing, start, end, number };
}

/** The run with what is shown at this time; undefined: that is no part of it. */
function goingOn(run: Run | undefined, time: string): Run | undefined {
  const next = run && runFrom(time, run.number);
  if (!run || !next) return undefined;
  if (next.startMs > run.endMs + GAP_MS || next.endMs < run.startMs - GAP_MS) return undefined;
  const first = next.startMs < run.startMs ? next : run;
  const last = next.endMs > run.endMs ? next : run;
  return { number: run.number, startMs: first.startMs, start: first.start, endMs: last.endMs, end: last.end };
}
