import { baseLanguage, byLanguage } from '../../languages/language-table.ts';
import { linesOf } from '../../subtitles/lines.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { SeenText } from '../measured-line.ts';
import { countDashes, dashesFromSecond } from './marks.ts';

type EndMark = '?' | '!' | '…';

/** How a language writes an end mark, where it differs. */
const WRITTEN: Readonly<Record<string, Partial<Record<EndMark, string>>>> = {
  ar: { '?': '؟' },
  fa: { '?': '؟' },
  ur: { '?': '؟' },
  el: { '?': ';' },
  zh: { '?': '？', '!': '！', '…': '……' },
  ja: { '?': '？', '!': '！' },
  // With a no-break space before the mark.
  fr: { '?': '\u00a0?', '!': '\u00a0!' },
};
/** Spanish also has marks before a question and an exclamation. */
const OPENING: Readonly<Record<string, string>> = { '?': '¿', '!': '¡' };

/** Tags, quotation marks, marks of direction and white space that stand behind an end mark. */
const TAIL = /(?:<\/[a-z]+>|⟦\d+⟧|["'”’»«“)\]♪♫」』\s\u200e\u200f\u202a-\u202e\u2066-\u2069])*$/i;

/** The text with the mark at its end, in place of a full stop, comma or colon, and before closing tags and quotation marks. */
export function withEndMark(text: string, mark: EndMark, language: string | undefined): string {
  const tail = TAIL.exec(text.slice(-60))?.[0] ?? '';
  const body = text.slice(0, text.length - tail.length);
  const asked = mark === '…' ? body : opened(body, baseLanguage(language) === 'es' ? OPENING[mark] : undefined);
  const written = byLanguage(WRITTEN, language)?.[mark] ?? mark;
  // "Really…?" keeps its dots and "Really!?" its other mark: only a full stop, comma or colon is replaced.
  const stem =
    mark === '…' ? asked.replace(/[.,:;。，、：؛،۔।]{1,3}$/, '') : asked.replace(/(?<![.。])[.,:;。，、：؛،۔।]$/, '');
  return stem + written + tail;
}

/** The text with the opening sign before its last sentence. */
function opened(body: string, sign: string | undefined): string {
  if (sign === undefined) return body;
  const ends = [...body.slice(-500).matchAll(/[.!?…]["”»]?\s+(?=\S)/g)].at(-1);
  const start = ends === undefined ? 0 : Math.max(0, body.length - 500) + ends.index + ends[0].length;
  const lead = /^(?:\s|<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧|[-–—"“«])*/.exec(body.slice(start, start + 200))?.[0] ?? '';
  const at = start + lead.length;
  return body.slice(at).includes(sign) ? body : body.slice(0, at) + sign + body.slice(at);
}

/** White space, marks of direction and tags before the first letter. */
const BEFORE_TEXT = /^(?:[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]|<[^<>]*>|\{\\[^{}]*\}|⟦\d+⟧)*/;

/** The text with the original's dash before each line, if both have the same number of lines; else unchanged. */
export function withDashes(text: string, original: SeenText, language: string | undefined): string {
  const lines = linesOf(text);
  if (lines.length !== original.lines.length) return text;
  const fixed = lines.map((line, index) => {
    const dash = /^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]*([-–—‐‑―−－]\s*)/.exec(original.lines[index] ?? '')?.[1];
    if (dash === undefined || countDashes([withoutTags(line)]) > 0) return line;
    if (index === 0 && dashesFromSecond(language)) return line;
    const before = BEFORE_TEXT.exec(line)?.[0] ?? '';
    return before + dash + line.slice(before.length);
  });
  return fixed.join('\n');
}

/** The text with the music notes that stand before and behind the original. */
export function withNotes(text: string, original: SeenText): string {
  const first = /^\s*([♪♫♬♩]+\s*)/.exec(original.plain)?.[1];
  const last = /\s*[♪♫♬♩]+\s*$/.exec(original.plain.slice(-20))?.[0].trimEnd();
  const before = BEFORE_TEXT.exec(text)?.[0] ?? '';
  const tail = /(?:<\/[a-z]+>|⟦\d+⟧|\s)*$/i.exec(text.slice(-60))?.[0] ?? '';
  const body = text.slice(before.length, Math.max(before.length, text.length - tail.length));
  return before + (first ?? '') + body + (last ?? '') + tail;
}
