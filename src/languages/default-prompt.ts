/** Specification, section 1. The program adds its own short contract about the reply's form to whatever a person writes. */
export const DEFAULT_PROMPT =
  'Translate the subtitles of a movie from informal Russian into informal Portuguese. ' +
  'Reply in JSON with the same number of phrases as the input.';

/** Nobody has typed or chosen the prompt: it follows the film (specification, D11.20). */
export const followsFilm = ({
  prompt,
  promptFollows,
}: {
  prompt: string;
  promptFollows?: boolean | undefined;
}): boolean => promptFollows ?? prompt === DEFAULT_PROMPT;
