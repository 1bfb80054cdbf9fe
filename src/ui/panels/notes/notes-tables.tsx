import {
  type ClipboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { goneWords } from '../../../files/video-bytes.ts';
import { fileNameOf, shortNamesOf } from '../../../film/archive.ts';
import { filmName } from '../../../film/film.ts';
import { isStillFilm } from '../../../film/shown-facts.ts';
import { shownName } from '../../../lib/text.ts';
import { pastedCells, type ReadTerms, writeTerms } from '../../../notes/csv.ts';
import { leftOutWords, TABLE_NAMES } from '../../../notes/note-warnings.ts';
import { type FilmNotes, GENDERS, MOST_IN_CELL, NOTE_LIMITS } from '../../../notes/notes.ts';
import { filmsIn } from '../../../notes/people-of-films.ts';
import { pickFiles, saveTextFile } from '../../kit/browser.ts';
import { PlainButton } from '../../kit/button.tsx';
import { Select } from '../../kit/fields.tsx';
import { focusAtOnce } from '../../kit/focus.ts';
import { X } from '../../kit/icons.tsx';
import { usePage, useServices, useSession } from '../../state/services.tsx';
import styles from './notes.module.css';
import { PasteDialog, type PasteQuestion } from './paste-dialog.tsx';

export const FIGURES = new Intl.NumberFormat('en');
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${FIGURES.format(count)} ${count === 1 ? one : many}`;

type Cells = Readonly<Record<string, string>>;
type TableName = 'people' | 'address' | 'terms';

interface Column {
  readonly field: string;
  readonly name: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** Suggested while typing. */
  readonly offers?: 'people' | readonly string[];
}

interface Table {
  readonly field: TableName;
  readonly name: string;
  /** For example "person", as in "Add person". */
  readonly one: string;
  readonly columns: readonly Column[];
  readonly empty: Cells;
}

const TABLES: readonly Table[] = [
  {
    field: 'people',
    name: TABLE_NAMES.people,
    one: 'person',
    columns: [
      { field: 'name', name: 'Name' },
      { field: 'translation', name: 'Translation' },
      { field: 'gender', name: 'Gender', choices: GENDERS },
      { field: 'note', name: 'Note' },
    ],
    empty: { name: '', translation: '', gender: 'unknown', note: '' },
  },
  {
    field: 'address',
    name: TABLE_NAMES.address,
    one: 'form of address',
    columns: [
      { field: 'from', name: 'From', offers: 'people' },
      { field: 'to', name: 'To', offers: 'people' },
      { field: 'form', name: 'Form', offers: ['formal', 'informal', 'tu', 'você', 'du', 'Sie'] },
    ],
    empty: { from: '', to: '', form: '' },
  },
  {
    field: 'terms',
    name: TABLE_NAMES.terms,
    one: 'term',
    columns: [
      { field: 'source', name: 'Original' },
      { field: 'translation', name: 'Translation' },
      { field: 'note', name: 'Note' },
    ],
    empty: { source: '', translation: '', note: '' },
  },
];

export function NotesTables({ notes }: { notes: FilmNotes }) {
  return useTables(notes).map((table) => (
    <NotesTable key={table.field} table={table} notes={notes}>
      {table.field === 'terms' && <TermsFile />}
    </NotesTable>
  ));
}

/** In a series, a person of the notes can belong to single films. */
const FILMS: Column = { field: 'films', name: 'Films', offers: [] };

/** The tables. In a series, the column of films suggests the names of its films. */
function useTables(notes: FilmNotes): readonly Table[] {
  const rows = usePage(({ series }) => series.rows);
  const isNamed = notes.people.some((person) => filmsIn(person).length > 0);
  return useMemo(() => {
    if (rows.length === 0 && !isNamed) return TABLES;
    // By file names without folders, because the cell's text is searched in these names only.
    const byName = new Map(rows.filter(({ refusal }) => refusal === '').map((row) => [fileNameOf(row), row]));
    const offers = shortNamesOf([...byName.values()]);
    return TABLES.map((table) =>
      table.field === 'people' ? { ...table, columns: [...table.columns, { ...FILMS, offers }] } : table,
    );
  }, [rows, isNamed]);
}

const cellId = (table: TableName, row: number, field: string): string => `notes-${table}-${row}-${field}`;
const addId = (table: TableName): string => `notes-${table}-add`;

const NO_NAMES: readonly string[] = [];
const NO_COMMANDS: RowCommands = { type() {}, paste() {}, remove() {} };

function NotesTable({ table, notes, children }: { table: Table; notes: FilmNotes; children: ReactNode }) {
  const { session } = useServices();
  const { field, name, one, columns, empty } = table;
  const rows = notes[field] as unknown as readonly Cells[];
  const headingId = useId();
  const [asked, setAsked] = useState<PasteQuestion>();
  const isFull = rows.length >= NOTE_LIMITS[field];
  const change = (next: readonly Cells[], step?: string) =>
    session.changeNotes({ ...session.store.getState().notes, [field]: next }, step);
  const [first = { field: '' }] = columns;

  /** Focuses at once, because the next key is meant for the new row, or for the row after the removed one. */
  function changeAndFocus(next: readonly Cells[], id: string, step?: string): void {
    flushSync(() => change(next, step));
    focusAtOnce(id);
  }
  function add(): void {
    changeAndFocus([...rows, empty], cellId(field, rows.length, first.field));
  }
  function remove(place: number): void {
    const next = Math.min(place, rows.length - 2);
    const heir = next < 0 ? addId(field) : cellId(field, next, first.field);
    changeAndFocus(rows.toSpliced(place, 1), heir, `Removed ${nameOf(place)}`);
  }
  function nameOf(place: number): string {
    const { from, to, ...cells } = rows[place] ?? {};
    const name = (from ?? to) ? [from, to].filter(Boolean).join(' → ') : cells[first.field];
    return name?.trim() || `${one} ${place + 1}`;
  }

  /** Fills the cells from this one on with the pasted rows of a spreadsheet. */
  function paste(event: ClipboardEvent, place: number, at: number): void {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    const next = [...rows];
    for (const [down, texts] of cells.entries()) {
      const filled = texts.flatMap((text, right) => {
        const column = columns[at + right];
        // A spreadsheet may capitalize a cell.
        const chosen = column?.choices?.find((choice) => choice === text.toLowerCase());
        if (!column || (column.choices && chosen === undefined)) return [];
        return [[column.field, chosen ?? text] as const];
      });
      next[place + down] = { ...(next[place + down] ?? empty), ...Object.fromEntries(filled) };
    }
    const rowsWords = counted(cells.length, 'row');
    const leftOut = leftOutWords({ ...session.store.getState().notes, [field]: next });
    const take = () => change(next, [`Pasted ${rowsWords} into ${name}`, leftOut].filter(Boolean).join('. '));
    if (cells.length <= MOST_UNASKED) take();
    else setAsked({ words: `Paste ${rowsWords} into ${name}?`, leftOut, take });
  }

  const names = useMemo(
    () => (field === 'address' ? notes.people.map((person) => person.name).filter((each) => each !== '') : NO_NAMES),
    [field, notes.people],
  );
  const commands = useRef<RowCommands>(NO_COMMANDS);
  useLayoutEffect(() => {
    commands.current = {
      type: (place, cell, text) => change(rows.with(place, { ...rows[place], [cell]: text })),
      paste,
      remove,
    };
  });

  return (
    <div className={styles.part}>
      <h3 id={headingId} className={styles.partTitle}>
        {name}
      </h3>
      {rows.length > 0 && (
        <table className={styles.table} aria-labelledby={headingId}>
          <thead
            // The new row appears under the pointer; the second click of a double click must not take the focus from it.
            onMouseDown={(event) => event.preventDefault()}
          >
            <tr>
              {columns.map((column) => (
                <th key={column.field} scope="col">
                  {column.name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                key={place}
                table={table}
                row={row}
                place={place}
                names={names}
                commands={commands}
                name={nameOf(place)}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.commands}>
        <PlainButton id={addId(field)} disabled={isFull} onClick={add}>
          Add {one}
        </PlainButton>
        {isFull && <span className={styles.fine}>{NOTE_LIMITS[field]} rows at most</span>}
        {children}
      </div>
      {asked && <PasteDialog {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** More rows may be a whole film pasted by mistake. */
const MOST_UNASKED = 50;

interface RowProps {
  readonly table: Table;
  readonly row: Cells;
  readonly place: number;
  readonly name: string;
  readonly names: readonly string[];
  readonly commands: RefObject<RowCommands>;
}

interface RowCommands {
  type(place: number, field: string, text: string): void;
  paste(event: ClipboardEvent, place: number, at: number): void;
  remove(place: number): void;
}

/** With memo, a key in one of 500 rows redraws only one row. */
const Row = memo(function Row({ table, row, place, name, names, commands }: RowProps) {
  return (
    <tr>
      {table.columns.map((column, at) => (
        <td key={column.field} data-field={column.field}>
          <Cell
            id={cellId(table.field, place, column.field)}
            column={column}
            label={`${column.name} ${place + 1}`}
            value={row[column.field] ?? ''}
            names={names}
            onType={(text) => commands.current.type(place, column.field, text)}
            onPaste={(event) => commands.current.paste(event, place, at)}
          />
        </td>
      ))}
      <td className={styles.remove}>
        <PlainButton once aria-label={`Remove ${name}`} onClick={() => commands.current.remove(place)}>
          <X aria-hidden className={styles.removeIcon} />
        </PlainButton>
      </td>
    </tr>
  );
});

interface CellProps {
  readonly id: string;
  readonly column: Column;
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onType: (text: string) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

function Cell({ id, column, label, value, names, onType, onPaste }: CellProps) {
  const { choices, offers } = column;
  const facts = { id, value, 'aria-label': label, className: styles.cell };
  const cellName = (
    <span aria-hidden className={styles.cellName}>
      {column.name}
    </span>
  );
  if (choices)
    return (
      <>
        {cellName}
        <Select {...facts} options={choices.map((each) => [each, each])} onChoose={onType} />
      </>
    );
  const offered = offers === 'people' ? names : offers;
  const isOfFilms = column.field === FILMS.field;
  return (
    <>
      {isOfFilms && cellName}
      <input
        {...facts}
        type="text"
        dir="auto"
        placeholder={isOfFilms ? 'All films' : column.name}
        autoComplete="off"
        maxLength={MOST_IN_CELL}
        list={offered && `${id}-offers`}
        onChange={({ target }) => onType(target.value)}
        onPaste={onPaste}
      />
      {offered && (
        <datalist id={`${id}-offers`}>
          {[...new Set(offered)].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

function importedWords({ name }: File, { terms, overLimit, withoutSource, openQuoteAt }: ReadTerms): string {
  return [
    ...(terms.length > 0 ? [`${counted(terms.length, 'term')} added.`] : []),
    ...(terms.length + overLimit === 0 ? [`No term was found in ${shownName(name)}.`] : []),
    ...(overLimit > 0
      ? [`${counted(overLimit, 'row is', 'rows are')} not added: the limit is ${NOTE_LIMITS.terms} terms.`]
      : []),
    ...(withoutSource > 0
      ? [`${counted(withoutSource, 'row', 'rows')} not added, because the cell Original is empty.`]
      : []),
    ...(openQuoteAt === undefined ? [] : [`A quotation mark in row ${openQuoteAt} is not closed. Check this row.`]),
  ].join(' ');
}

/** Enough for 10,000 rows of long cells. */
const MOST_BYTES = 10 * 1024 * 1024;
const SPLIT_CSV = `Choose a smaller file: the limit is ${MOST_BYTES / 1024 / 1024} MB and ${NOTE_LIMITS.terms} terms.`;
const CHOOSE_CSV = 'Save the table of terms as CSV in your spreadsheet program, then choose that file.';

function TermsFile(): ReactNode {
  const { session, page } = useServices();
  const [announced, setAnnounced] = useState({ words: '', of: session.store.getState() });
  const isOfFilm = useSession((state) => isStillFilm(announced.of, state));
  const status = useRef<HTMLSpanElement>(null);
  // The new rows push the button out of the window.
  useEffect(() => {
    if (announced.words !== '') status.current?.scrollIntoView({ block: 'nearest' });
  }, [announced]);

  /** If the notes were closed meanwhile, the page shows the message. */
  function tell(words: string): void {
    if (status.current) setAnnounced({ words, of: session.store.getState() });
    else page.setState({ refusal: words });
  }
  const add = (terms: FilmNotes['terms'], notes: FilmNotes, words: string) =>
    session.changeNotes({ ...notes, terms: [...notes.terms, ...terms] }, words);
  async function take(file: File): Promise<void> {
    if (file.size > MOST_BYTES) return tell(`${shownName(file.name)} is too large for a table of terms. ${SPLIT_CSV}`);
    const of = session.store.getState();
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    );
    if (!bytes) return tell(goneWords(file.name));
    const { terms } = session.store.getState().notes;
    const answer = await session.analysis.ask('terms', { bytes, name: file.name, present: terms.length });
    const now = session.store.getState();
    const { notes } = now;
    if (!isStillFilm(of, now))
      return tell(`${shownName(file.name)} was not imported, because another film was opened.`);
    if (!answer) return;
    if (!answer.ok) return tell(`${shownName(file.name)} is not text. ${CHOOSE_CSV}`);
    const read = answer.value;
    const words = importedWords(file, read);
    // The step with Undo is announced on the page, wherever the focus is.
    if (read.terms.length > 0) add(read.terms, notes, words.slice(0, -1));
    if (read.terms.length === 0 || status.current) tell(words);
  }

  return (
    <>
      <PlainButton
        onClick={() => pickFiles({ accept: '.csv,.tsv,.txt,text/csv' }, ([file]) => file && void take(file))}
      >
        Import terms
      </PlainButton>
      <PlainButton
        onClick={() => {
          const state = session.store.getState();
          saveTextFile(`${filmName(state) || 'film'}.terms.csv`, writeTerms(state.notes.terms), 'text/csv');
        }}
      >
        Export terms
      </PlainButton>
      <span ref={status} role="status" className={styles.fine}>
        {isOfFilm && announced.words}
      </span>
    </>
  );
}
