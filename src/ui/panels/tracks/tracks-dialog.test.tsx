import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FilmTrack, filmBytes, filmFile } from '../../../../test/film-file.ts';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { awaited } from '../../../../test/session-harness.ts';

const PICTURES: FilmTrack = { codecId: 'S_HDMV/PGS', bcp47: 'de', texts: ['x'] };
const THREE: readonly FilmTrack[] = [
  PICTURES,
  { bcp47: 'en', name: 'Signs', isForced: true, texts: ['EXIT'] },
  { bcp47: 'ru', name: 'Full', isDefault: true },
  {
    bcp47: 'en',
    codecId: 'S_TEXT/ASS',
    head: '[Script Info]\nTitle: Film\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n',
    texts: ['0,0,Default,,0,0,0,,Hi'],
  },
];

const dialog = () => screen.queryByRole('dialog', { name: /^Subtitles in/ });
const radios = () => within(dialog() as HTMLElement).getAllByRole<HTMLInputElement>('radio');
const button = (name: string) => screen.getByRole('button', { name });

/** A page on which a video is dropped. */
async function drop(files: readonly File[], options: RenderAppOptions = {}) {
  const app = await renderApp({ settings: { prompt: 'Translate from English into Portuguese.' }, ...options });
  const dropFiles = (dropped: readonly File[]) =>
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: dropped } });
  dropFiles(files);
  await app.pass(50);
  /** Waits for the dialog of this video. */
  const shown = (name = 'Film.mkv') =>
    app.eventually(() => screen.getByRole('dialog', { name: `Subtitles in ${name}` }));
  return { ...app, dropFiles, shown };
}

beforeEach(async () => {
  // The code is loaded as in the page, but not within a time limit of a test.
  await Promise.all([
    import('./tracks-dialog.tsx'),
    import('../../../film-worker/functions.ts'),
    import('../../../containers/readers.ts'),
    import('../../../containers/matroska/matroska.ts'),
  ]);
});

describe('Subtitles in a video', () => {
  it('[D17.33] are listed with the facts in the video; the best one is proposed, and pictures cannot be chosen', async () => {
    const { shown } = await drop([filmFile(THREE)]);
    await shown();
    expect(radios().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'GermanPGS · pictures, not text · 1 subtitle',
      'English: SignsSubRip · forced: only on-screen text and foreign speech · 1 subtitle',
      'Russian: FullSubRip · default · 2 subtitles',
      'EnglishASS · 1 subtitle',
    ]);
    expect(radios().map(({ disabled }) => disabled)).toEqual([true, false, false, false]);
    expect(radios().map(({ checked }) => checked)).toEqual([false, false, false, true]);
    expect(document.activeElement).toBe(radios()[3]);
  });

  it('[D17.33] if nobody has chosen a language, the video’s plain default track is proposed, not one in the prompt’s language', async () => {
    const tracks: readonly FilmTrack[] = [
      { bcp47: 'ru', name: 'SDH', isSdh: true },
      { bcp47: 'en', name: 'SDH', isSdh: true },
      { bcp47: 'en', isDefault: true },
      { bcp47: 'en', isCommentary: true },
    ];
    const { state, user, shown, eventually } = await drop([filmFile(tracks)], { settings: {} });
    await shown();
    expect(radios().map(({ checked }) => checked)).toEqual([false, false, true, false]);
    await user.click(radios()[1] as HTMLElement);
    await user.click(button('Open these subtitles'));
    await eventually(() => expect(state().fileName).toBe('Film.sdh.srt'));
  });

  it('[D17.36] subtitles that are chosen open like any other file, under the video’s name, and the video stays', async () => {
    const { user, state, video, pass, shown, eventually } = await drop([filmFile(THREE)]);
    await shown();
    await user.click(radios()[2] as HTMLElement);
    await user.click(button('Open these subtitles'));
    await eventually(() => expect(state().fileName).toBe('Film.srt'));
    await pass(50);
    expect(state().sourceText).toBe(
      '1\n00:00:01,000 --> 00:00:01,900\nLine 1\n\n2\n00:00:02,000 --> 00:00:02,900\nLine 2\n',
    );
    expect(state().notices).toEqual([]);
    expect(dialog()).toBeNull();
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('[D17.31] subtitles are read after a double click on "Open these subtitles", and not after one on "Stop"', async () => {
    const file = filmFile(THREE);
    const { user, state, pass, shown, eventually } = await drop([file]);
    await shown();
    const { coming, give } = awaited();
    const whole = file.slice.bind(file);
    file.slice = (...range) => ({ arrayBuffer: () => coming.then(() => whole(...range).arrayBuffer()) }) as Blob;
    await user.dblClick(button('Open these subtitles'));
    await pass(10);
    await user.dblClick(button('Stop'));
    await pass(10);
    await user.click(button('Open these subtitles'));
    give();
    await eventually(() => expect(state()).toMatchObject({ fileName: 'Film.ass', readAs: 'ass' }));
  });

  it('[D17.34] subtitles that are the only text open at once, and the page says so', async () => {
    const { state, pass, eventually } = await drop([filmFile([PICTURES, { bcp47: 'en' }])]);
    await eventually(() => expect(state().fileName).toBe('Film.srt'));
    await pass(50);
    expect(
      screen.getByText(
        'Opened from Film.mkv: English · SubRip · 2 subtitles. “Subtitles in the film…” in the menu of the video shows all its tracks.',
      ),
    ).toBeDefined();
    expect(dialog()).toBeNull();
  });

  it('[D17.34] subtitles that are only pictures are listed and explained; there is nothing to open, and the video stays', async () => {
    const { state, video, click, shown } = await drop([filmFile([PICTURES, PICTURES])]);
    await shown();
    expect(screen.getByText(/^All subtitles in this video are pictures/)).toBeDefined();
    expect(radios().every(({ disabled }) => disabled)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Open these subtitles' })).toBeNull();
    await click(button('Cancel'), 50);
    expect(dialog()).toBeNull();
    expect(state().sourceText).toBe('');
    expect(video.store.getState().file?.name).toBe('Film.mkv');
  });

  it('[D17.36] are not opened after Cancel, and offered again when a person asks', async () => {
    const { state, video, user, click, shown, eventually } = await drop([filmFile(THREE)]);
    await shown();
    await click(button('Cancel'), 50);
    expect(dialog()).toBe(null);
    expect(state().sourceText).toBe('');
    expect(video.store.getState().file?.name).toBe('Film.mkv');
    await user.click(await eventually(() => screen.getByText('Subtitles in the film…')));
    await shown();
  });

  it('[D17.35] the subtitles of a video that is dropped later replace those of the first', async () => {
    const { dropFiles, pass, shown } = await drop([filmFile(THREE)]);
    await shown();
    dropFiles([filmFile([{ bcp47: 'fr' }, { bcp47: 'en' }], 'Next.mkv')]);
    await pass(50);
    await shown('Next.mkv');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(radios()).toHaveLength(2);
  });

  it('[D17.37] a cut-off video opens as far as it goes, and the page reports the cut', async () => {
    const whole = filmBytes([{ bcp47: 'en', texts: ['Line 1', 'Line 2', 'Line 3'.repeat(40)] }]);
    const at = Buffer.from(whole).indexOf('Line 3');
    const { state, pass, eventually } = await drop([new File([whole.subarray(0, at + 20)], 'Film.mkv')]);
    await eventually(() => expect(state().sourceText).toContain('Line 2'));
    await pass(50);
    expect(
      screen.getByText('Film.mkv is incomplete. These are the subtitles of the part that is there.'),
    ).toBeDefined();
  });
});
