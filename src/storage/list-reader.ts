import * as v from 'valibot';
import { smallestChange } from '../lib/smallest-change.ts';
import { itemPlaces, type Place } from './item-places.ts';
import { parseStored, type ReadValue } from './stored-value.ts';

export type ListReader<Item> = (text: string | null) => ReadValue<readonly Item[]>;

interface Known<Item> {
  readonly text: string | null;
  readonly list: ReadValue<readonly Item[]>;
  /** Looked for when the next text comes: most lists are read once. */
  places: readonly Place[] | undefined;
}

const LIST = { schema: v.array(v.unknown()), fallback: [] };

/**
 * Reads a long list's JSON again and again, as it changes in few items: each item is decoded once, and stays the same
 * object as long as its text does. The same list for the same text. `decode` gets an item's JSON value; it must not throw.
 */
export function createListReader<Item>(decode: (json: unknown) => Item): ListReader<Item> {
  let known: Known<Item> | undefined;

  function readAll(text: string | null): Known<Item> {
    const { value, broken } = parseStored(text, LIST);
    return { text, list: { value: value.map((json) => decode(json)), broken }, places: undefined };
  }

  return (text) => {
    if (known === undefined || known.text !== text) known = (known && readChange(known, text, decode)) ?? readAll(text);
    return known.list;
  };
}

/** undefined: more has changed than items of the list. */
function readChange<Item>(
  known: Known<Item>,
  text: string | null,
  decode: (json: unknown) => Item,
): Known<Item> | undefined {
  const { text: textBefore, list } = known;
  if (textBefore === null || text === null || list.broken) return undefined;
  known.places ??= itemPlaces(textBefore, 1, textBefore.length - 1);
  const { places } = known;
  const change = smallestChange(textBefore, text);
  if (change === null || places.length !== list.value.length) return undefined;
  const first = places.findIndex(({ to }) => to >= change.from);
  const end = places.findLastIndex(({ from }) => from <= change.to) + 1;
  const [from = Number.POSITIVE_INFINITY, to = 0] = [places[first]?.from, places[end - 1]?.to];
  if (change.from < from || change.to > to) return undefined;

  const before = new Map<string, Item>();
  for (const [index, place] of places.slice(first, end).entries()) {
    const item = list.value[first + index];
    if (item !== undefined) before.set(textBefore.slice(place.from, place.to), item);
  }
  const longerBy = text.length - textBefore.length;
  const changed = itemPlaces(text, from, to + longerBy);
  try {
    const items = changed.map((place) => {
      const itemText = text.slice(place.from, place.to);
      return before.get(itemText) ?? decode(JSON.parse(itemText));
    });
    const moved = places.slice(end).map((place) => ({ from: place.from + longerBy, to: place.to + longerBy }));
    return {
      text,
      list: { value: [...list.value.slice(0, first), ...items, ...list.value.slice(end)], broken: false },
      places: [...places.slice(0, first), ...changed, ...moved],
    };
  } catch {
    return undefined;
  }
}
