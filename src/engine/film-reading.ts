import { stampOf } from '../lib/text.ts';
import type { FoundNotes, ReadingLanguages } from '../notes/reading.ts';
import type { FilmReading } from './run-state.ts';

type Parts = readonly (readonly string[])[];
const NOTHING: FoundNotes = { about: '', people: [], address: [], terms: [] };

export const isUnderWay = ({ stage }: FilmReading): boolean => stage !== 'stopped' && stage !== 'done';

/** What tells lines that were read: the parts may be cut otherwise for another model, and the text may have changed. */
export const stampOfLines = (lines: readonly string[]): string => stampOf(lines.join('\n'));

/** A reading that begins, or goes on behind what one before has read of the same lines. What any before has found is kept. */
export function readingOf(
  before: FilmReading | null,
  parts: Parts,
  languages: ReadingLanguages,
  mostFound?: number,
  told?: string,
): FilmReading {
  const { done, lines, stamp, unread } =
    before?.stage === 'stopped' ? before : { done: 0, lines: 0, stamp: '', unread: 0 };
  const found = before?.found ?? NOTHING;
  const read = parts.flat().slice(0, lines);
  // A project file can say anything; a part has at least one line.
  const goesOn = done > 0 && done <= read.length && stampOfLines(read) === stamp;
  const begun = {
    ...(goesOn ? { done, lines, stamp } : { done: 0, lines: 0, stamp: '' }),
    parts: goesOn ? [read, ...Array.from({ length: done - 1 }, () => []), ...behind(parts, lines)] : parts,
  };
  return {
    ...begun,
    count: begun.parts.length,
    stage: 'waiting',
    found,
    unread,
    message: '',
    languages,
    mostFound,
    told,
  };
}

/** The parts without so many lines at their beginning. */
function behind(parts: Parts, count: number): Parts {
  let left = count;
  return parts.flatMap((part) => {
    const rest = part.slice(left);
    left = Math.max(0, left - part.length);
    return rest.length > 0 ? [rest] : [];
  });
}
