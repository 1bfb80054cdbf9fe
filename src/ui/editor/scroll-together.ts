import type { Extension, Text } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { memoizeByObject } from '../../lib/memo.ts';

interface Member {
  readonly view: EditorView;
  /** Where another text has brought it, in pixels: the event of that leads nobody. */
  ledTo: number | undefined;
}

/** The texts of a page that are scrolled together. */
const groups = new WeakMap<Document, Set<Member>>();

const NEAR_PX = 2;
const isNear = (one: number, other: number | undefined): boolean =>
  other !== undefined && Math.abs(one - other) < NEAR_PX;

/** A subtitle text that is scrolled brings the phrase at its top to the top of the others, and the other way round. */
export const scrollTogether: Extension = ViewPlugin.define((view) => {
  const group = groups.get(document) ?? new Set<Member>();
  groups.set(document, group);
  const member: Member = { view, ledTo: undefined };
  group.add(member);
  const onScroll = () => {
    if (isNear(view.scrollDOM.scrollTop, member.ledTo)) return;
    member.ledTo = undefined;
    for (const other of group) if (other !== member) lead(member.view, other);
  };
  view.scrollDOM.addEventListener('scroll', onScroll, { passive: true });
  return {
    destroy() {
      group.delete(member);
      view.scrollDOM.removeEventListener('scroll', onScroll);
    },
  };
});

function lead(from: EditorView, to: Member): void {
  const { view } = to;
  const [leading, led] = [timingsOf(from.state.doc), timingsOf(view.state.doc)];
  const scrolled = from.scrollDOM.scrollTop - from.documentPadding.top;
  const topLine = from.state.doc.lineAt(from.lineBlockAtHeight(scrolled).from).number;
  const place = phraseAtLine(leading, topLine);
  const same = place < 0 ? -1 : samePhrase(leading, place, led);
  if (same === undefined) return;
  const within = Math.max(0, scrolled - topOf(from, leading.lines[place]));
  const top = topOf(view, led.lines[same]);
  const height = topOf(view, led.lines[same + 1] ?? view.state.doc.lines) - top;
  const { scrollDOM, documentPadding } = view;
  const goal = same < 0 ? 0 : top + Math.min(within, Math.max(0, height)) + documentPadding.top;
  if (isNear(scrollDOM.scrollTop, goal)) return;
  scrollDOM.scrollTop = goal;
  to.ledTo = scrollDOM.scrollTop;
}

/** In pixels from the text's beginning, of the line before a timing line: the phrase's number. */
const topOf = (view: EditorView, timingLine = 1): number =>
  view.lineBlockAt(view.state.doc.line(Math.max(1, timingLine - 1)).from).top;

/** Where the phrases of a subtitle text stand, in their order. */
interface Timings {
  /** Of each phrase's timing line: its number, counted from 1. */
  readonly lines: readonly number[];
  readonly texts: readonly string[];
  /** Of a timing line's text: the first phrase that has it. */
  readonly placeOf: ReadonlyMap<string, number>;
}

export const timingsOf = memoizeByObject((doc: Text): Timings => {
  const lines: number[] = [];
  const texts: string[] = [];
  const placeOf = new Map<string, number>();
  let number = 0;
  for (const line of doc.iterLines()) {
    number++;
    if (!line.includes('-->')) continue;
    const text = line.trim();
    if (!placeOf.has(text)) placeOf.set(text, lines.length);
    lines.push(number);
    texts.push(text);
  }
  return { lines, texts, placeOf };
});

/** The place of the phrase that the line belongs to; its number stands before the timing line. -1: before the first one. */
export function phraseAtLine({ lines }: Timings, line: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) - 1 <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The place of the same phrase in another text; undefined: it has none of this time. */
export function samePhrase(from: Timings, place: number, to: Timings): number | undefined {
  const text = from.texts[place];
  if (text === undefined) return undefined;
  return to.texts[place] === text ? place : to.placeOf.get(text);
}
