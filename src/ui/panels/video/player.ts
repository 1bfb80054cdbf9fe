import { memoizeByObject } from '../../../lib/memo.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { listen } from '../../kit/browser.ts';
import type { VideoDesk, VideoPlayer } from '../../state/video.ts';
import { type Span, spanOf } from './subtitle-tracks.ts';

/** The phrases in the order of their beginnings, with their ends; all times in ms. */
export interface Spans {
  readonly spans: readonly Span[];
  /** Of each place: when the last one of those up to it is over. */
  readonly overAtMs: readonly number[];
}

export const spansOf = memoizeByObject((phrases: readonly Phrase[]): Spans => {
  const spans = phrases.flatMap((phrase) => spanOf(phrase) ?? []).sort((one, other) => one.startMs - other.startMs);
  let overMs = 0;
  return { spans, overAtMs: spans.map(({ endMs }) => (overMs = Math.max(overMs, endMs))) };
});

/** The place of the last phrase that has begun; -1: none has. */
const lastBegun = ({ spans }: Spans, ms: number): number => spans.findLastIndex(({ startMs }) => startMs <= ms);

/** The line that is shown: of several the one that began last. undefined: none is. */
export function lineShownAt(film: Spans, ms: number): number | undefined {
  for (let place = lastBegun(film, ms); place >= 0 && (film.overAtMs[place] ?? 0) > ms; place--) {
    const span = film.spans[place];
    if (span && span.endMs > ms) return span.number;
  }
  return undefined;
}

/** The line that is shown, else the next one, else the last one; undefined: there are none. */
export const lineNear = (film: Spans, ms: number): number | undefined =>
  lineShownAt(film, ms) ?? (film.spans[lastBegun(film, ms) + 1] ?? film.spans.at(-1))?.number;

/** Longer silence is jumped. */
const LONGEST_GAP_MS = 4_000;
/** A sound may end after its subtitle. */
const AFTER_SPEECH_MS = 300;
/** A jump lands so long before the next line. */
const BEFORE_SPEECH_MS = 400;
/** What is nearer is not worth a jump: somebody wants to hear it come. */
const NEAR_MS = 1_500;

/** Where "Only speech" goes on from here; undefined: it plays on. */
export function speechAfter(film: Spans, ms: number): number | undefined {
  const place = lastBegun(film, ms);
  const next = film.spans[place + 1];
  if (next === undefined) return undefined;
  const overMs = film.overAtMs[place] ?? 0;
  const isGap = next.startMs - overMs > LONGEST_GAP_MS && ms >= overMs + (place < 0 ? 0 : AFTER_SPEECH_MS);
  return isGap && next.startMs - ms > NEAR_MS ? next.startMs - BEFORE_SPEECH_MS : undefined;
}

/** A line is played from so long before its beginning; on its own, or with what leads to it. */
const LEAD_MS = { line: 100, on: 1_000 } as const;
/** It stops so long before its end, while its subtitle is still there to be read. */
const BEFORE_END_MS = 40;

export type PlayHow = keyof typeof LEAD_MS;

/** From where to where a line is played; undefined: it is not there. `toMs` is undefined: it plays on. */
export function partToPlay(
  { spans }: Spans,
  number: number,
  how: PlayHow,
): { readonly fromMs: number; readonly toMs: number | undefined } | undefined {
  const span = spans.find((each) => each.number === number);
  if (span === undefined) return undefined;
  const { startMs, endMs } = span;
  return {
    fromMs: startMs - LEAD_MS[how],
    toMs: how === 'line' ? Math.max(startMs, endMs - BEFORE_END_MS) : undefined,
  };
}

/** What a person has chosen of how the film plays. */
export interface PlayOptions {
  readonly onlySpeech: boolean;
  /** The subtitles come so much later than their times say; for the preview alone. */
  readonly offsetMs: number;
}

export interface LivePlayer extends VideoPlayer {
  setOptions(options: PlayOptions): void;
  /** Other phrases, or those of a film that is translated now. */
  setPhrases(phrases: readonly Phrase[]): void;
  end(): void;
}

/** How often the film's time is looked at while it plays: browsers tell it four times a second, which is too late to stop in time. */
const LOOK_EVERY_MS = 30;
/** On a busy machine the player is looked at late: so far behind where it stops it goes back there, before the subtitle is over (`BEFORE_END_MS`). */
const LATE_MS = 20;
/** A cue begins with the frame at its beginning; browsers round to the one before. */
const INTO_LINE_MS = 10;

/** Browsers round places. */
const NEAR_SECONDS = 0.01;

interface PlayerParts {
  readonly video: HTMLVideoElement;
  readonly desk: Pick<VideoDesk, 'store'>;
  /** The line under the cursor; undefined: there is none. */
  readonly lineUnderCursor: () => number | undefined;
}

/** Plays a film by its lines, tells which one is shown, and takes commands from the page until it is ended. */
export function createPlayer({ video, desk, lineUnderCursor }: PlayerParts): LivePlayer {
  let options: PlayOptions = { onlySpeech: false, offsetMs: 0 };
  let phrases: readonly Phrase[] = [];
  /** Where a line that is played on its own ends, in ms of the subtitles. */
  let stopAtMs: number | undefined;
  /** Where the player has gone to itself. */
  let ownPlaceSeconds = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const nowMs = (): number => video.currentTime * 1_000 - options.offsetMs;

  function goTo(ms: number): void {
    ownPlaceSeconds = Math.max(0, (ms + options.offsetMs) / 1_000);
    video.currentTime = ownPlaceSeconds;
  }

  function look(): void {
    const spans = spansOf(phrases);
    const ms = nowMs();
    const playing = lineShownAt(spans, ms);
    if (playing !== desk.store.getState().playing) desk.store.setState({ playing });
    if (video.paused) return;
    if (stopAtMs !== undefined) return stopWhenPast(stopAtMs, ms);
    const next = options.onlySpeech ? speechAfter(spans, ms) : undefined;
    if (next !== undefined) goTo(next);
  }

  function stopWhenPast(endMs: number, ms: number): void {
    if (ms < endMs) return;
    if (ms > endMs + LATE_MS) goTo(endMs);
    video.pause();
  }

  function onPlay(): void {
    clearInterval(timer);
    timer = setInterval(look, LOOK_EVERY_MS);
    look();
  }

  function onPause(): void {
    // It comes in a task of its own: by then somebody may have begun to play anew.
    if (!video.paused && !video.ended) return;
    clearInterval(timer);
    stopAtMs = undefined;
    look();
  }

  /** Somebody has gone elsewhere: what was played on its own plays on there. */
  function onSeeking(): void {
    if (Math.abs(video.currentTime - ownPlaceSeconds) > NEAR_SECONDS) stopAtMs = undefined;
  }

  const unlisten = listen(video, {
    play: onPlay,
    pause: onPause,
    ended: onPause,
    seeking: onSeeking,
    seeked: look,
    // A page that is hidden has slow timers.
    timeupdate: look,
  });

  const player: LivePlayer = {
    seek(number) {
      const span = spansOf(phrases).spans.find((each) => each.number === number);
      if (span === undefined) return;
      stopAtMs = undefined;
      goTo(span.startMs + INTO_LINE_MS);
    },
    play(how, number = lineUnderCursor() ?? lineNear(spansOf(phrases), nowMs())) {
      const part = number === undefined ? undefined : partToPlay(spansOf(phrases), number, how);
      // At its end a film begins anew when it is played.
      if (part === undefined || part.fromMs + options.offsetMs >= video.duration * 1_000) return;
      goTo(part.fromMs);
      stopAtMs = part.toMs;
      // What keeps a film from playing is told by the element's own error.
      video.play().catch(() => {});
    },
    setOptions(next) {
      options = next;
      look();
    },
    setPhrases(next) {
      phrases = next;
      look();
    },
    end() {
      unlisten();
      clearInterval(timer);
      desk.store.setState({ player: undefined, playing: undefined });
    },
  };
  desk.store.setState({ player });
  return player;
}
