import type { Result } from '../src/lib/result.ts';

/** The value of a successful result. Throws for an error, which fails the test. */
export function okValue<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}
