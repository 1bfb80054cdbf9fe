import { runInSlices } from '../../clock/run-in-slices.ts';
import { isHolder } from '../../engine/state/run-selectors.ts';
import type { Result } from '../../lib/result.ts';
import type { Steps, SubtitleDocument } from '../../subtitles/document.ts';
import type { SrtError } from '../../subtitles/parse-srt.ts';
import { readDocument } from '../../subtitles/read-document.ts';
import { assembleDocument } from '../../translation/assemble-document.ts';
import { allLines } from '../lines/lines.ts';
import { allOk } from '../session-selectors.ts';
import type { LineChange, SessionState } from '../session-state.ts';

export interface FormatsOptions {
  readonly getState: () => SessionState;
}

export type DocumentRead = Result<SubtitleDocument, SrtError>;

/** Films that are no strict .srt: read, assembled and compared as documents, in slices, so that a long one does not hold the page up. */
export interface Formats {
  /** The opened text as a document, read once; undefined: another text has come in the meantime. Of a strict .srt film, too. */
  read(): Promise<DocumentRead | undefined>;
  /** The text with all translations, or why there is none; undefined: the work has changed in the meantime. */
  assemble(): Promise<Result<string, string> | undefined>;
  /** Lines that a person has edited in the assembled text, with their texts there; undefined as above. */
  editedLines(): Promise<readonly LineChange[] | undefined>;
}

type ReadFacts = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

const isSameFilm = (one: ReadFacts, other: ReadFacts): boolean =>
  one.sourceText === other.sourceText && one.readAs === other.readAs && one.withoutStyles === other.withoutStyles;

export function createFormats({ getState }: FormatsOptions): Formats {
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

  /** What `work` gives, unless what it was made of has changed. */
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
    editedLines: () =>
      ifSame(async () => {
        const document = await read();
        if (!document?.ok) return undefined;
        return runInSlices(linesEditedIn(document.value, getState()), new AbortController().signal);
      }),
  };
}

/** Compared with what the lines make: a line can be written otherwise than it stands in its batch, without the code of another format. */
function* linesEditedIn(document: SubtitleDocument, state: SessionState): Steps<readonly LineChange[]> {
  const ownTexts = allLines(state).flatMap(({ number, translation }) =>
    translation === undefined ? [] : [[number, translation] as const],
  );
  yield;
  const unedited = yield* document.textsIn(yield* document.write(new Map(ownTexts)));
  const edited = yield* document.textsIn(state.translated);
  return [...(edited ?? [])]
    .filter(([number, text]) => unedited?.get(number) !== text)
    .map(([number, text]) => ({ number, text }));
}
