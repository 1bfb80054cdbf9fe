const LONGEST_WAIT_MS = 3_000;

/** Resolves when loading scripts and style sheets have arrived or failed, including what this click starts; after 3 s at most. */
export async function whenChunksAreLoaded(): Promise<void> {
  // The first touch of the page starts loading in its own task (ui/kit/first-sign.ts).
  await delay(0);
  await Promise.race([Promise.all(chunksUnderWay().map(settled)), delay(LONGEST_WAIT_MS)]);
}

/** The bundler sets `onload` on a loading element and clears it when the chunk has arrived. */
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
