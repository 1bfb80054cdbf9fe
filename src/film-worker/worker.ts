import { allOk, isResultBehind, withSaved } from '../film/film.ts';
import { createWorksDatabase } from '../storage/database.ts';
import { createSeriesRecords } from '../storage/series-records.ts';
import type { ToWorker } from './calls.ts';
import { createFilmServer } from './functions.ts';

// The build's paths are relative to the page, but a worker would resolve them against its own script, static/js/async/film-worker.js.
__webpack_public_path__ = new URL('../../../', self.location.href).href;

/** A message queues behind waiting messages and, unlike timers, is not throttled in hidden tabs. */
const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

const database = createWorksDatabase();
/** For reading alone: only the page writes. */
const records = createSeriesRecords({
  place: () => ({ database, isOurs: () => false }),
  after: () => () => {},
  storage: null,
  storeOpen: async () => {},
});

const serve = createFilmServer(
  (message) => self.postMessage(message),
  () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    }),
  undefined,
  async (id) => {
    const film = await records.film(id).catch(() => undefined);
    return film && { ...film, isDone: allOk(film), stamp: withSaved(film, film).saved, isBehind: isResultBehind(film) };
  },
);
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => serve(data));
