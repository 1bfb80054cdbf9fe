/** What an operation that can fail in an expected way returns. Throwing is kept for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const fail = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** Ends an exhaustive switch: a forgotten case does not compile; a value from outside that has no case throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** The message of whatever was thrown. Of a missing style sheet the bundler writes a line end as the two characters "\n". */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message.replace('failed.\\n', 'failed.\n') : String(error);

/** Whether an error is the bundler's: a part of the page, its script or its style sheet, could not be loaded. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));
