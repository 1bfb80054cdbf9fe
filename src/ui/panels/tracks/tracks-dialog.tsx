import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SubtitleTrack, TrackText, VideoContents } from '../../../containers/container.ts';
import type { TrackFlags } from '../../../containers/track-flags.ts';
import type { Notice } from '../../../film/film.ts';
import { WorkerDied } from '../../../film-worker/connect.ts';
import { followsFilm } from '../../../languages/default-prompt.ts';
import { baseLanguage } from '../../../languages/language-table.ts';
import { languageOfPrompt, sourceOfPrompt } from '../../../languages/prompt-language.ts';
import { languageName, readStandardPrompt } from '../../../languages/standard-prompt.ts';
import { errorText, fail, isChunkError, type Result } from '../../../lib/result.ts';
import { countWords } from '../../../lib/text.ts';
import { Button } from '../../kit/button.tsx';
import { useModal } from '../../kit/modal.ts';
import type { FilmToRead } from '../../state/page-state.ts';
import { type Services, usePage, useServices } from '../../state/services.tsx';
import { timeLeftWords } from '../../words/quantities.ts';
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
  const [shown, setShown] = useState<DialogProps>();
  useEffect(() => {
    const reading = readFilm(services, film, (view) => setShown(view && { view, reading }));
    return reading.end;
  }, [services, film]);
  return shown && <Dialog {...shown} />;
}

interface DialogProps {
  readonly view: TracksView;
  readonly reading: TrackReading;
}

function Dialog({ view, reading }: DialogProps) {
  const { file, tracks, chosen, reading: progress, problem } = view;
  const dialog = useModal();
  const isReading = progress !== undefined;
  const hasText = tracks?.some(isText) ?? false;
  useEffect(() => {
    if (hasText && !isReading) dialog.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [dialog, hasText, isReading]);
  function open(event: FormEvent): void {
    event.preventDefault();
    void reading.open();
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="film-tracks" onClose={reading.leave}>
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
                  onChange={() => reading.choose(track.number)}
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
            <Button once autoFocus onClick={() => reading.stop()}>
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

/** What the dialog shows. */
export interface TracksView {
  readonly file: File;
  /** undefined: they are being looked for. */
  readonly tracks: readonly SubtitleTrack[] | undefined;
  /** Its number; undefined: there is no text to choose. */
  readonly chosen: number | undefined;
  /** undefined: nothing is being read. */
  readonly reading: { readonly share: number; readonly msLeft: number | undefined } | undefined;
  /** Why the last one could not be opened; empty: it could, or none was tried. */
  readonly problem: string;
}

export interface TrackReading {
  choose(track: number): void;
  /** Takes the chosen track out of the film and opens it; resolves when it is open, stopped or refused. */
  open(): Promise<void>;
  /** Opens nothing: the list is there again. */
  stop(): void;
  /** The film stays in the preview; of a newer one that is on its way nothing changes. */
  leave(): void;
  /** Ends what is under way, for good. */
  end(): void;
}

/** The only track of a short film is open before a dialog could be read. */
const SOON_MS = 400;
/** Most films are looked through in less. */
const LOOKING_MS = 1_000;
/** Before that an estimate would jump. */
const TELLING_MS = 1_000;
const TELLING_SHARE = 0.02;

/**
 * Looks into a film, tells the preview what is in it, and, where that is wanted, offers its subtitles. `show`: called with what the dialog shows;
 * undefined: it is closed. Nothing is called any more once it has ended.
 */
export function readFilm(
  { session, settings, page, video, intake }: Pick<Services, 'session' | 'settings' | 'page' | 'video' | 'intake'>,
  film: FilmToRead,
  show: (view: TracksView | undefined) => void,
): TrackReading {
  const { file } = film;
  const ended = new AbortController();
  let reading: AbortController | undefined;
  let view: TracksView = { file, tracks: undefined, chosen: undefined, reading: undefined, problem: '' };
  /** Whether the dialog is there; else it comes when what is read takes long. */
  let isShown = false;

  /** Another film may be wanted before the page has drawn it. */
  const isOver = () => ended.signal.aborted || page.getState().videoToRead !== film;

  function change(next: Partial<TracksView>): void {
    if (isOver()) return;
    view = { ...view, ...next };
    if (isShown) show(view);
  }
  function openDialog(): void {
    isShown = true;
    change({});
  }
  /** `words`: what is to be told on the page; missing: nothing. */
  function leave(words?: string): void {
    if (isOver()) return;
    if (words !== undefined) page.setState({ refusal: words });
    // Whoever draws the dialog ends this reading with it.
    page.setState({ videoToRead: null });
  }

  async function begin(): Promise<void> {
    const late = film.purpose !== 'preview' ? setTimeout(openDialog, LOOKING_MS) : undefined;
    const found = await orSentence(file, () => session.analysis.ask('tracks', { file }, ended.signal)).finally(() =>
      clearTimeout(late),
    );
    if (!found) return;
    video.tell(file, found);
    if (film.purpose === 'preview') return leave();
    if (!found.ok) return leave(`No subtitles could be taken out of ${file.name}. ${found.error}`);
    await offer(found.value);
  }

  async function offer(contents: VideoContents): Promise<void> {
    const { subtitles } = contents;
    const isOffer = film.purpose === 'offer';
    if (isOffer && session.store.getState().sourceText !== '') return leave();
    if (subtitles.length === 0) return leave(noneWords(file, contents));
    const state = settings.store.getState();
    const languages = languagesOfPrompt(state.prompt);
    const chosen = proposeTrack(subtitles, languages, !followsFilm(state))?.number;
    change({ tracks: subtitles, chosen });
    const only = isOffer ? onlyTrack(subtitles, languages) : undefined;
    if (only)
      await open([{ kind: 'track-of-film', film: file.name, track: `${trackName(only)} · ${trackFacts(only)}` }]);
    else openDialog();
  }

  async function open(notices: readonly Notice[] = []): Promise<void> {
    const chosen = view.tracks?.find(({ number }) => number === view.chosen);
    if (chosen === undefined) return;
    const stop = new AbortController();
    reading = stop;
    const beganMs = performance.now();
    change({ problem: '', reading: { share: 0, msLeft: undefined } });
    const late = setTimeout(openDialog, SOON_MS);
    const onProgress = (share: number) => {
      const passedMs = performance.now() - beganMs;
      const isTelling = passedMs >= TELLING_MS && share >= TELLING_SHARE;
      if (!stop.signal.aborted)
        change({ reading: { share, msLeft: isTelling ? (passedMs / share) * (1 - share) : undefined } });
    };
    const question = { file, track: chosen.number };
    const found = await orSentence(file, () =>
      session.analysis.ask('extract', question, stop.signal, onProgress),
    ).finally(() => clearTimeout(late));
    if (!found || isOver()) return;
    const text = found.ok && found.value.phrases === 0 ? fail('There is no phrase in these subtitles.') : found;
    const opened = await orSentence(file, async () => {
      if (!text.ok) return text;
      const told = [...notices, ...cutNotices(file, text.value)];
      const name = nameBeside(file.name, text.value.format, chosen);
      await intake.openTrack(film, name, text.value.bytes, told, stop.signal);
      return text;
    });
    // Stopped while the text was prepared: the list is there again.
    if (!opened || stop.signal.aborted) return;
    if (opened.ok) return leave();
    change({ reading: undefined, problem: opened.error });
    openDialog();
  }

  void begin();
  return {
    choose: (chosen) => change({ chosen, problem: '' }),
    open: () => open(),
    stop() {
      reading?.abort();
      change({ reading: undefined });
    },
    leave: () => leave(),
    end() {
      ended.abort();
      reading?.abort();
      show(undefined);
    },
  };
}

const cutNotices = ({ name }: File, { isCutOff }: TrackText): readonly Notice[] =>
  isCutOff ? [{ kind: 'cut-off', film: name }] : [];

const noneWords = ({ name }: File, { isCutOff }: VideoContents): string =>
  `${name} has no subtitles inside${isCutOff ? ', as far as it goes: it is cut off' : ''}. Open their file to translate them.`;

/** What the worker answers; where something is thrown instead, a sentence about that. undefined: nobody waits any more. */
async function orSentence<Found>(
  { name }: File,
  ask: () => Promise<Result<Found, string> | undefined>,
): Promise<Result<Found, string> | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkerDied)
      return fail(
        `The browser ended the part of the page that read ${name}, perhaps for want of memory. Nothing else is lost.`,
      );
    if (isChunkError(error)) return fail(`A part of this page is missing: ${errorText(error)} Reload the page.`);
    return fail(`Reading ${name} failed, which is a fault of this page: ${errorText(error)}`);
  }
}

/** What a prompt says of languages, BCP 47; undefined: nothing. */
export interface PromptLanguages {
  readonly from: string | undefined;
  readonly into: string | undefined;
}

export function languagesOfPrompt(prompt: string): PromptLanguages {
  const written = readStandardPrompt(prompt);
  return { from: written?.from ?? sourceOfPrompt(prompt), into: written?.into ?? languageOfPrompt(prompt) };
}

/** Whether a text can be taken out of it. */
export const isText = ({ format }: SubtitleTrack): boolean => format !== undefined;

/** All that is said: neither a few signs nor what is said about the film. */
const isWhole = ({ isForced, isCommentary }: SubtitleTrack): boolean => !isForced && !isCommentary;

/**
 * The track that a person wants most likely: a whole text that is no translation already, in the prompt's source language, else in that of the
 * film's default one; of these a plain one before one for the hard of hearing, then the default one. undefined: there is no text. `areChosen`:
 * languages that no person has chosen say nothing against the film's default track, nor which of the others it is.
 */
export function proposeTrack(
  tracks: readonly SubtitleTrack[],
  { from, into }: PromptLanguages,
  areChosen = true,
): SubtitleTrack | undefined {
  const texts = tracks.filter(isText);
  const first = texts.find(({ isDefault }) => isDefault);
  const avoided = areChosen || first === undefined ? into : undefined;
  const fitting = texts.filter((track) => isWhole(track) && !isIn(track, avoided));
  const language = areChosen && fitting.some((track) => isIn(track, from)) ? from : first?.language;
  const rank = (track: SubtitleTrack) =>
    (isIn(track, language) ? 0 : 4) + (track.isSdh ? 2 : 0) + (track.isDefault ? 0 : 1);
  return fitting.toSorted((one, other) => rank(one) - rank(other))[0] ?? texts[0];
}

/** The one text of a film that can be opened unasked; undefined: there is something to choose, or it may not be what is wanted. */
export function onlyTrack(tracks: readonly SubtitleTrack[], { into }: PromptLanguages): SubtitleTrack | undefined {
  const [text, ...others] = tracks.filter(isText);
  return text && others.length === 0 && isWhole(text) && !isIn(text, into) ? text : undefined;
}

/** Of Portuguese both kinds are, of Chinese only that of the same script. */
const isIn = ({ language }: SubtitleTrack, other: string | undefined): boolean =>
  language !== undefined &&
  other !== undefined &&
  baseLanguage(language) === baseLanguage(other) &&
  scriptOf(language) === scriptOf(other);

const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

/** "English", "Portuguese (Brazil)", "Language not told", with the title that the film gives. */
export function trackName({ language, title }: SubtitleTrack): string {
  const name = (language && languageName(language)) ?? language ?? 'Language not told';
  return title === '' || title.toLowerCase() === name.toLowerCase() ? name : `${name}: ${title}`;
}

/** "SubRip · default · 1,412 phrases", "PGS · pictures, not text". */
export function trackFacts(track: SubtitleTrack): string {
  const { kind, format, isPictures, isDefault, isForced, isSdh, isCommentary, phrases } = track;
  return [
    kind,
    isPictures ? 'pictures, not text' : format === undefined && 'cannot be opened here',
    isDefault && 'default',
    isForced && 'forced: signs and foreign words alone',
    isSdh && 'SDH: with sounds, for the hard of hearing',
    isCommentary && 'commentary: what is said about the film',
    phrases !== undefined && countWords(phrases, 'phrase'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The name of the subtitles that come out of a film: that of the film, with what they are, as other programs name them beside it. */
export function nameBeside(film: string, format: string, { isForced, isSdh, isCommentary }: TrackFlags): string {
  const flags = [isForced && 'forced', isSdh && 'sdh', isCommentary && 'commentary'].filter(Boolean);
  return [film.replace(/\.[^.]*$/, '') || film, ...flags, format].join('.');
}
