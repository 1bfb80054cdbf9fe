import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { directionOfText } from './direction-of-text.ts';

/** Enough of a line, which may be millions of characters long. */
const SAMPLE_CHARACTERS = 4_000;

const decorations = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
};

function decorateLinesInView(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    let line = doc.lineAt(from);
    for (;;) {
      const beginning = doc.sliceString(line.from, Math.min(line.to, line.from + SAMPLE_CHARACTERS));
      builder.add(line.from, line.from, decorations[directionOfText(beginning)]);
      if (line.to >= to) break;
      line = doc.lineAt(line.to + 1);
    }
  }
  return builder.finish();
}

const decorateLines = ViewPlugin.define(
  (view) => {
    const plugin = { decorations: decorateLinesInView(view), update };
    function update(change: { docChanged: boolean; viewportChanged: boolean; view: EditorView }): void {
      if (change.docChanged || change.viewportChanged) plugin.decorations = decorateLinesInView(change.view);
    }
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Gives each line the direction of its own letters, so that Arabic or Hebrew reads right beside numbers and timing lines. */
export const lineDirection = [EditorView.perLineTextDirection.of(true), decorateLines];
