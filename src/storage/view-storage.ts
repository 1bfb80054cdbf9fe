import * as v from 'valibot';
import type { FileOptions } from '../review/save/file-options.ts';
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

/** How the result is saved. */
interface KeptSaving {
  readonly main: 'download' | 'save-as';
  readonly options: FileOptions;
}

/** The values of an option are words of one kind: a value that belongs to another option does nothing. */
const isOptions = (value: unknown): value is FileOptions =>
  typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string');
const SAVING: ValueFormat<KeptSaving> = {
  schema: v.object({ main: v.picklist(['download', 'save-as']), options: v.custom<FileOptions>(isOptions) }),
  fallback: { main: 'download', options: {} },
};
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
  loadSaving: (): KeptSaving => parseStored(getText(storage, 'saving'), SAVING).value,
  keepSaving({ main, options }: KeptSaving): void {
    if (storage) writeChanged(storage, [['saving', JSON.stringify({ main, options })]]);
  },
  keepDraft(draft: KeptView['draft']): void {
    if (storage) writeChanged(storage, [['lineDraft', draft && JSON.stringify(draft)]]);
  },
});
