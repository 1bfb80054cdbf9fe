/** Ends an exhaustive switch: a forgotten case does not compile; a value from outside that has no case throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
