import { useEffect, useState } from 'react';
import type { Step, Work } from '../../../../film/film.ts';
import { stepOfFilm } from '../../../../film/steps.ts';
import { Button, type ButtonProps } from '../../../kit/button.tsx';
import { moveSteps } from '../../../state/next-step.ts';
import { useServices, useSession } from '../../../state/services.tsx';
import { movedWords, redoWords, undoWords } from '../../../words/undo-words.ts';
import styles from './undo-and-redo.module.css';

interface UndoAndRedoProps {
  /** Whether one press may bring another film. */
  readonly hasFilms: boolean;
  readonly variant: NonNullable<ButtonProps['variant']>;
  /** Id of the words that tell what Undo takes back. */
  readonly describedBy?: string;
  readonly onMoved?: (step: Step) => void;
}

export function UndoAndRedo({ hasFilms, variant, describedBy, onMoved }: UndoAndRedoProps) {
  const services = useServices();
  const newest = (steps: readonly Step[]) => (hasFilms ? steps.at(-1) : stepOfFilm(steps));
  const undo = useSession(({ past }) => newest(past));
  const redo = useSession(({ future }) => newest(future));

  const facts = (step: Step | undefined, how: 'undo' | 'redo') => ({
    variant,
    // Changes of lines may be undone in quick succession. A double click must not undo other steps, which may have been paid for.
    once: step?.command !== 'change-lines',
    disabled: !step,
    async onClick() {
      if ((await moveSteps(services, how)) && step) onMoved?.(step);
    },
  });
  const moved = useJustMoved();
  // The words beside tell which film came back, and the last step that was taken back.
  const isToldBeside = describedBy !== undefined && (!undo || moved?.step.film);
  return (
    <span className={styles.both} data-films={hasFilms || undefined}>
      <Button
        {...facts(undo, 'undo')}
        title={describedBy === undefined && undo ? undoWords(undo) : undefined}
        aria-describedby={describedBy}
      >
        Undo
      </Button>
      <Button {...facts(redo, 'redo')} title={redo && redoWords(redo)}>
        Redo
      </Button>
      {/* Read aloud by MovedWords. */}
      {moved && !isToldBeside && (
        <span aria-hidden className={styles.moved} data-end={hasFilms || undefined}>
          {movedWords(moved)}
        </span>
      )}
    </span>
  );
}

const SHOWN_MS = 6_000;

/** What was just taken back or done again, for some seconds. */
function useJustMoved(): Work['moved'] {
  const { session } = useServices();
  const [moved, setMoved] = useState<Work['moved']>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = session.store.subscribe((after, before) => {
      if (after.moved === before.moved) return;
      clearTimeout(timer);
      setMoved(after.moved);
      timer = setTimeout(setMoved, SHOWN_MS, null);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [session]);
  return moved;
}

/** What Undo or Redo has just changed, to be announced because the focus may be far from it: once more where the same is done again. */
export function MovedWords() {
  const moved = useSession((state) => state.moved);
  const [said, setSaid] = useState({ moved, count: 0 });
  if (said.moved !== moved) setSaid({ moved, count: said.count + 1 });
  return <span key={said.count}>{moved && movedWords(moved)}</span>;
}
