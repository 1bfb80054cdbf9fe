export interface Port<Args extends readonly unknown[], Answer = void> {
  /** Replaces the earlier handler. Returns a function that removes the handler. */
  use(handler: (...args: Args) => Answer | Promise<Answer>): () => void;
  /** undefined: a newer call came before there was a handler, or another film was opened. */
  call(...args: Args): Answer | Promise<Answer | undefined>;
}

/**
 * A command from one part of the page to another part that may not be loaded yet. The newest call waits for the first handler. It is dropped if `filmNow` has
 * changed by then.
 */
export function createPort<Args extends readonly unknown[], Answer = void>(
  filmNow?: () => unknown,
): Port<Args, Answer> {
  let handler: Parameters<Port<Args, Answer>['use']>[0] | undefined;
  /** Passes the waiting call to the handler, or ends it. */
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

/** A command that all current handlers run before `call` returns. An error is reported, and does not affect other handlers or the caller. */
export interface Calls<Args extends readonly unknown[] = []> {
  /** Returns a function that removes the handler. */
  use(handler: (...args: Args) => void): () => void;
  call(...args: Args): void;
  isUsed(): boolean;
}

/** `follow` runs when the first handler comes. The function that it returns runs when the last handler is removed. */
export function createCalls<Args extends readonly unknown[] = []>(follow?: () => () => void): Calls<Args> {
  const handlers = new Set<(...args: Args) => void>();
  let unfollow: (() => void) | undefined;
  return {
    isUsed: () => handlers.size > 0,
    call(...args) {
      // An async function turns an error into an unhandled rejection, which the page shows.
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
