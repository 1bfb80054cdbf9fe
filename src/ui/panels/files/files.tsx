import { type KeyboardEvent, useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { progress } from '../../../engine/run-state.ts';
import { canStop, isInNoFile, type Work } from '../../../film/film.ts';
import { type FileState, type FilmRow, labelsOf, skippedIn, stateOf } from '../../../film/series.ts';
import { countWords } from '../../../lib/text.ts';
import { SUBTITLE_NAMES } from '../../../subtitles/formats.ts';
import { pickFiles, useNarrow } from '../../kit/browser.ts';
import { Announced, Button, PlainButton } from '../../kit/button.tsx';
import { DecisionDialog } from '../../kit/decision-dialog.tsx';
import { focusSoon, LIST_STEPS } from '../../kit/focus.ts';
import { ChevronRight, X } from '../../kit/icons.tsx';
import panel from '../../kit/panel.module.css';
import type { SeriesDesk } from '../../state/page-state.ts';
import { usePage, useServices, useSession, useSource } from '../../state/services.tsx';
import styles from './files.module.css';

const LIST_ID = 'files-list';
const HEADING_ID = 'files-heading';
const rowId = (id: string): string => `file-${id}`;

/** The films of a series: a row for each file, which opens its film. */
export function Files() {
  const { intake } = useServices();
  const narrow = useNarrow();
  const [isUnfolded, unfold] = useState(false);
  const shown = useRows();
  const { removed, reading, told } = usePage((state) => state.series);
  // Loads the stored list of a film that is open.
  useEffect(() => void intake.series(), [intake]);
  const isFolded = narrow && !isUnfolded;
  const { done, counted, words: sum } = sumOf(shown);
  const [isAsked, ask] = useState(false);
  const save = (withOriginals: boolean) => {
    ask(false);
    void order((desk) => desk.saveAll(withOriginals));
  };
  const order = async (command: (desk: SeriesDesk) => Promise<void>) => {
    const desk = await intake.series();
    if (desk) await command(desk);
  };

  async function openFilm(id: string): Promise<void> {
    await order((desk) => desk.open(id));
    if (!narrow) return;
    unfold(false);
    focusSoon(HEADING_ID);
  }

  if (shown.length === 0) return null;
  return (
    <section className={styles.region} aria-label="Files">
      <div className={styles.head}>
        <h2 className={styles.title}>
          {narrow ? (
            <button
              id={HEADING_ID}
              type="button"
              className={panel.fold}
              aria-expanded={isUnfolded}
              aria-controls={LIST_ID}
              onClick={() => unfold(!isUnfolded)}
            >
              <ChevronRight className={panel.foldIcon} />
              Files
              <span className={panel.summary}>
                {[sum, shown.find(({ isOpen }) => isOpen)?.label].filter(Boolean).join(' · ')}
              </span>
            </button>
          ) : (
            'Files'
          )}
        </h2>
        {!narrow && <p className={styles.sum}>{sum}</p>}
        {done > 0 && (
          <Button inBar={false} onClick={() => (done < counted ? ask(true) : save(false))}>
            Save all
          </Button>
        )}
        {!isFolded && (
          <Button
            inBar={false}
            onClick={() =>
              pickFiles(
                { accept: SUBTITLE_NAMES.join(), multiple: true },
                (files) => void order((desk) => desk.add(files)),
              )
            }
          >
            Add files…
          </Button>
        )}
      </div>
      {!isFolded && (
        <Rows shown={shown} onOpen={(id) => void openFilm(id)} onRemove={(id) => order((desk) => desk.remove(id))} />
      )}
      <Announced
        name="Files"
        className={styles.told}
        words={[reading > 0 ? `Reading ${countWords(reading, 'file')}…` : '', told].filter(Boolean).join(' ')}
      />
      {isAsked && (
        <DecisionDialog
          title={`Save ${done} of ${countWords(counted, 'film')}`}
          onClose={() => ask(false)}
          answers={
            <>
              <Button variant="primary" inBar={false} onClick={() => save(false)}>
                Leave them out
              </Button>
              <Button inBar={false} onClick={() => save(true)}>
                With their originals
              </Button>
              <PlainButton inBar={false} onClick={() => ask(false)}>
                Cancel
              </PlainButton>
            </>
          }
        >
          <p>
            {counted - done === 1 ? 'One film is' : `${counted - done} films are`} not done. With the originals, lines
            that are not translated stay as they are, and the file’s name says how many are translated.
          </p>
        </DecisionDialog>
      )}
      {removed && (
        <p className={styles.removed}>
          <span dir="auto">{removed.path} was removed.</span>{' '}
          <PlainButton onClick={() => void order((desk) => desk.bringBack()).then(() => focusSoon(rowId(removed.id)))}>
            Undo removing
          </PlainButton>
          <PlainButton aria-label="Dismiss" icon={<X />} onClick={() => void order((desk) => desk.forget())} />
        </p>
      )}
    </section>
  );
}

/** A row as it is now. */
interface Shown {
  readonly row: FilmRow;
  readonly label: string;
  readonly isOpen: boolean;
  readonly state: FileState;
  readonly words: string;
}

interface RowsProps {
  readonly shown: readonly Shown[];
  readonly onOpen: (id: string) => void;
  readonly onRemove: (id: string) => Promise<void>;
}

/** One Tab stop: arrow keys move between the files, Enter opens one, Delete removes it. */
function Rows({ shown, onOpen, onRemove }: RowsProps) {
  const [used, setUsed] = useState<string>();
  const open = shown.find(({ isOpen }) => isOpen) ?? shown[0];
  const stop = (shown.find(({ row }) => row.id === used) ?? open)?.row.id;
  const openId = open?.row.id;
  useEffect(() => {
    if (openId !== undefined) document.getElementById(rowId(openId))?.scrollIntoView?.({ block: 'nearest' });
  }, [openId]);

  function remove(at: number): void {
    const { row } = shown[at] ?? {};
    if (!row) return;
    const next = shown[at + 1] ?? shown[at - 1];
    void onRemove(row.id).then(() => next && focusSoon(rowId(next.row.id)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const at = shown.findIndex(({ row }) => row.id === stop);
    if (event.key === 'Delete') {
      event.preventDefault();
      return remove(at);
    }
    const step = LIST_STEPS[event.key];
    const to =
      step !== undefined ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? shown.length - 1 : undefined;
    if (to === undefined) return;
    event.preventDefault();
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (!next) return;
    setUsed(next.row.id);
    document.getElementById(rowId(next.row.id))?.focus();
  }

  return (
    <ul id={LIST_ID} aria-label="Files" tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
      {shown.map(({ row, label, isOpen, state, words }, at) => (
        <li key={row.id} className={styles.item} data-file-state={state} data-open={isOpen || undefined}>
          <button
            id={rowId(row.id)}
            type="button"
            className={styles.file}
            dir="auto"
            tabIndex={row.id === stop ? 0 : -1}
            aria-current={isOpen || undefined}
            aria-disabled={row.refusal !== '' || undefined}
            aria-describedby={`${rowId(row.id)}-state`}
            onFocus={() => setUsed(row.id)}
            onClick={() => onOpen(row.id)}
          >
            {label}
          </button>
          <span className={styles.phrases}>{row.phrases > 0 && countWords(row.phrases, 'phrase')}</span>
          <span id={`${rowId(row.id)}-state`} className={styles.state}>
            {words}
          </span>
          <PlainButton
            className={styles.remove}
            tabIndex={-1}
            aria-label={`Remove ${label}`}
            icon={<X />}
            onClick={() => remove(at)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Nothing else of the open film, so that the list is drawn again only if a row changes. */
function openFactsOf(state: Work) {
  const { ok, failed } = progress(state);
  const batches = state.batches.length;
  return {
    id: state.id,
    batches,
    ok,
    failed,
    ofBatches: batches > 0 ? state.phrases.length : 0,
    isSaved: batches > 0 && ok === batches && !isInNoFile(state),
    isRunning: canStop(state),
  };
}

function useRows(): readonly Shown[] {
  const rows = usePage((state) => state.series.rows);
  const { id, ofBatches, isRunning, ...facts } = useSession(useShallow(openFactsOf));
  const source = useSource();
  const phrases = ofBatches || source?.summary.phrases;
  const isBroken = source && ofBatches === 0 ? source.error !== undefined : false;
  const now = rows.map((row) =>
    row.id === id ? { ...row, ...facts, isBroken, phrases: phrases ?? row.phrases } : row,
  );
  const skipped = skippedIn(now);
  const labels = labelsOf(now);
  return now.map((row, at) => {
    const isOpen = row.id === id;
    const reason = skipped.get(row.id);
    const state = stateOf(row, { isRunning: isOpen && isRunning, isSkipped: reason !== undefined });
    const words = stateWords(state, row, { isRunning: isOpen && isRunning, reason });
    return { row, label: labels[at] ?? '', isOpen, state, words };
  });
}

function stateWords(
  state: FileState,
  { ok, failed, batches, refusal }: FilmRow,
  { isRunning, reason }: { readonly isRunning: boolean; readonly reason: string | undefined },
): string {
  const all = `${batches} ${batches === 1 ? 'batch' : 'batches'}`;
  switch (state) {
    case 'refused':
      return `cannot be opened: ${refusal}`;
    case 'failed':
      return `${failed} of ${all} failed`;
    case 'running':
      return isRunning ? `${ok} of ${all}` : `${ok} of ${all}, paused`;
    case 'look':
      return 'can be repaired: open it';
    case 'skipped':
      return `skipped: ${reason}`;
    default:
      return state;
  }
}

/** The films that are neither refused nor skipped, and how many of them are done: "3 of 10 films, 16,000 phrases". */
function sumOf(shown: readonly Shown[]) {
  const films = shown.filter(({ state }) => state !== 'refused' && state !== 'skipped');
  const done = films.filter(({ state }) => state === 'done' || state === 'saved').length;
  const phrases = films.reduce((sum, { row }) => sum + row.phrases, 0);
  const words = `${done} of ${countWords(films.length, 'film')}, ${countWords(phrases, 'phrase')}`;
  return { done, counted: films.length, words };
}
