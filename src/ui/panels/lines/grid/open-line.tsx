import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LineMarks, Work } from '../../../../film/film.ts';
import { batchOfLine, hadName, isReadable, lineOf } from '../../../../film/lines.ts';
import type { TakeTyped } from '../../../../film/session.ts';
import type { LineView } from '../../../../film-worker/calls.ts';
import { smallestChange } from '../../../../lib/text.ts';
import type { Line } from '../../../../review/line.ts';
import { fitOf, hasWide } from '../../../../review/measured-line.ts';
import { withPlainLineEnds } from '../../../../subtitles/lines.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import { isOfInputMethod, isTextField, keyName, listen } from '../../../kit/browser.ts';
import { filmOf, type LineDraft } from '../../../state/page-state.ts';
import { type Services, useServices, useSession } from '../../../state/services.tsx';
import { useFilmProblems } from '../line-facts.ts';
import { fitWords, NAME_TAKEN } from '../line-words.ts';
import styles from '../lines.module.css';
import { EDITOR_ID, useLinesStore } from '../lines-view.ts';
import { SuggestionGroup } from '../suggest/suggestion-group.tsx';
import { LineProblems, type LineProblemsProps, useLineView } from './line-problems.tsx';
import { LineTerms, putInByKey } from './line-terms.tsx';
import { textDirection } from './line-text.tsx';

const WIDE = { '--character': '1em' };

/** After the last key. */
const DRAFT_MS = 300;

const HISTORY_KEYS = new Map<string, 'undo' | 'redo'>([
  ['Control+z', 'undo'],
  ['Control+y', 'redo'],
  ['Control+Shift+z', 'redo'],
]);

const NOTHING_NOTED: LineView['noted'] = [];

export interface OpenLineProps extends LineProblemsProps {
  /** The model's text, where a person has edited it. */
  readonly before: LineMarks['before'];
  readonly canEdit: boolean;
}

/** The open line: what is written over it, how that fits, and its problems, each with what mends it. */
export function OpenLine(props: OpenLineProps) {
  const { line, problems, dismissed, before, canEdit } = props;
  const { language, limits } = useFilmProblems();
  const { number, translation = '', time } = line;
  const { session, page } = useServices();
  const store = useLinesStore();
  const box = useRef<HTMLTextAreaElement>(null);
  /** The line's text now: what is drawn may be a moment older. */
  const newestText = () => lineOf(session.store.getState(), number)?.translation ?? '';
  const [initial] = useState(() => {
    const now = newestText();
    const { draft, heldDrafts } = page.getState();
    const typed = [draft, ...heldDrafts].find((one) => one && isDraftOf(one, session.store.getState(), line, now));
    return { known: now, text: typed?.text ?? now };
  });
  const [text, setText] = useState(initial.text);
  /** The text that the box was last given or that was taken from it; another one in the box is typed and not committed. */
  const known = useRef(initial.known);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** A text of a file or a model may have carriage returns, which a box does not give back. */
  const isTyped = (written: string | undefined) =>
    written !== undefined && withPlainLineEnds(written) !== withPlainLineEnds(known.current);

  function takeWritten(): string {
    clearTimeout(timer.current);
    return box.current?.value ?? known.current;
  }

  const commit = useEffectEvent(() => {
    const written = takeWritten();
    if (!isTyped(written)) return forget();
    // As by Escape there is nothing to be kept of it.
    if (!isHere()) return written === '' ? forget() : keepDraft(written);
    const before = known.current;
    session.changeLines([{ number, text: written }]);
    const now = newestText();
    // Refused, since the work is another tab's by now: what was typed stays a draft.
    if (now === before) return keepDraft(written);
    known.current = now;
    if (box.current) box.current.value = now;
    setText(now);
    forget();
    offerRepeats(before, now);
  });

  const forget = () => forgetDraft(page, number);

  /** The line has a text that can be changed: its batch is not on its way. */
  function isHere(): boolean {
    const { phrases, batches } = session.store.getState();
    return isReadable(batches[batchOfLine(phrases, number) ?? -1]);
  }

  function takeBack(): void {
    clearTimeout(timer.current);
    takeTypedBack({ session, page }, number);
    known.current = newestText();
    setText(known.current);
  }

  /** What Undo or Redo by key does in the line; undefined: what the box itself, or the grid, does. */
  function historyKey(key: string, target: EventTarget): (() => void) | undefined {
    const which = HISTORY_KEYS.get(key);
    if (which === undefined) return undefined;
    if (isTyped(box.current?.value)) return which === 'undo' && !isTextField(target) ? takeBack : undefined;
    // The box has nothing to take back of what one of the line's commands has put into it.
    const { [which]: step } = session.store.getState();
    const isOfLine = step?.command === 'change-lines' && step.lines.every((line) => line.number === number);
    return isOfLine ? { undo: () => session.undo(), redo: session.redo }[which] : undefined;
  }

  /** Escape and Undo by key are for what is typed also where one of the line's buttons has the focus. */
  function onKey(event: KeyboardEvent): void {
    const key = isOfInputMethod(event.nativeEvent) ? '' : keyName(event);
    const act = historyKey(key, event.target);
    if (key === 'Escape') takeBack();
    else if (act) {
      act();
      event.preventDefault();
      event.stopPropagation();
    } else if (canEdit) putInByKey(event, noted);
  }

  /** As the page's one draft; another that waits for its line's batch is held beside it. */
  function keepDraft(typed: string): void {
    const { draft, heldDrafts } = page.getState();
    const isHeld = (one: LineDraft | null) =>
      one?.base === null &&
      one.number !== number &&
      isOfFilm(one, session.store.getState()) &&
      lineOf(session.store.getState(), one.number)?.original === one.original;
    page.setState({
      draft: {
        film: filmOf(session.store.getState()),
        number,
        original: line.original,
        base: isHere() ? known.current : null,
        text: typed,
      },
      // While one line is written they stay the same.
      ...(draft?.number !== number && {
        heldDrafts: [draft, ...heldDrafts].filter((one) => one !== null).filter(isHeld),
      }),
    });
  }

  function offerRepeats(before: string, now: string): void {
    if (before === '') return store.setState({ repeats: null });
    const asked = { edited: number, numbers: [], before, text: now };
    store.setState({ repeats: asked });
    void session.analysis.orNothing(async () => {
      const numbers = await session.analysis.ask('repeats', { number, before });
      // Another line may have been written meanwhile.
      if (numbers && store.getState().repeats === asked) store.setState({ repeats: { ...asked, numbers } });
    });
  }

  const keepOpened = useEffectEvent(keepDraft);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
    if (initial.text !== initial.known) keepOpened(initial.text);
  }, [initial]);

  // As high as the text, also where it wraps: of that most browsers know nothing yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read in the box
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    const makeRoom = (): void => {
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    };
    makeRoom();
    return listen(window, { resize: makeRoom });
  }, [text]);

  // The line has another text, of Undo, a fix or a new reply: it is shown, unless something else is being typed.
  const show = useEffectEvent(() => {
    const now = newestText();
    if (!box.current || isTyped(box.current.value) || now === known.current) return;
    known.current = now;
    box.current.value = now;
    setText(now);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn anew when the line has another text
  useEffect(() => show(), [translation]);

  const give = useEffectEvent((why: TakeTyped) => {
    if (why === 'saving') return commit();
    const written = takeWritten();
    if (isTyped(written)) keepDraft(written);
  });
  // In a layout effect, so that a box that is gone is asked no more: it would forget the draft that it has just left.
  useLayoutEffect(() => session.takeTyped.use((why) => give(why)), [session]);

  // Left by key: what was written is committed, never lost. In a layout effect, while the box is still there to be read.
  useLayoutEffect(() => () => commit(), []);

  const view = useLineView(line, text);
  const noted = view?.noted ?? NOTHING_NOTED;
  const isNameTaken = useSession((state) => hadName(state, number));
  const fit = fitOf(text, secondsOf(timingOf(time)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what stands in it
    <div
      onKeyDown={onKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        // What belongs to the line, or to its sheet, may take the focus. Another window is in front for a while: nobody has left the
        // line. Nor by a reload, of which Firefox tells here when all is stored already: what was typed stays a draft.
        const whole = currentTarget.closest('dialog') ?? currentTarget;
        if (!whole.contains(relatedTarget) && document.hasFocus() && !document.hidden) commit();
      }}
    >
      <textarea
        ref={box}
        id={EDITOR_ID}
        aria-label={`Translation of ${number}`}
        className={styles.editor}
        style={{ '--longest-line': limits.charactersPerLine, ...(hasWide(text) && WIDE) } as CSSProperties}
        defaultValue={initial.text}
        readOnly={!canEdit}
        rows={Math.max(2, text.split('\n').length)}
        dir={textDirection(text)}
        lang={language}
        spellCheck
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => keepDraft(target.value), DRAFT_MS);
        }}
      />
      <p className={styles.figures}>
        {fitWords(fit, limits)}
        {fit.lines > limits.lines && ` · ${fit.lines} lines`}
      </p>
      <LineTerms number={number} noted={noted} canEdit={canEdit} />
      <LineProblems line={line} typed={text} view={view} problems={problems} dismissed={dismissed} />
      {isNameTaken && before === undefined && <p className={styles.before}>{NAME_TAKEN}.</p>}
      {before != null && before !== translation && (
        <p className={styles.before}>
          The model wrote: <Differing before={before} after={translation} />
        </p>
      )}
      <SuggestionGroup line={line} language={language} />
    </div>
  );
}

/** A text with what is another one now. */
function Differing({ before, after }: { before: string; after: string }) {
  const { from, to } = smallestChange(before, after) ?? { from: 0, to: 0 };
  return (
    <span dir={textDirection(before)}>
      {before.slice(0, from)}
      <mark>{before.slice(from, to)}</mark>
      {before.slice(to)}
    </span>
  );
}

/** The draft was begun on this text of this line, or stands over whatever text the line gets. */
export const isDraftOf = (
  draft: LineDraft,
  film: Pick<Work, 'phrases'>,
  { number, original }: Line,
  text: string,
): boolean =>
  draft.number === number &&
  draft.original === original &&
  (draft.base === text || draft.base === null) &&
  isOfFilm(draft, film);

const isOfFilm = ({ film }: LineDraft, work: Pick<Work, 'phrases'>): boolean => film === '' || film === filmOf(work);

/** Takes back what was typed over a line since it was opened, so that leaving it commits nothing. */
export function takeTypedBack({ session, page }: Pick<Services, 'session' | 'page'>, number: number): void {
  const box = document.getElementById(EDITOR_ID);
  if (box instanceof HTMLTextAreaElement) box.value = lineOf(session.store.getState(), number)?.translation ?? '';
  forgetDraft(page, number);
}

function forgetDraft(page: Services['page'], number: number): void {
  if (page.getState().draft?.number === number) page.setState({ draft: null });
}
