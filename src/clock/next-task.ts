/** After what else waits for the main thread. In a hidden page that can be a second, or a minute. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
