/** Observations inside the page; times in ms since the start of its navigation. */
export interface PageWatch {
  /** Main-thread tasks over 50 ms; browsers report no shorter ones. */
  readonly longTasks: { readonly startMs: number; readonly durationMs: number }[];
  /** When Upload was shown. */
  readyMs: number | undefined;
  /** How many of the page's own timers, due twenty times a second, have fired since `countTicks`. */
  ticks: number;
  countTicks(): void;
  /** Waits for a click, then until all batches are OK; call it for each film. */
  watchRun(): void;
  clickedMs: number | undefined;
  finishedMs: number | undefined;
  /** Resolves when all batches are OK. */
  finished: Promise<void>;
}

declare global {
  interface Window {
    benchWatch: PageWatch;
  }
}

/** Runs as a page's first script, so it must not use anything outside itself. */
export function installPageWatch(): void {
  let end = () => {};
  const watch: PageWatch = {
    longTasks: [],
    readyMs: undefined,
    ticks: 0,
    countTicks: () => void setInterval(() => watch.ticks++, 50),
    clickedMs: undefined,
    finishedMs: undefined,
    finished: Promise.resolve(),
    watchRun() {
      watch.finished = new Promise((resolve) => {
        end = resolve;
      });
      document.addEventListener('click', awaitBar, { capture: true, once: true });
    },
  };
  window.benchWatch = watch;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      watch.longTasks.push({ startMs: startTime, durationMs: duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  new MutationObserver((_, observer) => {
    if (document.getElementById('upload-button') === null) return;
    watch.readyMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });

  function awaitBar({ timeStamp }: Event): void {
    watch.clickedMs = timeStamp;
    new MutationObserver((_, observer) => {
      const bar = document.querySelector('[role=progressbar]');
      if (bar === null) return;
      observer.disconnect();
      awaitEnd(bar);
    }).observe(document.body, { childList: true, subtree: true });
  }

  function awaitEnd(bar: Element): void {
    new MutationObserver((_, observer) => {
      if (bar.getAttribute('aria-valuenow') !== bar.getAttribute('aria-valuemax')) return;
      observer.disconnect();
      watch.finishedMs = performance.now();
      end();
    }).observe(bar, { attributeFilter: ['aria-valuenow'] });
  }
}
