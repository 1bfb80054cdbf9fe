import { runInSlices } from '../clock/run-in-slices.ts';
import { loadOnce } from '../lib/load-once.ts';
import { remember } from '../lib/remember.ts';
import type { Result } from '../lib/result.ts';
import { toEnd } from '../lib/to-end.ts';
import type { SubtitleDocument } from '../subtitles/document.ts';
import type { SrtError } from '../subtitles/parse-srt.ts';
import { readSrt } from '../subtitles/srt/read-srt.ts';
import type { SessionState } from './session-state.ts';

/** The facts that a text is read by. */
export type ReadFacts = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

/**
 * The opened text as a document, read once. A strict .srt film is read at once; the readers of all others are code that is loaded when
 * it is needed, and read in slices.
 */
export interface Documents {
  /** undefined: it has yet to be read. The same document for the same facts. */
  read(facts: ReadFacts): Result<SubtitleDocument, SrtError> | undefined;
  /** Reads it, unless other facts come before it is read. Rejects when the reader cannot be loaded. */
  load(facts: ReadFacts): Promise<void>;
}

export function createDocuments(): Documents {
  let latest: { readonly facts: ReadFacts; readonly reading: Promise<void> } | undefined;
  let newer = new AbortController();
  let known: { readonly facts: ReadFacts; readonly document: Result<SubtitleDocument, SrtError> } | undefined;
  const readStrictly = remember((text: string) => toEnd(readSrt(text, {})));

  async function readOther(facts: ReadFacts, { signal }: AbortController): Promise<void> {
    const readDocument = await loadReaders();
    const { sourceText, readAs, withoutStyles } = facts;
    const document = await runInSlices(readDocument(sourceText, readAs, { withoutStyles }), signal);
    if (document) known = { facts, document };
  }

  return {
    read(facts) {
      if (facts.readAs === 'srt') return readStrictly(facts.sourceText);
      return known && isSame(known.facts, facts) ? known.document : undefined;
    },
    async load(facts) {
      if (facts.readAs === 'srt' || (known && isSame(known.facts, facts))) return;
      if (!latest || !isSame(latest.facts, facts)) {
        newer.abort();
        newer = new AbortController();
        latest = { facts, reading: readOther(facts, newer) };
      }
      const { reading } = latest;
      try {
        await reading;
      } finally {
        if (latest?.reading === reading) latest = undefined;
      }
    },
  };
}

const loadReaders = loadOnce(
  async () => (await import(/* webpackChunkName: "formats" */ '../subtitles/read-document.ts')).readDocument,
);

const isSame = (one: ReadFacts, other: ReadFacts): boolean =>
  one.sourceText === other.sourceText && one.readAs === other.readAs && one.withoutStyles === other.withoutStyles;
