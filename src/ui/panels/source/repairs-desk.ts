import { hasBatches } from '../../../engine/run-state.ts';
import type { RepairsView } from '../../../film/analysis.ts';
import type { Work } from '../../../film/film.ts';
import { isSameFile } from '../../../film/read-as.ts';
import type { Session } from '../../../film/session.ts';
import type { FoundRepairs, MendableText } from '../../../film-worker/calls.ts';
import { stampOf } from '../../../lib/text.ts';
import type { FrameRate } from '../../../subtitles/formats.ts';

const NOTHING = {
  of: undefined,
  repairs: undefined,
  ticked: new Set<string>(),
  made: undefined,
  isOfMended: undefined,
};

type Desk = Pick<Session, 'store' | 'analysis' | 'readSourceAs'>;

const viewOf = ({ analysis }: Desk): RepairsView => analysis.store.getState().repairs;

function change({ analysis }: Desk, part: Partial<RepairsView>): void {
  analysis.store.setState(({ repairs }) => ({ repairs: { ...repairs, ...part } }));
}

/** Searches the opened text for repairs. Until the answer comes, the earlier result stays if the file is the same. */
export async function searchRepairs(desk: Desk): Promise<void> {
  const state = desk.store.getState();
  const now = textNow(desk);
  if (now === undefined) return change(desk, { ...NOTHING, isOfMended: false });
  const { of, made } = viewOf(desk);
  if (isSame(of, now)) return change(desk, { made: undefined });
  const before = textBeforeMending(state);
  if (before && isSame(of, before) && made?.text === now.text) return;
  if (before && !isBackBeforeMending(state) && of === undefined && (await isMadeOf(desk, before, now))) return;
  if (!isSame(now, textNow(desk))) return;
  const repairs = await desk.analysis.ask('repairs', now);
  if (repairs && isSame(now, textNow(desk)))
    change(desk, { of: now, repairs, ticked: neededOf(repairs), made: undefined });
}

/** After a reload: whether the present text is what the repairs made of the earlier text. It may also have been edited since. */
async function isMadeOf(desk: Desk, before: MendableText, now: MendableText): Promise<boolean> {
  const { analysis, store } = desk;
  const repairs = await analysis.ask('repairs', before);
  for (const [place, kinds] of waysOf(repairs).entries()) {
    const made = await analysis.ask('mend', { of: before, kinds: [...kinds] });
    if (made === undefined || !isSame(now, textNow(desk))) return false;
    if (place === 0) change(desk, { isOfMended: isAsMended(store.getState()) || isSameFile(made.text, now.text) });
    if (made.text !== now.text) continue;
    change(desk, { of: before, repairs, ticked: kinds, made: { text: now.text, kinds }, isOfMended: true });
    return true;
  }
  return false;
}

/** More places of a kind of repairs; undefined: the repairs in view have changed meanwhile. */
export async function placesOf(desk: Desk, kind: string, from: number, count: number) {
  const { of, repairs } = viewOf(desk);
  const places = of && (await desk.analysis.ask('places', { of, kind, from, count }));
  return viewOf(desk).repairs === repairs ? places : undefined;
}

export function tickRepair(desk: Desk, name: string): void {
  const ticked = new Set(viewOf(desk).ticked);
  change(desk, { ticked: ticked.delete(name) ? ticked : withKind(viewOf(desk), name) });
}

/** Searches the same text with another frame rate. The ticks stay. */
export async function chooseRate(desk: Desk, rate: FrameRate): Promise<void> {
  const { of } = viewOf(desk);
  const repairs = of && (await desk.analysis.ask('repairs', { ...of, rate }));
  if (repairs && viewOf(desk).of === of) change(desk, { of: { ...of, rate }, repairs });
}

export const showRepairs = (desk: Desk, isShown: boolean): void => change(desk, { isShown });

/** Replaces the opened text by the text with all ticked repairs, and those of the kind `also`. `prepare` does the slow preparations of the new text. */
export function mend(desk: Desk, prepare: (text: string) => Promise<void>, also?: string): Promise<void> {
  const { analysis, store } = desk;
  return analysis.orTell(async () => {
    await searchRepairs(desk);
    if (also !== undefined) change(desk, { ticked: withKind(viewOf(desk), also) });
    const { of, made, ticked: kinds } = viewOf(desk);
    const before = store.getState();
    // Repairs of an earlier text would bring that text back.
    if (of === undefined || !(isSame(of, mendableText(before)) || made?.text === before.sourceText)) return;
    const mended = await analysis.ask('mend', { of, kinds: [...kinds] });
    if (mended === undefined) return;
    const { text, readAs } = mended;
    await prepare(text);
    if (store.getState().sourceText !== before.sourceText) return;
    change(desk, { made: { text, kinds }, isOfMended: true });
    desk.readSourceAs({ readAs, text });
  });
}

/** undefined: there is nothing to mend. */
function textNow({ store }: Desk): MendableText | undefined {
  const state = store.getState();
  return hasBatches(state) ? undefined : mendableText(state);
}

/** The ticked kinds and this one, without the kind that this one excludes. */
function withKind({ repairs, ticked }: RepairsView, name: string): ReadonlySet<string> {
  const excluded = repairs?.kinds.find((kind) => kind.name === name)?.excludes;
  return new Set([...ticked, name].filter((one) => one !== excluded));
}

/** The sets of repairs that a person can have made with one press: the needed kinds alone, or with one of the kinds that have a button of their own. */
function waysOf(repairs: FoundRepairs | undefined): readonly ReadonlySet<string>[] {
  const needed = repairs ? neededOf(repairs) : NOTHING.ticked;
  const loud = repairs?.kinds.filter(({ button }) => button !== '') ?? [];
  return [needed, ...loud.map(({ name }) => new Set([...needed, name]))];
}

const neededOf = ({ kinds }: FoundRepairs): ReadonlySet<string> =>
  new Set(kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));

/** undefined: there is no text. */
const mendableText = ({ sourceText: text, readAs, withoutStyles }: Original): MendableText | undefined =>
  text !== '' ? { text, readAs, withoutStyles } : undefined;

type Original = Pick<Work, 'sourceText' | 'readAs' | 'withoutStyles'>;

/** True if the text is the result of the repairs, unchanged since. */
const isAsMended = ({ past, sourceText }: Pick<Work, 'past' | 'sourceText'>): boolean =>
  past.at(-1)?.film?.madeStamp === stampOf(sourceText);

/** The text before the file was repaired; undefined: it was not repaired, or Undo cannot bring that text back. */
export function textBeforeMending({ past }: Pick<Work, 'past'>): MendableText | undefined {
  const step = past.at(-1);
  return step?.command === 'mend-original' && step.film ? mendableText(step.film.facts) : undefined;
}

const isSame = (one: MendableText | undefined, other: MendableText | undefined): boolean =>
  one !== undefined &&
  one.text === other?.text &&
  one.readAs === other.readAs &&
  one.withoutStyles.join('\n') === other.withoutStyles.join('\n');

/** True if the text from before the repair, which Undo would bring back, is on the page again. */
export const isBackBeforeMending = (state: Original & Pick<Work, 'past'>): boolean =>
  isSame(textBeforeMending(state), mendableText(state));
