import { memo, startTransition, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RepairsView } from '../../../film/analysis.ts';
import { hasSourceError } from '../../../film/film.ts';
import type { RepairsOfKind } from '../../../film-worker/calls.ts';
import { countWords } from '../../../lib/text.ts';
import { type FrameRate, formatOf, type ReadAs } from '../../../subtitles/formats.ts';
import { shorten } from '../../../subtitles/lines.ts';
import { ROLLING } from '../../../subtitles/mend/kinds/rolling-captions.ts';
import { EditorLoaderContext } from '../../editor/text-editor.tsx';
import { Button, PlainButton } from '../../kit/button.tsx';
import { Select } from '../../kit/fields.tsx';
import { beginMove, focusSoon } from '../../kit/focus.ts';
import { useServices, useSession, useSource } from '../../state/services.tsx';
import { MENDED_WORDS } from '../../words/undo-words.ts';
import styles from './repairs.module.css';
import {
  chooseRate,
  isBackBeforeMending,
  mend,
  placesOf,
  searchRepairs,
  showRepairs,
  textBeforeMending,
  tickRepair,
} from './repairs-desk.ts';

/** Above the original: the repairs that the page offers. While an error of the original is shown, the offer is below the error. */
export function RepairsPanel() {
  useRepairSearch();
  const isBelowError = useSession(hasSourceError);
  return (
    <>
      {!isBelowError && <RepairsOffer />}
      <RepairsList />
    </>
  );
}

/** The same, below the error of an original that cannot be read. */
export function RepairsBelowError() {
  const isHere = useSession(hasSourceError);
  return (
    isHere && (
      <div className={styles.belowError}>
        <RepairsOffer />
      </div>
    )
  );
}

/** What Undo takes back after a repair. The earlier text may be on the page again, or another text may have replaced the repaired one. */
export function MendingWords() {
  const isBack = useSession(isBackBeforeMending);
  const isReplaced = useRepairsView(({ isOfMended }) => isOfMended === false);
  if (isBack) return 'The repairs were undone. The text is as it was before.';
  return isReplaced
    ? 'You opened or typed another text. Undo brings back the file without its repairs, until you press Translate.'
    : MENDED_WORDS;
}

function useRepairsView<Part>(part: (view: RepairsView) => Part): Part {
  return useStore(useServices().session.analysis.store, ({ repairs }) => part(repairs));
}

/** Searches the opened text for repairs each time the film worker has looked at it. */
function useRepairSearch(): void {
  const { session } = useServices();
  const source = useSource();
  useEffect(() => {
    if (source) void session.analysis.orNothing(() => searchRepairs(session));
  }, [session, source]);
}

const REPAIRS_ID = 'repairs';
const MEND_BUTTON_ID = 'mend-the-file';
const STRICT_BUTTON_ID = 'read-strictly';
const buttonIdOf = (kind: string): string => `mend-${kind}`;

/** The offer of repairs, or their result, with its buttons. The live region exists before its words. */
function RepairsOffer() {
  const view = useRepairsView((whole) => whole);
  const wasMended = useSession((state) => state.past.at(-1)?.command === 'mend-original');
  const words = wordsOf(view);
  return (
    <div className={styles.offer} data-variant={words === '' ? undefined : isQuiet(view) ? 'quiet' : 'notice'}>
      <p role="status" className={styles.words}>
        {words}
      </p>
      {words !== '' && <MendButtons view={view} />}
      {wasMended && view.isOfMended && <ReadStrictlyButton />}
    </div>
  );
}

function MendButtons({ view }: { view: RepairsView }) {
  const { repairs, ticked, made, isShown } = view;
  const { session } = useServices();
  const editorLoader = useContext(EditorLoaderContext);

  async function mendFile(also?: string): Promise<void> {
    const mayMove = beginMove();
    await mend(session, async (text) => editorLoader?.prepare(text), also);
    if (mayMove()) focusSoon(STRICT_BUTTON_ID);
  }
  function show(): void {
    showRepairs(session, !isShown);
    if (!isShown) focusSoon(REPAIRS_ID);
  }

  // With the wrong frame rate, every time of the film would be wrong.
  const asksRate = (name: string) =>
    repairs?.kinds.some((kind) => kind.name === name && kind.rates && !kind.rates.isSure) === true;
  const isMendable = made ? !isEqual(made.kinds, ticked) : repairs?.isOffered || isShown;
  return (
    <>
      {!made && <FrameRateChoice kinds={repairs?.kinds} />}
      {loudIn(view).map(({ name, button }) => (
        <Button key={name} id={buttonIdOf(name)} disabled={asksRate(name)} onClick={() => void mendFile(name)}>
          {button}
        </Button>
      ))}
      {isMendable && (
        <Button
          id={MEND_BUTTON_ID}
          disabled={ticked.size === 0 || [...ticked].some(asksRate)}
          onClick={() => void mendFile()}
        >
          Mend the file
        </Button>
      )}
      <Button
        variant={isQuiet(view) ? 'plain' : 'bordered'}
        aria-expanded={isShown}
        aria-controls={isShown ? REPAIRS_ID : undefined}
        onClick={show}
      >
        Show repairs
      </Button>
    </>
  );
}

/** The choice of the frame rate, if the file counts frames. */
function FrameRateChoice({ kinds = [] }: { kinds: readonly RepairsOfKind[] | undefined }) {
  const { session } = useServices();
  const { rates } = kinds.find((kind) => kind.rates) ?? {};
  if (rates === undefined) return null;
  const choose = (rate: string) => void session.analysis.orNothing(() => chooseRate(session, rate as FrameRate));
  return (
    <label className={styles.rate}>
      Frames a second
      <Select
        value={rates.isSure ? rates.rate : ''}
        options={[
          ...(rates.isSure ? [] : [['', 'Choose'] as const]),
          ...rates.fitting.map((rate) => [rate, rate] as const),
        ]}
        onChoose={choose}
      />
    </label>
  );
}

function ReadStrictlyButton() {
  const { session } = useServices();
  const readAs = useSession((state) => state.readAs);
  const onlyMade = useRepairsView(onlyMadeIn);
  const editorLoader = useContext(EditorLoaderContext);

  async function readStrictly(): Promise<void> {
    const mayMove = beginMove();
    const before = textBeforeMending(session.store.getState());
    await editorLoader?.prepare(before?.text ?? '');
    if (textBeforeMending(session.store.getState()) === undefined) return;
    session.undo();
    if (mayMove()) focusSoon(onlyMade?.button ? buttonIdOf(onlyMade.name) : MEND_BUTTON_ID);
  }

  return (
    <Button id={STRICT_BUTTON_ID} title="Undoes the repairs" onClick={() => void readStrictly()}>
      {undoLabel(readAs, onlyMade)}
    </Button>
  );
}

function undoLabel(readAs: ReadAs, onlyMade: RepairsOfKind | undefined): string {
  if (formatOf(readAs) === 'srt' && !onlyMade?.excludes) return 'Read strictly';
  return onlyMade?.name === ROLLING ? 'Undo: bring the repetitions back' : 'Undo the repairs';
}

/** Kinds that matter much and are not repaired yet. They are shown as a warning, each with a button of its own. */
const loudIn = ({ repairs, made }: RepairsView): readonly RepairsOfKind[] =>
  (repairs?.kinds ?? []).filter(
    (kind) => isLoud(kind) && ![kind.name, kind.excludes ?? ''].some((name) => made?.kinds.has(name)),
  );
const isLoud = ({ button, isOptional }: RepairsOfKind): boolean => isOptional && button !== '';

/** The repaired kind, if it is the only one. */
const onlyMadeIn = ({ repairs, made }: RepairsView): RepairsOfKind | undefined =>
  made?.kinds.size === 1 ? repairs?.kinds.find(({ name }) => made.kinds.has(name)) : undefined;

function wordsOf(view: RepairsView): string {
  const { repairs, made } = view;
  if (!repairs || repairs.kinds.length === 0) return '';
  const { kinds, isOffered } = repairs;
  if (!made && !isOffered) return reportedWords(kinds);
  const words = made
    ? madeWords(kinds, made.kinds)
    : `This file can be repaired: ${repairsCount(kinds.filter(({ isOptional }) => !isOptional))}`;
  const choice = loudIn(view).find(({ excludes }) => excludes);
  return choice ? `${words}. ${choice.sentence}` : words;
}

/** What was repaired, and what the other kinds mean for the file. */
function madeWords(kinds: readonly RepairsOfKind[], made: ReadonlySet<string>): string {
  const rolling = made.has(ROLLING) && kinds.find(({ name }) => name === ROLLING);
  if (rolling && made.size === 1) return `The page removed the repetitions. ${rolling.offer}`;
  const choice = kinds.find(({ name, excludes }) => excludes && made.has(name));
  const words = choice
    ? `${choice.button.replace('Translate only', 'Only')} is translated. The page removed the other text from ${countWords(choice.count, 'subtitle')}`
    : `The file was repaired: ${repairsCount(kinds.filter(({ name }) => made.has(name)))}`;
  const left = kinds.filter(({ name, isOptional }) => !isOptional && !made.has(name));
  return left.length === 0
    ? words
    : `${words}. The page did not make ${repairsCount(left)}. Text that the page cannot read stays in the file and is not sent.`;
}

/** "17 repairs of 3 kinds". */
function repairsCount(kinds: readonly RepairsOfKind[]): string {
  const repairs = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const words = countWords(repairs, 'repair');
  return kinds.length === 1 ? words : `${words} of ${kinds.length} kinds`;
}

const MOST_SENTENCES = 3;

/** What a person should know about a file that the page can read without repairs. */
function reportedWords(kinds: readonly RepairsOfKind[]): string {
  // Kinds that exclude each other have the same sentence.
  const shown = kinds.filter(({ sentence }, index) => kinds.findIndex((one) => one.sentence === sentence) === index);
  const more = shown.length - MOST_SENTENCES;
  const sentences = shown
    .toSorted((one, other) => Number(isLoud(other)) - Number(isLoud(one)))
    .slice(0, MOST_SENTENCES)
    .map((kind) =>
      isLoud(kind) && !kind.excludes ? [kind.sentence, kind.offer].filter(Boolean).join(' ') : kind.sentence,
    );
  return [...sentences, ...(more > 0 ? [`And ${countWords(more, 'more notice')}.`] : [])].join(' ');
}

const isQuiet = (view: RepairsView): boolean =>
  !view.repairs?.isOffered && view.made === undefined && loudIn(view).length === 0;

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** All repairs by kind: those that are needed, and those that the page only reports. A ticked kind is repaired. */
function RepairsList() {
  const repairs = useRepairsView((view) => view.repairs);
  const isShown = useRepairsView((view) => view.isShown);
  if (!isShown || !repairs || repairs.kinds.length === 0) return null;
  const needed = repairs.kinds.filter(({ isOptional }) => !isOptional);
  const shown = repairs.kinds.filter(({ isOptional }) => isOptional);
  return (
    <section id={REPAIRS_ID} aria-label="Repairs" tabIndex={-1} className={styles.list}>
      <Kinds kinds={needed} />
      {shown.length > 0 && <p className={styles.hint}>Tick what the page should also repair:</p>}
      <Kinds kinds={shown} />
    </section>
  );
}

const Kinds = ({ kinds }: { kinds: readonly RepairsOfKind[] }) =>
  kinds.length > 0 && (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <Kind key={kind.name} kind={kind} />
      ))}
    </ul>
  );

function Kind({ kind }: { kind: RepairsOfKind }) {
  const { name, sentence, offer, isOptional, places } = kind;
  const { session } = useServices();
  const isTicked = useRepairsView(({ ticked }) => ticked.has(name));
  // The page does not know a correct text for these places.
  const isToldAlone = isOptional && offer === '' && places.every(({ before, after }) => before === after);
  const words = <span>{[sentence, offer].filter(Boolean).join(' ')}</span>;
  return (
    <li>
      {isToldAlone ? (
        <p className={styles.kind}>{words}</p>
      ) : (
        <label className={styles.kind}>
          <input type="checkbox" checked={isTicked} onChange={() => tickRepair(session, name)} />
          {words}
        </label>
      )}
      <RepairPlaces kind={kind} />
    </li>
  );
}

type Place = RepairsOfKind['places'][number];

const FIRST = 50;
const MORE = 100;
const LONGEST = 300;
const AT_ONCE = 4;

/** The places of repairs, each with the text before and after. Shows the first ones, and more on demand. */
const RepairPlaces = memo(function RepairPlaces({ kind }: { kind: RepairsOfKind }) {
  const [count, setCount] = useState(FIRST);
  const places = usePlaces(kind, count);
  // Only a few in one task: there may be many kinds, and laying out a row takes longer than making it.
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(Math.min(count, drawn + AT_ONCE)));
  }, [drawn, count]);
  const more = Math.min(MORE, kind.count - count);
  return (
    <>
      <ul className={styles.places}>
        {places.slice(0, drawn).map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a list never change their order
          <li key={index} className={styles.place}>
            <span className={styles.line}>Line {place.line}</span>
            <Change {...place} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <PlainButton onClick={() => setCount(count + MORE)}>
          {`Show ${more} more of ${kind.count.toLocaleString('en')}`}
        </PlainButton>
      )}
    </>
  );
});

/** The first places of a kind, at least those that the search returned. */
function usePlaces({ name, count: total, places: first }: RepairsOfKind, count: number): readonly Place[] {
  const { session } = useServices();
  const [more, setMore] = useState({ behind: first, places: NO_PLACES });
  const known = more.behind === first ? more.places.length : 0;
  const missing = Math.min(count, total) - first.length - known;
  useEffect(() => {
    if (missing <= 0) return;
    void session.analysis.orNothing(async () => {
      const found = await placesOf(session, name, first.length + known, missing);
      if (found) setMore((before) => ({ behind: first, places: [...before.places.slice(0, known), ...found] }));
    });
  }, [session, name, first, known, missing]);
  return known > 0 ? [...first, ...more.places] : first;
}

const NO_PLACES: readonly Place[] = [];

function Change({ before, after }: Place) {
  const text = shorten(before, LONGEST);
  if (before === after) {
    return (
      <span dir="auto" className={styles.text}>
        {text}
      </span>
    );
  }
  return (
    <>
      <del dir="auto" className={styles.text}>
        {text === '' ? '(nothing)' : text}
      </del>
      <ins dir="auto" className={styles.text}>
        {after === '' ? '(left out)' : shorten(after, LONGEST)}
      </ins>
    </>
  );
}
