import { formatOf, type Phrase, type ReadAs } from '../subtitles/document.ts';
import { withLineEndsLike } from '../subtitles/lines.ts';
import type { Found } from '../subtitles/mend/blocks.ts';
import type { FoundKind, Repairs } from '../subtitles/mend/find-repairs.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { findTwoLanguages, type Side, type TwoLanguages } from './two-languages.ts';

/** The names of the kinds by which one language stays: the first one, and the second. */
const KINDS = ['first-language', 'second-language'] as const;

/** Of a text of a format that nothing can be mended in. */
export const noRepairs = (text: string, readAs: ReadAs): Repairs => ({
  isOffered: false,
  kinds: [],
  mend: () => text,
  readAsAfter: () => readAs,
});

/** The repairs of a text of any format, with the choice of a language where it is shown in two: the lines of the other one are left out. */
export function withLanguages(repairs: Repairs, withoutStyles: readonly string[]): Repairs {
  const readAfter = (names: ReadonlySet<string>) => {
    const mended = repairs.mend(names);
    return readInTwo(mended, repairs.readAsAfter(names, mended), withoutStyles);
  };
  const needed = repairs.kinds.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const now = readAfter(new Set(needed));
  if (now === undefined) return repairs;
  const sides = [0, 1] as const;
  return {
    ...repairs,
    kinds: [...repairs.kinds, ...sides.map((side) => kindOf(now, side))],
    mend(names) {
      const side = sides.find((one) => names.has(KINDS[one]));
      const after = side === undefined ? undefined : readAfter(names);
      return side === undefined || after === undefined ? repairs.mend(names) : after.write(side);
    },
  };
}

/** A text that is shown in two languages. */
interface InTwo extends TwoLanguages {
  readonly text: string;
  readonly shown: readonly Phrase[];
  /** The text with one of them alone. */
  write(side: Side): string;
}

function readInTwo(text: string, readAs: ReadAs, withoutStyles: readonly string[]): InTwo | undefined {
  const read = readDocument(text, readAs, { withoutStyles });
  const found = read.ok ? findTwoLanguages(read.value.phrases) : undefined;
  if (!read.ok || found === undefined) return undefined;
  return {
    ...found,
    text,
    shown: read.value.phrases,
    write(side) {
      const written = read.value.write(found.textsIn(side));
      return formatOf(readAs) === 'srt' ? withLineEndsLike(written, text) : written;
    },
  };
}

function kindOf(inTwo: InTwo, side: Side): FoundKind {
  const { names, phrases, all } = inTwo;
  const count = (number: number) => number.toLocaleString('en');
  return {
    name: KINDS[side],
    excludes: KINDS[side === 0 ? 1 : 0],
    isOptional: true,
    sentence: [
      `${count(phrases)} of ${count(all)} phrases are shown in two languages, ${names.join(' and ')}.`,
      'As it is, both are sent, and the translation stands there twice.',
      'If you choose one, the lines of the other leave this text: they are not sent and are in no saved file. Undo brings them back.',
      'What stands in one language alone stays.',
    ].join(' '),
    offer: `Translate the ${names[side]}.`,
    button: `Translate the ${names[side]}`,
    repairs: placesOf(inTwo, side),
  };
}

function placesOf({ text, shown, textsIn }: InTwo, side: Side): readonly Found[] {
  const texts = textsIn(side);
  const lineOf = findLines(text);
  return shown.flatMap((phrase): readonly Found[] => {
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
