import * as v from 'valibot';
import type { TokenUsage } from '../providers/provider.ts';

/** Schemas for values that several stored facts contain. */

/** The longest text that the page shows in full beside the film, such as a message or a name. A file from outside could have megabytes there. */
const MOST_SHOWN = 10_000;
export const boundedText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MOST_SHOWN)),
);
/** Keeps only the first items of a list that the page shows in full. This program never writes a longer list. */
export const firstOf = <Item>(most: number, item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.slice(0, most)),
    v.array(item),
  );

/** A list without its unusable items, so that one broken item does not cost the others. */
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
