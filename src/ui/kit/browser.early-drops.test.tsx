import { expect, test } from 'vitest';
import { holdEarlyDrops, takeEarlyDrop } from './browser.ts';

const drag = (type: string, files: readonly File[]) => {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { dataTransfer: { types: files.length > 0 ? ['Files'] : ['text/plain'], files } });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('[D1.23] what is dropped before the page can open it is held, once; the browser does not leave the page', () => {
  const film = new File(['1'], 'film.srt');
  holdEarlyDrops();
  expect([drag('dragover', [film]), drag('drop', [film]), drag('drop', [])]).toEqual([true, true, false]);
  expect(takeEarlyDrop()).toEqual([film]);
  expect({ early: takeEarlyDrop(), isTaken: drag('drop', [film]) }).toEqual({ early: [], isTaken: false });
});
