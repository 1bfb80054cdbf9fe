import { formatOf, type ReadAs } from './formats.ts';
import { withoutControls } from './lines.ts';

/**
 * A text as it is saved, in UTF-8. Control characters, which may have been pasted or come with a project file, are removed, unless a film of
 * another format than .srt has its own.
 */
export function textToSave(
  { readAs, sourceText }: { readonly readAs: ReadAs; readonly sourceText: string },
  text: string,
): string {
  const isSrt = formatOf(readAs) === 'srt';
  return inUtf8(isSrt || withoutControls(sourceText) === sourceText ? withoutControls(text) : text);
}

/** An XML declaration must not name another encoding. */
export const inUtf8 = (text: string): string =>
  text.replace(/^(\uFEFF?<\?xml\s[^<>]*?encoding\s*=\s*)(["'])(?!utf-8\2)[\w.-]+\2/i, '$1$2UTF-8$2');
