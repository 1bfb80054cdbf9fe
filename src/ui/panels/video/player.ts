import type { Codec, VideoContents, VideoKind } from '../../../containers/container.ts';
import { hasBatches } from '../../../engine/run-state.ts';
import { filmOf } from '../../../film/shown-facts.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { type FileFormat, formatOf, type ReadAs } from '../../../subtitles/formats.ts';
import { findLyrics } from '../../../subtitles/lrc.ts';
import { findMicroDvdEvents } from '../../../subtitles/microdvd.ts';
import type { FoundSlots, Slot } from '../../../subtitles/slots.ts';
import { findTtmlPhrases } from '../../../subtitles/ttml.ts';
import type { TextEditorHost } from '../../editor/surface.ts';
import { listen } from '../../kit/browser.ts';
import type { Services } from '../../state/services.tsx';
import type { VideoDesk, VideoPlayer } from '../../state/video.ts';
import { type Span, spanOf } from './subtitle-tracks.ts';

/** The phrases sorted by start; all times in ms. */
interface Spans {
  readonly spans: readonly Span[];
  /** For each place: the latest end among the phrases up to it. */
  readonly overAtMs: readonly number[];
}

export function spansOf(phrases: readonly Phrase[]): Spans {
  const spans = phrases.flatMap((phrase) => spanOf(phrase) ?? []).sort((one, other) => one.startMs - other.startMs);
  let overMs = 0;
  return { spans, overAtMs: spans.map(({ endMs }) => (overMs = Math.max(overMs, endMs))) };
}

/** The index of the last phrase that has begun; -1: none has. */
const lastBegun = ({ spans }: Spans, ms: number): number => spans.findLastIndex(({ startMs }) => startMs <= ms);

/** The line shown at this time; of several, the one that began last. */
export function lineShownAt(film: Spans, ms: number): number | undefined {
  for (let place = lastBegun(film, ms); place >= 0 && (film.overAtMs[place] ?? 0) > ms; place--) {
    const span = film.spans[place];
    if (span && span.endMs > ms) return span.number;
  }
  return undefined;
}

/** The line that is shown at this time; if there is none, the next one; if there is none either, the last one. */
export const lineNear = (film: Spans, ms: number): number | undefined =>
  lineShownAt(film, ms) ?? (film.spans[lastBegun(film, ms) + 1] ?? film.spans.at(-1))?.number;

/** "Only speech" skips a longer silence. */
const LONGEST_GAP_MS = 4_000;
/** A sound may end after its subtitle. */
const AFTER_SPEECH_MS = 300;
/** A jump lands this long before the next line. */
const BEFORE_SPEECH_MS = 400;
/** It does not jump over less than this. */
const NEAR_MS = 1_500;

/** The time to which "Only speech" jumps from here; undefined: it does not jump. */
export function speechAfter(film: Spans, ms: number): number | undefined {
  const place = lastBegun(film, ms);
  const next = film.spans[place + 1];
  if (next === undefined) return undefined;
  const overMs = film.overAtMs[place] ?? 0;
  const isGap = next.startMs - overMs > LONGEST_GAP_MS && ms >= overMs + (place < 0 ? 0 : AFTER_SPEECH_MS);
  return isGap && next.startMs - ms > NEAR_MS ? next.startMs - BEFORE_SPEECH_MS : undefined;
}

/** How long before its start a line is played: alone, or when the video plays on from it. */
const LEAD_MS = { line: 100, on: 1_000 } as const;
/** A line played alone stops this long before its end, while its subtitle can still be read. */
const BEFORE_END_MS = 40;

type PlayHow = keyof typeof LEAD_MS;

/** undefined: there is no such line. `toMs` undefined: the video plays on. */
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

export interface PlayOptions {
  readonly onlySpeech: boolean;
  /** Shows the subtitles later by this much, in the preview only. */
  readonly offsetMs: number;
}

interface LivePlayer extends VideoPlayer {
  setOptions(options: PlayOptions): void;
  setPhrases(phrases: readonly Phrase[]): void;
  end(): void;
}

/** How often the time is checked during playback. Browsers report it four times a second, which is too seldom to stop in time. */
const LOOK_EVERY_MS = 30;
/** On a busy machine the check comes late: if it overshoots by more than this, playback goes back to the stop, where the subtitle still shows. */
const LATE_MS = 20;
/** Browsers round a seek to a line's start to the frame before, which does not show the cue yet. */
const INTO_LINE_MS = 10;

/** Browsers round the current time. */
const NEAR_SECONDS = 0.01;

interface PlayerParts {
  readonly video: HTMLVideoElement;
  readonly desk: Pick<VideoDesk, 'store'>;
  /** The line under the cursor; undefined: there is none. */
  readonly lineUnderCursor: () => number | undefined;
}

/** Plays a video by its lines, reports which line is shown, and follows the page's commands until `end`. */
export function createPlayer({ video, desk, lineUnderCursor }: PlayerParts): LivePlayer {
  let options: PlayOptions = { onlySpeech: false, offsetMs: 0 };
  let phrases: readonly Phrase[] = [];
  let film = spansOf(phrases);
  /** Where a line played alone stops, in subtitle time. */
  let stopAtMs: number | undefined;
  /** The player's own last seek. */
  let ownPlaceSeconds = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const nowMs = (): number => video.currentTime * 1_000 - options.offsetMs;

  function goTo(ms: number): void {
    ownPlaceSeconds = Math.max(0, (ms + options.offsetMs) / 1_000);
    video.currentTime = ownPlaceSeconds;
  }

  function look(): void {
    const ms = nowMs();
    const playing = lineShownAt(film, ms);
    if (playing !== desk.store.getState().playing) desk.store.setState({ playing });
    if (video.paused) return;
    if (stopAtMs !== undefined) return stopWhenPast(stopAtMs, ms);
    const next = options.onlySpeech ? speechAfter(film, ms) : undefined;
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
    // The event is late: playback may have started again.
    if (!video.paused && !video.ended) return;
    clearInterval(timer);
    stopAtMs = undefined;
    look();
  }

  /** After a seek by the person a line played alone no longer stops. */
  function onSeeking(): void {
    if (Math.abs(video.currentTime - ownPlaceSeconds) > NEAR_SECONDS) stopAtMs = undefined;
  }

  const unlisten = listen(video, {
    play: onPlay,
    pause: onPause,
    ended: onPause,
    seeking: onSeeking,
    seeked: look,
    // Timers are slow while the page is hidden.
    timeupdate: look,
  });

  const player: LivePlayer = {
    seek(number) {
      const span = film.spans.find((each) => each.number === number);
      if (span === undefined) return;
      stopAtMs = undefined;
      goTo(span.startMs + INTO_LINE_MS);
    },
    play(how, number = lineUnderCursor() ?? lineNear(film, nowMs())) {
      const part = number === undefined ? undefined : partToPlay(film, number, how);
      // At the video's end, play() would start it from the beginning.
      if (part === undefined || part.fromMs + options.offsetMs >= video.duration * 1_000) return;
      goTo(part.fromMs);
      stopAtMs = part.toMs;
      // The element's error event says why a video cannot play.
      video.play().catch(() => {});
    },
    setOptions(next) {
      options = next;
      look();
    },
    setPhrases(next) {
      if (next !== phrases) film = spansOf(next);
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

/** Follows the person's cursor. `line`: in Lines the active line; in Text the phrase at the cursor, or at its last place. */
export function watchCursor({ session, page }: Services) {
  let text: EventTarget | null = document.activeElement;
  const end = listen(window, {
    focusin({ target }) {
      if (target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && 'editorText' in target))
        text = target;
    },
  });
  return {
    end,
    line(phrases: readonly Phrase[]): number | undefined {
      const state = session.store.getState();
      const { view, linePlace } = page.getState();
      if (view === 'lines' && hasBatches(state) && state.shownBatch === null) {
        return linePlace?.film === filmOf(state) ? linePlace.number : undefined;
      }
      if (text instanceof HTMLTextAreaElement)
        return phraseAtCursor(phrases, text.value, text.selectionEnd, state.readAs);
      const { editorText, editorCursor } = (text ?? {}) as Partial<TextEditorHost>;
      return editorText && editorCursor
        ? phraseAtCursor(phrases, editorText(), editorCursor(), state.readAs)
        : undefined;
    },
  };
}

/** Two times that begin a line of a file in any format; times separated by a comma must have hours, so that a text about times does not match. */
const TIMES =
  /^(?:[ \t\uFEFF]*|Dialogue:(?:[^,\n]*,)?[ \t]*)(\d+(?::\d+){1,2}(?:[.,]\d+)?)[ \t]*(?:-->|,(?=[ \t]*\d+:\d+:\d))[ \t]*(\d+(?::\d+){1,2}(?:[.,]\d+)?)/gim;

/** The phrase at the cursor in a subtitle file's text, by the nearest times in or above the cursor's line; undefined: there are none. */
export function phraseAtCursor(
  phrases: readonly Phrase[],
  text: string,
  cursor: number,
  readAs: ReadAs = 'srt',
): number | undefined {
  const find = finderOf(readAs);
  if (find) return phraseAt(phrases, slotAt(find(text).slots, text, cursor)?.time ?? '');
  const end = endOfLine(text, cursor);
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, end);
  // In an .srt file the number is above the times.
  const isNumber = /^\s*\d+\s*$/.test(line);
  const [, from, to] = [...text.slice(0, isNumber ? endOfLine(text, end + 1) : end).matchAll(TIMES)].at(-1) ?? [];
  return phraseAt(phrases, `${from} --> ${to}`);
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

function phraseAt(phrases: readonly Phrase[], time: string): number | undefined {
  const wanted = spanOf({ number: 0, time });
  if (wanted === undefined) return undefined;
  const isWanted = (span: Span | undefined) => span?.startMs === wanted.startMs && span.endMs === wanted.endMs;
  return phrases.find((phrase) => isWanted(spanOf(phrase)))?.number;
}

/** The readers of the formats whose times TIMES cannot find; null: it finds them. */
const FINDERS: Readonly<Record<FileFormat, ((rate: number | undefined) => (text: string) => FoundSlots) | null>> = {
  srt: null,
  vtt: null,
  ass: null,
  ssa: null,
  sbv: null,
  ttml: () => findTtmlPhrases,
  sub: findMicroDvdEvents,
  lrc: () => findLyrics,
};

function finderOf(readAs: ReadAs): ((text: string) => FoundSlots) | undefined {
  const rate = /^sub-(.*)/.exec(readAs)?.[1];
  return FINDERS[formatOf(readAs)]?.(rate === undefined ? undefined : Number(rate));
}

/** The text at the cursor, or the last one before it; if the cursor is on the line of the next text's times, that text. */
function slotAt(slots: readonly Slot[], text: string, cursor: number): Slot | undefined {
  const begun = slots.findLast(({ from }) => from <= cursor);
  if (begun && begun.to >= text.lastIndexOf('\n', cursor - 1) + 1) return begun;
  const end = endOfLine(text, cursor);
  return slots.find(({ from }) => from > cursor && from <= end) ?? begun;
}

/** What the video element has reported so far. */
export interface ElementFacts {
  readonly hasFailed: boolean;
  /** The element knows the video's length and size. */
  readonly isLoaded: boolean;
  /** 0: it draws no picture, or does not know yet. */
  readonly widthPx: number;
  /** undefined: it does not say. */
  readonly hasSound: boolean | undefined;
}

interface PlayableFacts {
  /** undefined: not recognized, or not yet. */
  readonly kind: VideoKind | undefined;
  readonly contents: VideoContents | undefined;
  /** A sentence: why our readers failed; '': they did not fail, or it is not known yet. */
  readonly problem: string;
  readonly element: ElementFacts;
  readonly canPlay: (type: string) => boolean;
}

/** Containers that no browser reads. */
const NEVER_PLAYED: ReadonlySet<VideoKind | undefined> = new Set(['AVI', 'MPEG-TS', 'FLV', 'WMV']);

export const isUnplayable = ({ kind, element }: PlayableFacts): boolean => NEVER_PLAYED.has(kind) || element.hasFailed;

/** Says what the browser cannot play of a video; '': nothing is known to be missing. */
export function missingWords({ kind, contents, problem, element, canPlay }: PlayableFacts): string {
  if (NEVER_PLAYED.has(kind))
    return `${kind} videos cannot be played in a browser, and this page cannot read their subtitles. Open the subtitles as a separate file.`;
  if (element.hasFailed && problem !== '')
    return `This page can read neither the picture nor the subtitles of this video. ${problem}`;
  const { pictures, sounds } = contents ?? {};
  if (element.hasFailed)
    return `This browser cannot play this video${namesOf([...(pictures ?? []), ...(sounds ?? [])])}.${SUBTITLES_WORK}`;
  const isRefused = (codecs: readonly Codec[] = []): boolean =>
    codecs.length > 0 && codecs.every(({ type }) => type === undefined || !canPlay(type));
  const isDark = element.isLoaded ? element.widthPx === 0 && pictures?.length !== 0 : isRefused(pictures);
  const isSilent = element.hasSound === false ? sounds?.length !== 0 : !element.hasSound && isRefused(sounds);
  const missing = [
    ...(isDark ? [`show the picture${namesOf(pictures)}`] : []),
    ...(isSilent ? [`play the sound${namesOf(sounds)}`] : []),
  ].join(' or ');
  return missing && `This browser cannot ${missing}.${SUBTITLES_WORK}`;
}

function namesOf(codecs: readonly Codec[] = []): string {
  const names = [...new Set(codecs.map(({ name }) => name))].join(', ');
  return names && ` (${names})`;
}

const SUBTITLES_WORK = ' The subtitles still work.';
