/** The message of whatever was thrown. Of a missing style sheet the bundler writes a line end as the two characters "\n". */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message.replace('failed.\\n', 'failed.\n') : String(error);

/** Whether an error is the bundler's: a part of the page, its script or its style sheet, could not be loaded. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));
