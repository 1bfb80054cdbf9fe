/** The result of an operation with expected failures. Exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const fail = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The end of a complete switch. If a case is missing, the code does not compile. An unexpected value throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** The message of anything that was thrown. The bundler writes the two characters "\n" into the message about a missing style sheet. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message.replace('failed.\\n', 'failed.\n') : String(error);

/** True if the browser could not load a script or style sheet of the page. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));
