/** Ends an exhaustive switch: a case that nobody handles does not compile, and throws if it comes from outside. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
