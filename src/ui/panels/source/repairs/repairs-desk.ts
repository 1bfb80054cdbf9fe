import { createStore, type StoreApi } from 'zustand/vanilla';
import { runInSlices } from '../../../../clock/run-in-slices.ts';
import { isSameFile } from '../../../../session/reading.ts';
import type { Session } from '../../../../session/session.ts';
import { isSourceFixed } from '../../../../session/session-selectors.ts';
import { findRepairsInSteps, type Repairs } from '../../../../subtitles/mend/find-repairs.ts';
import { findVttRepairs } from '../../../../subtitles/vtt/unroll-vtt.ts';
import { type FileText, fileText, isAsMended, isBackBeforeMending, isSame, textBeforeMending } from './file-text.ts';

/** What the page knows of the repairs of the opened file. */
export interface RepairsView {
  /** The text that was looked at: once the file is mended, the text before. */
  readonly of: FileText | undefined;
  readonly repairs: Repairs | undefined;
  /** The names of the kinds to be mended. */
  readonly ticked: ReadonlySet<string>;
  /** What mending made of the text, and the kinds that were mended. */
  readonly made: { readonly text: string; readonly kinds: ReadonlySet<string> } | undefined;
  /** The text is that of the file that was mended, with what a person has edited since; undefined: not known yet. */
  readonly isOfMended: boolean | undefined;
  /** The list is open. */
  readonly isShown: boolean;
}

export interface RepairsDesk {
  readonly store: Pick<StoreApi<RepairsView>, 'getState' | 'subscribe' | 'getInitialState'>;
  /** Looks at the opened text, in slices; what was found before stays until then where it is the same file. */
  search(): Promise<void>;
  /** Forgets what belongs to another file, and that the file was mended once that is taken back. */
  forgetOthers(): void;
  tick(name: string): void;
  show(isShown: boolean): void;
  /** Puts the text with all ticked repairs, and that of the kind `also`, in place of the opened one. `prepare`: what takes long with it, done ahead. */
  mend(prepare: (text: string) => Promise<void>, also?: string): Promise<void>;
}

const NOTHING = {
  of: undefined,
  repairs: undefined,
  ticked: new Set<string>(),
  made: undefined,
  isOfMended: undefined,
};

export function createRepairsDesk(session: Pick<Session, 'store' | 'readSourceAs'>): RepairsDesk {
  const store = createStore<RepairsView>(() => ({ ...NOTHING, isShown: false }));
  const { getState, setState } = store;
  let newer = new AbortController();
  /** The text that the panel showed last. */
  let latest = '';

  async function find(of: FileText, signal: AbortSignal): Promise<boolean> {
    const repairs = await runInSlices(repairsOf(of), signal);
    if (!repairs || signal.aborted) return false;
    setState({ of, repairs, ticked: neededOf(repairs), made: undefined });
    return true;
  }

  /** After a reload: what is there may be what mending has made of the text before, or that text edited. */
  async function isMadeOf(before: FileText, text: string, signal: AbortSignal): Promise<boolean> {
    const repairs = await runInSlices(repairsOf(before), signal);
    const ticked = repairs ? neededOf(repairs) : NOTHING.ticked;
    const made = repairs && (await runInSlices(repairs.mend(ticked), signal));
    if (made === undefined || signal.aborted) return false;
    setState({ isOfMended: isAsMended(session.store.getState()) || isSameFile(made, text) });
    if (made !== text) return false;
    setState({ of: before, repairs, ticked, made: { text, kinds: ticked } });
    return true;
  }

  async function search(): Promise<void> {
    newer.abort();
    newer = new AbortController();
    const { signal } = newer;
    const state = session.store.getState();
    const now = isSourceFixed(state) ? undefined : fileText(state);
    if (now === undefined) return setState({ ...NOTHING, isOfMended: false });
    const { of, made } = getState();
    if (isSame(of, now)) return setState({ made: undefined });
    const before = textBeforeMending(state);
    if (before && isSame(of, before) && made?.text === now.text) return;
    if (before && !isBackBeforeMending(state) && of === undefined && (await isMadeOf(before, now.text, signal))) return;
    if (!signal.aborted) await find(now, signal);
  }

  return {
    store,
    search,
    forgetOthers() {
      const { of, made } = getState();
      const { sourceText } = session.store.getState();
      const before = latest;
      latest = sourceText;
      if (made?.text === sourceText || sourceText === before) return;
      if (made && of?.text === sourceText) setState({ made: undefined, isOfMended: undefined });
      else if (!isSameFile(before, sourceText)) setState(NOTHING);
    },
    tick(name) {
      const ticked = new Set(getState().ticked);
      if (!ticked.delete(name)) ticked.add(name);
      setState({ ticked });
    },
    show: (isShown) => setState({ isShown }),
    async mend(prepare, also) {
      await search();
      if (also !== undefined) setState(({ ticked }) => ({ ticked: new Set([...ticked, also]) }));
      const { of, repairs, ticked: kinds } = getState();
      const before = session.store.getState();
      const { signal } = new AbortController();
      if (of === undefined || repairs === undefined) return;
      const text = await runInSlices(repairs.mend(kinds), signal);
      if (text === undefined) return;
      const readAs = await runInSlices(repairs.readAsAfter(kinds, text), signal);
      if (readAs === undefined) return;
      await prepare(text);
      if (session.store.getState().sourceText !== before.sourceText) return;
      setState({ made: { text, kinds }, isOfMended: true });
      session.readSourceAs(readAs, text);
    },
  };
}

/** Of a WebVTT file the rolling captions alone. */
const repairsOf = ({ text, readAs }: FileText) =>
  readAs === 'vtt' ? findVttRepairs(text) : findRepairsInSteps(text, readAs);

const neededOf = ({ kinds }: Repairs): ReadonlySet<string> =>
  new Set(kinds.flatMap(({ name, isTold }) => (isTold ? [] : [name])));
