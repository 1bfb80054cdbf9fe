import { errorText } from '../lib/result.ts';
import type { RunOptions } from './job.ts';
import type { Run } from './run.ts';
import { endsByItself, isAnyWaiting, isLeftToRun, type RunState } from './run-state.ts';

export type CreateRun = (options: RunOptions) => Run;

/**
 * A run whose code is loaded when there is first something to run, since an empty page needs none of it. Commands given meanwhile
 * are carried out when the code has come. If it cannot be loaded, the run is paused ("chunk"); Resume loads it again.
 */
export function createRunLater(load: () => Promise<CreateRun>): CreateRun {
  return (options) => {
    let run: Run | undefined;
    let isLoading = false;
    let isDisposed = false;
    let pendingCommand: 'pump' | 'goOn' | undefined;

    function onLoaded(createRun: CreateRun): void {
      if (isDisposed) return;
      run = createRun(options);
      if (pendingCommand) run[pendingCommand]();
    }

    function onFailed(error: unknown): void {
      isLoading = false;
      if (isDisposed || !pendingCommand) return;
      pendingCommand = undefined;
      const message = errorText(error);
      options.dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'chunk', message } });
    }

    function runOrLoad(command: 'pump' | 'goOn'): void {
      if (run) return run[command]();
      if (pendingCommand !== 'goOn') pendingCommand = command;
      if (isLoading) return;
      isLoading = true;
      void load().then(onLoaded, onFailed);
    }

    return {
      pump() {
        if (run || hasWork(options.getState())) runOrLoad('pump');
      },
      goOn: () => runOrLoad('goOn'),
      // A run that is not loaded has learned nothing yet.
      reset: () => run?.reset(),
      stop() {
        if (run) run.stop();
        else pendingCommand = undefined;
      },
      async finish() {
        pendingCommand = undefined;
        await run?.finish();
      },
      abort(jobId) {
        if (run) return run.abort(jobId);
        if (jobId === undefined) pendingCommand = undefined;
        return [];
      },
      dispose() {
        isDisposed = true;
        run?.dispose();
      },
    };
  };
}

/** Something is to be sent, now or later, without a further click. */
function hasWork(state: RunState): boolean {
  const goesOn = state.paused === null || endsByItself(state.paused);
  return isAnyWaiting(state) || (goesOn && isLeftToRun(state));
}
