import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { hasBatches, isPending, progressShown } from '../../engine/run-state.ts';
import { allOk, canSave, takesSubtitles, type Work } from '../../film/film.ts';
import { FILE_FORMATS, formatName } from '../../subtitles/formats.ts';
import { showTheme } from '../kit/browser.ts';
import { PlainButton, VisuallyHidden } from '../kit/button.tsx';
import { focusAtOnce, placeByArrow } from '../kit/focus.ts';
import { Check } from '../kit/icons.tsx';
import { FILM_ID, LINES_ACTIONS_ID, LINES_ID, Menu, panelActionsId, panelId } from '../kit/panel.tsx';
import { BATCHES_HEADING_ID, CLOSE_FIRST } from '../state/next-step.ts';
import { runPart } from '../state/parts.ts';
import { useLinesShown, usePage, useServices, useSession, useStarted } from '../state/services.tsx';
import styles from './header.module.css';
import { openFiles } from './shortcuts.ts';
import skipStyles from './skip-links.module.css';

export function Header() {
  const { theme } = useServices();
  // Before the first drawing; the menu with the switch comes later.
  useLayoutEffect(() => showTheme(theme.read()), [theme]);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Logo />
        <h1 className={styles.title}>Subtitle translator</h1>
      </div>
      <Steps />
      <div className={styles.links}>
        <OpenButton />
        <Menu name="Project">
          <ProjectItems />
        </Menu>
        <a className={styles.contact} href={import.meta.env.PUBLIC_CONTACT_URL}>
          Contact
        </a>
        <Menu name="More" label="⋯">
          <MoreItems />
        </Menu>
      </div>
    </header>
  );
}

/** Two subtitle lines; the second changes into another language. */
function Logo() {
  return (
    <svg width="1.75rem" height="1.75rem" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path
        d="M6 3h16a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4h-4.5L14 25.5 10.5 21H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Z"
        fill="var(--color-accent)"
      />
      <g stroke="var(--color-on-accent)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d="M7 9.5h5" opacity="0.65" />
        <path d="M15.5 9.5H21" opacity="0.65" />
        <path d="M7 15h13" />
        <path d="m17.5 12.2 3 2.8-3 2.8" />
      </g>
    </svg>
  );
}

/** Opens a subtitle file of any format, or a video, which can be opened at any time. SPEC.md gives the name "Upload .srt". */
function OpenButton() {
  const services = useServices();
  const locked = !useSession(takesSubtitles);
  return (
    <PlainButton
      title={
        locked
          ? `Open a video. ${CLOSE_FIRST}`
          : `Open subtitles (${['SRT', ...FILE_FORMATS.slice(1).map(formatName)].join(', ')}), or a video`
      }
      onClick={() => openFiles(services)}
    >
      Open…
    </PlainButton>
  );
}

const MoreItems = runPart.component((part) => part.MoreItems);
const ProjectItems = runPart.component((part) => part.ProjectItems);

/** The steps of the work, with the present one marked; each leads to its place. One Tab stop, arrow keys within. */
function Steps() {
  const services = useServices();
  const openId = useSession(({ id }) => id);
  // Until the lines of another film are judged, the list knows how many need a look.
  const toReview = usePage(
    (state) => state.toReview ?? state.series.rows.find(({ id }) => id === openId)?.review?.count ?? null,
  );
  const current = useSession((state) => currentStep(state, toReview));
  const reviewed = useSession((state) => isReviewed(state, toReview));
  const isDone = (index: number) => index < current && (reviewed || STEPS[index] !== 'Review');
  const [stop, setStop] = useState<number>();

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const next = placeByArrow(event.key, stop ?? current, STEPS.length);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  }

  return (
    <ol className={styles.steps} aria-label="Steps" onKeyDown={onKeyDown} onBlur={() => setStop(undefined)}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          data-step={index === current ? 'current' : isDone(index) ? 'done' : 'next'}
        >
          {isDone(index) && <Check className={styles.stepIcon} />}
          <a
            href={`#${panelId('Translation')}`}
            className={styles.stepName}
            aria-current={index === current ? 'step' : undefined}
            tabIndex={index === (stop ?? current) ? 0 : -1}
            onClick={(event) => {
              // The page has no routes.
              event.preventDefault();
              void runPart.load().then(({ goToStep }) => goToStep(index, services));
            }}
          >
            {name}
          </a>
          {isDone(index) && <VisuallyHidden>done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

const STEPS = ['Open', 'Prompt and model', 'Translate', 'Review', 'Download'] as const;

/** `toReview`: how many lines need a look; null: not known. */
function currentStep(state: Work, toReview: number | null): number {
  if (!hasBatches(state)) return state.sourceText.trim() === '' ? 0 : 1;
  if (canSave(state) && state.shownBatch === null) return toReview ? 3 : 4;
  if (allOk(state) || state.shownBatch !== null) return 3;
  return !isPending(state) && state.paused === null && progressShown(state).failed > 0 ? 3 : 2;
}

/** Reviewed: each line is confirmed or has no problems that count. */
const isReviewed = (state: Work, toReview: number | null): boolean => canSave(state) && toReview === 0;

/** Links to the page's parts, shown when Tab reaches them. The translation is first: it has the next step and most controls. */
export function SkipLinks() {
  const started = useStarted();
  const inLines = useLinesShown();
  const { commands, video } = useServices();
  const hasFilm = useStore(video.store, ({ file }) => file !== undefined);
  const isPriced = useSession((state) => state.sourceText !== '' && state.shownBatch === null && !allOk(state));
  const hasPrice = !commands.demo && isPriced;
  return (
    <nav aria-label="Skip">
      {inLines ? (
        <>
          <SkipLink to={LINES_ID}>To the lines</SkipLink>
          <SkipLink to={LINES_ACTIONS_ID}>To the lines’ commands</SkipLink>
        </>
      ) : (
        <>
          <SkipLink to={panelId('Translation')}>To the translation</SkipLink>
          <SkipLink to={panelActionsId('Translation')}>To the translation’s commands</SkipLink>
          <SkipLink to="settings-heading">To the settings</SkipLink>
          {hasPrice && <SkipLink to="price-heading">To the price</SkipLink>}
          <SkipLink to={panelId('Original')}>To the original</SkipLink>
        </>
      )}
      {hasFilm && <SkipLink to={FILM_ID}>To the video</SkipLink>}
      {started && <SkipLink to={BATCHES_HEADING_ID}>To the batches</SkipLink>}
    </nav>
  );
}

function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className={skipStyles.link}
      onClick={(event) => {
        // The address must not change: the page has no routes.
        event.preventDefault();
        focusAtOnce(to);
      }}
    >
      {children}
    </a>
  );
}
