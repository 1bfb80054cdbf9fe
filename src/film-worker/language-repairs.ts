import type { Phrase } from '../subtitles/document.ts';
import { formatOf, type ReadAs } from '../subtitles/formats.ts';
import { withLineEndsLike } from '../subtitles/lines.ts';
import { type FoundKind, type Repairs, repairPlaces } from '../subtitles/mend/find-repairs.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { findTwoLanguages, type Side, type TwoLanguages } from './two-languages.ts';

/** The names of the repairs that keep only the first or only the second language. */
export const FIRST_LANGUAGE = 'first-language';
export const SECOND_LANGUAGE = 'second-language';
const KINDS = [FIRST_LANGUAGE, SECOND_LANGUAGE] as const;

/** Adds the choice of a language to the repairs of a text in two languages. A repair removes the lines of the other language. */
export function withLanguages(repairs: Repairs, withoutStyles: readonly string[]): Repairs {
  const readAfter = (names: ReadonlySet<string>) => {
    const mended = repairs.mend(names);
    return readInTwo(mended, repairs.readAsAfter(names, mended), withoutStyles);
  };
  const needed = repairs.forPrograms.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const now = readAfter(new Set(needed));
  if (now === undefined) return repairs;
  const sides = [0, 1] as const;
  const withSides = (kinds: readonly FoundKind[]) => [...kinds, ...sides.map((side) => kindOf(now, side))];
  return {
    isOffered: repairs.isOffered,
    get kinds() {
      return withSides(repairs.kinds);
    },
    get forPrograms() {
      return withSides(repairs.forPrograms);
    },
    readAsAfter: repairs.readAsAfter,
    mend(names) {
      const side = sides.find((one) => names.has(KINDS[one]));
      const after = side === undefined ? undefined : readAfter(names);
      return side === undefined || after === undefined ? repairs.mend(names) : after.write(side);
    },
  };
}

interface InTwo extends TwoLanguages {
  readonly text: string;
  readonly shown: readonly Phrase[];
  /** Writes the text in one language. */
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
  const { names, phrases, all, text, shown, textsIn } = inTwo;
  const count = (number: number) => number.toLocaleString('en');
  return {
    name: KINDS[side],
    excludes: KINDS[side === 0 ? 1 : 0],
    isOptional: true,
    sentence: [
      `${count(phrases)} of ${count(all)} subtitles have their text twice: in ${names.join(' and in ')}.`,
      'If you send both languages, you pay for both.',
      'If you choose one, the page removes the other from these subtitles. Undo brings it back.',
    ].join(' '),
    offer: `Translate only the text in ${names[side]}.`,
    button: `Translate only the text in ${names[side]}`,
    rates: undefined,
    repairs: repairPlaces(text, shown, textsIn(side)),
  };
}
