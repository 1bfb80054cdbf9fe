import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage } from '../../../../test/fake-storage.ts';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { createPreferences } from '../../../storage/preferences.ts';
import { type Timing, timingOf } from '../../../subtitles/timing.ts';
import { createVideoDesk, type KeptVideo } from '../../state/video.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

const WEBM = '\x1A\x45\xDF\xA3\x01';
const filmFile = (name = 'Film.webm', head = WEBM) =>
  new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0))], name);

/** The stored facts of a video in a browser without handles. */
function keptVideo(): KeptVideo {
  const { videoName: name, videoChoices: choices } = createPreferences(createFakeStorage());
  return { name, choices, handles: { getMany: async () => [], setMany: async () => true } };
}

/** A translated film in Lines, with its picture beside it. */
async function withFilm({
  file = filmFile(),
  view = 'lines',
  ...options
}: RenderAppOptions & { file?: File; view?: 'lines' | 'text' } = {}) {
  const app = await renderApp({ film: 9, ranMs: 3_000, pageState: { view }, ...options });
  await app.settle(0);
  await app.give(() => app.video.open(file));
  await app.settle(100);
  const video = document.querySelector('video') as HTMLVideoElement;
  return {
    ...app,
    element: video,
    track: (label: string) => [...video.textTracks].find((each) => each.label === label),
    /** The video has reached this second. */
    reach: (seconds: number) =>
      act(async () => {
        video.currentTime = seconds;
        fireEvent(video, new Event('timeupdate'));
      }),
    press: (key: string, shiftKey = false) => app.give(() => void fireEvent.keyDown(document.body, { key, shiftKey })),
  };
}

const film = () => screen.queryByRole('region', { name: 'Film' });
const row = (number: number) => document.querySelector<HTMLElement>(`[data-number="${number}"]`);
type App = Awaited<ReturnType<typeof withFilm>>;
/** When a phrase of the sample begins and ends, in seconds. */
const startOf = (app: App, number: number): number => secondsOf(app, number, 'startMs');
const endOf = (app: App, number: number): number => secondsOf(app, number, 'endMs');
function secondsOf(app: App, number: number, which: keyof Timing): number {
  const { time = '' } = app.state().phrases[number - 1] ?? {};
  return (timingOf(time)?.[which] ?? 0) / 1_000;
}

test('[D17.2] its button or Escape closes the video, which then releases its memory and its name; Escape in an open menu closes only the menu', async () => {
  const name = { read: () => null, write: vi.fn() };
  const handles = { getMany: async () => [], setMany: vi.fn(async () => true) };
  const app = await withFilm({ keptVideo: { ...keptVideo(), name, handles } });
  expect(film()).not.toBeNull();
  expect(name.write).toHaveBeenLastCalledWith('Film.webm');
  await app.user.click(screen.getByRole('button', { name: 'Close the film' }));
  expect(film()).toBeNull();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:film');
  expect(name.write).toHaveBeenLastCalledWith(null);

  await app.give(() => app.video.open(filmFile()), 100);
  await app.give(() => screen.getByLabelText('Film: more').click());
  screen.getByRole('button', { name: 'Subtitles in the film…' }).focus();
  await app.user.keyboard('{Escape}');
  expect(film()).not.toBeNull();
  await app.give(() => screen.getByRole('button', { name: 'Play the line' }).focus());
  await app.user.keyboard('{Escape}');
  expect(film()).toBeNull();
  expect(name.write).toHaveBeenLastCalledWith(null);
  await app.pass(100);
  expect(document.activeElement?.id).toBe('lines');
});

test('[D17.3] an edited line is in the picture when it is stored as the line’s text', async () => {
  const app = await withFilm();
  await app.give(() => app.session.changeLines([{ number: 2, text: 'Autre chose' }]));
  expect((app.track('Translation')?.cues?.getCueById('2') as VTTCue | undefined)?.text).toBe('Autre chose');
  await app.give(app.session.undo);
  expect((app.track('Translation')?.cues?.getCueById('2') as VTTCue | undefined)?.text).toBe('PT 2');
});

test('[D17.6] only the row of the line that the video shows says so', async () => {
  const app = await withFilm();
  const current = () => [...document.querySelectorAll('[aria-current=true]')].map((each) => each.id);
  await app.reach(startOf(app, 2) + 0.2);
  expect(current()).toEqual(['line-2']);
  await app.reach(startOf(app, 3) + 0.2);
  expect(current()).toEqual(['line-3']);
  await app.give(app.video.close);
  expect(current()).toEqual([]);
});

test('[D17.7] F9 plays the active line and stops at its end, Shift+F9 plays on from a second before', async () => {
  const app = await withFilm();
  const plays = vi.spyOn(app.element, 'play');
  await app.give(() => row(3)?.focus());
  await app.press('F9');
  expect(plays).toHaveBeenCalledTimes(1);
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 3) - 0.1, 3);
  await app.reach((startOf(app, 3) + endOf(app, 3)) / 2);
  expect(app.element.paused).toBe(false);
  // The player checks the time by its own clock.
  app.element.currentTime = endOf(app, 3);
  await app.pass(50);
  expect(app.element.paused).toBe(true);
  await app.press('F9');
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 3) - 0.1, 3);
  await app.press('F9', true);
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 3) - 1, 3);
  await app.reach(startOf(app, 5));
  expect(app.element.paused).toBe(false);
});

test('[D17.7] a player that was checked too late goes back to the end of the played line', async () => {
  const app = await withFilm();
  await app.give(() => row(3)?.focus());
  await app.press('F9');
  await app.reach(endOf(app, 3) + 2);
  expect(app.element.paused).toBe(true);
  expect(Math.abs(app.element.currentTime - endOf(app, 3))).toBeLessThanOrEqual(0.3);
  await app.press('F9');
  await app.reach(endOf(app, 3) + 0.05);
  expect(app.element.paused).toBe(true);
  expect(app.element.currentTime).toBeLessThan(endOf(app, 3));
  await app.press('F9');
  // The browser reports a pause in a task of its own, which may come after the next press.
  await app.press('F9');
  await act(async () => void fireEvent(app.element, new Event('pause')));
  await app.reach(endOf(app, 3));
  expect(app.element.paused).toBe(true);
});

test('[D17.7] F9 on a line after the video’s end does not play: the browser would start from the beginning', async () => {
  const app = await withFilm();
  const plays = vi.spyOn(app.element, 'play');
  Object.defineProperty(app.element, 'duration', { value: startOf(app, 3) - 0.2 });
  await app.give(() => row(3)?.focus());
  await app.press('F9');
  expect(plays).not.toHaveBeenCalled();
  await app.give(() => row(2)?.focus());
  await app.press('F9');
  expect(plays).toHaveBeenCalledTimes(1);
});

test('[D17.7] on a phone F9, Shift+F9 and "Play the line" play the line whose sheet is open', async () => {
  const narrow = (query: string) => Object.assign(new EventTarget(), { matches: query.startsWith('(width <') });
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => narrow(query) as unknown as MediaQueryList);
  const app = await withFilm();
  const plays = vi.spyOn(app.element, 'play');
  await app.give(() => row(3)?.focus());
  await app.give(() => void fireEvent.keyDown(row(3) as HTMLElement, { key: 'Enter' }));
  await app.user.keyboard('{F9}');
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 3) - 0.1, 3);
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Next line' }));
  await app.user.click(within(screen.getByRole('dialog', { name: 'Line 4' })).getByText('Play the line'));
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 4) - 0.1, 3);
  await app.user.keyboard('{Shift>}{F9}{/Shift}');
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 4) - 1, 3);
  expect(plays).toHaveBeenCalledTimes(3);
  await app.give(app.video.close);
  expect(screen.queryByText('Play the line')).toBeNull();
});

test('[D17.9] a press on a line’s time goes to that time in the video, and neither opens the line nor plays', async () => {
  const app = await withFilm();
  const plays = vi.spyOn(app.element, 'play');
  const time = within(row(3) as HTMLElement).getByText(/^00:00/);
  await app.give(() => time.click());
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 3), 1);
  expect(plays).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Translation of 3')).toBeNull();
  await app.give(app.video.close);
  expect(within(row(3) as HTMLElement).queryByRole('button', { name: /^00:00/, hidden: true })).toBeNull();
});

test('[D17.11] "Play lines as I go" plays each line that is opened', async () => {
  const app = await withFilm();
  await app.user.click(screen.getByRole('checkbox', { name: 'Play lines as I go' }));
  await app.give(() => row(4)?.focus());
  await app.give(() => void fireEvent.keyDown(row(4) as HTMLElement, { key: 'Enter' }));
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 4) - 0.1, 3);
  expect(app.element.paused).toBe(false);
});

test('[D17.11] the speed keeps the pitch; the offset moves subtitles, F9 and the followed line, but nothing in the file', async () => {
  const app = await withFilm();
  const before = app.state().phrases;
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
  expect(app.element.playbackRate).toBe(1.5);
  expect(app.element.preservesPitch).toBe(true);
  const offset = screen.getByRole('spinbutton', { name: 'Offset (ms)' });
  expect(offset.getAttribute('step')).toBe('100');
  fireEvent.change(offset, { target: { value: '700' } });
  await app.pass(100);
  expect(app.track('Original')?.cues?.getCueById('2')?.startTime).toBeCloseTo(startOf(app, 2) + 0.7, 3);
  await app.give(() => row(2)?.focus());
  await app.press('F9');
  expect(app.element.currentTime).toBeCloseTo(startOf(app, 2) + 0.6, 3);
  await app.reach(startOf(app, 2) + 0.8);
  expect(app.video.store.getState().playing).toBe(2);
  expect(app.state().phrases).toBe(before);
});

test('[D17.7] a speed that was set with the browser’s own controls stays, and the field shows it', async () => {
  const app = await withFilm();
  const speed = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Speed' });
  await act(async () => {
    app.element.playbackRate = 1.75;
    fireEvent(app.element, new Event('ratechange'));
  });
  expect(speed().selectedOptions[0]?.text).toBe('1.75×');
  await app.user.click(screen.getByRole('checkbox', { name: 'Only speech' }));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Offset (ms)' }), { target: { value: '300' } });
  await app.pass(100);
  expect(app.element.playbackRate).toBe(1.75);
  await app.user.selectOptions(speed(), '0.5×');
  expect({ playbackRate: app.element.playbackRate, speed: speed().value }).toEqual({ playbackRate: 0.5, speed: '0.5' });
  expect([...speed().options].map(({ text }) => text)).toEqual(['0.5×', '0.75×', '1×', '1.25×', '1.5×', '2×']);
});

test('[D17.1] the same video opened again has each track once, and plays as its fields say', async () => {
  const app = await withFilm();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
  await app.give(() => app.video.open(new File([filmFile()], 'Film.webm', app.video.store.getState().file)), 100);
  const video = document.querySelector('video') as HTMLVideoElement;
  expect([...video.textTracks].map(({ label }) => label)).toEqual(['Original', 'Translation']);
  expect((screen.getByRole('combobox', { name: 'Speed' }) as HTMLSelectElement).value).toBe('1.5');
  expect(video.playbackRate).toBe(1.5);
});

test('[D17.14] speed, "Only speech" and "Play lines as I go" come back after a reload, also with another video', async () => {
  const kept = keptVideo();
  const before = await withFilm({ keptVideo: kept });
  await before.user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '0.75×');
  const boxes = () => ['Only speech', 'Play lines as I go'].map((name) => screen.getByRole('checkbox', { name }));
  for (const box of boxes()) await before.user.click(box);
  cleanup();
  const again = await withFilm({ keptVideo: kept, file: filmFile('Other.webm') });
  expect((screen.getByRole('combobox', { name: 'Speed' }) as HTMLSelectElement).value).toBe('0.75');
  expect(again.element.playbackRate).toBe(0.75);
  expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
});

test('[D17.6] an original that is read only after the video was closed marks no row', async () => {
  const app = await withFilm();
  let answer = () => {};
  const waits = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  vi.spyOn(app.session.analysis, 'read').mockReturnValue(waits);
  await app.reach(startOf(app, 2) + 0.2);
  await app.give(() => app.video.open(filmFile('Other.webm')), 100);
  const other = document.querySelector('video') as HTMLVideoElement;
  await act(async () => {
    other.currentTime = startOf(app, 2) + 0.2;
    fireEvent(other, new Event('timeupdate'));
  });
  expect(app.video.store.getState().playing).toBe(2);
  await app.give(app.video.close);
  await app.give(answer, 100);
  expect(app.video.store.getState().playing).toBeUndefined();
});

test('[D17.12] a kind that browsers never play is reported at once, without a player', async () => {
  const app = await withFilm({ file: filmFile('Film.avi', 'RIFF\0\0\0\0AVI LIST') });
  expect(film()?.textContent).toContain(
    'AVI videos cannot be played in a browser, and this page cannot read their subtitles.',
  );
  expect(film()?.dataset.unplayable).toBe('true');
  expect(app.track('Original')?.cues).toHaveLength(9);
});

test('[D17.12] a video that the element cannot play is reported', async () => {
  const app = await withFilm();
  Object.defineProperty(app.element, 'error', { value: { code: 4 } });
  await act(async () => void fireEvent(app.element, new Event('error')));
  expect(within(film() as HTMLElement).getByRole('status').textContent).toBe(
    'This browser cannot play this video. The subtitles still work.',
  );
});

test('[D17.12] a sound that the element has decoded is not reported as missing, although its codec has no name for browsers', async () => {
  const file = filmFile();
  const app = await withFilm({ file });
  const shownText = () => within(film() as HTMLElement).getByRole('status').textContent;
  const tell = (event: string, readyState: number, webkitAudioDecodedByteCount: number) => {
    const facts = { readyState, videoWidth: 320, played: { length: 0 }, webkitAudioDecodedByteCount };
    for (const [name, value] of Object.entries(facts))
      Object.defineProperty(app.element, name, { value, configurable: true });
    return act(async () => void fireEvent(app.element, new Event(event)));
  };
  const value = { pictures: [], sounds: [{ type: undefined, name: 'PCM' }], subtitles: [], isCutOff: false };
  await app.give(() => app.video.tell(file, { ok: true, value }));
  await tell('loadedmetadata', 1, 0);
  expect(shownText()).toMatch('cannot play the sound (PCM)');
  await tell('canplay', 3, 45_056);
  expect(shownText()).toBe('');
});

test('[D17.14] after a reload the video is offered by its name, found by its handle if the browser has one, and can be closed', async () => {
  const found = filmFile();
  const handle = { kind: 'file', requestPermission: async () => 'granted', getFile: async () => found };
  const kept: KeptVideo = {
    ...keptVideo(),
    name: { read: () => 'Film.webm', write: vi.fn() },
    handles: { getMany: async () => [handle], setMany: vi.fn(async () => true) },
  };
  const app = await renderApp({ keptVideo: kept });
  await app.user.click(screen.getByRole('button', { name: 'Choose Film.webm again' }));
  // The beginning of the file is read first.
  await app.eventually(() => expect(app.video.store.getState().file).toBe(found));
  expect(kept.handles.setMany).toHaveBeenLastCalledWith([['handle', handle]]);
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull();
});

test('[D17.14] its offset comes back with a video of the same name, and with no other', async () => {
  const kept = keptVideo();
  const offset = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Offset (ms)' });
  const first = await withFilm({ keptVideo: kept });
  fireEvent.change(offset(), { target: { value: '-1340' } });
  await first.pass(100);
  cleanup();
  const again = await withFilm({ keptVideo: kept });
  expect(offset().value).toBe('-1340');
  expect(again.track('Original')?.cues?.getCueById('2')?.startTime).toBeCloseTo(startOf(again, 2) - 1.34, 3);
  await again.give(() => again.video.open(filmFile('Other.webm')), 100);
  expect(offset().value).toBe('0');
});

test('[D17.14] the offset of a video does not apply to another video of the same name', () => {
  const kept = keptVideo();
  const before = createVideoDesk(kept);
  before.open(new File(['one'], 'video.mkv'));
  before.choices.write({ ...before.choices.read(), ms: 500 });
  const again = createVideoDesk(kept);
  again.open(new File(['two'], 'video.mkv'));
  expect(again.choices.read().ms).toBe(500);
  const other = createVideoDesk(kept);
  other.open(new File(['another'], 'video.mkv'));
  expect(other.choices.read().ms).toBe(0);
});

test('[D17.14] an offset that another tab has stored for its video does not apply to this video', () => {
  const kept = keptVideo();
  const here = createVideoDesk(kept);
  here.open(new File([], 'here.mkv'));
  here.choices.write({ ...here.choices.read(), ms: 500 });
  const there = createVideoDesk(kept);
  there.open(new File([], 'there.mkv'));
  there.choices.write({ ...there.choices.read(), ms: -900 });
  expect(here.choices.read().ms).toBe(500);
  here.choices.write({ ...here.choices.read(), ms: 600 });
  const again = createVideoDesk(kept);
  again.open(new File([], 'there.mkv'));
  expect(again.choices.read().ms).toBe(-900);
});

test('[D17.14] the stored handle is that of the dropped video, whatever is dragged with it', async () => {
  const handles = { getMany: async () => [], setMany: vi.fn(async () => true) };
  const app = await renderApp({ keptVideo: { ...keptVideo(), handles } });
  const handle = { kind: 'file', name: 'Film.webm' };
  const dataTransfer = {
    types: ['text/uri-list', 'Files'],
    files: [filmFile()],
    items: [
      { kind: 'string', getAsFileSystemHandle: async () => null },
      { kind: 'file', getAsFileSystemHandle: async () => handle },
    ],
  };
  await app.give(() => void fireEvent.drop(window, { dataTransfer }));
  await app.eventually(() => expect(app.video.store.getState().file?.name).toBe('Film.webm'));
  expect(handles.setMany).toHaveBeenLastCalledWith([['handle', handle]]);
});
