import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasBatches } from '../../../engine/run-state.ts';
import { fileNameOf } from '../../../film/archive.ts';
import type { Work } from '../../../film/film.ts';
import { quotedName } from '../../../lib/text.ts';
import {
  aboutOverLimit,
  filmsOfOneName,
  type SameName,
  sameNames,
  TABLE_NAMES,
  unknownFilms,
} from '../../../notes/note-warnings.ts';
import { areEmpty, type FilmNotes, NOTE_LIMITS, sentNotes } from '../../../notes/notes.ts';
import { typicalNotes } from '../../../notes/notes-text.ts';
import { countsOf, scaleOf, tokenizerOf } from '../../../prices/text-counts.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { CheckBox } from '../../kit/fields.tsx';
import { ChevronRight } from '../../kit/icons.tsx';
import { useFocusHeir, useModal } from '../../kit/overlays.ts';
import { usePage, useServices, useSession, useSettings } from '../../state/services.tsx';
import { useSpeakers } from '../../state/use-prices.ts';
import { sumOfFilms, useSeries } from '../../state/use-series.ts';
import { undoWords } from '../../words/undo-words.ts';
import styles from './notes.module.css';
import { counted, FIGURES, NotesTables } from './notes-tables.tsx';
import { MadeWithOtherNotes } from './other-notes.tsx';
import { ReadFilm } from './read-film.tsx';

/** The notes for the model, sent with every request. Before a run they are a region that unfolds. */
export function Notes() {
  const started = useDeferredValue(useSession(hasBatches));
  const hasFilm = useSession(({ sourceText, notes }) => sourceText !== '' || !areEmpty(notes));
  return hasFilm && !started ? <NotesRegion /> : null;
}

function NotesRegion() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const foldId = useId();
  const aboutId = useId();
  return (
    <section aria-label="Film notes" className={styles.region}>
      <div className={styles.head}>
        <button
          id={foldId}
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden className={styles.foldIcon} />
          Film notes
        </button>
        <ForAll />
        <Summary />
        {!isOpen && <LastNotes heir={foldId} />}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <NotesBody aboutId={aboutId} />}
      </div>
    </section>
  );
}

/** Opens the notes as a sheet over the page at any time. */
export function NotesButton() {
  const { page } = useServices();
  return (
    <PlainButton
      aria-haspopup="dialog"
      // The sheet must be drawn, and modal, before the next key.
      onClick={() => flushSync(() => page.setState({ notesShown: true }))}
    >
      Film notes
    </PlainButton>
  );
}

/** The notes in a dialog over the page. Not a part of the button, because the button may disappear when a run ends while somebody types here. */
export function NotesSheet() {
  const { page } = useServices();
  const started = useSession(hasBatches);
  const isOpen = usePage((state) => state.notesShown);
  useEffect(() => {
    // Closes when the film changes. Otherwise the dialog would be open again after the work returns from another tab.
    if (started) return () => page.setState({ notesShown: false });
  }, [started, page]);
  return isOpen && <Sheet onClose={() => page.setState({ notesShown: false })} />;
}

function Sheet({ onClose }: { onClose: () => void }) {
  const sheet = useModal();
  const aboutId = useId();
  const titleId = useId();
  return (
    <dialog
      ref={sheet}
      aria-label="Film notes"
      className={styles.sheet}
      // The close event may come from a dialog over this one.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <section aria-label="Film notes" className={styles.region}>
        <div className={styles.sheetHead}>
          <h2 id={titleId} tabIndex={-1} className={styles.title}>
            Film notes
          </h2>
          {/* One cell of the head, also while there is nothing to say. */}
          <div className={styles.sheetFacts}>
            <ForAll />
            <Summary />
          </div>
          <Button onClick={() => sheet.current?.close()}>Close</Button>
          <NotesUndo heir={titleId} />
        </div>
        <NotesBody aboutId={aboutId} />
      </section>
    </dialog>
  );
}

/** The notes are for all films of a series. Counts the same films as the list does: without skipped ones. */
function ForAll() {
  const films = sumOfFilms(useSeries().shown).counted;
  return films > 1 ? <span className={styles.summary}>For all {films} films</span> : null;
}

/** "5 people, 12 terms · 310 tokens a request"; nothing without notes. */
function Summary() {
  const notes = useDeferredValue(useSession((state) => state.notes));
  const model = useSettings((state) => state.model);
  const speakers = useSpeakers();
  const words = useMemo(() => {
    if (areEmpty(notes)) return '';
    const { people, terms, address } = sentNotes(notes);
    const tokens = scaleOf(tokenizerOf(model)).weigh(countsOf(typicalNotes(notes, speakers)));
    const parts = [
      ...(people.length > 0 ? [counted(people.length, 'person', 'people')] : []),
      ...(address.length > 0 ? [counted(address.length, 'address', 'addresses')] : []),
      ...(terms.length > 0 ? [counted(terms.length, 'term')] : []),
    ];
    return `${[parts.join(', '), `about ${counted(Math.round(tokens), 'token')} a request`].filter(Boolean).join(' · ')}`;
  }, [notes, model, speakers]);
  return <span className={styles.summary}>{words}</span>;
}

function NotesBody({ aboutId: id }: { aboutId: string }) {
  const { session } = useServices();
  const notes = useSession((state) => state.notes);
  return (
    <div className={styles.body}>
      <LastNotes heir={id} />
      <MadeWithOtherNotes />
      <div className={styles.about}>
        <label htmlFor={id}>About the film</label>
        <textarea
          id={id}
          rows={3}
          className={styles.aboutText}
          dir="auto"
          value={notes.about}
          placeholder="Title, what it is about, place and time, tone"
          onChange={({ target }) => session.changeNotes({ ...session.store.getState().notes, about: target.value })}
        />
      </div>
      <ReadFilm notes={notes} />
      <NotesTables notes={notes} />
      <WhoSpeaks notes={notes} />
      <AboutNotes />
      <p className={styles.fine}>
        The page sends the notes with every request, but a term only with lines that contain it.
      </p>
    </div>
  );
}

/** Exceeded limits, and rows about the same thing. Drawn after the typed key. */
function AboutNotes() {
  const notes = useDeferredValue(useSession((state) => state.notes));
  const rows = usePage(({ series }) => series.rows);
  const fileName = useSession((state) => state.fileName);
  const warnings = useMemo(() => {
    const names = rows.length > 0 ? rows.map(fileNameOf) : [fileName];
    const unknown = unknownFilms(notes, names).map(
      (name) => `${TABLE_NAMES.people}: no film is named ${quotedName(name)}.`,
    );
    const several = filmsOfOneName(notes, names).map(
      (name) =>
        `${TABLE_NAMES.people}: several films are named ${quotedName(name)}, in different folders. The row goes with all of them.`,
    );
    return [...overWords(aboutOverLimit(notes)), ...sameNames(notes).map(sameWords), ...unknown, ...several];
  }, [notes, rows, fileName]);
  return (
    <ul role="status" aria-label="About these notes" className={styles.told}>
      {warnings.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

/** Beside the dialog's title, because the dialog covers the page's own Undo. */
function NotesUndo({ heir }: { heir: string }) {
  const undo = useSession(({ past }) => {
    const step = past.at(-1);
    return step?.command === 'change-notes' || step?.command === 'drop-reading' ? step : null;
  });
  return (
    <div role="status" aria-label="Last change" className={styles.lastChange}>
      {undo && (
        <>
          <span className={styles.fine}>{undoWords(undo)}</span>
          <UndoButton heir={heir} />
        </>
      )}
    </div>
  );
}

function UndoButton({ heir }: { heir: string }) {
  const { session } = useServices();
  const ref = useFocusHeir<HTMLButtonElement>(heir);
  return (
    <PlainButton once ref={ref} onClick={() => session.undo()}>
      Undo
    </PlainButton>
  );
}

/** The option to send the speakers' names of the file. It is offered once there are notes. */
function WhoSpeaks({ notes }: { notes: FilmNotes }) {
  const { session } = useServices();
  const hasNames = useSpeakers().length > 0;
  const id = useId();
  if (!hasNames) return null;
  const isInUse = !areEmpty(notes);
  return (
    <div className={styles.commands}>
      <CheckBox
        checked={isInUse && notes.tellsSpeakers}
        disabled={!isInUse}
        aria-describedby={id}
        onChange={(tellsSpeakers) => session.changeNotes({ ...session.store.getState().notes, tellsSpeakers })}
      >
        Tell the model who speaks
      </CheckBox>
      <span id={id} className={styles.fine}>
        {isInUse
          ? 'The page sends the names of the speakers with their lines.'
          : 'You can switch this on when there are notes.'}
      </span>
    </div>
  );
}

const overWords = (count: number): readonly string[] =>
  count > 0
    ? [
        `About the film: the last ${counted(count, 'character')} will not be sent. The limit is ${FIGURES.format(NOTE_LIMITS.about)}.`,
      ]
    : [];

const TABLE_OF = { person: 'people', address: 'address', term: 'terms' } as const;
const sameWords = ({ kind, rows }: SameName): string =>
  `${TABLE_NAMES[TABLE_OF[kind]]}: rows ${rows.map((row) => row + 1).join(', ')} have the same name. All are sent.`;

/** For a series: offers the previous film's notes if this film has none. */
function LastNotes({ heir }: { heir: string }) {
  const last = useSession((state) => (areEmpty(state.notes) ? state.lastNotes : null));
  return last && <UseLastNotes {...last} heir={heir} />;
}

function UseLastNotes({ film, notes, heir }: NonNullable<Work['lastNotes']> & { heir: string }) {
  const { session } = useServices();
  const ref = useFocusHeir<HTMLButtonElement>(heir);
  const name = film || 'the previous film';
  return (
    <Button ref={ref} onClick={() => session.changeNotes(notes, `Added the notes of ${name}`)}>
      Use the notes of {name}
    </Button>
  );
}
