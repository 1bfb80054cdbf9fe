/** The messages by which tabs negotiate over the channel which tab holds the run. This one asks the holder to give way. */
export const PLEASE_GIVE_WAY = 'please-give-way';
/** The holder's immediate answer: it will give way when its work is written, however long that takes. */
export const GIVING_WAY = 'giving-way';
/** The holder could not write its work, and keeps the run. */
export const KEEPS_RUN = 'keeps-run';
/** The holder's last message before it releases the lock; all news of its work was sent before. */
export const GAVE_WAY = 'gave-way';

/** Even a tab that is busy with a long film answers within this time; a tab that does not is frozen. */
const ANSWER_WAIT_MS = 2_000;
/** After its answer a holder gets this long to write (more than its own limit for a slow database) before it is asked again. */
const WRITE_WAIT_MS = 20_000;
/** How long the new holder waits for GAVE_WAY: the lock often arrives before messages that were sent before its release. */
const LATE_MESSAGE_MS = 700;

/** "given-up": this tab stops asking because a third tab asked later, and gets the run. */
export type TakeOverOutcome = 'held' | 'refused' | 'given-up';

/** The side of the tab that wants the run: asks for it, and waits. */
export interface Asking {
  /** Asks for the run, or goes on waiting for it. Resolves with the outcome. */
  begin(): Promise<TakeOverOutcome>;
  /** To be called when the lock has arrived. Resolves when the former holder's GAVE_WAY has arrived, or is no longer expected. */
  awaitLastMessage(): Promise<void>;
  end(outcome: TakeOverOutcome): void;
}

export interface AskingOptions {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** The holder has not answered. */
  readonly onSilence: () => void;
}

interface Question {
  readonly outcome: Promise<TakeOverOutcome>;
  readonly resolve: (outcome: TakeOverOutcome) => void;
  hasLastMessage: boolean;
  onLastMessage: () => void;
}

/** Steals the run only from a tab that does not answer: a tab that answers gets the time to write everything. */
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
    question.hasLastMessage = true;
    question.onLastMessage();
    // If the lock does not arrive, another tab has got it: ask again.
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
    awaitLastMessage() {
      clearTimeout(timer);
      const asked = question;
      if (!asked || asked.hasLastMessage) return Promise.resolve();
      return new Promise((resolve) => {
        asked.onLastMessage = resolve;
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
  return { outcome, resolve, hasLastMessage: false, onLastMessage: () => {} };
}
