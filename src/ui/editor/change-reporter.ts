/** Below this length every key press is reported at once: reading the text costs nothing to speak of. */
const SMALL_TEXT_CHARACTERS = 20_000;

/** A longer text is read and reported at most this often. */
const REPORT_INTERVAL_MS = 50;

export interface ChangeReporter {
  /** The text that both sides know: the last one given from outside or reported to it. */
  known(): string;
  /** Takes a value from outside; true when it is another text than the known one and must be shown. */
  accept(value: string): boolean;
  /** The person changed the text, which now has this many characters. */
  edited(lengthCharacters: number): void;
  /** Reports what is not reported yet, at once. */
  flush(): void;
}

/**
 * Stands between a text box and the state that keeps its text: edits go out through `report`, seldom enough for a
 * text of 10,000 phrases, and a value that only echoes an earlier report does not come back over newer typing.
 */
export function createChangeReporter(options: {
  initial: string;
  read: () => string;
  report: (text: string) => void;
}): ChangeReporter {
  let known = options.initial;
  let isPending = false;
  let lastReportMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  }

  function flush(): void {
    if (!isPending) return;
    drop();
    known = options.read();
    options.report(known);
    // Taken after the report, so that a slow receiver leaves room for the next key press.
    lastReportMs = performance.now();
  }

  return {
    known: () => known,
    accept(value) {
      if (value === known) return false;
      drop();
      known = value;
      return true;
    },
    edited(lengthCharacters) {
      isPending = true;
      const waitMs = lastReportMs + REPORT_INTERVAL_MS - performance.now();
      if (lengthCharacters < SMALL_TEXT_CHARACTERS || waitMs <= 0) flush();
      else timer ??= setTimeout(flush, waitMs);
    },
    flush,
  };
}
