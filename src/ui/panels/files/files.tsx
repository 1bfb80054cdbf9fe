import { useEffect, useState } from 'react';
import { endsByItself } from '../../../engine/run-state.ts';
import { namesInList } from '../../../film/archive.ts';
import { canBeMended, listedIn } from '../../../film/series.ts';
import { countWords } from '../../../lib/text.ts';
import { moneyWords, sumOf as sumOfSpent } from '../../../prices/price.ts';
import { FILM_NAMES, SUBTITLE_NAMES } from '../../../subtitles/formats.ts';
import { pickFiles, useNarrow } from '../../kit/browser.ts';
import { Announced, Button, PlainButton } from '../../kit/button.tsx';
import { beginMove, focusSoon } from '../../kit/focus.ts';
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
  sumOfFilms,
  useFilmsToSend,
  usePausedOthers,
  useSeries,
  useSpentOfAll,
  useTimeLeftOfAll,
  useWaitingForFiles,
  useWaitsForFiles,
} from '../../state/use-series.ts';
import { readingWords, runTooLowWords, runWords, timeLeftWords } from '../../words/quantities.ts';
import { pausedOthersWords } from '../../words/run-news.ts';
import styles from './files.module.css';
import { FileRows } from './rows.tsx';
import { type DeskOrder, SaveCommands, SavesAsDone } from './saving.tsx';

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
  const { reading, mended } = usePage((state) => state.series);
  // Loads the stored list of a film that is open.
  useEffect(() => void intake.series(), [intake]);
  const isFolded = narrow && !isUnfolded;
  const open = shown.find(({ isOpen }) => isOpen);
  // The list is written a moment before the film on the page bears its name in it.
  const areOthersOffered = open !== undefined && waiting.length > 0 && !waiting.some(({ id }) => id === open.row.id);
  const total = sumOfFilms(shown, reading);
  const runWords = useRunWords(total, isRunning);
  const order = async (command: (desk: SeriesDesk) => Promise<unknown>) => {
    const desk = await intake.series();
    if (desk) await command(desk);
  };

  async function openFilm(id: string, place = HEADING_ID): Promise<void> {
    const mayMove = beginMove();
    await order((desk) => desk.open(id));
    if (narrow) unfold(false);
    if ((narrow || place !== HEADING_ID) && mayMove()) focusSoon(place);
  }

  if (shown.length === 0 && reading === 0) return null;
  return (
    <section tabIndex={-1} className={styles.region} aria-label="Files">
      <div className={styles.head} data-reading={reading > 0 || undefined}>
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
                {shown.length > 0 && total.filmWords}
                {open && (
                  <>
                    {' · '}
                    <bdi>{open.label}</bdi>
                  </>
                )}
              </span>
            </button>
          ) : (
            'Files'
          )}
        </h2>
        <Reading />
        <p className={styles.sum}>
          {shown.length > 0 &&
            [
              narrow ? total.phraseWords : `${total.filmWords}, ${total.phraseWords}`,
              ...total.leftOutWords,
              ...runWords,
            ].join(' · ')}
        </p>
        <StopReading />
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
        <FileRows
          shown={shown}
          reading={reading}
          onOpen={(id) => void openFilm(id)}
          onWant={(id) => void order((desk) => desk.want(id))}
          onRemove={(id) => order((desk) => desk.remove(id))}
        />
      )}
      <Told />
      {mended.length > 0 && (
        <PlainButton className={styles.undo} onClick={() => void order((desk) => desk.undoMending())}>
          Undo repairs
        </PlainButton>
      )}
      <Removed order={order} />
    </section>
  );
}

/** The file that was removed last, which can be brought back. */
function Removed({ order }: { order: DeskOrder }) {
  const removed = usePage((state) => state.series.removed);
  const name = usePage(({ series }) => series.removed && namesInList(listedIn(series))(series.removed));
  return (
    <div className={styles.offer} dir="auto">
      <Announced name="Removed" words={name && `${name} was removed from the list.`} className={styles.words} />
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
  );
}

/** Also says that Translate waits: a line of its own would move the panels. */
function Reading() {
  const { reading } = usePage((state) => state.series);
  const isWaiting = useWaitsForFiles();
  const words =
    reading > 0 && `Reading ${countWords(reading, 'file')}…${isWaiting ? ' Then the translation begins.' : ''}`;
  return <Announced name="Reading" className={styles.told} words={words} />;
}

/** What happened to the last files. */
function Told() {
  const message = usePage(({ series }) => series.message);
  return <Announced name="Files" className={styles.told} words={message} />;
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
  const isWaiting = useWaitsForFiles();
  const stop = (how: 'stopReading' | 'stopWaiting') => {
    void intake.series().then((desk) => desk?.[how]());
    // The pressed button disappears.
    focusSoon(fileButtonId(session.store.getState().id));
  };
  return (
    <>
      {isReading && (
        <PlainButton
          title={`Reads no further file${isWaiting ? ', and sends nothing' : ''}. The files that are read stay.`}
          onClick={() => stop('stopReading')}
        >
          Stop reading
        </PlainButton>
      )}
      {isWaiting && (
        <PlainButton title="Reads on, and sends nothing." onClick={() => stop('stopWaiting')}>
          Do not translate
        </PlainButton>
      )}
    </>
  );
}

/** What “Translate N films” would send and cost. */
function WhatOthersCost() {
  const waits = useWaitingForFiles();
  return (
    <p id={ESTIMATE_ID} className={styles.sum}>
      {waits ? readingWords(waits) : <FilmsToSendWords />}
    </p>
  );
}

function FilmsToSendWords() {
  const all = useFilmsToSend();
  return [...runWords(all), runTooLowWords(all)].filter(Boolean).join(' · ');
}

interface CommandsProps {
  readonly series: ReturnType<typeof useSeries>;
  readonly order: DeskOrder;
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
