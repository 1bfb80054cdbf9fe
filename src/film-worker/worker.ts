import type { ToWorker } from './calls.ts';
import { createFilmServer } from './functions.ts';

// The build's paths are relative to the page; a worker would seek them beside its own script, static/js/async/film-worker.js.
__webpack_public_path__ = new URL('../../../', self.location.href).href;

/** A message channel comes behind the messages that wait, and is not slowed down in a hidden tab as timers are. */
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
