import { nextTask } from '../../../clock/clock.ts';
import { slotOf } from '../../../engine/batch.ts';
import type { Work } from '../../../film/film.ts';
import { batchOfLine, linesOfBatch } from '../../../film/lines.ts';
import type { Line } from '../../../review/line.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { isBlank } from '../../../subtitles/lines.ts';
import { hasBracket, TAGS } from '../../../subtitles/tags.ts';
import { timingOf } from '../../../subtitles/timing.ts';
import { countBatches } from '../../../translation/batch.ts';

/** Tags that WebVTT cues know, too (WebVTT, section 4.2.2). */
const SHOWN = /^<\/?[biu]>$/i;
const LINE_BREAK = /^<br/i;

/** A line's text for a WebVTT cue: keeps italics, bold, underline and line breaks, drops other tags, escapes the rest. */
export function shownText(text: string): string {
  if (!hasBracket(text)) return escaped(text);
  let shown = '';
  let end = 0;
  for (const { index, 0: tag } of text.matchAll(TAGS)) {
    shown += escaped(text.slice(end, index));
    if (SHOWN.test(tag)) shown += tag.toLowerCase();
    else if (LINE_BREAK.test(tag)) shown += '\n';
    end = index + tag.length;
  }
  return shown + escaped(text.slice(end));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** "{\an8}", or "{\a6}" in the older notation. */
const TOP_TAG = /\{[^{}]*\\(?:an[789]|a[567](?!\d))[^{}]*\}/;
/** In a WebVTT timing: "line:0", "line:10%,start". */
const LINE_SETTING = /\sline:(-?\d+(?:\.\d+)?)(%?)/;
/** A picture has about 15 lines. */
const TOP_LINES = 5;

/** By the phrase's tags, or by a WebVTT file's settings. */
export function isAtTop(time: string, text: string): boolean {
  if (TOP_TAG.test(text)) return true;
  const [, line, isPercent] = LINE_SETTING.exec(time) ?? [];
  if (line === undefined) return false;
  return isPercent ? Number(line) < 50 : !line.startsWith('-') && Number(line) < TOP_LINES;
}

export interface Span {
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** undefined: the time cannot be read, or ends before it begins; players do not show such a phrase. */
export function spanOf({ number, time }: Pick<Phrase, 'number' | 'time'>): Span | undefined {
  const timing = timingOf(time);
  return timing && timing.endMs > timing.startMs ? { number, ...timing } : undefined;
}

interface ShownFilm {
  readonly phrases: readonly Phrase[];
  readonly batches: Work['batches'];
  /** A line with its uncommitted text, which is shown instead of its translation. */
  readonly typed: { readonly number: number; readonly text: string } | null;
  /** Numbers of the phrases that the file itself shows at the top. */
  readonly atTop: ReadonlySet<number>;
  /** Shows the subtitles later by this much. */
  readonly offsetMs: number;
}

interface SubtitleTracks {
  /** Updates the changed cues: the batch on the picture at once, all others in several tasks. */
  show(film: ShownFilm): void;
  end(): void;
}

/** The longest work on cues in one task. */
const SLICE_MS = 8;

interface Shown {
  readonly track: TextTrack;
  readonly cues: Map<number, VTTCue>;
}

/**
 * Two native text tracks of a video. Each cue's id is its phrase's number. The original comes first: if both texts are at the top of the picture, it is the
 * upper one.
 */
export function createSubtitleTracks(video: HTMLVideoElement): SubtitleTracks {
  const originals = addTrack(video, 'Original');
  const translations = addTrack(video, 'Translation');
  let shown: ShownFilm = { phrases: [], batches: [], typed: null, atTop: new Set(), offsetMs: 0 };
  const waiting = new Set<number>();
  let isAtWork = false;

  const textNow = ({ number, translation = '' }: Line): string =>
    shown.typed?.number === number ? shown.typed.text : translation;

  function showBatch(index: number): void {
    for (const each of linesOfBatch(shown, index)) {
      const { number, time, original } = each;
      const translation = textNow(each);
      const at = timesOf(each, shown.offsetMs);
      const isTop = shown.atTop.has(number) || isAtTop(time, original) || isAtTop('', translation);
      put(originals, number, at && !isBlank(original) ? { ...at, text: shownText(original), line: 0 } : undefined);
      const line = isTop ? 0 : 'auto';
      put(
        translations,
        number,
        at && !isBlank(translation) ? { ...at, text: shownText(translation), line } : undefined,
      );
    }
  }

  async function showWaiting(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    let sliceEnd = performance.now() + SLICE_MS;
    for (const index of waiting) {
      waiting.delete(index);
      if (index < countBatches(shown.phrases)) showBatch(index);
      if (performance.now() < sliceEnd) continue;
      await nextTask();
      sliceEnd = performance.now() + SLICE_MS;
    }
    isAtWork = false;
  }

  /** The batch whose line is on the picture. */
  const batchInSight = (): number | undefined => {
    const [cue] = originals.track.activeCues ?? [];
    return cue && batchOfLine(shown.phrases, Number(cue.id));
  };

  return {
    show(film) {
      const before = shown;
      shown = film;
      const { phrases } = film;
      if (phrases !== before.phrases) for (const each of [originals, translations]) removeOthers(each, phrases);
      for (const index of changedBatches(before, film)) waiting.add(index);
      const inSight = batchInSight();
      if (inSight !== undefined && waiting.delete(inSight)) showBatch(inSight);
      void showWaiting();
    },
    end() {
      waiting.clear();
      // Chromium never frees a track that is showing, nor its video and the elements around it.
      for (const { track } of [originals, translations]) track.mode = 'disabled';
    },
  };
}

function changedBatches(before: ShownFilm, now: ShownFilm): readonly number[] {
  const isAll = now.phrases !== before.phrases || now.offsetMs !== before.offsetMs || now.atTop !== before.atTop;
  // Waiting and loading batches have no texts: null for both.
  const slotIn = ({ batches }: ShownFilm, index: number) => slotOf(batches[index]) ?? null;
  const all = Array.from({ length: countBatches(now.phrases) }, (_, index) => index);
  if (isAll) return all;
  const typedIn =
    now.typed === before.typed
      ? []
      : [before.typed, now.typed].map((typed) => typed && batchOfLine(now.phrases, typed.number));
  return all.filter((index) => slotIn(now, index) !== slotIn(before, index) || typedIn.includes(index));
}

function timesOf(line: Line, offsetMs: number): Pick<CueFacts, 'startTime' | 'endTime'> | undefined {
  const span = spanOf(line);
  if (span === undefined || span.endMs + offsetMs <= 0) return undefined;
  return { startTime: Math.max(0, span.startMs + offsetMs) / 1_000, endTime: (span.endMs + offsetMs) / 1_000 };
}

function addTrack(video: HTMLVideoElement, label: string): Shown {
  const track = video.addTextTrack('subtitles', label);
  const show = () => {
    track.mode = 'showing';
  };
  show();
  // When the video is loaded, Firefox turns off all tracks of a kind except one.
  video.addEventListener('loadedmetadata', show, { once: true });
  return { track, cues: new Map() };
}

/** Times in seconds. */
type CueFacts = Pick<VTTCue, 'startTime' | 'endTime' | 'text' | 'line'>;

/** Creates, updates or (undefined) removes the line's cue. */
function put({ track, cues }: Shown, number: number, facts: CueFacts | undefined): void {
  const cue = cues.get(number);
  if (facts === undefined) {
    if (cue) track.removeCue(cue);
    cues.delete(number);
    return;
  }
  const { startTime, endTime, text } = facts;
  const shown = cue ?? new VTTCue(startTime, endTime, text);
  for (const name of ['startTime', 'endTime', 'text', 'line'] as const) {
    // Setting a property, even to the same value, redraws the cue.
    if (shown[name] !== facts[name]) Object.assign(shown, { [name]: facts[name] });
  }
  if (cue) return;
  shown.id = String(number);
  track.addCue(shown);
  cues.set(number, shown);
}

function removeOthers({ track, cues }: Shown, phrases: readonly Phrase[]): void {
  const numbers = new Set(phrases.map(({ number }) => number));
  for (const [number, cue] of cues) {
    if (numbers.has(number)) continue;
    track.removeCue(cue);
    cues.delete(number);
  }
}
