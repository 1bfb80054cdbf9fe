/** Specification, section 1. The program adds its own short contract about the reply's form to whatever a person writes. */
export const DEFAULT_PROMPT =
  'Translate the subtitles of a movie from informal Russian into informal Portuguese. ' +
  'Reply in JSON with the same number of phrases as the input.';
