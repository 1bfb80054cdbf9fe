import { type FormEvent, useEffect, useState } from 'react';
import { isText, trackFacts, trackName } from '../../../containers/choose-track.ts';
import { countWords, shownName } from '../../../lib/text.ts';
import { Button } from '../../kit/button.tsx';
import { CheckBox } from '../../kit/fields.tsx';
import { useModal } from '../../kit/overlays.ts';
import type { TracksView } from '../../state/film-tracks.ts';
import { useServices } from '../../state/services.tsx';
import { timeLeftWords } from '../../words/quantities.ts';
import styles from './tracks.module.css';

/** Asks which of a video's subtitles to open. */
export function TracksDialog() {
  const { tracks } = useServices();
  const [shown, setShown] = useState<TracksView>();
  useEffect(() => tracks.use(setShown), [tracks]);
  return shown && <Dialog {...shown} />;
}

function Dialog(view: TracksView) {
  const { file, tracks, chosen, reading: progress, problem, choose, open, stop, leave } = view;
  const { others, isForAll, chooseForAll } = view;
  const dialog = useModal();
  const isReading = progress !== undefined;
  const hasText = tracks?.some(isText) ?? false;
  useEffect(() => {
    if (hasText && !isReading) dialog.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [dialog, hasText, isReading]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    open();
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="film-tracks" onClose={leave}>
      <form onSubmit={submit}>
        <h2 id="film-tracks" className={styles.title}>
          Subtitles in {shownName(file.name)}
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
                  onChange={() => choose(track.number)}
                />
                <span className={styles.words}>
                  <bdi className={styles.name}>{trackName(track)}</bdi>
                  <span className={styles.facts}>{trackFacts(track)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {others > 0 && (
          <CheckBox checked={isForAll} disabled={isReading} onChange={chooseForAll}>
            Also for {countWords(others, 'other film')} with the same tracks
          </CheckBox>
        )}
        {problem !== '' && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {progress && <Progress {...progress} />}
        <div className={styles.commands}>
          {isReading ? (
            <Button once autoFocus onClick={stop}>
              Stop
            </Button>
          ) : (
            hasText && (
              <Button once type="submit" variant="primary" inBar={false}>
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
  if (!tracks) return 'Looking for subtitles in the video…';
  return tracks.every(({ isPictures }) => isPictures)
    ? 'All subtitles in this video are pictures. This page cannot translate pictures. Open a subtitle file instead.'
    : 'This page cannot open any of the subtitles in this video. Open a subtitle file instead.';
}

function Progress({ share, msLeft }: NonNullable<TracksView['reading']>) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <progress aria-label="Reading the video" max={100} value={percent} />
      <span className={styles.facts}>
        {percent} %{msLeft !== undefined && ` · ${timeLeftWords(msLeft)}`}
      </span>
    </div>
  );
}
