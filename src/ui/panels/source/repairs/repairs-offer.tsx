import { useContext } from 'react';
import type { RepairsOfKind } from '../../../../film-worker/calls.ts';
import { ROLLING } from '../../../../subtitles/mend/kinds/rolling-captions.ts';
import { EditorLoaderContext } from '../../../editor/load-editor.tsx';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import styles from './repairs.module.css';
import type { RepairsView } from './repairs-desk.ts';
import { textBeforeMending } from './repairs-desk.ts';
import { useRepairsDesk, useRepairsView } from './use-repairs.ts';

export const REPAIRS_ID = 'repairs';
const MEND_BUTTON_ID = 'mend-the-file';
const UNROLL_BUTTON_ID = 'unroll';
const STRICT_BUTTON_ID = 'read-strictly';

/** What mending can do, or has done, with its buttons. The words stand in a region that is there before they are. */
export function RepairsOffer() {
  const view = useRepairsView((whole) => whole);
  const wasMended = useSession((state) => state.undo?.command === 'mend-original');
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
  const desk = useRepairsDesk();
  const editorLoader = useContext(EditorLoaderContext);

  async function mend(also?: string): Promise<void> {
    await desk.mend(async (text) => editorLoader?.prepare(text), also);
    focusSoon(STRICT_BUTTON_ID);
  }
  function show(): void {
    desk.show(!isShown);
    if (!isShown) focusSoon(REPAIRS_ID);
  }

  const isMendable = made ? !isEqual(made.kinds, ticked) : repairs?.isOffered || isShown;
  return (
    <>
      {rollingIn(view) && (
        <Button id={UNROLL_BUTTON_ID} onClick={() => void mend(ROLLING)}>
          Unroll
        </Button>
      )}
      {isMendable && (
        <Button id={MEND_BUTTON_ID} disabled={ticked.size === 0} onClick={() => void mend()}>
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

function ReadStrictlyButton() {
  const { session } = useServices();
  const readAs = useSession((state) => state.readAs);
  const editorLoader = useContext(EditorLoaderContext);

  async function readStrictly(): Promise<void> {
    const before = textBeforeMending(session.store.getState());
    await editorLoader?.prepare(before?.text ?? '');
    if (textBeforeMending(session.store.getState()) === undefined) return;
    session.undo();
    focusSoon(readAs === 'vtt' ? UNROLL_BUTTON_ID : MEND_BUTTON_ID);
  }

  return (
    <Button id={STRICT_BUTTON_ID} onClick={() => void readStrictly()}>
      {readAs === 'vtt' ? 'Undo unrolling' : 'Read strictly'}
    </Button>
  );
}

/** The rolling captions of a text that is not unrolled yet: they cost twice, so they are told aloud and have a button of their own. */
const rollingIn = ({ repairs, made }: RepairsView): RepairsOfKind | undefined =>
  made?.kinds.has(ROLLING) ? undefined : repairs?.kinds.find(({ name }) => name === ROLLING);

function wordsOf({ repairs, made }: RepairsView): string {
  if (!repairs || repairs.kinds.length === 0) return '';
  const { kinds, isOffered } = repairs;
  if (made) return madeWords(kinds, made.kinds);
  return isOffered
    ? `This file can be mended: ${repairsCount(kinds.filter(({ isTold }) => !isTold))}`
    : toldWords(kinds);
}

/** What was mended, and what it means that something was not. */
function madeWords(kinds: readonly RepairsOfKind[], made: ReadonlySet<string>): string {
  const rolling = made.has(ROLLING) && kinds.find(({ name }) => name === ROLLING);
  if (rolling && made.size === 1) return rolling.offer.replace(/^Unroll/, 'Unrolled');
  const words = `The file was mended: ${repairsCount(kinds.filter(({ name }) => made.has(name)))}`;
  const left = kinds.filter(({ name, isTold }) => !isTold && !made.has(name));
  return left.length === 0
    ? words
    : `${words}. Left as they were: ${repairsCount(left)}. What cannot be read so stays where it stands and is not sent.`;
}

/** "17 repairs of 3 kinds". */
function repairsCount(kinds: readonly RepairsOfKind[]): string {
  const repairs = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return `${count(repairs, 'repair')} of ${count(kinds.length, 'kind')}`;
}

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`;

const MOST_SENTENCES = 3;

/** What a person should know of a file that can be read as it stands. */
function toldWords(kinds: readonly RepairsOfKind[]): string {
  const more = kinds.length - MOST_SENTENCES;
  const sentences = kinds
    .toSorted((one, other) => Number(other.name === ROLLING) - Number(one.name === ROLLING))
    .slice(0, MOST_SENTENCES)
    .map(({ name, sentence, offer }) => (name === ROLLING ? `${sentence} ${offer}` : sentence));
  return [...sentences, ...(more > 0 ? [`And ${count(more, 'other thing')}.`] : [])].join(' ');
}

const isQuiet = (view: RepairsView): boolean =>
  !view.repairs?.isOffered && view.made === undefined && rollingIn(view) === undefined;

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));
