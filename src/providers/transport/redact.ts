/** Takes the key out of a text that may be shown or kept, also in the form it has in a URL. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}
