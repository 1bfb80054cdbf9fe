/** The text with "[key]" in place of the key, also of the key as it is encoded in a URL: the text may be shown and stored. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}
