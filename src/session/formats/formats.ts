import { runInSlices } from '../../clock/run-in-slices.ts';
import { isHolder } from '../../engine/state/run-selectors.ts';
import type { Result } from '../../lib/result.ts';
import type { SubtitleDocument } from '../../subtitles/document.ts';
import type { SrtError } from '../../subtitles/parse-srt.ts';
import { readDocument } from '../../subtitles/read-document.ts';
import { assembleDocument } from '../../translation/assemble-document.ts';
import { type ResultEdits, resultEdits } from '../lines/result-edits.ts';
import type { StateAccess } from '../session-events.ts';
import { allOk } from '../session-selectors.ts';
import type { SessionState } from '../session-state.ts';

export type DocumentRead = Result<SubtitleDocument, SrtError>;

/** Reads, assembles and compares films as documents, whatever their format, in slices, so that a long film does not freeze the page. */
export interface Formats {
  /** The original (strict .srt, too) as a document, or why it cannot be parsed; undefined: another original was opened meanwhile. */
  read(): Promise<DocumentRead | undefined>;
  /** The result with all translations, or why it cannot be built; undefined: the work changed meanwhile. */
  assemble(): Promise<Result<string, string> | undefined>;
  /** What a person has edited in the result by hand; undefined: the work changed meanwhile. */
  resultEdits(): Promise<ResultEdits | undefined>;
}

type ReadFacts = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

const isSameFilm = (one: ReadFacts, other: ReadFacts): boolean =>
  one.sourceText === other.sourceText && one.readAs === other.readAs && one.withoutStyles === other.withoutStyles;

export function createFormats({ getState }: Pick<StateAccess, 'getState'>): Formats {
  let latest: { readonly facts: ReadFacts; readonly reading: Promise<DocumentRead | undefined> } | undefined;
  let newer = new AbortController();

  function read(): Promise<DocumentRead | undefined> {
    const facts = getState();
    if (!latest || !isSameFilm(latest.facts, facts)) {
      newer.abort();
      newer = new AbortController();
      const { sourceText, readAs, withoutStyles } = facts;
      latest = { facts, reading: runInSlices(readDocument(sourceText, readAs, { withoutStyles }), newer.signal) };
    }
    return latest.reading;
  }

  /** The value of `work`; undefined when batches or result changed while `work` ran, or when another tab took the work over. */
  async function ifSame<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { phrases, results, translated } = getState();
    const value = await work();
    const now = getState();
    const isSame = now.phrases === phrases && now.results === results && now.translated === translated;
    return isSame && isHolder(now) ? value : undefined;
  }

  return {
    read,
    assemble: () =>
      ifSame(async () => {
        const document = await read();
        const state = getState();
        if (!document || !allOk(state)) return undefined;
        if (!document.ok) return { ok: false, error: document.error.message };
        const { phrases, results } = state;
        return runInSlices(assembleDocument(document.value, phrases, results), new AbortController().signal);
      }),
    resultEdits: () =>
      ifSame(async () => {
        const document = await read();
        if (!document?.ok) return undefined;
        return runInSlices(resultEdits(document.value, getState()), new AbortController().signal);
      }),
  };
}
