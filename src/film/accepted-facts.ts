import * as v from 'valibot';
import type { BatchDetails, FilmReading, Pause } from '../engine/run-state.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { acceptNotes, type FilmNotes } from '../notes/notes.ts';
import type { Spending } from '../prices/spending.ts';
import { FAILURE_KINDS } from '../providers/failure-kinds.ts';
import { modelByName } from '../providers/models.ts';
import type { TokenUsage } from '../providers/provider.ts';
import { PROBLEM_KINDS } from '../review/line.ts';
import { type Phrase, speakersOf } from '../subtitles/document.ts';
import type { BatchResult, FilmOptions } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';
import type { LastNotes, LineChange, LineMarks, Notice, Suggestion } from './film.ts';
import { commandsOf } from './steps.ts';

/** The most of a text that the page shows whole beside the film: a message, a name. A file from outside may hold megabytes there. */
const MOST_SHOWN = 10_000;
export const boundedText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MOST_SHOWN)),
);
/** The first so many items of a list that the page shows whole: this program writes no longer one. */
const firstOf = <Item>(most: number, item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.slice(0, most)),
    v.array(item),
  );

/** A list in which an item that cannot be used costs no other. */
export const listOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.array(v.unknown()),
    v.filterItems((each) => v.is(item, each)),
    v.array(item),
  );

/**
 * A session's facts as they are accepted from outside (storage, a project file), where another version or a person may have written,
 * or a write was interrupted.
 */
export const phrasesSchema: v.GenericSchema<unknown, Phrase[]> = v.pipe(
  v.array(
    v.object({
      number: v.pipe(v.number(), v.safeInteger()),
      time: v.string(),
      text: v.string(),
      // What no reader has written is no reason to lose the film.
      speakers: v.exactOptional(
        v.pipe(
          v.fallback(v.array(v.string()), []),
          v.transform((names) => speakersOf(names) ?? []),
        ),
      ),
      endsBatch: v.exactOptional(v.literal(true)),
    }),
  ),
  v.check((phrases) => new Set(phrases.map(({ number }) => number)).size === phrases.length),
);

export const batchResultSchema: v.GenericSchema<unknown, BatchResult> = v.tuple([v.string(), v.string()]);
export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fromOneSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const correctionParts = { answer: v.string(), errors: firstOf(200, boundedText) };
const numbersSchema = v.array(v.pipe(v.number(), v.safeInteger()));
/** A broken mark is no reason to lose the texts beside it, which are paid for. */
const marksSchema = v.exactOptional(v.fallback(numbersSchema, []));

export const usageSchema: v.GenericSchema<unknown, TokenUsage> = v.object({
  input: countSchema,
  output: countSchema,
  reasoning: countSchema,
  atHalfPrice: v.exactOptional(countSchema),
});

const batchFailureSchema = v.picklist([...FAILURE_KINDS, 'differences', 'bug']);
const storedDetailsSchema = v.object({
  usage: v.exactOptional(usageSchema),
  failure: v.exactOptional(v.unknown()),
  byHand: v.exactOptional(v.boolean()),
  retry: v.exactOptional(v.object({ at: v.number(), tries: countSchema, since: v.number() })),
  secondChance: v.exactOptional(v.picklist(['planned', 'taken'])),
  inParts: v.exactOptional(v.boolean()),
  correction: v.exactOptional(v.object({ ...correctionParts, worked: v.exactOptional(v.boolean()) })),
  edited: v.exactOptional(v.boolean()),
  filled: v.exactOptional(numbersSchema),
  namesTaken: marksSchema,
  making: v.exactOptional(countSchema),
  notesStamp: v.exactOptional(v.string()),
  partsNotes: v.exactOptional(v.string()),
  progress: v.exactOptional(
    v.pipe(
      v.object({
        texts: v.exactOptional(v.record(v.string(), v.string())),
        namesTaken: marksSchema,
        atMost: v.exactOptional(v.unknown()),
        fruitless: v.exactOptional(countSchema),
        correcting: v.exactOptional(v.object({ ...correctionParts, numbers: numbersSchema })),
        corrected: v.exactOptional(v.boolean()),
        givenUp: v.exactOptional(
          v.object({ numbers: numbersSchema, error: v.string(), failure: v.picklist(['differences', 'refused']) }),
        ),
      }),
      // No call asks for less than one phrase; the texts beside a broken bound are paid for and stay.
      v.transform(({ atMost, ...progress }) => ({ ...progress, ...(v.is(fromOneSchema, atMost) && { atMost }) })),
    ),
  ),
});

export const detailsSchema: v.GenericSchema<unknown, BatchDetails> = v.pipe(
  storedDetailsSchema,
  v.transform(({ making, failure, ...details }) => ({
    ...details,
    // A kind that only another version knows; the texts beside it are paid for and stay.
    ...(v.is(batchFailureSchema, failure) && { failure }),
    ...(making !== undefined && { provenance: making }),
  })),
);

/** Details as they are stored, where the place of their provenance is called `making`. The same object for the same details. */
export const detailsToStore = memoizeByObject((details: BatchDetails): object => {
  const { provenance, ...others } = details;
  return provenance === undefined ? details : { ...others, making: provenance };
});

export const pauseSchema: v.GenericSchema<unknown, Pause> = v.union([
  v.object({ reason: v.literal('person') }),
  v.object({
    reason: v.literal('failure'),
    kind: v.picklist([...FAILURE_KINDS, 'differences', 'chunk', 'no-room', 'limit']),
    message: boundedText,
    alone: v.exactOptional(numbersSchema),
  }),
]);

const noticeSchema: v.GenericSchema<unknown, Notice> = v.union([
  v.object({ kind: v.literal('renumbered') }),
  v.object({ kind: v.literal('blank-lines-missing'), count: countSchema }),
  v.object({ kind: v.literal('encoding'), name: boundedText }),
  v.object({ kind: v.literal('doubly-encoded') }),
  v.object({ kind: v.literal('reply-form'), model: boundedText, form: v.picklist(['object', 'free']) }),
  v.object({ kind: v.literal('room'), model: boundedText, lines: countSchema, hasContext: v.boolean() }),
  v.object({ kind: v.literal('one-of-several'), name: boundedText, left: countSchema }),
  v.object({ kind: v.literal('track-of-film'), film: boundedText, track: boundedText }),
  v.object({ kind: v.literal('cut-off'), film: boundedText }),
  v.object({ kind: v.literal('kept'), count: countSchema, line: countSchema, text: boundedText }),
  v.object({ kind: v.literal('damaged'), line: countSchema, text: boundedText }),
]);

export const noticesSchema: v.GenericSchema<unknown, Notice[]> = firstOf(50, noticeSchema);

export const lineMarksSchema: v.GenericSchema<unknown, LineMarks> = v.object({
  of: v.exactOptional(v.string()),
  confirmed: v.exactOptional(v.literal(true)),
  flagged: v.exactOptional(v.literal(true)),
  dismissed: v.exactOptional(listOf(v.picklist(PROBLEM_KINDS))),
  before: v.exactOptional(v.nullable(v.string())),
});

/** As an object, so that the compiler asks for a kind that is missing; not beside the requests, which the first load does without. */
const WISHES = {
  again: true,
  shorter: true,
  fix: true,
  told: true,
  'more-formal': true,
  'more-casual': true,
  'more-literal': true,
} satisfies Record<WishKind, true>;

export const suggestionsSchema: v.GenericSchema<unknown, Suggestion[]> = firstOf(
  50,
  v.object({
    of: v.string(),
    text: v.exactOptional(v.string()),
    nameTaken: v.exactOptional(v.literal(true)),
    failure: v.exactOptional(
      v.object({
        // Of a kind that only another version knows the message tells enough; what stands beside it is paid for.
        kind: v.fallback(v.picklist([...FAILURE_KINDS, 'differences', 'chunk', 'limit', 'bug', 'left']), 'differences'),
        message: boundedText,
      }),
    ),
    wish: v.picklist(Object.keys(WISHES) as WishKind[]),
    told: v.exactOptional(v.string()),
    fallenOut: v.exactOptional(v.literal(true)),
  }),
);

export const lineChangesSchema: v.GenericSchema<unknown, LineChange[]> = v.array(
  v.object({
    number: v.pipe(v.number(), v.safeInteger()),
    text: v.exactOptional(v.nullable(v.string())),
    marks: v.exactOptional(v.nullable(lineMarksSchema)),
    suggestions: v.exactOptional(v.nullable(suggestionsSchema)),
    nameTaken: v.exactOptional(v.boolean()),
  }),
);

const amountSchema = v.pipe(v.number(), v.minValue(0));
const tokensSchema = v.object({ input: amountSchema, output: amountSchema, requests: v.exactOptional(amountSchema) });
const priceSchema = v.object({ input: amountSchema, output: amountSchema, request: v.exactOptional(amountSchema) });

export const spendingSchema: v.GenericSchema<unknown, Spending> = v.object({
  model: v.object({ endpoint: v.string(), id: v.string() }),
  price: v.nullable(priceSchema),
  reported: tokensSchema,
  halfPriced: v.exactOptional(v.fallback(tokensSchema, { input: 0, output: 0 })),
  expected: tokensSchema,
  unreported: tokensSchema,
  charged: v.exactOptional(amountSchema),
  isReading: v.exactOptional(v.literal(true)),
});

export const notesSchema: v.GenericSchema<unknown, FilmNotes> = v.pipe(
  v.unknown(),
  v.transform(acceptNotes),
  v.custom<FilmNotes>((notes) => notes !== undefined),
);
export const optionsSchema: v.GenericSchema<unknown, FilmOptions> = v.object({
  context: v.exactOptional(v.literal('window')),
  batches: v.exactOptional(v.literal('sentences')),
  replyFormat: v.exactOptional(v.picklist(['schema', 'plain'])),
  film: v.exactOptional(v.string()),
});
export const readingSchema: v.GenericSchema<unknown, FilmReading> = v.pipe(
  v.object({
    count: countSchema,
    done: countSchema,
    lines: countSchema,
    stamp: v.string(),
    stage: v.picklist(['stopped', 'done']),
    found: notesSchema,
    message: boundedText,
    failure: v.exactOptional(v.fallback(v.optional(v.picklist([...FAILURE_KINDS, 'limit'])), undefined)),
    told: v.exactOptional(v.string()),
    unread: countSchema,
    languages: v.object({ from: v.optional(v.string()), into: v.optional(v.string()) }),
  }),
  v.transform(({ languages: { from, into }, ...reading }) => ({ ...reading, parts: null, languages: { from, into } })),
);
export const lastNotesSchema: v.GenericSchema<unknown, LastNotes> = v.object({ film: boundedText, notes: notesSchema });

/** An undo step's own facts, without the film that it discarded. */
export const filmStepSchema = v.object({
  command: v.picklist(commandsOf('film', 'result')),
  madeWith: v.exactOptional(
    v.object({
      prompt: v.string(),
      model: v.pipe(v.string(), v.transform(modelByName)),
      follows: v.exactOptional(v.literal(true)),
    }),
  ),
  madeStamp: v.exactOptional(v.string()),
  lines: v.exactOptional(lineChangesSchema),
});
const batchBefore = {
  index: countSchema,
  slot: batchResultSchema,
  details: detailsSchema,
  made: v.exactOptional(v.string()),
};
const passed = { isPassed: v.exactOptional(v.literal(true)) };
export const partStepSchema = v.union([
  v.object({ command: v.picklist(commandsOf('batch')), ...batchBefore, ...passed }),
  v.object({ command: v.picklist(commandsOf('batches')), ...passed, batches: v.array(v.object(batchBefore)) }),
  v.object({ command: v.literal('change-lines'), words: boundedText, lines: lineChangesSchema }),
  v.object({ command: v.literal('drop-reading'), reading: readingSchema }),
  v.object({ command: v.literal('change-notes'), words: boundedText, notes: notesSchema, made: notesSchema }),
]);
