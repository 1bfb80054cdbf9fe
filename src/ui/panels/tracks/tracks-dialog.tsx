import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../kit/button.tsx';
import { useModal } from '../../kit/focus.ts';
import type { FilmToRead } from '../../state/page-state.ts';
import { usePage, useServices } from '../../state/services.tsx';
import { timeLeftWords } from '../../words/quantities.ts';
import { isText, readFilm, type TrackReading, type TracksView, trackFacts, trackName } from './track-reading.ts';
import styles from './tracks.module.css';

/** Looks into the film that the page names, and asks which of its subtitles are to be opened. The newest film wins. */
export function FilmTracks() {
  const { video } = useServices();
  const film = usePage(({ videoToRead }) => videoToRead);
  // A film that was closed is read no further.
  const isOpen = useStore(video.store, ({ file }) => file === film?.file);
  return film && isOpen && <Tracks film={film} />;
}

function Tracks({ film }: { film: FilmToRead }) {
  const services = useServices();
  const [view, setView] = useState<TracksView>();
  const reading = useRef<TrackReading>(undefined);
  useEffect(() => {
    const begun = readFilm(services, film, setView);
    reading.current = begun;
    return begun.end;
  }, [services, film]);
  function close(): void {
    // A newer film may be on its way by now.
    if (services.page.getState().videoToRead === film) services.page.setState({ videoToRead: null });
  }
  return view && <Dialog view={view} reading={() => reading.current} onClose={close} />;
}

interface DialogProps {
  readonly view: TracksView;
  readonly reading: () => TrackReading | undefined;
  readonly onClose: () => void;
}

function Dialog({ view, reading, onClose }: DialogProps) {
  const { file, tracks, chosen, reading: progress, problem } = view;
  const dialog = useModal();
  const isReading = progress !== undefined;
  const hasText = tracks?.some(isText) ?? false;
  useEffect(() => {
    if (hasText && !isReading) dialog.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [dialog, hasText, isReading]);
  function open(event: FormEvent): void {
    event.preventDefault();
    void reading()?.open();
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="film-tracks" onClose={onClose}>
      <form onSubmit={open}>
        <h2 id="film-tracks" className={styles.title}>
          Subtitles in {file.name}
        </h2>
        {!hasText && <p>{noTextWords(tracks)}</p>}
        {tracks && (
          <fieldset className={styles.tracks} disabled={isReading}>
            <legend className={styles.legend}>Tracks</legend>
            {tracks.map((track) => (
              <label key={track.number} className={styles.track} data-checked={track.number === chosen || undefined}>
                <input
                  type="radio"
                  name="film-track"
                  disabled={!isText(track)}
                  checked={track.number === chosen}
                  onChange={() => reading()?.choose(track.number)}
                />
                <span className={styles.words}>
                  <bdi className={styles.name}>{trackName(track)}</bdi>
                  <span className={styles.facts}>{trackFacts(track)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {problem !== '' && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {progress && <Progress {...progress} />}
        <div className={styles.commands}>
          {isReading ? (
            <Button autoFocus onClick={() => reading()?.stop()}>
              Stop
            </Button>
          ) : (
            hasText && (
              <Button type="submit" variant="primary" inBar={false}>
                Open these subtitles
              </Button>
            )
          )}
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}

function noTextWords(tracks: TracksView['tracks']): string {
  if (!tracks) return 'Looking for subtitles in the film…';
  return tracks.every(({ isPictures }) => isPictures)
    ? 'All of them are pictures of text, which cannot be translated here. Open their text as a file.'
    : 'None of them can be opened here. Open their text as a file.';
}

function Progress({ share, msLeft }: NonNullable<TracksView['reading']>) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <progress aria-label="Reading the film" max={100} value={percent} />
      <span className={styles.facts}>
        {percent} %{msLeft !== undefined && ` · ${timeLeftWords(msLeft)}`}
      </span>
    </div>
  );
}
