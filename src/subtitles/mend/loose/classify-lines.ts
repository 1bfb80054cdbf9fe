import { isBlank } from '../../lines.ts';
import { endOfLine } from '../../srt-blocks.ts';
import { type LooseTiming, readTiming, withoutEdges } from './read-timing.ts';

/** A line that is not blank, by its form. */
export interface LooseLine {
  /** Counted from 1. */
  readonly at: number;
  readonly text: string;
  /** A blank line, or the beginning of the file, stands before it. */
  readonly blankBefore: boolean;
  /** "weak-timing": it may be a text as well. "broken": it was meant to be a timing, but nobody can read it. */
  readonly form: 'number' | 'timing' | 'weak-timing' | 'broken' | 'text';
  readonly timing?: LooseTiming;
}

/** More lines than that are no subtitles, and are not looked at. */
const MOST_LINES = 400_000;

/** A dash or a comma alone, as in "10:30 - 11:45", may be a text. */
const SURE_ARROW = /[>→➔➜⟶⇒]|&gt;|&#62;|&#x3e;/i;
const DIGIT = '[\\dOolI]';
const BROKEN = new RegExp(`^[-−]?\\d${DIGIT}{0,8}\\s*[:：]\\s*${DIGIT}{1,9}\\s*[:：;.,]\\s*${DIGIT}`);
const LONE_TIME = /^-?\d{1,3}:\d{1,2}:\d{1,2}[,.:;]\d{1,3}$/;

/** The lines of a text whose line ends are "\n"; undefined: there are too many. */
export function classifyLines(source: string): readonly LooseLine[] | undefined {
  const lines: LooseLine[] = [];
  let blankBefore = true;
  let at = 0;
  for (let start = 0, end = 0; start <= source.length; start = end + 1) {
    end = endOfLine(source, start);
    at += 1;
    const raw = source.slice(start, end);
    const blank = isBlank(raw);
    if (!blank) lines.push({ at, text: raw, blankBefore, ...formOf(withoutEdges(raw)) });
    blankBefore = blank;
    if (lines.length > MOST_LINES) return undefined;
  }
  return lines;
}

function formOf(text: string): Pick<LooseLine, 'form' | 'timing'> {
  if (!/^[-−]?\d/.test(text)) return { form: 'text' };
  if (/^\d+$/.test(text)) return { form: 'number' };
  const timing = readTiming(text);
  if (timing) return { form: SURE_ARROW.test(timing.between) ? 'timing' : 'weak-timing', timing };
  const broken = text.length < 400 && ((BROKEN.test(text) && SURE_ARROW.test(text)) || LONE_TIME.test(text));
  return { form: broken ? 'broken' : 'text' };
}
