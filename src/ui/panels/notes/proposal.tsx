import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isUnusable } from '../../../engine/job.ts';
import type { FilmReading } from '../../../engine/run-state.ts';
import { shortNamesOf } from '../../../film/archive.ts';
import type { Session } from '../../../film/session.ts';
import type { readingsOf } from '../../../film/shown-facts.ts';
import { namesWords } from '../../../lib/text.ts';
import {
  type FoundNotes,
  type FoundRow,
  foundInFilms,
  hasFound,
  type ProposedRow,
  propose,
  standsIn,
  takeAll,
  takeRow,
} from '../../../notes/found-notes.ts';
import { leftOutWords } from '../../../notes/note-warnings.ts';
import type { FilmNotes } from '../../../notes/notes.ts';
import { PlainButton } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { usePage, useServices } from '../../state/services.tsx';
import styles from './notes.module.css';

/** The button that begins a reading. */
export const READ_ID = 'notes-read-film';

/** Returns a function that ends the reading of the film, or of all films of its series. */
export function useEndReading(): (how: 'stop' | 'drop' | 'decline') => void {
  const { session, intake } = useServices();
  return (how) => {
    if (session.store.getState().id === '') return session.endReading(how);
    void intake.series().then((series) => series?.endReading(how));
  };
}

/** Adds the new notes of the proposal as one step. */
export function takeProposal({ store, changeNotes }: Session, found: FoundNotes): void {
  const next = takeAll(store.getState().notes, found);
  changeNotes(next, ['All suggestions added', leftOutWords(next)].filter(Boolean).join('. '));
}

/** The findings beside the existing notes. */
export function Proposal({ notes, reading, readings }: ProposalProps) {
  const { session } = useServices();
  const end = useEndReading();
  const found = useMemo(() => foundInFilms(readings), [readings]);
  const rows = useMemo(() => propose(notes, found), [notes, found]);
  const list = usePage(({ series }) => series.rows);
  const names = useMemo(() => shortNamesOf(list), [list]);
  /** The names of the films in which the model found the row; empty if there is no series. */
  const filmsOf = (row: FoundRow): string => {
    const ids = readings.flatMap((each) => (standsIn(row, each.found) ? [each.id] : []));
    return namesWords(list.flatMap(({ id }, at) => (ids.includes(id) ? [names[at] ?? ''] : [])));
  };
  const left = rows.filter(({ state }) => state !== 'same');
  const isNew = left.some(({ state }) => state === 'new');
  const current = () => session.store.getState().notes;
  const group = useRef<HTMLDivElement>(null);
  const putAway = useRef<HTMLButtonElement>(null);
  /** Focuses at once: the pressed button may disappear with its row, and the next key is meant for the button in its place. */
  function takeAndFocus(act: () => void, place: number): void {
    flushSync(act);
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('li button') ?? [])];
    (buttons[place] ?? buttons.at(-1) ?? putAway.current)?.focus();
  }
  if (rows.length === 0 && reading?.stage !== 'done') return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups rows, not form fields
    <div ref={group} role="group" aria-label="Suggested notes" className={styles.proposal}>
      <div className={styles.commands}>
        <strong>{proposalTitle(left.length, reading, found)}</strong>
        {isNew && (
          <PlainButton onClick={() => takeAndFocus(() => takeProposal(session, found), 0)}>Add all</PlainButton>
        )}
        <PlainButton
          once
          ref={putAway}
          onClick={() => {
            end('drop');
            focusSoon(READ_ID);
          }}
        >
          Discard suggestions
        </PlainButton>
      </div>
      <ul className={styles.rows}>
        {left.map((row, place) => {
          const name = rowName(row);
          const replaces = row.state === 'differs';
          const done = replaces ? 'Replaced' : 'Added';
          return (
            <li key={`${row.kind} ${name} ${wordsOf(row)}`} className={styles.commands}>
              <PlainButton
                once
                onClick={() =>
                  takeAndFocus(() => session.changeNotes(takeRow(current(), row), `${done} ${name}`), place)
                }
              >
                {replaces ? `Replace ${name}` : `Add ${name}`}
              </PlainButton>
              <span className={styles.fine} dir="auto">
                {wordsOf(row)}
              </span>
              {filmsOf(row) !== '' && <span className={styles.fine}>in {filmsOf(row)}</span>}
              {replaces && <InNotes there={thereIn(notes, row)} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface ProposalProps {
  readonly notes: FilmNotes;
  readonly reading: FilmReading | null;
  readonly readings: ReturnType<typeof readingsOf>;
}

function proposalTitle(count: number, reading: FilmReading | null, found: FoundNotes): string {
  if (count > 0) return 'Suggested notes';
  if (reading && isUnusable(reading)) return 'No suggestions';
  return hasFound(found) ? 'All suggestions are in your notes.' : 'The model found no names or terms.';
}

export function rowName(row: ProposedRow): string {
  if (row.kind === 'about') return 'the text about the film';
  if (row.kind === 'person') return row.row.name;
  return row.kind === 'term' ? row.row.source : `${row.row.from} → ${row.row.to}`;
}

/** What the notes already have for the name; '': no translation; undefined: the row is a text about the film. */
function thereIn(notes: FilmNotes, { kind, at }: ProposedRow): string | undefined {
  if (kind === 'about' || at === undefined) return undefined;
  const there = { person: notes.people, address: notes.address, term: notes.terms }[kind][at];
  return there && wordsOf({ kind, row: there } as FoundRow);
}

function InNotes({ there }: { there: string | undefined }) {
  if (!there)
    return (
      <span className={styles.differs}>
        {there === undefined ? 'your notes have another text' : 'your notes have no translation'}
      </span>
    );
  return (
    <span className={styles.differs}>
      your notes say: <span dir="auto">{there}</span>
    </span>
  );
}

function wordsOf(row: FoundRow): string {
  if (row.kind === 'about') return row.row;
  if (row.kind === 'address') return row.row.form;
  if (row.kind === 'term')
    return [row.row.translation || 'keep the original word', row.row.note].filter(Boolean).join(', ');
  const { translation, gender, note } = row.row;
  return [translation, gender === 'unknown' ? '' : gender, note].filter(Boolean).join(', ');
}
