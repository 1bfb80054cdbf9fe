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
