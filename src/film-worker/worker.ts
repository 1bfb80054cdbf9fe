import type { ToWorker } from './calls.ts';
import { createFilmServer } from './functions.ts';

// The build's paths are relative to the page, but a worker would resolve them against its own script, static/js/async/film-worker.js.
__webpack_public_path__ = new URL('../../../', self.location.href).href;

/** A message queues behind waiting messages and, unlike timers, is not throttled in hidden tabs. */
const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

const serve = createFilmServer(
  (message) => self.postMessage(message),
  () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    }),
);
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => serve(data));
