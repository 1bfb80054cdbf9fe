/** The text as a message can quote it: cut after `maxCharacters` UTF-16 units with "…", never inside a surrogate pair. */
export function shorten(text: string, maxCharacters = 100): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
