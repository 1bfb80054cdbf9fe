import type { Run, RunOptions } from './run.ts';
import { endsByItself, isAnyWaiting, isHolder, isLeftToRun } from './run-selectors.ts';
import type { RunState } from './run-state.ts';

export type CreateRun = (options: RunOptions) => Run;

/**
 * A run whose code is loaded when there is first something to run: an empty page does without it. What is asked for meanwhile is
 * done when the code has come. Code that cannot be loaded pauses the run ("chunk"); when the person goes on, it is loaded anew.
 */
export function createRunLater(load: () => Promise<CreateRun>): CreateRun {
  return (options) => {
    let run: Run | undefined;
    let isLoading = false;
    let isDisposed = false;
    let wanted: 'pump' | 'goOn' | undefined;

    function onLoaded(createRun: CreateRun): void {
      if (isDisposed) return;
      run = createRun(options);
      if (wanted) run[wanted]();
    }

    function onFailed(error: unknown): void {
      isLoading = false;
      if (isDisposed || !wanted) return;
      wanted = undefined;
      const message = error instanceof Error ? error.message : String(error);
      options.dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'chunk', message } });
    }

    function want(command: 'pump' | 'goOn'): void {
      if (run) return run[command]();
      if (wanted !== 'goOn') wanted = command;
      if (isLoading) return;
      isLoading = true;
      void load().then(onLoaded, onFailed);
    }

    return {
      pump() {
        if (run || hasWork(options.getState())) want('pump');
      },
      goOn: () => want('goOn'),
      // A run that is still to come has found out nothing that could be forgotten.
      reset: () => run?.reset(),
      abandon(index) {
        if (run) return run.abandon(index);
        if (index === undefined) wanted = undefined;
        return [];
      },
      dispose() {
        isDisposed = true;
        run?.dispose();
      },
    };
  };
}

/** Something is to be sent, now or later, without another word of the person. */
function hasWork(state: RunState): boolean {
  if (!isHolder(state)) return false;
  const goesOn = state.paused === null || endsByItself(state.paused);
  return isAnyWaiting(state) || (goesOn && isLeftToRun(state));
}
