import type { Result } from '../src/lib/result.ts';

/** The value of a result that is to be one; a test that gets an error ends with it. */
export function okValue<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}
