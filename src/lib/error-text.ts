/** The message of whatever was thrown. Of a missing style sheet the bundler writes a line end as the two characters "\n". */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message.replace('failed.\\n', 'failed.\n') : String(error);
