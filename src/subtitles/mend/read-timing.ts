/** One of the two times of a timing line. */
export interface LenientTime {
  /** As it stands there. */
  readonly text: string;
  readonly sign: '' | '-';
  /** Hours, if there are any, minutes and seconds: digits. */
  readonly fields: readonly string[];
  /** What stands before the fraction, without spaces; empty: there is no fraction. */
  readonly point: string;
  /** Digits, read as decimals of a second. */
  readonly fraction: string;
  /** Milliseconds from the film's beginning. */
  readonly ms: number;
}

/** A line that tells from when to when, in whatever way it is written. */
export interface LenientTiming {
  readonly start: LenientTime;
  /** The arrow with the spaces around it; spaces alone between two whole times. */
  readonly between: string;
  readonly end: LenientTime;
  /** What stands behind the second time: coordinates, settings, a text. */
  readonly rest: string;
  /** It stands in brackets, as Whisper prints it; `timingText` has none. */
  readonly isInBrackets: boolean;
}

/** No timing line is as long, whatever stands behind its times. */
const LONGEST = 400;

/** Characters that nobody sees: marks of direction, joiners, byte-order marks, controls. */
const INVISIBLE = String.raw`\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const SPACE = String.raw`(?:&nbsp;|[\s${INVISIBLE}])*`;
const COLON = `${SPACE}[:：]${SPACE}`;
const FRACTION = String.raw`(?:${SPACE}([,.;:'،，．：])${SPACE}(\d{1,9})(?![\d]|${COLON}\d))?`;
// Sticky, and no two neighbouring parts can take the same character: linear on any line.
const TIME = new RegExp(String.raw`([-−])?${SPACE}(\d{1,9})${COLON}(\d{1,9})(?:${COLON}(\d{1,9}))?${FRACTION}`, 'y');
const ARROW_HEAD = '(?:[>›»]|&gt;|&#62;|&#x3e;)';
const ARROW = new RegExp(
  `${SPACE}(?:(?:[-−–—―=~]${SPACE})*${ARROW_HEAD}(?:${SPACE}${ARROW_HEAD})*|[→➔➜⟶⇒]|[-–—―]{1,3}|[,~]?)${SPACE}`,
  'iy',
);
const UNSEEN = new RegExp(String.raw`[\s${INVISIBLE}]`);

/** The line without what nobody sees at its ends. */
export function withoutEdges(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && UNSEEN.test(line[from] ?? '')) from++;
  while (from < to && UNSEEN.test(line[to - 1] ?? '')) to--;
  return line.slice(from, to);
}

/** A timing in any of the ways in which real files write it; undefined: the line is none. Linear. */
export function readTiming(line: string): LenientTiming | undefined {
  if (line.length > LONGEST) return undefined;
  const bare = withoutEdges(line);
  const isInBrackets = bare.startsWith('[');
  const whole = isInBrackets ? bare.slice(1) : bare;
  const start = timeAt(whole, 0);
  if (!start) return undefined;
  ARROW.lastIndex = start.text.length;
  const between = ARROW.exec(whole)?.[0];
  const end = between && timeAt(whole, start.text.length + between.length);
  if (!end || (between.trim() === '' && !(isWhole(start) && isWhole(end)))) return undefined;
  const behind = whole.slice(start.text.length + between.length + end.text.length);
  // "1:00 --> 2:00pm": more digits or letters at the time itself make it another thing.
  if (isInBrackets ? !behind.startsWith(']') : /^[\p{L}\d]/u.test(behind)) return undefined;
  return { start, between, end, rest: isInBrackets ? behind.slice(1) : behind, isInBrackets };
}

/** What players and other formats write behind the times: coordinates, settings of a cue. */
const SETTINGS = /^(?:\s+(?:[XY][12]\s*[:=]\s*-?\d+|(?:align|line|position|size|vertical|region)\s*:\s*[^\s]+))*\s*$/i;

/** The text that stands behind the times in their line; undefined: none does. What may be another timing is left alone. */
export function textBehind({ rest, isInBrackets }: LenientTiming): string | undefined {
  if (SETTINGS.test(rest)) return undefined;
  const text = rest.trim();
  // Whisper prints nothing else there: "[00:01.000 --> 00:02.000]  3, 2, 1".
  if (isInBrackets) return text;
  return /\p{L}/u.test(text) && !/^[-−]?\s?\d+\s*[:：]/.test(text) ? text : undefined;
}

/** With hours and a fraction. */
export const isWhole = ({ fields, fraction }: LenientTime): boolean => fields.length === 3 && fraction !== '';

function timeAt(line: string, at: number): LenientTime | undefined {
  TIME.lastIndex = at;
  const parts = TIME.exec(line);
  if (!parts) return undefined;
  const [text, minus, first = '', second = '', third, point = '', fraction = ''] = parts;
  const fields = third === undefined ? [first, second] : [first, second, third];
  const seconds = fields.reduce((sum, field) => sum * 60 + Number(field), 0);
  const ms = seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return { text, sign: minus ? '-' : '', fields, point, fraction, ms: minus ? -ms : ms };
}

export const timingText = ({ start, between, end, rest }: LenientTiming): string =>
  `${start.text}${between}${end.text}${rest}`;
