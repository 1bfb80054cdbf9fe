import * as v from 'valibot';
import type { BatchDetails, Pace, Pause } from '../engine/run-state.ts';
import type { FailureKind } from '../providers/provider.ts';
import type { Notice } from '../session/session-state.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { BatchResult } from '../translation/batch.ts';

/** What is accepted from a storage: it may have been written by another version, by hand, or only in part. */
export const phrasesSchema: v.GenericSchema<unknown, Phrase[]> = v.pipe(
  v.array(v.object({ number: v.pipe(v.number(), v.safeInteger()), time: v.string(), text: v.string() })),
  v.check((phrases) => new Set(phrases.map(({ number }) => number)).size === phrases.length),
);

export const batchResultSchema: v.GenericSchema<unknown, BatchResult> = v.tuple([v.string(), v.string()]);
export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const FAILURE_KINDS: Readonly<Record<FailureKind, true>> = {
  ...{
    cancelled: true,
    'missing-key': true,
    'no-prompt': true,
    connection: true,
    timeout: true,
    'bad-request': true,
    'bad-key': true,
  },
  ...{ 'model-not-found': true, conflict: true, unprocessable: true, 'rate-limit': true, quota: true, server: true },
  ...{ 'cut-off': true, refused: true, malformed: true, 'not-permitted': true, 'no-browser-access': true },
  ...{ 'website-blocked': true, region: true },
};
const isFailureKind = (value: unknown): value is FailureKind =>
  typeof value === 'string' && Object.hasOwn(FAILURE_KINDS, value);
const failureKind = v.custom<FailureKind>(isFailureKind);

const correctionParts = { answer: v.string(), errors: v.array(v.string()) };
const numbersSchema = v.array(v.pipe(v.number(), v.safeInteger()));

export const detailsSchema: v.GenericSchema<unknown, BatchDetails> = v.object({
  usage: v.exactOptional(v.object({ input: countSchema, output: countSchema, reasoning: countSchema })),
  failure: v.exactOptional(v.union([failureKind, v.picklist(['differences', 'bug'])])),
  byHand: v.exactOptional(v.boolean()),
  retry: v.exactOptional(v.object({ at: v.number(), tries: countSchema })),
  secondChance: v.exactOptional(v.picklist(['planned', 'taken'])),
  inParts: v.exactOptional(v.boolean()),
  correction: v.exactOptional(v.object({ ...correctionParts, worked: v.exactOptional(v.boolean()) })),
  edited: v.exactOptional(v.boolean()),
  filled: v.exactOptional(numbersSchema),
  progress: v.exactOptional(
    v.object({
      texts: v.exactOptional(v.record(v.string(), v.string())),
      atMost: v.exactOptional(countSchema),
      fruitless: v.exactOptional(countSchema),
      correcting: v.exactOptional(v.object({ ...correctionParts, numbers: numbersSchema })),
      corrected: v.exactOptional(v.boolean()),
      givenUp: v.exactOptional(
        v.object({ numbers: numbersSchema, error: v.string(), failure: v.picklist(['differences', 'refused']) }),
      ),
    }),
  ),
});

const pauseSchema: v.GenericSchema<unknown, Pause> = v.union([
  v.object({ reason: v.literal('person') }),
  v.object({
    reason: v.literal('failure'),
    kind: v.union([failureKind, v.picklist(['differences', 'chunk', 'no-room'])]),
    message: v.string(),
  }),
]);

const noticeSchema: v.GenericSchema<unknown, Notice> = v.union([
  v.object({ kind: v.literal('renumbered') }),
  v.object({ kind: v.literal('blank-lines-missing'), count: countSchema }),
  v.object({ kind: v.literal('encoding'), name: v.string() }),
]);

/** The key of our own, "sessionExtras": what the specified keys have no place for. The batches' details, its last part, apart. */
export interface SessionExtras {
  /** Of the text under "phrases": the results belong to these phrases and to no others. */
  readonly phrasesStamp: string | null;
  readonly paused: Pause | null;
  readonly translatedEdited: boolean;
  readonly translatedStale: boolean;
  readonly notices: readonly Notice[];
  readonly live: LiveFacts;
}

/** What goes on in the tab that holds the run; for tabs that show it, and true only as long as that tab lives. */
export interface LiveFacts {
  /** Index and beginning, ms since the epoch, of each batch in progress. */
  readonly underWay: readonly (readonly [index: number, startedAt: number])[];
  readonly pause: Pause | null;
  /** What the run waits for. */
  readonly pace: Pace | null;
}

const NOTHING_LIVE: LiveFacts = { underWay: [], pause: null, pace: null };

/** Pauses that end by themselves. */
const livePauseSchema: v.GenericSchema<unknown, Pause> = v.union([
  v.object({ reason: v.literal('offline') }),
  v.object({
    reason: v.literal('outage'),
    kind: failureKind,
    message: v.string(),
    tries: countSchema,
    nextTryAt: v.number(),
  }),
]);

const liveSchema: v.GenericSchema<unknown, LiveFacts> = v.object({
  underWay: v.array(v.tuple([countSchema, v.number()])),
  pause: v.nullable(livePauseSchema),
  pace: v.nullable(
    v.object({
      nextAt: v.number(),
      limit: v.union([
        v.object({ kind: v.literal('none') }),
        v.object({ kind: v.picklist(['at-once', 'per-minute']), requests: v.number() }),
      ]),
    }),
  ),
});

/** Each part falls back by itself; `onBroken` hears of it. */
export function extrasSchema(onBroken: () => void): v.GenericSchema<unknown, SessionExtras> {
  const part = <T>(schema: v.GenericSchema<unknown, T>, fallback: T) => {
    const note = () => {
      onBroken();
      return fallback;
    };
    return v.optional(v.fallback(schema, note), () => fallback);
  };
  return v.object({
    phrasesStamp: part(v.nullable(v.string()), null),
    paused: part(v.nullable(pauseSchema), null),
    translatedEdited: part(v.boolean(), false),
    translatedStale: part(v.boolean(), false),
    notices: part(v.array(noticeSchema), []),
    live: v.optional(v.fallback(liveSchema, NOTHING_LIVE), NOTHING_LIVE),
  });
}
