import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { phraseAtLine, samePhrase, timingsOf } from './timings-of.ts';

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
