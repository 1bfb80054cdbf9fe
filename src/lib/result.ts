/** The result of an operation with expected failures. Exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const fail = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** Ends an exhaustive switch: a forgotten case does not compile, and an unexpected value throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** The message of anything thrown. For a missing style sheet the bundler writes the two characters "\n". */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message.replace('failed.\\n', 'failed.\n') : String(error);

/** Whether the bundler could not load a script or style sheet of the page. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));
