import * as v from 'valibot';
import type { TokenUsage } from '../providers/provider.ts';

/** Values that several stored facts consist of. */

/** The most of a text that the page shows whole beside the film: a message, a name. A file from outside may hold megabytes there. */
const MOST_SHOWN = 10_000;
export const boundedText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MOST_SHOWN)),
);
/** The first so many items of a list that the page shows whole: this program writes no longer one. */
export const firstOf = <Item>(most: number, item: v.GenericSchema<unknown, Item>) =>
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

export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const fromOneSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const numbersSchema = v.array(v.pipe(v.number(), v.safeInteger()));

export const usageSchema: v.GenericSchema<unknown, TokenUsage> = v.object({
  input: countSchema,
  output: countSchema,
  reasoning: countSchema,
  atHalfPrice: v.exactOptional(countSchema),
});
