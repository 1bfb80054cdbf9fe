/** The parts of an object that changed: the changed items of a list of the same length, otherwise the whole new part. */
export type Changes = Readonly<Record<string, ChangedPart>>;

type ChangedPart =
  | { readonly whole: unknown }
  | { readonly items: readonly (readonly [index: number, item: unknown])[] };

/** Compares by identity; both objects must have the same parts. The result can be sent to another tab (structured clone). */
export function changesBetween<T extends object>(before: T, after: T): Changes {
  const known = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, part]) =>
      part === known.get(name) ? [] : [[name, changeOf(known.get(name), part)]],
    ),
  );
}

function changeOf(before: unknown, after: unknown): ChangedPart {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return { whole: after };
  const items = after.map((item: unknown, index) => [index, item] as const);
  return { items: items.filter(([index, item]) => item !== before[index]) };
}

/** The object with the changes applied; unchanged parts and items stay the same objects. */
export function withChanges<T extends object>(before: T, changes: Changes): T {
  const known = new Map(Object.entries(before));
  const changed = Object.entries(changes).map(([name, change]) => [name, changedPart(known.get(name), change)]);
  return { ...before, ...Object.fromEntries(changed) };
}

function changedPart(before: unknown, change: ChangedPart): unknown {
  if ('whole' in change) return change.whole;
  const list = Array.isArray(before) ? [...before] : [];
  for (const [index, item] of change.items) list[index] = item;
  return list;
}
