import * as v from 'valibot';
import type { FilmReading, Pause } from '../engine/run-state.ts';
import { acceptNotes, type FilmNotes } from '../notes/notes.ts';
import type { Spending } from '../prices/spending.ts';
import { FAILURE_KINDS } from '../providers/failure-kinds.ts';
import { modelByName } from '../providers/models.ts';
import { PROBLEM_KINDS } from '../review/line.ts';
import { type Phrase, speakersOf } from '../subtitles/document.ts';
import type { BatchResult, FilmOptions } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';
import type { LastNotes, LineChange, LineMarks, Notice, ResultBefore, Suggestion } from './film.ts';
import { commandsOf } from './steps.ts';
import { batchFromStored, storedFactsSchema } from './stored-batches.ts';
import { boundedText, countSchema, firstOf, numbersSchema } from './stored-values.ts';

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
  command: v.picklist(commandsOf('film')),
  madeWith: v.exactOptional(
    v.object({
      prompt: v.string(),
      model: v.pipe(v.string(), v.transform(modelByName)),
      follows: v.exactOptional(v.literal(true)),
    }),
  ),
  madeStamp: v.exactOptional(v.string()),
});

/** A step of the result as versions before 2026-11-28 stored it, beside the whole film. */
export const oldResultStepSchema = v.object({
  command: v.picklist(['clear-translated', 'assemble-again', 'take-edits', 'bring-back-text']),
  lines: v.optional(lineChangesSchema, () => []),
});
const resultBeforeSchema: v.GenericSchema<unknown, ResultBefore> = v.object({
  translated: v.string(),
  ownResult: v.nullable(v.object({ since: v.nullable(v.string()), now: v.nullable(v.string()) })),
  isCleared: v.boolean(),
  error: v.nullable(boundedText),
});
const batchBeforeSchema = v.object({
  index: countSchema,
  slot: batchResultSchema,
  details: storedFactsSchema,
  made: v.exactOptional(v.string()),
});
const batchBefore = ({ index, slot, details, made }: v.InferOutput<typeof batchBeforeSchema>) => ({
  index,
  batch: batchFromStored(slot, details),
  made: made ?? null,
});
const passed = { isPassed: v.exactOptional(v.literal(true)) };
export const partStepSchema = v.union([
  v.pipe(
    v.object({ command: v.picklist(commandsOf('batch')), ...batchBeforeSchema.entries, ...passed }),
    v.transform(({ command, isPassed, ...batch }) => ({
      command,
      ...batchBefore(batch),
      ...(isPassed && { isPassed }),
    })),
  ),
  v.object({
    command: v.picklist(commandsOf('batches')),
    ...passed,
    batches: v.array(v.pipe(batchBeforeSchema, v.transform(batchBefore))),
  }),
  v.object({
    command: v.literal('change-lines'),
    words: boundedText,
    lines: lineChangesSchema,
    result: v.optional(v.nullable(resultBeforeSchema), null),
  }),
  v.object({ command: v.literal('drop-reading'), reading: readingSchema }),
  v.object({ command: v.literal('change-notes'), words: boundedText, notes: notesSchema, made: notesSchema }),
]);
