const LONGEST_WAIT_MS = 3_000;

/**
 * Fulfilled when the chunks (scripts and style sheets) that the page is loading have come or failed, also those that the
 * present click or key sets off; after 3 seconds at the latest.
 */
export async function whenChunksAreLoaded(): Promise<void> {
  // The first touch of the page starts loading in a task of its own (ui/kit/first-sign.ts).
  await delay(0);
  await Promise.race([Promise.all(chunksUnderWay().map(settled)), delay(LONGEST_WAIT_MS)]);
}

/** The bundler sets `onload` and takes it away when the chunk has come. */
function chunksUnderWay(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('script, link')].filter(({ onload }) => onload !== null);
}

function settled(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
    element.addEventListener('error', () => resolve(), { once: true });
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
