/** The specified error of an original that cannot be read. */
export const isSourceError = (error: string): boolean => error.startsWith('Invalid input format: ');
