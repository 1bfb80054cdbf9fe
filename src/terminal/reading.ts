import { isDeepStrictEqual } from 'node:util';
import { type Ending, type Film, withoutTranslations } from '../core.ts';

/** A film in one of its languages, when its notes are needed. */
interface Reader {
  readonly film: Film;
  /** The film before any request. */
  readonly fresh: Film;
}

interface FilmOfLanguages {
  readonly opening: Promise<void>[];
  /** In the order of the languages, so that the reading always uses the same one. undefined: still opening, or it needs no notes. */
  readonly readers: (Reader | undefined)[];
  reading: Promise<Reading> | undefined;
}

interface Reading {
  readonly end: Ending;
  readonly by: Film;
}

/** Reads each film once for all its languages, and not again if an interrupted run has read it. */
interface SharedReadings {
  /** Call it when a language of the film begins to open. */
  expect(file: string): Expected;
}

export interface Expected {
  /** Reads the film, or copies the notes from another language's reading. Changes the film's notes. */
  read(reader: Reader): Promise<Ending>;
  /** Call it when the film needs no notes, or no more of them. */
  end(): void;
}

export function createSharedReadings(): SharedReadings {
  const films = new Map<string, FilmOfLanguages>();
  return {
    expect(file) {
      const of = films.get(file) ?? { opening: [], readers: [], reading: undefined };
      films.set(file, of);
      let end = () => {};
      const place = of.readers.push(undefined) - 1;
      of.opening.push(
        new Promise((resolve) => {
          end = resolve;
        }),
      );
      return {
        end,
        async read(reader) {
          of.readers[place] = reader;
          end();
          // Another language may still be opening, and an interrupted run may have read the film for it.
          await Promise.all(of.opening);
          of.reading ??= readBy(of.readers.filter((each) => each !== undefined));
          const reading = await of.reading;
          const isOwn = reading.by === reader.film || hasNotes(reader);
          if (reading.end.kind === 'finished' && !isOwn) reader.film.setNotes(notesFor(reader.film, reading.by));
          return isOwn && reading.by !== reader.film ? { kind: 'finished' } : reading.end;
        },
      };
    },
  };
}

/** Translations of names and terms are only useful for their own language. */
const notesFor = ({ target }: Film, by: Film) => (target === by.target ? by.notes : withoutTranslations(by.notes));

async function readBy(readers: readonly Reader[]): Promise<Reading> {
  const having = readers.find(hasNotes);
  if (having) return { end: { kind: 'finished' }, by: having.film };
  const [{ film: by }] = [readers.find(({ film }) => film.isRead === false) ?? readers[0]] as [Reader];
  return { end: await by.readNotes(), by };
}

/** True if it was read, or has the notes of another language. */
const hasNotes = ({ film, fresh }: Reader): boolean =>
  film.isRead === true ||
  film.progress().done > fresh.progress().done ||
  (film.isRead === undefined && !isDeepStrictEqual(film.notes, fresh.notes));
