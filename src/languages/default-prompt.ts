/** The specified prompt (specification, section 1). Requests add their own short contract about the form of the reply. */
export const DEFAULT_PROMPT =
  'Translate the subtitles of a movie from informal Russian into informal Portuguese. ' +
  'Reply in JSON with the same number of phrases as the input.';

/** True if no person typed or chose the prompt: then it follows the film (specification, D11.20). */
export const followsFilm = ({
  prompt,
  promptFollows,
}: {
  prompt: string;
  promptFollows?: boolean | undefined;
}): boolean => promptFollows ?? prompt === DEFAULT_PROMPT;
