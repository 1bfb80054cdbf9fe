/**
 * A command of one part of the page to another, which may not be there yet: `call` waits for the first handler and gives its answer; a handler
 * that comes later takes the place of the one before. `use` returns what takes the handler away.
 */
export function createPort<Args extends readonly unknown[], Answer>() {
  type Handler = (...args: Args) => Answer | Promise<Answer>;
  let handler: Handler | undefined;
  let waiting: (() => void)[] = [];
  return {
    use(next: Handler): () => void {
      handler = next;
      for (const go of waiting) go();
      waiting = [];
      return () => {
        if (handler === next) handler = undefined;
      };
    },
    async call(...args: Args): Promise<Answer> {
      while (!handler) await new Promise<void>((resolve) => waiting.push(resolve));
      return handler(...args);
    },
  };
}

/** A command that all its present handlers carry out before `call` returns. */
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
      for (const handler of handlers) handler(...args);
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
