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
  /** What was told the model of single lines, the newest first. */
  readonly wishes: readonly string[];
}

const VIEW: ValueFormat<KeptView['view']> = { schema: v.picklist(['text', 'lines']), fallback: 'text', plain: true };
const DRAFT: ValueFormat<KeptView['draft']> = {
  schema: v.nullable(v.object({ number: v.number(), original: v.string(), base: v.string(), text: v.string() })),
  fallback: null,
};

const WISHES: ValueFormat<KeptView['wishes']> = { schema: v.array(v.string()), fallback: [] };

/** In keys of their own: what is typed is kept without a look at the whole work. */
export const createViewStorage = (storage: TextStorage | null) => ({
  load: (): KeptView => ({
    view: parseStored(getText(storage, 'view'), VIEW).value,
    draft: parseStored(getText(storage, 'lineDraft'), DRAFT).value,
    wishes: parseStored(getText(storage, 'lineWishes'), WISHES).value,
  }),
  keepView(view: KeptView['view']): void {
    if (storage) writeChanged(storage, [['view', view]]);
  },
  keepWishes(wishes: KeptView['wishes']): void {
    if (storage) writeChanged(storage, [['lineWishes', JSON.stringify(wishes)]]);
  },
  keepDraft(draft: KeptView['draft']): void {
    if (storage) writeChanged(storage, [['lineDraft', draft && JSON.stringify(draft)]]);
  },
});
