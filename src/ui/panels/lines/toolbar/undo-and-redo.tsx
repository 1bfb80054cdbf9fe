import { useEffect, useState } from 'react';
import { namesInList } from '../../../../film/archive.ts';
import type { Step, Work } from '../../../../film/film.ts';
import { listedIn } from '../../../../film/series.ts';
import { stepOfFilm } from '../../../../film/steps.ts';
import { Announced, Button, type ButtonProps } from '../../../kit/button.tsx';
import { moveSteps, removedLast, undoRemoval } from '../../../state/next-step.ts';
import type { PageState } from '../../../state/page-state.ts';
import { usePage, useServices, useSession } from '../../../state/services.tsx';
import { movedWords, NOTHING_WORDS, redoWords, undoWords } from '../../../words/undo-words.ts';
import styles from './undo-and-redo.module.css';

interface UndoAndRedoProps {
  /** Whether one press may bring another film. */
  readonly hasFilms: boolean;
  readonly variant: NonNullable<ButtonProps['variant']>;
  /** Id of the words that say what Undo takes back. */
  readonly describedBy?: string;
  readonly onMoved?: (step: Step) => void;
}

export function UndoAndRedo({ hasFilms, variant, describedBy, onMoved }: UndoAndRedoProps) {
  const services = useServices();
  const newest = (steps: readonly Step[]) => (hasFilms ? steps.at(-1) : stepOfFilm(steps));
  const undo = useSession(({ past }) => newest(past));
  const redo = useSession(({ future }) => newest(future));

  // Words beside the buttons describe a step of the film, never a removal from the list.
  const removed = usePage(({ series }) => {
    const film = describedBy === undefined ? removedLast(series) : null;
    return film && namesInList(listedIn(series))(film);
  });

  const canMove = (step: Step | undefined, how: 'undo' | 'redo') =>
    step !== undefined || (how === 'undo' && removed !== null);
  const facts = (step: Step | undefined, how: 'undo' | 'redo') => ({
    variant,
    // Changes of lines may be undone in quick succession. A double click must not undo other steps, which may have been paid for.
    once: step?.command !== 'change-lines',
    // Not `disabled`, so that a press gets an answer and the button keeps the focus after the last step.
    'aria-disabled': !canMove(step, how),
    // Tab skips it. A press by pointer or key still says that there is nothing more.
    tabIndex: canMove(step, how) ? undefined : -1,
    async onClick() {
      if (how === 'undo' && describedBy === undefined && undoRemoval(services)) return;
      if (!step) return services.page.setState({ nothingTo: { how } });
      if (await moveSteps(services, how)) onMoved?.(step);
    },
  });
  const ofStep = describedBy === undefined && undo ? undoWords(undo) : undefined;
  const undoTitle = removed ? `Undo removing ${removed} from the list` : ofStep;
  const { moved, nothing } = useJustMoved();
  // The words beside the buttons already say which film came back, or what the last step undid.
  const isToldBeside = describedBy !== undefined && (!undo || moved?.step.film);
  return (
    <span className={styles.both} data-films={hasFilms || undefined}>
      <Button {...facts(undo, 'undo')} title={undoTitle} aria-describedby={describedBy}>
        Undo
      </Button>
      <Button {...facts(redo, 'redo')} title={redo && redoWords(redo)}>
        Redo
      </Button>
      {/* MovedWords announces it. */}
      {moved && !isToldBeside && (
        <span aria-hidden className={styles.moved}>
          {movedWords(moved)}
        </span>
      )}
      <Announced name="Nothing left" words={nothing && NOTHING_WORDS[nothing.how]} className={styles.moved} />
    </span>
  );
}

const SHOWN_MS = 6_000;

interface JustMoved extends Pick<Work, 'moved'> {
  readonly nothing: PageState['nothingTo'];
}

const NOTHING_MOVED: JustMoved = { moved: null, nothing: null };

/** What was just undone or redone, or that there was nothing to undo or redo, for some seconds. */
function useJustMoved(): JustMoved {
  const { session, page } = useServices();
  const [announced, setAnnounced] = useState(NOTHING_MOVED);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tell(news: JustMoved): void {
      clearTimeout(timer);
      setAnnounced(news);
      timer = setTimeout(setAnnounced, SHOWN_MS, NOTHING_MOVED);
    }
    const ends = [
      session.store.subscribe(({ moved }, before) => {
        if (moved !== before.moved) tell({ moved, nothing: null });
      }),
      page.subscribe(({ nothingTo }, before) => {
        if (nothingTo !== before.nothingTo) tell({ moved: null, nothing: nothingTo });
      }),
    ];
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [session, page]);
  return announced;
}

/** Announces what Undo or Redo has just changed, because the focus may be far from it. A repeated step is announced again. */
export function MovedWords() {
  const moved = useSession((state) => state.moved);
  const [said, setSaid] = useState({ moved, count: 0 });
  if (said.moved !== moved) setSaid({ moved, count: said.count + 1 });
  return <span key={said.count}>{moved && movedWords(moved)}</span>;
}
