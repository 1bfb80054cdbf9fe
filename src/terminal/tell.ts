import type { TranslateCall } from './call.ts';
import type { RunLine } from './events.ts';

/** The outputs for words. */
export interface Streams {
  /** Standard output, as text. */
  readonly out: (text: string) => void;
  /** Standard error. */
  readonly err: (text: string) => void;
  /** Columns of the terminal at standard error; undefined: it is not a terminal, or one that cannot rewrite a line. */
  readonly columns: () => number | undefined;
  readonly now: () => number;
}

export type Tell = (line: RunLine) => void;

export interface Teller {
  readonly tell: Tell;
  /** Returns a `tell` for a film in this language. */
  about(to: string | undefined): Tell;
  /** Only for --json: people get the message in other words. */
  tellPrograms(line: RunLine, to?: string): void;
  /** Prints an error on standard error, in every mode. `message` ends with a point. */
  error(message: string): void;
}

type Told = Pick<TranslateCall, 'json' | 'quiet' | 'dryRun' | 'to'> & {
  readonly toStdout: boolean;
  /** The output file was given by name: if it is not written, that is reported like an error. */
  readonly isFileNamed: boolean;
};

/**
 * Reports a run: as events in JSON, or as the paths of written files on standard output, and on a terminal one line per film. If standard error is not a
 * terminal, it gets only errors, because media servers log each of its lines as an error.
 */
export function createTeller(
  { json, quiet, toStdout, isFileNamed, dryRun, to: targets }: Told,
  { out, err, columns, now }: Streams,
): Teller {
  const films = new Map<string, FilmProgress>();
  /** The cost of each film so far. */
  const costs = new Map<string, number>();
  /** The first film of each message, and how many others have failed with it. */
  const failed = new Map<string, { readonly file: string; others: number }>();
  /** The prices of a dry run. */
  const prices: Line<'priced'>[] = [];
  /** The text of the line that is being rewritten. */
  let shown = '';

  const clear = () => {
    if (shown !== '') err(`\r${' '.repeat(widthOf(shown))}\r`);
    shown = '';
  };
  /** undefined: people get only errors. */
  const room = () => (quiet || json ? undefined : columns());
  /** Shows a file's name and the first of these words that fit beside it. */
  function rewrite(file: string, ...words: readonly string[]): void {
    const width = room();
    if (width === undefined) return;
    const line = lineOf(plain(file), words.map(plain), width - 1);
    const rest = Math.max(0, widthOf(shown) - widthOf(line));
    err(`\r${line}${' '.repeat(rest)}${rest > 0 ? '\b'.repeat(rest) : ''}`);
    shown = line;
  }
  function endLine(file: string, ...words: readonly string[]): void {
    rewrite(file, ...words);
    if (shown !== '') err('\n');
    shown = '';
  }
  /** Prints words that are not overwritten, on as many lines as they need. */
  function tellWords(text: string): void {
    const width = room();
    if (width === undefined) return;
    clear();
    for (const line of folded(plain(text), width - 1)) err(`${line}\n`);
  }
  function error(message: string): void {
    clear();
    err(`${plain(message)}\n`);
  }

  function tellBatch(line: Line<'batch'>): void {
    const film = films.get(line.file) ?? { startedAt: now(), first: line.n - 1 };
    films.set(line.file, film);
    costs.set(line.file, line.cost);
    const cost = [...costs.values()].reduce((sum, one) => sum + one);
    const [whole, short] = costs.size > 1 ? [' for all films', ' in all'] : ['', ''];
    const { n, of } = line;
    const time = timeLeft(line, film, now());
    rewrite(
      line.file,
      `${n} of ${of === 1 ? '1 batch' : `${of} batches`}${time}, ${money(cost)}${whole}`,
      `${n} of ${of}${time}, ${money(cost)}${short}`,
      `${n} of ${of}, ${money(cost)}${short}`,
      `${money(cost)}${short}`,
    );
  }
  function print(text: string): void {
    clear();
    out(`${text}\n`);
  }
  function tellPrice(line: Line<'priced'>): void {
    if (!dryRun) return;
    print(plain(`${line.file}: ${priceWords(line)}`));
    prices.push(line);
  }
  function tellEnd(): void {
    clear();
    for (const { file, others } of failed.values())
      if (others > 0) error(`${others} more ${others === 1 ? 'file' : 'files'} failed for the same reason as ${file}.`);
    if (prices.length > 1) print(`In all: ${priceWords(sumOfPrices(prices))}`);
  }
  /** If the model or the provider refuses all films in the same way, reports it once. */
  function tellFailed({ file, batch, message }: Line<'failed'>): void {
    if (batch !== undefined) return;
    const alike = failed.get(message);
    if (alike) alike.others++;
    else error(`${file}: ${message}`);
    if (!alike) failed.set(message, { file, others: 0 });
  }
  const silent = () => {};

  const people: { readonly [Event in RunLine['event']]: (line: Line<Event>) => void } = {
    start: silent,
    opened: silent,
    priced: tellPrice,
    batch: tellBatch,
    failed: tellFailed,
    wait: ({ file, until, reason }) => rewrite(file, `waits ${secondsUntil(until, now())} s: ${reason}`),
    note: ({ file, message }) => tellWords(file === undefined ? message : `${file}  ${message}`),
    written: ({ output }) => toStdout || print(output),
    skipped: ({ file, reason }) => (isFileNamed ? error : tellWords)(`${file} is skipped: ${reason}`),
    finished(line) {
      costs.set(line.file, line.cost);
      endLine(line.file, ...finishedWords(line));
    },
    end: tellEnd,
  };

  function tellPrograms(line: RunLine, to?: string): void {
    if (json) out(`${JSON.stringify({ ...line, to })}\n`);
  }
  function tell(line: RunLine, to?: string): void {
    tellPrograms(line, to);
    const isTwice = targets.length > 1 && to !== undefined && 'file' in line;
    const named = isTwice ? { ...line, file: `${line.file} (${to})` } : line;
    if (!json || line.event === 'failed' || line.event === 'end') (people[line.event] as Tell)(named);
  }

  return { error, tell, about: (to) => (line) => tell(line, to), tellPrograms };
}

type Line<Event extends RunLine['event']> = Extract<RunLine, { readonly event: Event }>;

/** The words from the longest to the shortest, for lineOf. */
function finishedWords({ lines, doubtful, cost }: Line<'finished'>): readonly string[] {
  const review = `${doubtful === 0 ? 'none' : count(doubtful)} to review, ${money(cost)}`;
  return [`${countedWords(lines, 'line')}, ${review}`, review, money(cost)];
}

interface FilmProgress {
  readonly startedAt: number;
  /** The number of batches that were done before this run. */
  readonly first: number;
}

/** ", 25 s left"; '': unknown, or the film is done. */
function timeLeft({ n, of }: Line<'batch'>, { startedAt, first }: FilmProgress, now: number): string {
  const perBatchMs = (now - startedAt) / Math.max(1, n - first - 1);
  return n - first > 1 && n < of ? `, ${timeWords((of - n) * perBatchMs)} left` : '';
}

const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1_000));

const timeWords = (ms: number): string =>
  ms < 90_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;

/** "$0.02"; below a cent with two significant digits: "$0.0031". */
export function money(dollars: number): string {
  if (dollars === 0 || dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  return `$${dollars.toFixed(1 - Math.floor(Math.log10(dollars))).replace(/0+$/, '')}`;
}

type Priced = Pick<Line<'priced'>, 'phrases' | 'requests' | 'tokens' | 'low' | 'high'>;

/** One unknown price makes the sum unknown. */
const sumOfPrices = (prices: readonly Priced[]): Priced =>
  prices.reduce((sum, { phrases, requests, tokens, low, high }) => ({
    phrases: sum.phrases + phrases,
    requests: sum.requests + requests,
    tokens: { input: sum.tokens.input + tokens.input, output: sum.tokens.output + tokens.output },
    low: sum.low === null || low === null ? null : sum.low + low,
    high: sum.high === null || high === null ? null : sum.high + high,
  }));

const priceWords = ({ phrases, requests, tokens, low, high }: Priced): string =>
  `${countedWords(phrases, 'subtitle')}, ${countedWords(requests, 'request')}, ${count(tokens.input)} tokens sent, ${count(tokens.output)} received, ${
    low === null || high === null ? 'price unknown' : `${money(low)} to ${money(high)}`
  }`;

const count = (number: number): string => number.toLocaleString('en');
/** "1 line", "1,600 lines". */
export const countedWords = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** Control characters could move the cursor, reverse the text or hide it. `shownName` isolates some names, which few terminals understand. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced.
  text.replace(/[\u2068\u2069]/g, '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?');

// East Asian letters and pictures take two columns, marks none, except those with a place of their own, as in Hindi.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}/u;
const NARROWEST = /\p{Mn}|\p{Me}|\p{Cf}/u;

const columnsOf = (letter: string): number => (NARROWEST.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1);

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + columnsOf(letter), 0);

/** Cuts a text to `width` columns; "…" replaces the rest. */
export const cut = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${beginningOf(text, width - 1)}…`;

/** The letters that fit, and the marks on them, which take no room. */
function beginningOf(text: string, width: number): string {
  let used = 0;
  const letters: string[] = [];
  for (const letter of text) {
    used += columnsOf(letter);
    if (used > width) break;
    letters.push(letter);
  }
  return letters.join('');
}

/** At least this much is shown of a longer name: "…E02.srt". */
const NAME_COLUMNS = 8;

/**
 * A file's name and the longest of these words that fit beside it. `words`: from the longest to the shortest. If none fit, the shortest are cut, and the
 * name has a third of the line. Shows the end of a long name, where the films of a season differ.
 */
function lineOf(file: string, words: readonly string[], width: number): string {
  const least = Math.min(widthOf(file), NAME_COLUMNS);
  const fitting = words.find((each) => least + 2 + widthOf(each) <= width);
  const shown = fitting ?? words.at(-1) ?? '';
  const room = Math.max(fitting === undefined ? Math.floor(width / 3) : least, width - widthOf(shown) - 2);
  return cut(`${endOf(file, room)}  ${shown}`, width);
}

function endOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let used = 1;
  const letters: string[] = [];
  for (const letter of [...text].toReversed()) {
    used += columnsOf(letter);
    if (used > width) break;
    letters.unshift(letter);
  }
  return `…${letters.join('')}`;
}

/** Breaks a text into lines of at most `width` columns, between words if possible. */
function folded(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (let rest of text.split(' ')) {
    const longer = line === '' ? rest : `${line} ${rest}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    while (widthOf(rest) > width) {
      const beginning = beginningOf(rest, width);
      lines.push(beginning);
      rest = rest.slice(beginning.length);
    }
    line = rest;
  }
  return [...lines, line];
}
