import { runInSlices } from '../clock/run-in-slices.ts';
import type { Result } from '../lib/result.ts';
import { srtTextsIn } from '../subtitles/srt/srt-texts-in.ts';
import { assemble } from '../translation/assemble.ts';
import { assembleOther } from './create-result.ts';
import type { Documents } from './documents.ts';
import { lineOf } from './lines.ts';
import type { SessionEvent } from './session-events.ts';
import type { LineChange, SessionState, StepWords } from './session-state.ts';

export interface TakeEditsOverOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly documents: Documents;
  /** Calls back when the opened text is read. */
  readonly whenReadable: (then: () => void) => void;
  readonly change: (lines: readonly LineChange[], words: StepWords) => void;
}

/** The assembled text's edits by hand become those of the lines, by number. */
export function createTakeEditsOver(options: TakeEditsOverOptions): () => void {
  const { getState, dispatch, documents, whenReadable, change } = options;

  function changeTo(texts: ReadonlyMap<number, string>): void {
    const lines = [...texts].map(([number, text]) => ({ number, text }));
    change(
      lines.filter(({ number, text }) => lineOf(getState(), number)?.translation !== text),
      'Took your edits over into the lines',
    );
  }

  /** Where nothing of the text is left out, it is what the lines make. */
  function compareWith(assembled: Result<string, string>, translated: string): void {
    if (assembled.ok && assembled.value === translated) dispatch({ type: 'result-assembled', text: translated });
  }

  async function takeOtherOver(): Promise<void> {
    const { translated, phrases } = getState();
    const read = documents.read(getState());
    const signal = new AbortController().signal;
    const texts = read?.ok ? await runInSlices(read.value.textsIn(translated), signal) : undefined;
    const isSame = () => getState().phrases === phrases && getState().translated === translated;
    if (texts === undefined || !isSame()) return;
    changeTo(texts);
    const assembled = await runInSlices(assembleOther(getState(), documents), signal);
    if (assembled && isSame()) compareWith(assembled, translated);
  }

  return () => {
    const { translated, phrases, readAs } = getState();
    if (readAs !== 'srt') return whenReadable(() => void takeOtherOver());
    const texts = srtTextsIn(translated, phrases);
    if (texts === undefined) return;
    changeTo(texts);
    compareWith(assemble(phrases, getState().results), translated);
  };
}
