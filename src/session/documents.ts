import { loadOnce } from '../lib/load-once.ts';
import { remember } from '../lib/remember.ts';
import type { Result } from '../lib/result.ts';
import type { SubtitleDocument } from '../subtitles/document.ts';
import type { SrtError } from '../subtitles/parse-srt.ts';
import type { readDocument as ReadDocument } from '../subtitles/read-document.ts';
import { readSrt } from '../subtitles/srt/read-srt.ts';
import type { SessionState } from './session-state.ts';

/** The facts that a text is read by. */
export type ReadFacts = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

/** The opened text as a document, read once. The readers of all formats but the strict .srt are code that is loaded when it is needed. */
export interface Documents {
  /** undefined: its reader has yet to be loaded. The same document for the same facts. */
  read(facts: ReadFacts): Result<SubtitleDocument, SrtError> | undefined;
  /** Loads the readers, if these facts need them. Rejects when they cannot be loaded. */
  load(facts: Pick<ReadFacts, 'readAs'>): Promise<void>;
}

export function createDocuments(): Documents {
  let readDocument: typeof ReadDocument | undefined;
  const loadReaders = loadOnce(async () => {
    const readers = await import(/* webpackChunkName: "formats" */ '../subtitles/read-document.ts');
    readDocument = readers.readDocument;
  });
  const readStrictly = remember((text: string) => readSrt(text, {}));
  const readOther = remember((...[text, readAs, withoutStyles]: OtherFacts) =>
    readDocument?.(text, readAs, { withoutStyles }),
  );

  return {
    read: ({ sourceText, readAs, withoutStyles }) => {
      if (readAs === 'srt') return readStrictly(sourceText);
      return readDocument && readOther(sourceText, readAs, withoutStyles);
    },
    load: async ({ readAs }) => {
      if (readAs !== 'srt') await loadReaders();
    },
  };
}

type OtherFacts = readonly [string, ReadFacts['readAs'], ReadFacts['withoutStyles']];
