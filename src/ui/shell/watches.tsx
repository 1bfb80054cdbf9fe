import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import {
  hasBatches,
  hasMoreToCome,
  isCalling,
  isPending,
  progressShown,
  stoppingAnswers,
} from '../../engine/run-state.ts';
import { labelsOf } from '../../film/archive.ts';
import { allOk, canResume, type Work } from '../../film/film.ts';
import { type FilmRow, skippedIn } from '../../film/series.ts';
import { learnLanguageNames } from '../../languages/language-names.ts';
import { countWords } from '../../lib/text.ts';
import { recognizeFormat } from '../../subtitles/formats.ts';
import { isTextField, listen, notify } from '../kit/browser.ts';
import { Announced, Button } from '../kit/button.tsx';
import { CheckBox } from '../kit/fields.tsx';
import { leaveTextField } from '../kit/focus.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { firstPart, useModal } from '../kit/overlays.ts';
import { LanguageDialog } from '../panels/languages/language-fields.tsx';
import { keyNames, LINE_KEYS } from '../panels/lines/lines-view.ts';
import { NotesSheet } from '../panels/notes/notes-panel.tsx';
import { NotesQuestion } from '../panels/notes/read-film.tsx';
import { ModelQuestion } from '../panels/price/price-section.tsx';
import { useRunTime } from '../panels/result/run-end.tsx';
import { SaveFirstDialog } from '../panels/result/save-first.tsx';
import { TracksDialog } from '../panels/tracks/tracks-dialog.tsx';
import { usePage, useServices, useSession, useSettings } from '../state/services.tsx';
import { useQuestion } from '../state/use-question.ts';
import { FILES_LIST_ID, nameInList, pausedOthers, sumOfFilms, useFilmName, useSeries } from '../state/use-series.ts';
import { pausedWord } from '../words/failures.ts';
import { fileSummaryWords } from '../words/file-summary.ts';
import { announcement, pausedOthersWords, stoppedNews } from '../words/run-news.ts';
import sheet from './shortcut-sheet.module.css';
import { isDialogOpen, SHORTCUTS } from './shortcuts.ts';

/** What a page needs once somebody has touched it or it has a film. A component of its own, so that a step of a run draws nothing else again. */
export function Watches() {
  useFilmWorker();
  useForgottenFolders();
  useRunTime();
  // Before the next one, which takes the focus from a text box.
  useKeptFocus();
  useFreshPlace();
  useLeaveGuard();
  usePaste();
  return (
    <>
      <PageTitle />
      <Announcer />
      <OpenedAnnouncer />
      <ShortcutSheet />
      <BeforeRun />
      <TracksDialog />
      <NotesSheet />
      <SaveFirstDialog />
    </>
  );
}

/** "Forget keys" also removes the stored handles of folders, including those of a list that Undo would bring back. */
function useForgottenFolders(): void {
  const { intake } = useServices();
  const times = useSettings(({ forgetting }) => forgetting.times);
  useEffect(() => {
    if (times > 0) void intake.series();
  }, [intake, times]);
}

/** The dialogs that ask something before a run. */
function BeforeRun() {
  const { askFirst } = useServices();
  const asked = useQuestion(askFirst);
  if (!asked) return null;
  const { answer } = asked;
  const [question] = asked.args;
  if (question.kind === 'notes') return <NotesQuestion answer={answer} />;
  if (question.kind === 'model') return <ModelQuestion answer={answer} />;
  return <LanguageDialog question={question} answer={answer} />;
}

/** The video preview. Code that it shares with other parts is in the run part, which every film loads anyway. */
export const FilmPreview = lazyPart(
  () => import(/* webpackChunkName: "video" */ '../panels/video/video-panel.tsx'),
).component((part) => part.FilmPanel);

/** Starts the film worker before the first film is opened, and fetches from it the names of languages by which prompts are searched. */
function useFilmWorker(): void {
  const { store, ask, orNothing } = useServices().session.analysis;
  const { source, knowsNames } = useStore(
    store,
    useShallow(({ source, knowsNames }) => ({ source, knowsNames })),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed fetch is tried again with the next film
  useEffect(() => {
    if (knowsNames) return;
    void orNothing(async () => {
      const names = await ask('languageNames', undefined);
      if (!names) return;
      learnLanguageNames(names);
      store.setState({ knowsNames: true });
    });
  }, [store, ask, orNothing, knowsNames, source]);
}

/** A component of its own: each step of a run may change the title, and must not draw the dialogs again. */
function PageTitle() {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const { titleWords: ofSeries } = sumOfFilms(useSeries().shown);
  const film = useFilmName();
  const title = useSession((state) => pageTitle(state, film, hidden, ofSeries));
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

const subscribeVisibility = (onChange: () => void) => listen(document, { visibilitychange: onChange });

/** A film that is opened and translated again begins at line 1, with all lines. A film that Undo brings back has its own view. */
function useFreshPlace(): void {
  const { session, page } = useServices();
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        if (hasBatches(before) && !hasBatches(after)) page.setState({ linePlace: null });
        // Until the next drawing, a text box still shows the earlier film.
        if (before.id !== '' && after.id !== '' && after.id !== before.id) leaveTextField();
      }),
    [session, page],
  );
}

/** Makes the browser ask before it closes the page while paid requests of this tab are not answered, or while a film is not stored. */
function useLeaveGuard(): void {
  const { session, commands } = useServices();
  // Reads the session itself, because the shown state may be slightly older.
  const isOpenCalling = useStore(session.store, isCalling);
  const areOthersCalling = useStore(session.others, (others) => [...others.values()].some(isCalling));
  const isUnstored = usePage(({ series }) => series.isUnstored);
  const hasFilm = useStore(session.store, ({ sourceText }) => sourceText !== '');
  const inMemory = usePage(({ storageProblem }) => storageProblem?.keptIn === 'memory');
  const hasUnkept = usePage(({ unkeptFilm }) => unkeptFilm !== null);
  const isLost =
    isOpenCalling || areOthersCalling || isUnstored || (((hasFilm && inMemory) || hasUnkept) && !commands.demo);
  useEffect(() => {
    if (isLost) return listen(window, { beforeunload: ask });
  }, [isLost]);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

const isFocusLost = () => document.activeElement === document.body;

/** A command has this much time to move the focus to the next place. */
const FOCUS_MS = 250;
/** A slow computer draws another film in ten seconds at most. */
const LOOKS_AT_OTHER = 40;

/**
 * A button that disappears or is disabled when it is pressed loses the focus. So does everything that belongs to a film when another film replaces it. If the
 * command does not move the focus within FOCUS_MS, the nearest container that still exists gets it, or else the first part of the page. A command that takes
 * longer disables its button later.
 */
function useKeptFocus(): void {
  const { session } = useServices();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let disabling: MutationObserver | undefined;
    function end(): void {
      clearTimeout(timer);
      disabling?.disconnect();
    }
    function keep(held: Element, isOther: boolean): void {
      end();
      const places = holdersOf(held);
      disabling = new MutationObserver(() => held.hasAttribute('disabled') && keep(held, isOther));
      disabling.observe(held, { attributeFilter: ['disabled'] });
      function look(left: number): void {
        goOnIn([...places, firstPart()]);
        if (left > 1) timer = setTimeout(look, FOCUS_MS, left - 1);
      }
      timer = setTimeout(look, FOCUS_MS, isOther ? LOOKS_AT_OTHER : 1);
    }
    function onClick({ target }: MouseEvent): void {
      const pressed = document.activeElement;
      if (target instanceof Element && !isFocusLost() && pressed?.contains(target)) keep(pressed, false);
    }
    const ends = [
      // A person who presses something has chosen a place.
      listen(window, { click: onClick, pointerdown: end }, { capture: true }),
      session.store.subscribe((after, before) => {
        if (hasBatches(before) && after.phrases !== before.phrases && document.activeElement && !isFocusLost())
          keep(document.activeElement, true);
      }),
    ];
    return () => {
      for (const unlisten of ends) unlisten();
      end();
    };
  }, [session]);
}

/** Moves a lost focus to one of these parts of the page; in a part with rows, to its active row. */
function goOnIn(places: readonly (HTMLElement | null)[]): void {
  for (const place of places) if (isFocusLost()) ((place && rowIn(place)) ?? place)?.focus({ preventScroll: true });
}
const rowIn = (place: HTMLElement) =>
  place.querySelector<HTMLElement>(`[role=grid] [role=row][tabindex="0"], #${FILES_LIST_ID} [tabindex="0"]`);

/** The focusable elements that contain this element, the innermost first. */
function holdersOf(element: Element): readonly HTMLElement[] {
  const holder = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return holder ? [holder, ...holdersOf(holder)] : [];
}

const NAME = 'Subtitle translator';

/** The document's title: the film and the progress of the run, for people who look at another tab. `ofSeries`: how many films are done; '': none was begun. */
function pageTitle(state: Work, film: string, hidden: boolean, ofSeries = ''): string {
  const name = [film, NAME].filter(Boolean).join(' · ');
  if (ofSeries !== '') return `${hidden && state.paused ? `${pausedWord(state)} · ` : ''}${ofSeries} · ${name}`;
  if (!hidden || !hasBatches(state)) return name;
  const { ok, failed, total } = progressShown(state);
  if (allOk(state)) return `Done · ${name}`;
  if (stoppingAnswers(state) > 0) return `Stopping · ${name}`;
  if (canResume(state)) return `${pausedWord(state)} · ${name}`;
  if (!isPending(state) && failed > 0) return `${failed} failed · ${name}`;
  return `${Math.floor((ok / total) * 100)} % · ${name}`;
}

/** Announces the start, the pauses and the end of a run: once and politely to screen readers, and by a system notification if the page is hidden. */
function Announcer() {
  const { session, page, settings } = useServices();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        const others = [...session.others.getState().values()];
        const news = announcement(before, after, others);
        if (news === undefined) return;
        setWords(news);
        const { ordered } = page.getState().series;
        const areOthersLeft = ordered.length > 0 || others.some(hasMoreToCome);
        if (news !== '' && document.hidden && !isPending(after) && (after.paused || !areOthersLeft)) notify(news);
      }),
    [session, page],
  );
  useEffect(() => {
    function tell(news: string): void {
      setWords(news);
      if (document.hidden) notify(news);
    }
    return session.others.subscribe((after, before) => {
      const [films, filmsBefore] = [[...after.values()], [...before.values()]];
      // The listener above announces the end of the open film.
      const open = session.store.getState();
      const { rows, ordered } = page.getState().series;
      const why = pausedOthersWords(pausedOthers(open, after, rows));
      const isNew = why !== '' && why !== pausedOthersWords(pausedOthers(open, before, rows));
      // The list "Files" announces it.
      if (isNew && document.hidden) notify(why);
      const stopped = hasMoreToCome(open) && stoppedNews([open, ...filmsBefore], [open, ...films]);
      if (stopped) tell(stopped);
      if (!filmsBefore.some(hasMoreToCome) || [open, ...films].some(hasMoreToCome) || ordered.length > 0) return;
      const skipped = skippedIn(rows, settings.store.getState().prompt);
      const meant = rows.filter(({ id, refusal }) => refusal === '' && !skipped.has(id));
      const news = endWords(meant, [open, ...films]);
      tell(news);
    });
  }, [session, page, settings]);
  return <Announced name="Progress" words={words} />;
}

/** The end of the run of all films. Films that ended earlier are not in memory; their rows say how they ended. */
function endWords(rows: readonly FilmRow[], films: readonly Work[]): string {
  const inMemory = new Map(films.filter(hasBatches).map((film) => [film.id, progressShown(film)]));
  const ends = rows.map((row) => inMemory.get(row.id) ?? row);
  const failed = ends.filter((end) => end.failed > 0).length;
  if (failed > 0) return `The translation has ended. Batches of ${countWords(failed, 'film')} failed.`;
  return ends.every(({ ok }) => ok > 0) ? 'All films are translated.' : 'All films that were sent are translated.';
}

/** A film that becomes the first one of a series stays open. */
const isOther = (before: Pick<Work, 'id' | 'fileName'>, { id, fileName }: Work): boolean =>
  fileName !== before.fileName || (id !== before.id && before.id !== '');

/** Announces which film was opened and its summary, once the film worker has looked at it. Does not announce later changes of the film. */
function OpenedAnnouncer() {
  const { session, page } = useServices();
  const [words, setWords] = useState('');
  useEffect(() => {
    let announced: Pick<Work, 'id' | 'fileName'> = session.store.getState();
    return session.analysis.store.subscribe(({ source }, before) => {
      if (source === before.source) return;
      const state = session.store.getState();
      const { id, fileName } = state;
      if (source && isOther(announced, state)) {
        const { rows } = page.getState().series;
        const label = labelsOf(rows)[rows.findIndex((row) => row.id === id)];
        setWords(`Opened: ${fileSummaryWords(nameInList(state, label), source)}`);
      }
      if (fileName === '') setWords('');
      if (source || fileName === '') announced = { id, fileName };
    });
  }, [session, page]);
  return <Announced name="File" words={words} />;
}

/**
 * Opens a pasted file while no field has the focus or no film is open. Opens a pasted subtitle text if there is no original yet, and otherwise says why it does
 * not. Any other text is neither shown nor stored: it may be a key.
 */
function usePaste(): void {
  const { intake, page, session } = useServices();
  useLayoutEffect(() => {
    const isEmpty = () => !hasBatches(session.store.getState()) && session.store.getState().sourceText === '';
    function open(pasted: DataTransfer): boolean {
      const text = pasted.getData('text/plain');
      const files = [...pasted.files];
      if (!isSubtitles(text)) {
        if (files.length > 0) void intake.open(files, { how: 'drop' });
        return files.length > 0;
      }
      if (!isEmpty()) {
        page.setState({ refusal: pastedWords(session.store.getState()) });
        return false;
      }
      session.edit('original', text);
      return true;
    }
    function onPaste(event: ClipboardEvent): void {
      const { clipboardData: pasted } = event;
      if (event.defaultPrevented || isDialogOpen() || !pasted) return;
      if (isTextField(event.composedPath()[0]) && !(isEmpty() && isFileAlone(pasted))) return;
      if (open(pasted)) event.preventDefault();
    }
    // In the capturing phase, before a text box takes a file for its path.
    return listen(window, { paste: onPaste }, { capture: true });
  }, [intake, page, session]);
}

const pastedWords = (state: Work): string =>
  hasBatches(state)
    ? 'The pasted subtitles were not opened, because another film is open. Press Restart to close that film. If it is not saved, the page asks first.'
    : 'The pasted subtitles were not opened, because there is a text already. Clear it first.';

/** With a copied file, systems copy its name or path, or nothing else. With copied cells of a table they copy a picture, which the person does not mean. */
function isFileAlone(pasted: DataTransfer): boolean {
  const [file] = pasted.files;
  const text = pasted.getData('text/plain').trim();
  return file !== undefined && (text === '' || text.endsWith(file.name));
}

const isSubtitles = (text: string): boolean => text.includes('-->') || recognizeFormat(text) !== 'srt';

/** The list of shortcuts while it is open. */
function ShortcutSheet() {
  const { page } = useServices();
  const isOpen = usePage((state) => state.shortcutsShown);
  return isOpen && <Sheet onClose={() => page.setState({ shortcutsShown: false })} />;
}

function Sheet({ onClose }: { onClose: () => void }) {
  const { page } = useServices();
  const sheetKey = usePage((state) => state.sheetKey);
  const dialog = useModal();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The dialog would focus its only button, which is at the end, and so scroll to the end.
    title.current?.focus();
    dialog.current?.scrollTo?.({ top: 0 });
  }, [dialog]);
  return (
    <dialog ref={dialog} className={sheet.sheet} aria-labelledby="shortcut-sheet-title" onClose={onClose}>
      <h2 ref={title} tabIndex={-1} id="shortcut-sheet-title">
        Keyboard shortcuts
      </h2>
      <KeyList
        rows={[
          ...SHORTCUTS.map(({ key, label }) => ({ keys: keyNames(key), label })),
          { keys: ['?'], label: 'This list' },
        ]}
      />
      <h3 className={sheet.part}>In Lines</h3>
      <KeyList
        rows={LINE_KEYS.map(({ keys, label }) => ({ keys: keys.map((key) => keyNames(key).join('+')), label }))}
      />
      <p className={sheet.hint}>
        Tab and Shift+Tab go to the next and previous button or box, also out of a text box. Arrow keys move within the
        batches. Escape closes this list.
      </p>
      <div className={sheet.hint}>
        <CheckBox checked={sheetKey === 'on'} onChange={(on) => page.setState({ sheetKey: on ? 'on' : 'off' })}>
          “?” opens this list
        </CheckBox>
      </div>
      <Button onClick={() => dialog.current?.close()}>Close this list</Button>
    </dialog>
  );
}

const KeyList = ({ rows }: { rows: readonly { readonly keys: readonly string[]; readonly label: string }[] }) => (
  <dl className={sheet.list}>
    {rows.map(({ keys, label }) => (
      <div key={label} className={sheet.row}>
        <dt>{label}</dt>
        <dd>
          {keys.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
