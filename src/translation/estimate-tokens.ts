/** Of scripts that are written without spaces, and of those whose letters models read one by one. */
const DENSE = /[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** About how many tokens a text has, to tell a person before it is sent: four characters of most scripts, one of a dense one. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil(dense + (text.length - dense) / 4);
}
