import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { endsByItself } from '../../../engine/run-state.ts';
import { canBeMended, type FilmRow } from '../../../film/series.ts';
import { countWords } from '../../../lib/text.ts';
import { moneyWords, sumOf as sumOfSpent } from '../../../prices/price.ts';
import { FILM_NAMES, SUBTITLE_NAMES } from '../../../subtitles/formats.ts';
import { pickFiles, useNarrow } from '../../kit/browser.ts';
import { Announced, Button, PlainButton } from '../../kit/button.tsx';
import { beginMove, focusAtOnce, focusSoon, LIST_STEPS } from '../../kit/focus.ts';
import { ChevronRight, X } from '../../kit/icons.tsx';
import { useFocusHeir } from '../../kit/overlays.ts';
import panel from '../../kit/panel.module.css';
import { ERRORS_ID } from '../../kit/panel.tsx';
import {
  BATCHES_HEADING_ID,
  fileButtonId,
  resumeSoon,
  translateSoon,
  usePrimaryVariant,
} from '../../state/next-step.ts';
import type { SeriesDesk } from '../../state/series-desk.ts';
import { usePage, useServices } from '../../state/services.tsx';
import { StopNow } from '../../state/stop-now.tsx';
import { usePriceOf } from '../../state/use-prices.ts';
import {
  FILES_LIST_ID,
  type Shown,
  sumOfFilms,
  useAwaitsFiles,
  useFilmsToSend,
  usePausedOthers,
  useSeries,
  useSpentOfAll,
  useTimeLeftOfAll,
} from '../../state/use-series.ts';
import { READING_WORDS, runTooLowWords, runWords, timeLeftWords } from '../../words/quantities.ts';
import { pausedOthersWords } from '../../words/run-news.ts';
import styles from './files.module.css';
import { type Order, SaveCommands, SavesAsDone } from './saving.tsx';

const HEADING_ID = 'files-heading';
const ESTIMATE_ID = 'other-films-estimate';

/** The films of a series: a row for each file, which opens its film. */
export function Files() {
  const services = useServices();
  const { intake } = services;
  const narrow = useNarrow();
  const [isUnfolded, unfold] = useState(false);
  const series = useSeries();
  const { shown, isRunning, waiting } = series;
  const { removed, reading, message, mended } = usePage((state) => state.series);
  // Loads the stored list of a film that is open.
  useEffect(() => void intake.series(), [intake]);
  const isFolded = narrow && !isUnfolded;
  const areOthersOffered =
    waiting.length > 0 && !waiting.some(({ id }) => shown.some(({ row, isOpen }) => isOpen && row.id === id));
  const total = sumOfFilms(shown);
  const runWords = useRunWords(total, isRunning);
  const order = async (command: (desk: SeriesDesk) => Promise<void>) => {
    const desk = await intake.series();
    if (desk) await command(desk);
  };

  async function openFilm(id: string, place = HEADING_ID): Promise<void> {
    const mayMove = beginMove();
    await order((desk) => desk.open(id));
    if (narrow) unfold(false);
    if ((narrow || place !== HEADING_ID) && mayMove()) focusSoon(place);
  }

  const words = [reading > 0 ? `Reading ${countWords(reading, 'file')}…` : '', message].filter(Boolean).join(' ');
  if (shown.length === 0 && reading === 0) return null;
  if (shown.length === 0)
    return (
      <section className={styles.region} aria-label="Files">
        <Announced name="Files" className={styles.told} words={words} />
        <StopReading />
      </section>
    );
  return (
    <section tabIndex={-1} className={styles.region} aria-label="Files">
      <div className={styles.head}>
        <h2 className={styles.title}>
          {narrow ? (
            <button
              id={HEADING_ID}
              type="button"
              className={panel.fold}
              aria-expanded={isUnfolded}
              aria-controls={FILES_LIST_ID}
              onClick={() => unfold(!isUnfolded)}
            >
              <ChevronRight className={panel.foldIcon} />
              Files
              <span className={panel.summary}>
                {[total.filmWords, shown.find(({ isOpen }) => isOpen)?.label].filter(Boolean).join(' · ')}
              </span>
            </button>
          ) : (
            'Files'
          )}
        </h2>
        <p className={styles.sum}>
          {narrow
            ? [total.phraseWords, ...runWords].join(' · ')
            : [`${total.filmWords}, ${total.phraseWords}`, ...runWords].join(' · ')}
        </p>
        <Commands series={series} order={order} areOthersOffered={areOthersOffered} />
        {!isFolded && (
          <Button
            inBar={false}
            onClick={() =>
              pickFiles(
                { accept: [...SUBTITLE_NAMES, ...FILM_NAMES].join(), multiple: true },
                (files) => void order((desk) => desk.add(files)),
              )
            }
          >
            Add files…
          </Button>
        )}
      </div>
      <PausedOthers onShowError={(id) => void openFilm(id, ERRORS_ID)} />
      {areOthersOffered && <WhatOthersCost />}
      {!isFolded && <SavesAsDone shown={shown} order={order} />}
      {!isFolded && (
        <Rows
          shown={shown}
          onOpen={(id) => void openFilm(id)}
          onWant={(id) => void order((desk) => desk.want(id))}
          onRemove={(id) => order((desk) => desk.remove(id))}
        />
      )}
      <Announced name="Files" className={styles.told} words={words} />
      <StopReading />
      {mended.length > 0 && (
        <PlainButton className={styles.undo} onClick={() => void order((desk) => desk.undoMending())}>
          Undo repairs
        </PlainButton>
      )}
      <div className={styles.offer} dir="auto">
        <Announced
          name="Removed"
          words={removed && `${removed.path} was removed from the list.`}
          className={styles.words}
        />
        {removed && (
          <>
            <PlainButton
              onClick={async () => {
                const mayMove = beginMove();
                await order((desk) => desk.bringBack());
                if (mayMove()) focusSoon(fileButtonId(removed.id));
              }}
            >
              Undo removing
            </PlainButton>
            <PlainButton aria-label="Dismiss" icon={<X />} onClick={() => void order((desk) => desk.forget())} />
          </>
        )}
      </div>
    </section>
  );
}

/** Why the other films do not go on, if the open film is done and does not say it. */
function PausedOthers({ onShowError }: { onShowError: (id: string) => void }) {
  const films = usePausedOthers();
  const failed = films.find(({ paused }) => paused?.reason === 'failure');
  return (
    <div className={styles.offer}>
      <Announced name="Other films" words={pausedOthersWords(films)} className={styles.words} />
      {failed && <PlainButton onClick={() => onShowError(failed.id)}>Details</PlainButton>}
      {!failed && films.some(({ paused }) => endsByItself(paused)) && <TryNow />}
      {films.length > 0 && <StopNow />}
    </div>
  );
}

function TryNow() {
  const { session } = useServices();
  const button = useFocusHeir<HTMLButtonElement>(BATCHES_HEADING_ID);
  return (
    <PlainButton ref={button} onClick={() => session.resume()}>
      Try now
    </PlainButton>
  );
}

/** The videos of a season take minutes to read, so a person can stop. */
function StopReading() {
  const { intake, session } = useServices();
  const isReading = usePage(({ series }) => series.reading > 0);
  if (!isReading) return null;
  return (
    <PlainButton
      className={styles.undo}
      title="Reads no further file. The files that are read stay."
      onClick={() => {
        void intake.series().then((desk) => desk?.stopReading());
        // The pressed button disappears.
        focusSoon(fileButtonId(session.store.getState().id));
      }}
    >
      Stop reading
    </PlainButton>
  );
}

/** What “Translate N films” would send and cost. */
function WhatOthersCost() {
  return (
    <p id={ESTIMATE_ID} className={styles.sum}>
      {useAwaitsFiles() ? READING_WORDS : <FilmsToSendWords />}
    </p>
  );
}

function FilmsToSendWords() {
  const all = useFilmsToSend();
  return [...runWords(all), runTooLowWords(all)].filter(Boolean).join(' · ');
}

interface CommandsProps {
  readonly series: ReturnType<typeof useSeries>;
  readonly order: Order;
  readonly areOthersOffered: boolean;
}

/** The commands for all films. */
function Commands({ series, order, areOthersOffered }: CommandsProps) {
  const services = useServices();
  const { shown, toSend, isRunning, isResumable, hasOwnButton } = series;
  const failed = shown.filter(({ state }) => state === 'failed');
  return (
    <>
      {(isRunning || isResumable) && !hasOwnButton && <StopOrResume isRunning={isRunning} />}
      {areOthersOffered && (
        <Button once inBar={false} aria-describedby={ESTIMATE_ID} onClick={() => void translateSoon(services)}>
          Translate {countWords(toSend.length, 'film')}
        </Button>
      )}
      {failed.some(({ isOpen }) => !isOpen) && (
        <Button
          once
          inBar={false}
          title="Sends the failed batches of all films again"
          onClick={() => void order((desk) => desk.retryFailed())}
        >
          Retry failed ({failed.reduce((sum, { row }) => sum + row.failed, 0)} in {countWords(failed.length, 'film')})
        </Button>
      )}
      {shown.some(({ row }) => canBeMended(row)) && (
        <Button
          inBar={false}
          title="Repairs all files that can be repaired. “Undo repairs” brings the old texts back."
          onClick={() => void order((desk) => desk.mendAll())}
        >
          Mend all
        </Button>
      )}
      <SaveCommands shown={shown} order={order} />
    </>
  );
}

/** Stops or continues all films, if the open film has no such button. */
function StopOrResume({ isRunning }: { isRunning: boolean }) {
  const services = useServices();
  const button = useFocusHeir<HTMLButtonElement>(BATCHES_HEADING_ID);
  const stopVariant = usePrimaryVariant('stop');
  return (
    <Button
      once
      ref={button}
      inBar
      variant={isRunning ? stopVariant : 'bordered'}
      onClick={() => (isRunning ? services.session.stop() : void resumeSoon(services))}
    >
      {isRunning ? 'Stop' : 'Resume'}
    </Button>
  );
}

/** The progress of the run of all films, its estimated end and its cost so far; empty: no film was begun. */
function useRunWords({ batches, ok }: ReturnType<typeof sumOfFilms>, isRunning: boolean): readonly string[] {
  const { commands } = useServices();
  const timeLeft = useTimeLeftOfAll(isRunning, ok, batches - ok);
  const spent = useSpentOfAll();
  const { cost, isPartial } = sumOfSpent(spent, usePriceOf());
  if (batches === 0) return [];
  return [
    ok < batches ? `${ok} of ${countWords(batches, 'batch', 'batches')}` : '',
    isRunning && timeLeft !== undefined ? timeLeftWords(timeLeft) : '',
    cost > 0 && !commands.demo ? `${isPartial ? 'at least ' : ''}${moneyWords(cost)}` : '',
  ].filter(Boolean);
}

/** Scrolls the list, and nothing else, to a film's row when the film or its place changes. Missing: no film. */
function useInSight(id: string | undefined, place: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is a reason to scroll
  useEffect(() => {
    if (id === undefined) return undefined;
    // In the next frame: earlier, the browser would lay out the page in the task that opens the film.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(fileButtonId(id))?.closest('li')?.getBoundingClientRect();
      const list = document.getElementById(FILES_LIST_ID);
      if (!row || !list) return;
      const { top, bottom } = list.getBoundingClientRect();
      list.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
    });
    return () => cancelAnimationFrame(frame);
  }, [id, place]);
}

interface RowsProps {
  readonly shown: readonly Shown[];
  readonly onOpen: (id: string) => void;
  /** Called for a skipped film that the person wants translated. */
  readonly onWant: (id: string) => void;
  readonly onRemove: (id: string) => Promise<void>;
}

/** One Tab stop. Arrow keys move between the files, Enter opens one, Delete removes it. */
function Rows({ shown, onOpen, onWant, onRemove }: RowsProps) {
  const [used, setUsed] = useState<string>();
  const open = shown.find(({ isOpen }) => isOpen) ?? shown[0];
  const stop = (shown.find(({ row }) => row.id === used) ?? open)?.row.id;
  const running = shown.find(({ state, isOpen }) => state === 'running' && !isOpen);
  useInSight(running?.row.id, 0);
  // Last, because the open film comes first where the list cannot show both. Its place changes when files are added or removed.
  useInSight(open?.row.id, open ? shown.indexOf(open) : 0);

  function remove(id: string | undefined): void {
    if (id === undefined) return;
    const at = shown.findIndex(({ row }) => row.id === id);
    const next = shown[at + 1] ?? shown[at - 1];
    const mayMove = beginMove();
    void onRemove(id).then(() => next && mayMove() && focusSoon(fileButtonId(next.row.id)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const at = shown.findIndex(({ row }) => row.id === stop);
    if (event.key === 'Delete') {
      event.preventDefault();
      return remove(stop);
    }
    const step = LIST_STEPS[event.key];
    const to =
      step !== undefined ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? shown.length - 1 : undefined;
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
  return (
    <li className={styles.item} data-file-state={state} data-open={isOpen || undefined}>
      <button
        id={buttonId}
        type="button"
        className={styles.file}
        dir="auto"
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpen || undefined}
        aria-disabled={isRefused || undefined}
        aria-describedby={`${buttonId}-video ${buttonId}-state`}
        onFocus={() => onFocus(id)}
        onClick={() => onOpen(id)}
      >
        {label}
      </button>
      <span id={`${buttonId}-video`} className={styles.video} dir="auto" title={video}>
        {video}
      </span>
      <span className={styles.phrases}>{phrases > 0 && countWords(phrases, 'subtitle')}</span>
      <span id={`${buttonId}-state`} className={styles.state}>
        {words}
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

/** The track of a video that contains the subtitles, or the video in the film's preview. */
function videoWords({ track, video, refusal }: FilmRow): string {
  if (refusal !== '' || (track === '' && video === '')) return '';
  return track === '' ? `with ${video}` : track;
}
