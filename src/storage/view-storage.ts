import * as v from 'valibot';
import { getText, parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

/** How the work was shown, and what was being typed. A failed write is not reported. */
export interface KeptView {
  readonly view: 'text' | 'lines';
  /** The text being typed over a line. */
  readonly draft: {
    readonly number: number;
    readonly original: string;
    readonly base: string;
    readonly text: string;
  } | null;
}

const VIEW: ValueFormat<KeptView['view']> = { schema: v.picklist(['text', 'lines']), fallback: 'text', plain: true };
const DRAFT: ValueFormat<KeptView['draft']> = {
  schema: v.nullable(v.object({ number: v.number(), original: v.string(), base: v.string(), text: v.string() })),
  fallback: null,
};

/** Under their own keys, so that storing a typed text does not write the whole work. */
export const createViewStorage = (storage: TextStorage | null) => ({
  load: (): KeptView => ({
    view: parseStored(getText(storage, 'view'), VIEW).value,
    draft: parseStored(getText(storage, 'lineDraft'), DRAFT).value,
  }),
  keepView(view: KeptView['view']): void {
    if (storage) writeChanged(storage, [['view', view]]);
  },
  keepDraft(draft: KeptView['draft']): void {
    if (storage) writeChanged(storage, [['lineDraft', draft && JSON.stringify(draft)]]);
  },
});
