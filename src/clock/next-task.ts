/** Resolves after the tasks that are queued on the main thread. A hidden page's timers can take a second, or a minute. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
