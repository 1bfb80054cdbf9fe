/** Shorter texts are reported at every key press: reading them takes no noticeable time. */
const SMALL_TEXT_CHARACTERS = 20_000;

/** A longer text is read and reported at most this often. */
const REPORT_INTERVAL_MS = 50;

export interface ChangeReporter {
  /** The last text that was set from outside or reported. */
  known(): string;
  /** Takes a value from outside. True: the value differs from the known text and must be shown. */
  accept(value: string): boolean;
  /** To be called when the person has changed the text; `lengthCharacters` is its new length. */
  edited(lengthCharacters: number): void;
  /** Reports an unreported edit now. */
  flush(): void;
}

/**
 * Connects a text box with the state that keeps its text. Edits are reported through `report`, rarely enough for a text of
 * 10,000 phrases; a value that merely echoes an earlier report does not overwrite newer typing.
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

  function cancelReport(): void {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  }

  function flush(): void {
    if (!isPending) return;
    cancelReport();
    known = options.read();
    options.report(known);
    // Taken after the report, so that a slow receiver leaves time for the next key press.
    lastReportMs = performance.now();
  }

  return {
    known: () => known,
    accept(value) {
      if (value === known) return false;
      cancelReport();
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
