import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

const directionByFirstLetter = Decoration.line({ attributes: { dir: 'auto' } });

function decorateLinesInView(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    let line = view.state.doc.lineAt(from);
    for (;;) {
      builder.add(line.from, line.from, directionByFirstLetter);
      if (line.to >= to) break;
      line = view.state.doc.lineAt(line.to + 1);
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

/** Each line runs by its own first letter, so that Arabic or Hebrew stands right beside numbers and timing lines. */
export const lineDirection = [EditorView.perLineTextDirection.of(true), decorateLines];
