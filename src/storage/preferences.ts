import * as v from 'valibot';
import type { PacesByModel } from '../film/kept-paces.ts';
import { listOf } from '../film/stored-values.ts';
import type { Tone } from '../languages/prompt-language.ts';
import type { Preference } from '../lib/json.ts';
import type { PriceBook } from '../prices/price.ts';
import type { KeptForms } from '../providers/create-providers.ts';
import type { FileOptions } from '../review/finish-file.ts';
import type { StoredLanguages } from '../settings/settings.ts';
import { TAB_FRONT } from './settings-texts.ts';
import { formatStored, getText, parseStored, type TextStorage, type ValueFormat, writeAll } from './stored-value.ts';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const lineDraft = v.object({
  film: v.optional(v.string(), ''),
  number: v.number(),
  original: v.string(),
  base: v.nullable(v.string()),
  text: v.string(),
});
/** The values of an option are always of one kind. A value that belongs to another option has no effect. */
const isOptions = (value: unknown): value is FileOptions =>
  typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string');

/** Small values, each under a key of its own. A broken value counts as missing, a failed write is not reported, and null is stored as no text. */
export function createPreferences(storage: TextStorage | null) {
  function kept<T extends object | string | number | null>(name: string, format: ValueFormat<T>): Preference<T> {
    return {
      read: () => parseStored(getText(storage, name), format).value,
      write(value) {
        if (storage) writeAll(storage, [[name, value === null ? null : formatStored(value, format)]]);
      },
    };
  }
  return {
    theme: kept<'system' | 'light' | 'dark'>('theme', {
      schema: v.picklist(['system', 'light', 'dark']),
      fallback: 'system',
      plain: true,
    }),
    view: kept<'text' | 'lines'>('view', { schema: v.picklist(['text', 'lines']), fallback: 'text', plain: true }),
    /** The text being typed over a line. */
    draft: kept('lineDraft', { schema: v.nullable(lineDraft), fallback: null }),
    /** Drafts of other lines, whose batches were sent again. */
    heldDrafts: kept<readonly v.InferOutput<typeof lineDraft>[]>('heldDrafts', {
      schema: listOf(lineDraft),
      fallback: [],
    }),
    /** The person's line in the view of lines, and the film. */
    linePlace: kept('linePlace', {
      schema: v.nullable(
        v.object({ number: v.number(), film: v.string(), isOpen: v.boolean(), show: v.fallback(v.string(), 'all') }),
      ),
      fallback: null,
    }),
    lineBreaks: kept<'running' | 'as-they-are'>('lineBreaks', {
      schema: v.picklist(['running', 'as-they-are']),
      fallback: 'running',
      plain: true,
    }),
    /** 'on': Ctrl+Enter in an open line opens the next line. */
    editAsIGo: kept<'on' | 'off'>('editAsIGo', { schema: v.picklist(['on', 'off']), fallback: 'off', plain: true }),
    /** 'on': the key "?" opens the list of keys. */
    sheetKey: kept<'on' | 'off'>('sheetKey', { schema: v.picklist(['on', 'off']), fallback: 'on', plain: true }),
    /** The name of the video in the preview, so that the page can ask for it after a reload. */
    videoName: kept<string | null>('videoName', { schema: v.string(), fallback: null, plain: true }),
    /** The offset of this video in ms, which the person found by trying, and how videos are played. */
    videoChoices: kept('videoOffset', {
      schema: v.object({
        ms: v.pipe(v.number(), v.finite()),
        size: v.number(),
        speed: v.fallback(v.pipe(v.number(), v.minValue(0.1), v.maxValue(10)), 1),
        onlySpeech: v.fallback(v.boolean(), false),
        asIGo: v.fallback(v.boolean(), false),
      }),
      fallback: { ms: 0, size: 0, speed: 1, onlySpeech: false, asIGo: false },
    }),
    /** The person's own words to the model about single lines, the newest first. */
    wishes: kept<readonly string[]>('lineWishes', { schema: listOf(v.string()), fallback: [] }),
    saving: kept('saving', {
      schema: v.object({
        main: v.nullable(v.picklist(['download', 'save-as'])),
        language: v.exactOptional(v.string()),
        prompt: v.exactOptional(v.string()),
        options: v.custom<FileOptions>(isOptions),
      }),
      fallback: { main: null, options: {} },
    }),
    languages: kept<StoredLanguages>('languages', {
      schema: v.object({
        // Repeats the tones: an import of their list would bring the code of prompts into the first load.
        toneChosen: v.fallback(
          v.nullable(v.picklist(['informal', 'neutral', 'formal'] satisfies readonly Tone[])),
          null,
        ),
        recent: v.fallback(listOf(v.pipe(v.string(), v.regex(/^[\w-]{2,35}$/))), []),
        prompts: v.fallback(listOf(v.object({ name: v.string(), text: v.string() })), []),
      }),
      fallback: { toneChosen: null, recent: [], prompts: [] },
      encode: ({ toneChosen, recent, prompts }) => ({ toneChosen, recent, prompts }),
    }),
    /** A person's prices and limit. */
    prices: kept<PriceBook>('prices', {
      schema: v.object({
        own: v.fallback(v.record(v.string(), v.object({ input: amount, output: amount })), {}),
        stopAt: v.fallback(v.nullable(amount), null),
      }),
      fallback: { own: {}, stopAt: null },
    }),
    paces: kept<PacesByModel>('paces', {
      schema: v.record(
        v.string(),
        v.object({ mostAtOnce: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), at: v.number() }),
      ),
      fallback: {},
    }),
    /** The forms of requests that models have refused. */
    forms: kept<KeptForms>('requestForms', {
      schema: v.record(
        v.string(),
        v.object({ refused: v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))), at: v.number() }),
      ),
      fallback: {},
    }),
    /** Stored in the tab, for a reload: the provider's tab in front, if it is not the model's. */
    tabFront: kept('tabFront', TAB_FRONT),
    /** Stored in the tab when the page is closed: whether this tab had the work. */
    tabHadWork: kept<'yes' | null>('tabHadWork', { schema: v.literal('yes'), fallback: null, plain: true }),
  };
}
export type Preferences = ReturnType<typeof createPreferences>;
