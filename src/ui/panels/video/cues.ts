import type { Phrase } from '../../../subtitles/document.ts';
import { hasBracket, TAGS } from '../../../subtitles/tags.ts';
import { timingOf } from '../../../subtitles/timing.ts';

/** Tags that a cue shows as they are (WebVTT, section 4.2.2). */
const SHOWN = /^<\/?[biu]>$/i;
const LINE_BREAK = /^<br/i;

/** A line's text as a WebVTT cue has it: italics, bold, underline and line breaks stay, other tags go, all else is words. What is not closed holds to the end. */
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

/** "{\an8}" and its like; "{\a6}" is the older way. */
const TOP_TAG = /\{[^{}]*\\(?:an[789]|a[567](?!\d))[^{}]*\}/;
/** Of a WebVTT timing: "line:0", "line:10%,start". */
const LINE_SETTING = /\sline:(-?\d+(?:\.\d+)?)(%?)/;
/** A picture has about 15 lines; further down is no longer its top. */
const TOP_LINES = 5;

/** Whether a phrase is shown at the top, by its tags, or by a WebVTT file's settings. */
export function isAtTop(time: string, text: string): boolean {
  if (TOP_TAG.test(text)) return true;
  const [, line, isPercent] = LINE_SETTING.exec(time) ?? [];
  if (line === undefined) return false;
  return isPercent ? Number(line) < 50 : !line.startsWith('-') && Number(line) < TOP_LINES;
}

/** When a phrase is shown, in ms from the film's beginning. */
export interface Span {
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The phrase's time; undefined: it cannot be read, or ends before it begins, so that players do not show it. */
export function spanOf({ number, time }: Pick<Phrase, 'number' | 'time'>): Span | undefined {
  const timing = timingOf(time);
  return timing && timing.endMs > timing.startMs ? { number, ...timing } : undefined;
}
