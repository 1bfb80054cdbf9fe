import {
  type CSSProperties,
  type KeyboardEvent,
  type PropsWithChildren,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LineMarks, Work } from '../../../../film/film.ts';
import { batchOfLine, hadName, isReadable, lineOf } from '../../../../film/lines.ts';
import type { TakeTyped } from '../../../../film/session.ts';
import { filmOf } from '../../../../film/shown-facts.ts';
import type { LineView } from '../../../../film-worker/calls.ts';
import { smallestChange } from '../../../../lib/text.ts';
import type { Line } from '../../../../review/line.ts';
import { fitOf, hasWide } from '../../../../review/measured-line.ts';
import { withPlainLineEnds } from '../../../../subtitles/lines.ts';
import { secondsOf, timingOf } from '../../../../subtitles/timing.ts';
import { isOfInputMethod, isTextField, keyName, listen } from '../../../kit/browser.ts';
import type { LineDraft } from '../../../state/page-state.ts';
import { type Services, useServices, useSession } from '../../../state/services.tsx';
import { useFilmProblems } from '../line-facts.ts';
import styles from '../lines.module.css';
import { EDITOR_ID, fitWords, linesStoreOf, NAME_TAKEN, useLinesStore } from '../lines-view.ts';
import { SuggestionGroup } from '../suggest/suggestion-group.tsx';
import { LineProblems, type LineProblemsProps, LineTerms, putInByKey, useLineView } from './line-help.tsx';
import { textDirection } from './line-text.tsx';

const WIDE = { '--character': '1em' };

/** A draft is stored after this pause in typing. */
const DRAFT_MS = 300;

const HISTORY_KEYS = new Map<string, 'undo' | 'redo'>([
  ['Control+z', 'undo'],
  ['Control+y', 'redo'],
  ['Control+Shift+z', 'redo'],
]);

const NOTHING_NOTED: LineView['noted'] = [];

export interface OpenLineProps extends LineProblemsProps {
  /** The model's text, if a person has edited it. */
  readonly before: LineMarks['before'];
  readonly canEdit: boolean;
}

/** The open line: its text box, how the text fits, and its problems with their fixes. `children`: commands beside its terms. */
export function OpenLine(props: PropsWithChildren<OpenLineProps>) {
  const { line, problems, dismissed, before, canEdit, children } = props;
  const { language, limits } = useFilmProblems();
  const { number, translation = '', time } = line;
  const { session, page, video } = useServices();
  const store = useLinesStore();
  const box = useRef<HTMLTextAreaElement>(null);
  /** The line's text in the session; the drawn text may be older. */
  const newestText = () => lineOf(session.store.getState(), number)?.translation ?? '';
  const [initial] = useState(() => {
    const now = newestText();
    const { draft, heldDrafts } = page.getState();
    const typed = [draft, ...heldDrafts].find((one) => one && isDraftOf(one, session.store.getState(), line, now));
    return { known: now, text: typed?.text ?? now };
  });
  const [text, setText] = useState(initial.text);
  /** The last text that the box got from the session or gave to it. Any other text in the box is typed and not committed. */
  const known = useRef(initial.known);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** False once another film was opened: its lines have the same numbers. */
  const isOfThisFilm = () => linesStoreOf(session.store.getState().phrases) === store;
  /** Texts of a file or a model may have carriage returns, which a text box removes. */
  const isTyped = (written: string | undefined) =>
    written !== undefined && isOfThisFilm() && withPlainLineEnds(written) !== withPlainLineEnds(known.current);

  function takeWritten(): string {
    clearTimeout(timer.current);
    return box.current?.value ?? known.current;
  }

  const commit = useEffectEvent(() => {
    const written = takeWritten();
    if (!isTyped(written)) return forget();
    // An empty text means that nothing is to be stored, as after Escape.
    if (!isHere()) return written === '' ? forget() : keepDraft(written);
    const before = known.current;
    session.changeLines([{ number, text: written }]);
    const now = newestText();
    // The session refused the text, because another tab owns the work now: the text stays a draft.
    if (now === before) return keepDraft(written);
    known.current = now;
    if (box.current) box.current.value = now;
    setText(now);
    forget();
    offerRepeats(before, now);
  });

  const forget = () => forgetDraft(page, number);

  /** Whether the line's text can be changed; not while its batch is in progress. */
  function isHere(): boolean {
    const state = session.store.getState();
    return isReadable(state, batchOfLine(state.phrases, number));
  }

  function takeBack(): void {
    clearTimeout(timer.current);
    takeTypedBack({ session, page }, number, box.current);
    known.current = newestText();
    setText(known.current);
  }

  /** What the keys for Undo and Redo do here; undefined: the text box or the grid handles the key. */
  function historyKey(key: string, target: EventTarget): (() => void) | undefined {
    const which = HISTORY_KEYS.get(key);
    if (which === undefined) return undefined;
    if (isTyped(box.current?.value)) return which === 'undo' && !isTextField(target) ? takeBack : undefined;
    // The text box cannot undo a text that a command inserted.
    const { past, future } = session.store.getState();
    const step = { undo: past, redo: future }[which].at(-1);
    const isOfLine =
      step?.command === 'change-lines' &&
      step.fields.translated === undefined &&
      step.lines.every((line) => line.number === number);
    return isOfLine ? session[which] : undefined;
  }

  /** Escape and Undo also work while one of the line's buttons has the focus. */
  function onKey(event: KeyboardEvent): void {
    const key = isOfInputMethod(event.nativeEvent) ? '' : keyName(event);
    const act = historyKey(key, event.target);
    if (key === 'Escape') takeBack();
    else if (act) {
      act();
      event.preventDefault();
      event.stopPropagation();
    } else if (canEdit) putInByKey(event, box.current, noted);
  }

  /** Stores the text as the page's draft. A draft that waits for its batch is stored separately. */
  function keepDraft(typed: string): void {
    if (!isOfThisFilm()) return;
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
      // These facts stay the same while the same line is edited.
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
      // Another line may have been edited meanwhile.
      if (numbers && store.getState().repeats === asked) store.setState({ repeats: { ...asked, numbers } });
    });
  }

  const keepOpened = useEffectEvent(keepDraft);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Not the prop `defaultValue`: React writes it again at each key, and then the browser applies the rules with :has() to the whole page.
    element.value = initial.text;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
    if (initial.text !== initial.known) keepOpened(initial.text);
  }, [initial]);

  // Grows with the text, also with wrapped lines, for which most browsers have no CSS yet.
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

  // Undo, a fix or a new reply changed the line: shows its text, unless something else is being typed.
  const show = useEffectEvent(() => {
    const now = newestText();
    if (!box.current || isTyped(box.current.value) || now === known.current) return;
    known.current = now;
    box.current.value = now;
    setText(now);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the line has another text
  useEffect(() => show(), [translation]);

  const give = useEffectEvent((why: TakeTyped) => {
    if (why === 'saving') return commit();
    const written = takeWritten();
    if (isTyped(written)) keepDraft(written);
  });
  // A layout effect unsubscribes before the box is removed. If a removed box was asked, it would delete the draft that it has just stored.
  useLayoutEffect(() => session.takeTyped.use((why) => give(why)), [session]);

  // Commits also when a key closes the line. In a layout effect, while the box can still be read.
  useLayoutEffect(() => () => commit(), []);

  // The video shows the text while it is typed.
  useEffect(() => video.store.setState({ typed: { number, text } }), [video, number, text]);
  useEffect(() => () => video.store.setState({ typed: null }), [video]);

  const view = useLineView(line, text);
  const noted = view?.noted ?? NOTHING_NOTED;
  const isNameTaken = useSession((state) => hadName(state, number));
  const fit = fitOf(text, secondsOf(timingOf(time)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the elements inside
    <div
      onKeyDown={onKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Does not commit when the focus moves inside the line or its sheet, nor when another window comes to the front, nor on a reload, where Firefox sends
        // blur after everything is stored: the typed text stays a draft.
        const whole = currentTarget.closest('dialog') ?? currentTarget;
        if (!whole.contains(relatedTarget) && document.hasFocus() && !document.hidden) commit();
      }}
    >
      <textarea
        ref={(element) => {
          box.current = element;
          store.box.current = element;
        }}
        id={EDITOR_ID}
        aria-label={`Translation of ${number}`}
        className={styles.editor}
        style={{ '--longest-line': limits.charactersPerLine, ...(hasWide(text) && WIDE) } as CSSProperties}
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
        {fit.lines > limits.lines && ` · ${fit.lines} rows`}
      </p>
      <div className={styles.belowBox}>
        <LineTerms number={number} noted={noted} canEdit={canEdit} />
        {children}
      </div>
      <LineProblems line={line} typed={text} view={view} problems={problems} dismissed={dismissed} />
      {isNameTaken && before === undefined && <p className={styles.before}>{NAME_TAKEN}.</p>}
      {before != null && before !== translation && (
        <p className={styles.before}>
          The model wrote: <Differing before={before} after={translation} />
        </p>
      )}
      <SuggestionGroup line={line} language={language} tabIndex={undefined} />
    </div>
  );
}

/** A text with the changed words marked. */
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

/** Whether the draft belongs to this text of the line: the person began it on this text, or it may replace any text of the line. */
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

/** Reverts what was typed since the line was opened, so that closing the line commits nothing. */
export function takeTypedBack(
  { session, page }: Pick<Services, 'session' | 'page'>,
  number: number,
  box: HTMLTextAreaElement | null,
): void {
  const own = lineOf(session.store.getState(), number)?.translation ?? '';
  if (box) box.value = own;
  // A draft is stored slightly later than it is shown. A reload in between must not bring back a discarded text.
  page.setState(({ draft }) => ({ draft: draft?.number === number ? { ...draft, text: own } : draft }));
  forgetDraft(page, number);
}

function forgetDraft(page: Services['page'], number: number): void {
  if (page.getState().draft?.number === number) page.setState({ draft: null });
}
