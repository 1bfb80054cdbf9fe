/** What tabs say to each other of the run, over their channel. */
export const PLEASE_GIVE_WAY = 'please-give-way';
/** The holder's answer, at once: it writes what is left, however long that takes. */
export const GIVING_WAY = 'giving-way';
/** The holder could not write its work, and keeps the run. */
export const KEEPS_RUN = 'keeps-run';
/** Sent last before the lock is given back; all that the holder has told of its work was sent before it. */
export const GAVE_WAY = 'gave-way';

/** A tab that works answers within this time, also one that is busy with a long film; one that does not is frozen. */
const ANSWER_WAIT_MS = 2_000;
/** A tab that has answered may write this long, longer than it waits for a slow database, before it is asked again. */
const WRITE_WAIT_MS = 20_000;
/** A lock often comes before the messages that were sent before it was given back. */
const LATE_MESSAGE_MS = 700;

/** "given-up": a third tab has asked later, and is to have the run. */
export type TakeOverOutcome = 'held' | 'refused' | 'given-up';

/** The side of the tab that wants the run: it asks for it, and waits. */
export interface Asking {
  /** Begins, or goes on waiting. Fulfilled with what has come of it. */
  begin(): Promise<TakeOverOutcome>;
  /** The lock has come. Fulfilled when the tab that was asked has said its last word, or will not any more. */
  hearLastWord(): Promise<void>;
  end(outcome: TakeOverOutcome): void;
}

export interface AskingOptions {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** Nobody has answered. */
  readonly onSilence: () => void;
}

interface Question {
  readonly outcome: Promise<TakeOverOutcome>;
  readonly resolve: (outcome: TakeOverOutcome) => void;
  hasLastWord: boolean;
  onLastWord: () => void;
}

/** The run is taken only from a tab that does not answer at all: one that answers gets the time to write everything. */
export function createAsking({ channel, onSilence }: AskingOptions): Asking {
  let question: Question | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function ask(): void {
    channel?.postMessage(PLEASE_GIVE_WAY);
    wait(ANSWER_WAIT_MS, onSilence);
  }

  function end(outcome: TakeOverOutcome): void {
    clearTimeout(timer);
    question?.resolve(outcome);
    question = undefined;
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!question) return;
    if (data === GIVING_WAY) wait(WRITE_WAIT_MS, ask);
    if (data === KEEPS_RUN) end('refused');
    if (data !== GAVE_WAY) return;
    question.hasLastWord = true;
    question.onLastWord();
    // Where the lock does not come, another tab has got it, and that one is asked.
    wait(ANSWER_WAIT_MS, ask);
  });

  return {
    begin() {
      if (!question) {
        question = createQuestion();
        ask();
      }
      return question.outcome;
    },
    hearLastWord() {
      clearTimeout(timer);
      const asked = question;
      if (!asked || asked.hasLastWord) return Promise.resolve();
      return new Promise((resolve) => {
        asked.onLastWord = resolve;
        wait(LATE_MESSAGE_MS, resolve);
      });
    },
    end,
  };
}

function createQuestion(): Question {
  let resolve: Question['resolve'] = () => {};
  const outcome = new Promise<TakeOverOutcome>((settle) => {
    resolve = settle;
  });
  return { outcome, resolve, hasLastWord: false, onLastWord: () => {} };
}
