import { createStore, type StoreApi } from 'zustand/vanilla';
import { hasBatches } from '../../../engine/run-state.ts';
import type { Work } from '../../../film/film.ts';
import { isSameFile } from '../../../film/read-as.ts';
import type { Session } from '../../../film/session.ts';
import type { FoundRepairs, MendableText, RepairsOfKind } from '../../../film-worker/calls.ts';
import { stampOf } from '../../../lib/text.ts';
import type { FrameRate } from '../../../subtitles/formats.ts';

/** What the page knows of the repairs of the opened file. */
export interface RepairsView {
  /** The text that was looked at: once the file is mended, the text before. */
  readonly of: MendableText | undefined;
  readonly repairs: FoundRepairs | undefined;
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
  /** Looks at the opened text; what was found before stays until then where it is the same file. */
  search(): Promise<void>;
  /** More places of a kind of the repairs in `store`; undefined: it has other ones by now. */
  places(kind: string, from: number, count: number): Promise<RepairsOfKind['places'] | undefined>;
  /** Forgets what belongs to another file, and that the file was mended once that is taken back. */
  forgetOthers(): void;
  tick(name: string): void;
  /** Looks at the same text with another frame rate; what is ticked stays. */
  chooseRate(rate: FrameRate): Promise<void>;
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

export function createRepairsDesk({
  store: session,
  analysis,
  readSourceAs,
}: Pick<Session, 'store' | 'readSourceAs' | 'analysis'>): RepairsDesk {
  const store = createStore<RepairsView>(() => ({ ...NOTHING, isShown: false }));
  const { getState, setState } = store;
  let newer = new AbortController();
  /** The text that the panel showed last. */
  let latest = '';

  async function find(of: MendableText, signal: AbortSignal): Promise<void> {
    const repairs = await analysis.ask('repairs', of, signal);
    if (repairs && !signal.aborted) setState({ of, repairs, ticked: neededOf(repairs), made: undefined });
  }

  /** After a reload: what is there may be what mending has made of the text before, or that text edited. */
  async function isMadeOf(before: MendableText, text: string, signal: AbortSignal): Promise<boolean> {
    const repairs = await analysis.ask('repairs', before, signal);
    for (const [place, kinds] of waysOf(repairs).entries()) {
      const made = await analysis.ask('mend', { of: before, kinds: [...kinds] }, signal);
      if (made === undefined || signal.aborted) return false;
      if (place === 0) setState({ isOfMended: isAsMended(session.getState()) || isSameFile(made.text, text) });
      if (made.text !== text) continue;
      setState({ of: before, repairs, ticked: kinds, made: { text, kinds }, isOfMended: true });
      return true;
    }
    return false;
  }

  async function search(): Promise<void> {
    newer.abort();
    newer = new AbortController();
    const { signal } = newer;
    const state = session.getState();
    const now = hasBatches(state) ? undefined : mendableText(state);
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
    async places(kind, from, count) {
      const { of, repairs } = getState();
      const places = of && (await analysis.ask('places', { of, kind, from, count }));
      return getState().repairs === repairs ? places : undefined;
    },
    forgetOthers() {
      const { of, made } = getState();
      const { sourceText } = session.getState();
      const before = latest;
      latest = sourceText;
      if (made?.text === sourceText || sourceText === before) return;
      if (made && of?.text === sourceText) setState({ made: undefined, isOfMended: undefined });
      else if (!isSameFile(before, sourceText)) setState(NOTHING);
    },
    tick(name) {
      const ticked = new Set(getState().ticked);
      setState({ ticked: ticked.delete(name) ? ticked : withKind(getState(), name) });
    },
    async chooseRate(rate) {
      const { of } = getState();
      const repairs = of && (await analysis.ask('repairs', { ...of, rate }));
      if (repairs && getState().of === of) setState({ of: { ...of, rate }, repairs });
    },
    show: (isShown) => setState({ isShown }),
    mend: (prepare, also) =>
      analysis.orTell(async () => {
        await search();
        if (also !== undefined) setState((view) => ({ ticked: withKind(view, also) }));
        const { of, made, ticked: kinds } = getState();
        const before = session.getState();
        // What was found of an earlier text would put that back.
        if (of === undefined || !(isSame(of, mendableText(before)) || made?.text === before.sourceText)) return;
        const mended = await analysis.ask('mend', { of, kinds: [...kinds] });
        if (mended === undefined) return;
        const { text, readAs } = mended;
        await prepare(text);
        if (session.getState().sourceText !== before.sourceText) return;
        setState({ made: { text, kinds }, isOfMended: true });
        readSourceAs(readAs, text);
      }),
  };
}

/** The ticked kinds and this one, without the one that it excludes. */
function withKind({ repairs, ticked }: RepairsView, name: string): ReadonlySet<string> {
  const excluded = repairs?.kinds.find((kind) => kind.name === name)?.excludes;
  return new Set([...ticked, name].filter((one) => one !== excluded));
}

/** The kinds with which a text may have been mended: those that are needed, and with each of those that have a button of their own. */
function waysOf(repairs: FoundRepairs | undefined): readonly ReadonlySet<string>[] {
  const needed = repairs ? neededOf(repairs) : NOTHING.ticked;
  const loud = repairs?.kinds.filter(({ button }) => button !== '') ?? [];
  return [needed, ...loud.map(({ name }) => new Set([...needed, name]))];
}

const neededOf = ({ kinds }: FoundRepairs): ReadonlySet<string> =>
  new Set(kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));

/** Undefined: there is none. */
const mendableText = ({ sourceText: text, readAs, withoutStyles }: Original): MendableText | undefined =>
  text !== '' ? { text, readAs, withoutStyles } : undefined;

type Original = Pick<Work, 'sourceText' | 'readAs' | 'withoutStyles'>;

/** The text is what mending made, unchanged since. */
const isAsMended = ({ undo, sourceText }: Pick<Work, 'undo' | 'sourceText'>): boolean =>
  undo?.command === 'mend-original' && undo.madeStamp === stampOf(sourceText);

/** The text as it was before the file was mended; undefined: it was not, or that cannot be taken back any more. */
export const textBeforeMending = ({ undo }: Pick<Work, 'undo'>): MendableText | undefined =>
  undo?.command === 'mend-original' ? mendableText(undo.before) : undefined;

const isSame = (one: MendableText | undefined, other: MendableText | undefined): boolean =>
  one !== undefined &&
  one.text === other?.text &&
  one.readAs === other.readAs &&
  one.withoutStyles.join('\n') === other.withoutStyles.join('\n');

/** The text from before the mending, which could still be taken back, stands here again. */
export const isBackBeforeMending = (state: Original & Pick<Work, 'undo'>): boolean =>
  isSame(textBeforeMending(state), mendableText(state));
