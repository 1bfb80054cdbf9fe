import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { hasBatches } from '../../engine/run-state.ts';
import type { Step, Work } from '../../film/film.ts';
import { Button, VisuallyHidden } from '../kit/button.tsx';
import { beginMove, focusSoon } from '../kit/focus.ts';
import { NoticeBar, panelId } from '../kit/panel.tsx';
import { MovedWords, UndoAndRedo } from '../panels/lines/toolbar/undo-and-redo.tsx';
import { MendingWords } from '../panels/source/repairs.tsx';
import { wasOpenedOver } from '../state/next-film.ts';
import { BATCHES_HEADING_ID, useMayFilmCome } from '../state/next-step.ts';
import { useLinesShown, useServices, useSession } from '../state/services.tsx';
import { undoWords } from '../words/undo-words.ts';
import styles from './page-bars.module.css';

/** The steps of the notice. No step brings another film during a run, and none brings the previous film back once this film's run has begun. */
function useStepsTold() {
  const past = useSession((state) => state.past.at(-1));
  const future = useSession((state) => state.future.at(-1));
  const isRunning = !useMayFilmCome();
  const isPassed = useSession((state) => filmBefore(state) !== undefined);
  return {
    undo: ((isRunning || isPassed) && past?.film) || (isRunning && past?.prompt) ? undefined : past,
    redo: isRunning && (future?.film || future?.prompt) ? undefined : future,
    isRunning,
  };
}

/** A dismissed notice comes back with another step, or after a reload. */
export function UndoBar() {
  const { session } = useServices();
  const { undo, redo, isRunning } = useStepsTold();
  const isBegun = useSession(hasBatches);
  const inLines = useLinesShown();
  const [dismissed, setDismissed] = useState<Step>();
  const id = useId();
  const newest = undo ?? redo;
  const isOnly = useSession(({ past }) => past.length === 1);

  /** After the last step, or a step that brought another film, moves the focus away from the button: it goes, or another press would bring yet another film. */
  function afterMove({ film }: Step) {
    const state = session.store.getState();
    if (state.past.length === 0 || film) focusSoon(hasBatches(state) ? BATCHES_HEADING_ID : panelId('Original'));
  }

  if (!newest || newest === dismissed) return null;
  // With nothing more to undo, the notice says what was undone.
  const words = undo ? undoWords(undo) : <MovedWords />;
  // Lines has its own Undo. A bar that comes and goes here would move the lines under the second half of a double click.
  if (inLines && !newest.film)
    return newest.command === 'change-lines' ? null : <VisuallyHidden>{words}</VisuallyHidden>;
  // The field of the language already shows the choice.
  if (newest.command === 'change-prompt' && !newest.isUndone && isOnly) return <VisuallyHidden>{words}</VisuallyHidden>;
  // Once a run has begun, the dialog of the film notes has the Undo of their changes.
  if (isBegun && (newest.command === 'change-notes' || newest.command === 'drop-reading')) return null;
  return (
    <>
      {undo && !inLines && (
        <VisuallyHidden>
          <MovedWords />
        </VisuallyHidden>
      )}
      <Bar
        quiet
        wordsId={id}
        action={
          <>
            <KeepBoth />
            <UndoAndRedo hasFilms={!isRunning} variant="bordered" describedBy={id} onMoved={afterMove} />
          </>
        }
        onDismiss={() => setDismissed(newest)}
      >
        {undo?.command === 'mend-original' ? <MendingWords /> : words}
      </Bar>
    </>
  );
}

/** Shown beside Undo after a film was opened over another one. */
function KeepBoth() {
  const { intake, page, commands } = useServices();
  const isOffered = useSession(wasOpenedOver);
  if (!isOffered || !commands.films) return null;
  async function keep(): Promise<void> {
    const mayMove = beginMove();
    const isKept = await (await intake.series())?.keepBoth();
    if (isKept && mayMove()) focusSoon('files-list');
    if (!isKept)
      page.setState({
        refusal:
          'This browser could not store both films, so nothing was changed. Delete files on this computer, then try again.',
      });
  }
  return (
    <Button once onClick={() => void keep()}>
      Keep both as a series
    </Button>
  );
}

/**
 * The step that brings back the previous film, if this film's run has begun. Then only the menu "Project" names the step. undefined: there is no such step,
 * or the page shows it in a notice.
 */
export function filmBefore(state: Work): Step | undefined {
  const step = state.past.at(-1);
  return hasBatches(state) && step?.film && !step.isUndone && step.command !== 'open-project' ? step : undefined;
}

/** The words of the notice describe the button, so that a screen reader says which change Undo takes back. */
export function BarWithUndo(props: { onUndo: () => void; onDismiss: () => void; children: ReactNode }) {
  const { onUndo, ...bar } = props;
  const id = useId();
  const action = (
    <Button once aria-describedby={id} onClick={onUndo}>
      Undo
    </Button>
  );
  return <Bar quiet wordsId={id} action={action} {...bar} />;
}

interface BarProps extends ComponentProps<typeof NoticeBar> {
  /** Id of the words, for buttons that need them as description. */
  readonly wordsId?: string;
  readonly action: ReactNode;
}

/** A notice for the whole page, with its buttons. */
export function Bar({ children, wordsId, action, ...notice }: BarProps) {
  return (
    <NoticeBar {...notice}>
      <p id={wordsId} className={styles.words}>
        {children}
      </p>
      <div className={styles.actions}>{action}</div>
    </NoticeBar>
  );
}
