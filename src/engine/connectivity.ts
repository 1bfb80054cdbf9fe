/** Whether the browser believes that it has a network. */
export interface Connectivity {
  isOnline(): boolean;
  /** Calls `onChange` at each change; the returned function unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

export function browserConnectivity(page: Window): Connectivity {
  return {
    isOnline: () => page.navigator.onLine,
    subscribe(onChange) {
      page.addEventListener('online', onChange);
      page.addEventListener('offline', onChange);
      return () => {
        page.removeEventListener('online', onChange);
        page.removeEventListener('offline', onChange);
      };
    },
  };
}
