import { Fragment, type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FilmRow } from '../../../film/series.ts';
import { countWords, nameWithoutMarks } from '../../../lib/text.ts';
import { PlainButton } from '../../kit/button.tsx';
import { focusAtOnce, focusSoon, LIST_STEPS } from '../../kit/focus.ts';
import { X } from '../../kit/icons.tsx';
import { fileButtonId } from '../../state/next-step.ts';
import { useSession } from '../../state/services.tsx';
import { FILES_LIST_ID, type Shown } from '../../state/use-series.ts';
import styles from './files.module.css';

/** Scrolls the list, and nothing else, to a film's row when the film or `reason` changes. `mayWait`: not while a person uses the list. */
function useInSight(id: string | undefined, reason: string, mayWait: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reason to scroll
  useEffect(() => {
    if (id === undefined) return undefined;
    // In the next frame: earlier, the browser would lay out the page in the task that opens the film.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(fileButtonId(id))?.closest('li')?.getBoundingClientRect();
      const list = document.getElementById(FILES_LIST_ID);
      if (!row || !list || (mayWait && isInUse(list))) return;
      const { top, bottom } = list.getBoundingClientRect();
      list.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
    });
    return () => cancelAnimationFrame(frame);
  }, [id, reason]);
}

/** True if the pointer is over the list, or a person has moved the focus in it away from the open film. */
const isInUse = (list: Element): boolean =>
  list.matches(':hover') || list.querySelector(':focus:not([aria-current])') !== null;

interface RowsProps {
  readonly shown: readonly Shown[];
  /** The number of files that are still being read. */
  readonly reading: number;
  readonly onOpen: (id: string) => void;
  /** Called for a skipped film that the person wants translated. */
  readonly onWant: (id: string) => void;
  readonly onRemove: (id: string) => Promise<void>;
}

/** The place for a key that moves in the list; undefined: it is another key. */
function placeByKey(key: string, at: number, count: number): number | undefined {
  const step = LIST_STEPS[key];
  if (step !== undefined) return at + step;
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
}

/** One Tab stop. Arrow keys move between the files, Enter opens one, Delete removes it. */
export function FileRows({ shown, reading, onOpen, onWant, onRemove }: RowsProps) {
  const [used, setUsed] = useState<string>();
  const leaving = useRef(new Set<string>());
  // It becomes the first row.
  const isAlone = useSession(({ id, sourceText }) => id === '' && sourceText !== '');
  const open = shown.find(({ isOpen }) => isOpen) ?? shown[0];
  const stop = (shown.find(({ row }) => row.id === used) ?? open)?.row.id;
  // While a person is elsewhere, the Tab stop goes to each film that is opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reason to look
  useEffect(() => {
    if (!document.activeElement?.closest(`#${FILES_LIST_ID}`)) setUsed(undefined);
  }, [open?.row.id]);
  const running = shown.find(({ state, isOpen }) => state === 'running' && !isOpen);
  useInSight(running?.row.id, '', true);
  // This call is the last one: if the list cannot show both films, the open one must be visible. Its place changes when files are added or removed, and the
  // list goes back to it when no other film runs any more.
  useInSight(open?.row.id, `${open ? shown.indexOf(open) : 0} ${running !== undefined}`, false);

  /** The row stays until the browser has stored the list. The next key belongs to the next row at once. */
  function remove(id: string | undefined): void {
    if (id === undefined || leaving.current.has(id)) return;
    leaving.current.add(id);
    void onRemove(id).finally(() => leaving.current.delete(id));
    const at = shown.findIndex(({ row }) => row.id === id);
    const isLeft = ({ row }: Shown) => !leaving.current.has(row.id);
    const next = shown.slice(at).find(isLeft) ?? shown.slice(0, at).findLast(isLeft);
    if (!next) return;
    setUsed(next.row.id);
    focusAtOnce(fileButtonId(next.row.id));
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const at = shown.findIndex(({ row }) => row.id === stop);
    if (event.key === 'Delete') {
      event.preventDefault();
      // A key that is held down would remove the whole list, and only the last file comes back.
      return event.repeat ? undefined : remove(stop);
    }
    const to = placeByKey(event.key, at, shown.length);
    if (to === undefined) return;
    event.preventDefault();
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (!next) return;
    setUsed(next.row.id);
    focusAtOnce(fileButtonId(next.row.id));
  }

  const now = useRef({ onOpen, onWant, remove });
  useLayoutEffect(() => {
    now.current = { onOpen, onWant, remove };
  });
  // The same functions at each drawing, so that only rows that show something else are drawn again.
  const [commands] = useState(() => ({
    onFocus: setUsed,
    onOpen: (id: string) => now.current.onOpen(id),
    onWant: (id: string) => now.current.onWant(id),
    onRemove: (id: string) => now.current.remove(id),
  }));

  return (
    <ul id={FILES_LIST_ID} aria-label="Files" tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
      {shown.map(({ row, label, isOpen, state, words }) => (
        <FileOfList
          key={row.id}
          id={row.id}
          label={label}
          isOpen={isOpen}
          isStop={row.id === stop}
          isRefused={row.refusal !== ''}
          state={state}
          words={words}
          video={videoWords(row)}
          phrases={row.phrases}
          {...commands}
        />
      ))}
      {/* The place of the files to come, so that nothing below the list moves. */}
      {Array.from({ length: reading + (shown.length === 0 && isAlone ? 1 : 0) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <li key={at} aria-hidden className={styles.coming} />
      ))}
    </ul>
  );
}

interface FileOfListProps {
  readonly id: string;
  readonly label: string;
  readonly isOpen: boolean;
  /** Whether it is the list's Tab stop. */
  readonly isStop: boolean;
  readonly isRefused: boolean;
  readonly state: Shown['state'];
  readonly words: string;
  readonly video: string;
  readonly phrases: number;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onWant: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

const FileOfList = memo(function FileOfList(props: FileOfListProps) {
  const { id, label, isOpen, isStop, isRefused, state, words, video, phrases, onFocus, onOpen, onWant, onRemove } =
    props;
  const buttonId = fileButtonId(id);
  const shownVideo = nameWithoutMarks(video);
  return (
    <li className={styles.item} data-file-state={state} data-open={isOpen || undefined}>
      <button
        id={buttonId}
        type="button"
        className={styles.file}
        dir="auto"
        tabIndex={isStop ? 0 : -1}
        // Without the places where it may break.
        aria-label={label}
        aria-current={isOpen || undefined}
        aria-disabled={isRefused || undefined}
        aria-describedby={`${buttonId}-video ${buttonId}-state`}
        onFocus={() => onFocus(id)}
        onClick={() => onOpen(id)}
      >
        <FileName name={label} />
      </button>
      <span id={`${buttonId}-video`} className={styles.video} dir="auto" title={shownVideo}>
        {shownVideo}
      </span>
      <span className={styles.facts}>
        <span className={styles.phrases}>{phrases > 0 && countWords(phrases, 'subtitle')}</span>
        <span id={`${buttonId}-state`} className={styles.state}>
          {words}
        </span>
      </span>
      {state === 'skipped' && (
        <PlainButton
          className={styles.want}
          title="Adds this film to those that Translate sends. Sends nothing yet."
          tabIndex={isStop ? 0 : -1}
          aria-describedby={buttonId}
          onClick={() => {
            onWant(id);
            focusSoon(buttonId);
          }}
        >
          Translate it all the same
        </PlainButton>
      )}
      <PlainButton
        className={styles.remove}
        tabIndex={-1}
        aria-label={`Remove ${label}`}
        icon={<X />}
        onClick={() => onRemove(id)}
      />
    </li>
  );
});

/** Breaks after a sign between words, as the names of episodes have it, and only otherwise within a word. */
function FileName({ name }: { name: string }) {
  return (
    <bdi>
      {name.split(/(?<=[._-])(?=[^._-])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

/** The track of a video that contains the subtitles, or the video in the film's preview. */
function videoWords({ track, video, refusal }: FilmRow): string {
  if (refusal !== '' || (track === '' && video === '')) return '';
  return track === '' ? `with ${video}` : track;
}
