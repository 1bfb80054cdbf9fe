import type { SessionState } from '../../session/session-state.ts';

/** All that a person would not want to lose, in one text: for the way out when the page itself is broken. */
export function workAsText({ translated, results, sourceText }: SessionState): string {
  if (translated !== '') return translated;
  const outputs = Array.from(results).flatMap((slot) => (slot?.[1] ? [slot[1]] : []));
  return outputs.length > 0 ? outputs.join('\n\n') : sourceText;
}
