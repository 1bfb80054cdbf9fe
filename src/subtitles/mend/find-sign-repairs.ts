import type { Phrase } from '../document.ts';
import type { ReadAs } from '../formats.ts';
import { isBlank, linesOf } from '../lines.ts';
import { readDocument } from '../read-document.ts';
import type { Found } from './blocks.ts';
import { inWords, type Repairs } from './find-repairs.ts';
import { htmlSigns, withoutSigns } from './kinds/html-signs.ts';

/** Signs of web pages in a file of a format that does not use them, or that has escaped them twice. Every byte beside them stays. Linear. */
export function findSignRepairs(source: string, readAs: ReadAs): Repairs {
  const read = source.includes('&') ? readDocument(source, readAs) : undefined;
  const { phrases, write } = read?.ok ? read.value : { phrases: [], write: () => source };
  const texts = new Map<number, string>();
  for (const { number, text } of phrases) {
    const mended = text.includes('&') ? mendedText(text) : text;
    if (mended !== text) texts.set(number, mended);
  }
  const found = placesOf(source, phrases, texts);
  return {
    isOffered: false,
    kinds: found.length === 0 ? [] : [inWords(htmlSigns, found, false, phrases.length)],
    mend: (names) => (names.has(htmlSigns.name) ? write(texts) : source),
    readAsAfter: () => readAs,
  };
}

/** A line of nothing but signs for spaces is none; one that was blank before places the others. */
const mendedText = (text: string): string =>
  linesOf(text)
    .flatMap((line) => {
      const mended = withoutSigns(line);
      return isBlank(mended) && !isBlank(line) ? [] : [mended];
    })
    .join('\n');

/** The phrases that get other texts, with the lines of the source at which they begin. */
export function placesOf(
  source: string,
  phrases: readonly Phrase[],
  texts: ReadonlyMap<number, string>,
): readonly Found[] {
  const lineOf = findLines(source);
  return phrases.flatMap((phrase): readonly Found[] => {
    const line = lineOf(phrase);
    const after = texts.get(phrase.number);
    return after === undefined ? [] : [{ line, before: phrase.text, after }];
  });
}

/** Says of phrases, asked in their order, at which line they begin, counted from 1; of a format that writes times otherwise 1. Linear. */
function findLines(text: string): (phrase: Phrase) => number {
  let [at, line] = [0, 1];
  return ({ time }) => {
    const next = at === -1 ? -1 : text.indexOf(time.split(' --> ')[0] ?? time, at);
    if (next !== -1) line += text.slice(at, next).split(/\r\n|\r|\n/).length - 1;
    at = next;
    return line;
  };
}
