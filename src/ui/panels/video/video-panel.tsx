import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { hasReader, type VideoContents, type VideoKind } from '../../../containers/container.ts';
import { hasBatches } from '../../../engine/run-state.ts';
import { haveSameValues } from '../../../lib/memo.ts';
import { nameWithoutMarks } from '../../../lib/text.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { listen, useTight } from '../../kit/browser.ts';
import { Button, PlainButton } from '../../kit/button.tsx';
import { CheckBox, Select } from '../../kit/fields.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { icon, X } from '../../kit/icons.tsx';
import { Disclosure, FILM_ID, LINES_ID, Menu, panelId } from '../../kit/panel.tsx';
import { NumberField } from '../../kit/typed-fields.tsx';
import { videoKindOf } from '../../state/given-files.ts';
import { useServices } from '../../state/services.tsx';
import type { VideoChoices } from '../../state/video.ts';
import {
  createPlayer,
  type ElementFacts,
  isUnplayable,
  missingWords,
  type PlayOptions,
  watchCursor,
} from './player.ts';
import { createSubtitleTracks } from './subtitle-tracks.ts';
import styles from './video.module.css';

/** Each opened file gets a new video element, because an element keeps its text tracks. */
export function FilmPanel() {
  const { file, contents, problem, opened } = useStore(
    useServices().video.store,
    useShallow(({ file, contents, problem, opened }) => ({ file, contents, problem, opened })),
  );
  return file && <Film key={opened} file={file} contents={contents} problem={problem} />;
}

const Play = icon('M6 4l13 8-13 8z');

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const upwards = (one: number, other: number): number => one - other;
const OFFSET_STEP_MS = 100;

interface FilmProps {
  readonly file: File;
  readonly contents: VideoContents | undefined;
  readonly problem: string;
}

function Film({ file, contents, problem }: FilmProps) {
  const services = useServices();
  const { video: desk, intake } = services;
  const video = useRef<HTMLVideoElement>(null);
  const [choices, setChoices] = useState(desk.choices.read);
  const { ms: offsetMs, speed, onlySpeech, asIGo } = choices;
  const name = nameWithoutMarks(file.name);
  const kind = useKind(file);
  const element = useElementFacts(video);
  const tight = useTight();
  // Before the player: an element that gets a source begins at its default speed.
  useLayoutEffect(() => void (video.current && playAt(video.current, desk.choices.read().speed)), [desk]);
  useLivePlayer(
    video,
    file,
    useMemo(() => ({ onlySpeech, offsetMs }), [onlySpeech, offsetMs]),
  );
  usePlayingAsIGo(asIGo);
  const facts = { kind, contents, problem, element, canPlay };
  const choose = (chosen: Partial<VideoChoices>) => setChoices((before) => ({ ...before, ...chosen }));
  useEffect(() => desk.choices.write(choices), [desk, choices]);

  function close(): void {
    desk.close();
    focusSoon(LINES_ID, panelId('Original'));
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isOfMenu = event.target instanceof Element && event.target.closest('details[open]:has([data-menu])');
    if (event.key !== 'Escape' || isOfMenu || isOpenList(event.target) || document.fullscreenElement) return;
    event.stopPropagation();
    close();
  }

  return (
    <section
      id={FILM_ID}
      tabIndex={-1}
      aria-label="Film"
      className={styles.film}
      data-unplayable={isUnplayable(facts) || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <h2 className={styles.title} title={name}>
          {name}
        </h2>
        <Menu name="Film: more" label="⋯">
          <PlainButton data-menu disabled={!hasReader(kind)} onClick={() => void intake.openTracks()}>
            Subtitles in the film…
          </PlainButton>
        </Menu>
        <button
          type="button"
          aria-label="Close the film"
          className={styles.tool}
          title="Closes the video. The subtitles stay. (Escape)"
          onClick={close}
        >
          <X />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: subtitle-tracks.ts makes its tracks from the lines */}
      <video
        ref={video}
        className={styles.video}
        aria-label={`Film: ${name}`}
        controls
        playsInline
        preload="auto"
        onRateChange={({ currentTarget }) => choose({ speed: currentTarget.playbackRate })}
      />
      <p role="status" className={styles.missing}>
        {missingWords(facts)}
      </p>
      <div className={styles.row}>
        <Button icon={<Play />} title="F9" onClick={() => desk.store.getState().player?.play('line')}>
          Play the line
        </Button>
        <Speed
          speed={speed}
          onChoose={(chosen) => {
            choose({ speed: chosen });
            if (video.current) playAt(video.current, chosen);
          }}
        />
        <Disclosure summary="More" unfolded={!tight}>
          <CheckBox checked={asIGo} onChange={(asIGo) => choose({ asIGo })}>
            Play lines as I go
          </CheckBox>
          <CheckBox
            checked={onlySpeech}
            title="Skips silence of more than 4 seconds"
            onChange={(onlySpeech) => choose({ onlySpeech })}
          >
            Only speech
          </CheckBox>
          <Offset offsetMs={offsetMs} onChange={(ms) => choose({ ms })} />
          <p className={styles.hint}>F9 plays the line under the cursor. Shift+F9 plays from this line on.</p>
        </Disclosure>
      </div>
    </section>
  );
}

/** Changes the speed without changing the pitch. */
const playAt = (element: HTMLVideoElement, speed: number) =>
  Object.assign(element, { defaultPlaybackRate: speed, playbackRate: speed, preservesPitch: true });

/** Firefox also sends the page the Escape that closes a list of choices. */
const isOpenList = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement && CSS.supports('selector(:open)') && target.matches(':open');

function Speed({ speed, onChoose }: { speed: number; onChoose: (speed: number) => void }) {
  const id = useId();
  return (
    <span className={styles.field}>
      <label htmlFor={id}>Speed</label>
      <Select
        id={id}
        className={styles.select}
        value={String(speed)}
        // The browser's own controls offer other speeds, so the list contains the present one.
        options={[...new Set([...SPEEDS, speed])].sort(upwards).map((each) => [String(each), `${each}×`] as const)}
        onChoose={(chosen) => onChoose(Number(chosen))}
      />
    </span>
  );
}

function Offset({ offsetMs, onChange }: { offsetMs: number; onChange: (offsetMs: number) => void }) {
  const id = useId();
  return (
    <div className={styles.offset}>
      <label htmlFor={id}>Offset (ms)</label>
      <NumberField
        id={id}
        step={OFFSET_STEP_MS}
        className={styles.number}
        value={offsetMs}
        aria-describedby={`${id}-hint`}
        countsSteps
        onNumber={(typed = 0) => onChange(typed)}
      />
      <span id={`${id}-hint`} className={styles.hint}>
        A positive number shows the subtitles later in the video. The file does not change.
      </span>
    </div>
  );
}

/** The kind of the video, by its first bytes. */
function useKind(file: File): VideoKind | undefined {
  const [kind, setKind] = useState<VideoKind>();
  useEffect(() => {
    // If the file is gone, the video element reports it.
    void videoKindOf(file).then(setKind);
  }, [file]);
  return kind;
}

/** Asks about the codec in the two containers whose names browsers know; the container makes no difference. */
function canPlay(type: string): boolean {
  const asked = document.createElement('video');
  return ['mp4', 'webm'].some((container) => asked.canPlayType(`video/${container}; codecs="${type}"`) !== '');
}

/** Firefox says whether there is sound, Chromium how much of it has been decoded. */
interface TellingVideo extends HTMLVideoElement {
  readonly mozHasAudio?: boolean;
  readonly webkitAudioDecodedByteCount?: number;
}

/** After this much playing, some of a video's sound has been decoded. */
const SOUND_BY_SECONDS = 1;

function soundOf(video: TellingVideo): boolean | undefined {
  if (video.readyState === 0) return undefined;
  const { mozHasAudio, webkitAudioDecodedByteCount: bytes } = video;
  if (mozHasAudio !== undefined || bytes === undefined) return mozHasAudio;
  const hasPlayed = video.played.length > 0 && video.played.end(0) - video.played.start(0) > SOUND_BY_SECONDS;
  return bytes > 0 || (hasPlayed ? false : undefined);
}

const NOTHING_TOLD: ElementFacts = { hasFailed: false, isLoaded: false, widthPx: 0, hasSound: undefined };

function useElementFacts(video: RefObject<HTMLVideoElement | null>): ElementFacts {
  const [facts, setFacts] = useState(NOTHING_TOLD);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const tell = () => {
      const now: ElementFacts = {
        hasFailed: element.error !== null,
        isLoaded: element.readyState > 0,
        widthPx: element.videoWidth,
        hasSound: soundOf(element),
      };
      setFacts((before) => (haveSameValues(before, now) ? before : now));
    };
    // For facts whose events have already fired.
    tell();
    return listen(element, { loadedmetadata: tell, canplay: tell, resize: tell, error: tell, timeupdate: tell });
  }, [video]);
  return facts;
}

interface ReadFilm {
  readonly phrases: readonly Phrase[];
  readonly atTop: ReadonlySet<number>;
}
const NOT_READ: ReadFilm = { phrases: [], atTop: new Set() };

/** Plays the file in the element, with the session's lines as subtitles, until it is unmounted. */
function useLivePlayer(video: RefObject<HTMLVideoElement | null>, file: File, options: PlayOptions): void {
  const services = useServices();
  const live = useRef<{ readonly show: (options: PlayOptions) => void }>(null);
  const start = useEffectEvent((element: HTMLVideoElement) => {
    const { session, video: desk } = services;
    const tracks = createSubtitleTracks(element);
    const cursor = watchCursor(services);
    const player = createPlayer({ video: element, desk, lineUnderCursor: () => cursor.line(phrasesNow()) });
    let read = NOT_READ;
    let shown = options;
    let isOver = false;
    // Before the first batch: the phrases of the present original.
    const phrasesNow = () => {
      const state = session.store.getState();
      return hasBatches(state) ? state.phrases : read.phrases;
    };
    const show = () => {
      // The answer may come after the video was closed.
      if (isOver) return;
      const phrases = phrasesNow();
      player.setPhrases(phrases);
      const { batches } = session.store.getState();
      const { typed } = desk.store.getState();
      tracks.show({ phrases, batches, typed, atTop: read.atTop, offsetMs: shown.offsetMs });
    };
    const readOriginal = () =>
      void session.analysis.orNothing(async () => {
        const found = await session.analysis.read();
        const atTop = await session.analysis.ask('atTop', undefined);
        read = { phrases: found?.ok ? found.value.phrases : [], atTop: new Set(atTop) };
        show();
      });
    live.current = {
      show(next) {
        shown = next;
        player.setOptions(next);
        show();
      },
    };
    const unfollow = [
      session.store.subscribe(show),
      desk.store.subscribe(({ typed }, before) => {
        if (typed !== before.typed) show();
      }),
      session.analysis.store.subscribe(({ source }, before) => {
        if (source !== before.source) readOriginal();
      }),
    ];
    show();
    readOriginal();
    // Seeks also if the person chooses the video again after a reload: the video then shows the person's present line.
    const number = cursor.line(phrasesNow());
    if (number !== undefined) player.seek(number);
    return () => {
      isOver = true;
      for (const end of [...unfollow, tracks.end, player.end, cursor.end]) end();
    };
  });
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const address = URL.createObjectURL(file);
    element.src = address;
    const end = start(element);
    return () => {
      end();
      element.removeAttribute('src');
      element.load();
      URL.revokeObjectURL(address);
    };
  }, [video, file]);
  useEffect(() => live.current?.show(options), [options]);
}

/** "Play lines as I go": plays each line that is opened. */
function usePlayingAsIGo(isOn: boolean): void {
  const { page, video } = useServices();
  useEffect(() => {
    if (!isOn) return undefined;
    return page.subscribe(({ linePlace: now }, { linePlace: before }) => {
      if (now === before || !now?.isOpen || (before?.isOpen && before.number === now.number)) return;
      video.store.getState().player?.play('line', now.number);
    });
  }, [isOn, page, video]);
}
