import { useState } from 'react';
import { useStore } from 'zustand';
import { isHolder } from '../../../../engine/run-state.ts';
import { assertNever } from '../../../../lib/assert-never.ts';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { BATCHES_HEADING_ID } from '../../../state/open-batch.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-film.ts';
import { Bar } from './bar.tsx';

/** The state of "Continue here". */
type TakeOver = 'not-asked' | 'asked' | 'refused';

/** Says that this tab only shows another tab's work, and offers to continue here. */
export function FollowerBar() {
  const { page } = useServices();
  const follows = useSession((state) => !isHolder(state));
  const newerVersion = useStore(page, ({ storageProblem }) => storageProblem?.kind === 'newer-version');
  return follows && !newerVersion ? <ContinueHere /> : null;
}

function ContinueHere() {
  const { commands } = useServices();
  const [takeOver, setTakeOver] = useState<TakeOver>('not-asked');
  const asked = takeOver === 'asked';

  async function ask() {
    if (asked) return;
    setTakeOver('asked');
    const outcome = await commands.takeOver();
    setTakeOver(outcome === 'refused' ? 'refused' : 'not-asked');
    // The pressed button's bar is gone.
    if (outcome === 'held') focusSoon(BATCHES_HEADING_ID);
  }

  return (
    <Bar
      action={
        // Not `disabled`, so that the button keeps the focus while it waits.
        <Button aria-disabled={asked || undefined} onClick={ask}>
          Continue here
        </Button>
      }
    >
      {wordsOf(takeOver)}
    </Bar>
  );
}

function wordsOf(takeOver: TakeOver): string {
  switch (takeOver) {
    case 'not-asked':
      return 'This work is open in another tab. Here it is shown live and cannot be changed.';
    case 'asked':
      return 'This work is open in another tab, which is storing what it has. With a long film that can take some seconds.';
    case 'refused':
      return 'This work is open in another tab, which cannot store it: go on there, and save the project there as a file.';
    default:
      return assertNever(takeOver);
  }
}
