type Step = string | number;

/** What stands at a path of parsed JSON; undefined where the path leads nowhere. */
export function jsonAt(value: unknown, ...path: readonly Step[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<Step, unknown>)[step];
  }
  return here;
}

/** The text at a path; undefined where there is no text. */
export function textAt(value: unknown, ...path: readonly Step[]): string | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The number at a path; undefined where there is no number. */
export function numberAt(value: unknown, ...path: readonly Step[]): number | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** The list at a path; undefined where there is no list. */
export function listAt(value: unknown, ...path: readonly Step[]): readonly unknown[] | undefined {
  const found = jsonAt(value, ...path);
  return Array.isArray(found) ? found : undefined;
}
