export interface Port<Args extends readonly unknown[], Answer = void> {
  /** A handler that comes later takes the place of the one before. Returns what takes the handler away. */
  use(handler: (...args: Args) => Answer | Promise<Answer>): () => void;
  /** undefined: a newer call was made before there was a handler, or the call was for another film. */
  call(...args: Args): Answer | Promise<Answer | undefined>;
}

/**
 * A command of one part of the page to another, which may not be there yet: the newest call waits for the first handler, else the handler
 * carries it out at once. A call that waits is dropped if `filmNow` gives another film by then.
 */
export function createPort<Args extends readonly unknown[], Answer = void>(
  filmNow?: () => unknown,
): Port<Args, Answer> {
  let handler: Parameters<Port<Args, Answer>['use']>[0] | undefined;
  /** Gives the waiting call to the handler; without a handler, ends it. */
  let settle: (() => void) | undefined;
  return {
    use(next) {
      handler = next;
      settle?.();
      settle = undefined;
      return () => {
        if (handler === next) handler = undefined;
      };
    },
    call(...args) {
      if (handler) return handler(...args);
      settle?.();
      const film = filmNow?.();
      return new Promise((resolve) => {
        settle = () => resolve((async () => (handler && film === filmNow?.() ? handler(...args) : undefined))());
      });
    },
  };
}

/** A command that all its present handlers carry out before `call` returns. What one throws is reported, and ends neither the others nor the caller. */
export interface Calls<Args extends readonly unknown[] = []> {
  /** Returns what takes the handler away. */
  use(handler: (...args: Args) => void): () => void;
  call(...args: Args): void;
  /** Whether there is a handler. */
  isUsed(): boolean;
}

/** `follow` begins, with the first handler, what makes the calls; what it returns ends that with the last one. */
export function createCalls<Args extends readonly unknown[] = []>(follow?: () => () => void): Calls<Args> {
  const handlers = new Set<(...args: Args) => void>();
  let unfollow: (() => void) | undefined;
  return {
    isUsed: () => handlers.size > 0,
    call(...args) {
      // What an async function throws is a rejection that nobody handles, which the page shows.
      for (const handler of handlers) void (async () => handler(...args))();
    },
    use(handler) {
      handlers.add(handler);
      unfollow ??= follow?.();
      return () => {
        handlers.delete(handler);
        if (handlers.size > 0) return;
        unfollow?.();
        unfollow = undefined;
      };
    },
  };
}
