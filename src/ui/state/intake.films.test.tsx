import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encode } from '../../../test/encode.ts';
import { filmFile } from '../../../test/film-file.ts';
import { awaited, createHarness } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import type { SubtitleTrack, TrackText, VideoContents } from '../../containers/container.ts';
import { resultsOf } from '../../engine/batch.ts';
import type { Session } from '../../film/session.ts';
import { createPort } from '../../lib/port.ts';
import { ok } from '../../lib/result.ts';
import type { TracksView } from './film-tracks.ts';
import { createFileIntake, type IntakeServices } from './intake.ts';
import { createPageState } from './page-state.ts';
import { createVideoDesk } from './video.ts';

const srt = (name = 'Film.srt') => new File([sampleSrt(2)], name);
const film = (name = 'Film.mkv') => filmFile([{}], name);

const track = (number: number): SubtitleTrack => ({
  number,
  kind: 'SubRip',
  format: 'srt',
  isPictures: false,
  language: 'ru',
  title: '',
  isDefault: false,
  isForced: false,
  isSdh: false,
  isCommentary: false,
  phrases: undefined,
});
/** Each video has several text tracks, so that a person must choose. */
const CONTENTS: VideoContents = { pictures: [], sounds: [], subtitles: [track(1), track(2)], isCutOff: false };

/** The page's intake. Each video has two tracks; `give` sets the content of the one that a person chooses. */
function start(prepareText: (text: string) => Promise<void> = async () => {}, mayGo = async () => true) {
  const harness = createHarness();
  const { analysis } = harness.session;
  let give: ((text: TrackText) => void) | undefined;
  const extract = (signal?: AbortSignal) =>
    new Promise((resolve) => {
      give = (text) => {
        give = undefined;
        resolve(ok(text));
      };
      signal?.addEventListener('abort', () => resolve(undefined));
    });
  const ask = (async (...question) => {
    if (question[0] === 'tracks') return ok(CONTENTS);
    return question[0] === 'extract' ? extract(question[2]) : analysis.ask(...question);
  }) as Session['analysis']['ask'];
  const page = createPageState();
  const video = createVideoDesk();
  const saveFirst = createPort<[], boolean>();
  saveFirst.use(mayGo);
  const tracks = createPort<[TracksView | undefined]>();
  let dialog: TracksView | undefined;
  tracks.use((view) => {
    dialog = view;
  });
  const settings = { store: { getState: () => ({ prompt: 'Translate from Russian into Portuguese.' }) } };
  const session = { ...harness.session, analysis: { ...analysis, ask } };
  const services = { session, settings, page, video, saveFirst, tracks, commands: {} };
  return {
    ...harness,
    intake: createFileIntake(services as unknown as IntakeServices, prepareText),
    page,
    video,
    dialog: () => dialog,
    /** Whether the intake is reading the subtitles of the video. */
    isAsked: () => give !== undefined,
    give: (text: TrackText) => give?.(text),
    inPreview: () => video.store.getState().file?.name,
  };
}
/** Opens a film and starts a run in which a batch is not answered. */
async function startRun() {
  const started = start();
  await started.intake.open([srt()]);
  await started.session.translate();
  return started;
}
const bytesOf = (text: string) => new TextEncoder().encode(text);
const NO_FILM =
  '"Film.mkv" has the name of a video, but this page cannot read it as a video. Is it a subtitle file? Then give it a name that ends in .srt.';
function goneFile(name: string): File {
  const file = new File(['x'], name);
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) };
  file.slice = () => gone as unknown as Blob;
  return Object.assign(file, gone);
}
/** The file, whose first bytes or text can be read only after `late`. */
function slow(file: File, late: Promise<unknown>, what: 'arrayBuffer' | 'text'): File {
  const whole = file.slice.bind(file);
  file.slice = (...range) => {
    const part = whole(...range);
    const read: () => Promise<unknown> = part[what].bind(part);
    return Object.assign(part, { [what]: () => late.then(read) });
  };
  return file;
}
type Started = ReturnType<typeof start>;
/** Waits a few turns for work without a timer. For an expected event use `until`, however many turns it needs. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
/** Whether the page asks which of the video's subtitles to open. */
async function isOffered({ dialog }: Started): Promise<boolean> {
  await settle();
  return dialog() !== undefined;
}
/** A person chooses the video's first subtitles, which have this content. */
async function chooseTracks(started: Started, text: Partial<TrackText> = {}): Promise<void> {
  await settle();
  await until(() => {
    started.dialog()?.open();
    return started.isAsked();
  });
  started.give({ format: 'srt', bytes: bytesOf(sampleSrt(3)), phrases: 3, isCutOff: false, ...text });
}
/** The same. Resolves when the subtitles are opened or refused. */
async function takeTracks(started: Started, text: Partial<TrackText> = {}): Promise<void> {
  await chooseTracks(started, text);
  await until(() => started.dialog() === undefined);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

describe('a video', () => {
  it('[D17.35] on an empty page goes to the preview, and its subtitles are offered', async () => {
    const started = start();
    await started.intake.open([film()]);
    expect(started.inPreview()).toBe('Film.mkv');
    expect(await isOffered(started)).toBe(true);
    expect(started.state()).toMatchObject({ sourceText: '', error: '' });
  });

  it('[D17.30] is known by its content, whatever its name and size', async () => {
    const started = start();
    const large = film('Film.srt');
    Object.defineProperty(large, 'size', { value: 5 * 1024 ** 3 });
    await started.intake.open([large]);
    expect(started.inPreview()).toBe('Film.srt');
    await started.intake.open([new File([sampleSrt(2)], 'Film.mkv')]);
    expect(started.state().error).toMatch(/^"Film.mkv" has the name of a video/);
    expect(started.inPreview()).toBe('Film.srt');
  });

  it.each([
    ['a text', new File([sampleSrt(2)], 'Film.mkv'), NO_FILM],
    ['no film that is known', new File([new Uint8Array(2_000)], 'Film.MP4'), NO_FILM.replace('mkv', 'MP4')],
    ['nothing', new File([], 'Film.mp4'), '"Film.mp4" is empty.'],
    ['what is gone', goneFile('Film.mkv'), '"Film.mkv" could not be read. Was it moved or changed? Open it again.'],
  ])('[D17.30] a file that only has the name of a video is refused: %s', async (_, file, error) => {
    const started = start();
    await started.intake.open([file]);
    expect({ inPreview: started.inPreview(), error: started.state().error }).toEqual({ inPreview: undefined, error });
  });

  it('[D17.12] a video of a kind that the page cannot read is only shown: the preview says so, and nothing else mentions its subtitles', async () => {
    const started = start();
    await started.intake.open([new File(['RIFF\0\0\0\0AVI LIST'], 'Film.avi')]);
    expect(started.inPreview()).toBe('Film.avi');
    expect(await isOffered(started)).toBe(false);
  });

  it('[D17.35] beside open subtitles, and during a run, only goes to the preview', async () => {
    const started = start();
    await started.intake.open([srt()]);
    await started.intake.open([film('One.mkv')]);
    expect(started.inPreview()).toBe('One.mkv');
    expect(await isOffered(started)).toBe(false);
    await started.session.translate();
    await started.intake.open([film('Two.mkv')]);
    expect(started.inPreview()).toBe('Two.mkv');
    expect(await isOffered(started)).toBe(false);
    expect(started.state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'Film.srt', error: '' });
    expect(resultsOf(started.state())).toHaveLength(1);
  });

  it('[D17.35] with a subtitle file goes to the preview, and the subtitles are opened without a question', async () => {
    const started = start();
    await started.intake.open([film('E2.mkv'), film('E1.mkv'), srt('E2.en.srt')]);
    expect(started.inPreview()).toBe('E2.mkv');
    expect(await isOffered(started)).toBe(false);
    expect(started.state()).toMatchObject({ fileName: 'E2.en.srt', notices: [] });
    expect(started.page.getState().refusal).toBe('E2.mkv was opened. One other video was not opened.');
  });

  it('[D17.35] the first by name of two videos is opened, and the page names the other one', async () => {
    const started = start();
    await started.intake.open([film('E10.mkv'), new File(['photo'], 'A.jpg'), film('E2.mkv'), film('E3.mkv')]);
    expect(started.inPreview()).toBe('E2.mkv');
    expect(await isOffered(started)).toBe(true);
    expect(started.page.getState().refusal).toBe(
      'E2.mkv was opened. 2 other videos were not opened. A.jpg was not opened: it is not a subtitle file.',
    );
    await started.intake.open([film('E4.mkv')]);
    expect(started.page.getState().refusal).toBeNull();
  });

  it('[D17.35] the newest of two videos opened one after the other stays, however long the first one takes', async () => {
    const started = start();
    const { coming, give } = awaited<FileSystemFileHandle>();
    const first = started.intake.open([film('One.mkv')], { how: 'open', handles: [coming] });
    await started.intake.open([film('Two.mkv')]);
    give({} as FileSystemFileHandle);
    await first;
    expect(started.inPreview()).toBe('Two.mkv');
    await settle();
    expect(started.dialog()?.file.name).toBe('Two.mkv');
  });

  it('[D17.14] a video from a dropped folder is stored without a handle, because the handles belong to the folder and to the files beside it', async () => {
    const started = start();
    const open = vi.spyOn(started.video, 'open');
    const entry = (file: File) => ({
      isFile: true,
      fullPath: `/${file.name}`,
      file: (give: (one: File) => void) => give(file),
    });
    const parts = [[entry(srt('A.srt')), entry(film('A.mkv'))], []];
    const createReader = () => ({ readEntries: (give: (part: unknown) => void) => give(parts.shift()) });
    const folder = [{ isDirectory: true, createReader }, entry(film('B.mkv'))] as unknown as FileSystemEntry[];
    const handles = ['of the folder', 'of B.mkv'].map((name) =>
      Promise.resolve({ name } as unknown as FileSystemFileHandle),
    );
    await started.intake.open([film('B.mkv')], { how: 'open', handles, folder });
    expect(started.inPreview()).toBe('A.mkv');
    expect(open.mock.lastCall?.[1]).toBeUndefined();
  });

  it('[D17.35] dropped while subtitles are still being read goes only to the preview, and the subtitles are opened', async () => {
    const started = start();
    const { coming, give } = awaited<ArrayBuffer>();
    const subtitles = Object.assign(srt('Other.srt'), { arrayBuffer: () => coming });
    const first = started.intake.open([subtitles]);
    await vi.dynamicImportSettled();
    await started.intake.open([film()]);
    expect(started.inPreview()).toBe('Film.mkv');
    expect(await isOffered(started)).toBe(false);
    expect(started.isAsked(), 'it would be opened in place of what was asked for').toBe(false);
    give(await srt().arrayBuffer());
    await first;
    expect(started.state()).toMatchObject({ fileName: 'Other.srt', sourceText: sampleSrt(2) });
    started.session.clear('original');
    await started.intake.open([film('Next.mkv')]);
    expect(await isOffered(started)).toBe(true);
  });

  it.each([
    [
      'a text',
      new File(['Thank you for the film.'], 'A readme.txt'),
      'A readme.txt was not opened: it is not a subtitle file.',
    ],
    ['a poster', new File(['\xFF\xD8\xFF'], 'A poster.jpg'), 'A poster.jpg was not opened: it is not a subtitle file.'],
  ])('[D17.35] with %s is opened, and the page names the other file', async (_, other, message) => {
    const started = start();
    await started.intake.open([other, film()]);
    expect(started.inPreview()).toBe('Film.mkv');
    expect(await isOffered(started)).toBe(true);
    expect(started.state()).toMatchObject({ sourceText: '', error: '' });
    expect(started.page.getState().refusal).toBe(`Film.mkv was opened. ${message}`);
  });

  it.each([
    ['of UTF-8', sampleSrt(2)],
    ['of UTF-16', Buffer.from(`\uFEFF${sampleSrt(2)}`, 'utf16le')],
    ['of another format', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n'],
  ])('[D17.35] with a text file belongs to it if the text is subtitles: %s', async (_, content) => {
    const started = start();
    const files = [new File(['Thank you.'], 'A readme.txt'), new File([content], 'Film.txt'), film()];
    await started.intake.open(files);
    expect(started.inPreview()).toBe('Film.mkv');
    expect(await isOffered(started)).toBe(false);
    expect(started.state()).toMatchObject({ fileName: 'Film.txt', error: '' });
    expect(started.page.getState().refusal).toBeNull();
  });

  it('[D17.35] is refused by "Upload .srt", as any other file', async () => {
    const started = start();
    await started.intake.open([film()], { how: 'upload' });
    expect(started.state().error).toBe(
      '"Film.mkv" is not an .srt file. Choose a subtitle file whose name ends in .srt.',
    );
    expect(started.inPreview()).toBeUndefined();
  });

  it('[D17.35] stops offering its own subtitles when others are opened', async () => {
    const started = start();
    await started.intake.open([film()]);
    expect(await isOffered(started)).toBe(true);
    const before = started.dialog();
    await started.intake.open([srt('Other.srt')]);
    expect(await isOffered(started)).toBe(false);
    before?.open();
    await settle();
    expect(started.state()).toMatchObject({ fileName: 'Other.srt', sourceText: sampleSrt(2) });
  });

  it.each([
    ['a photo', new File(['\xFF\xD8\xFF'], 'A photo.jpg')],
    ['what is too large', Object.defineProperty(srt('Long.srt'), 'size', { value: 21 * 1024 ** 2 })],
    ['what is no film', new File([sampleSrt(2)], 'Other.mkv')],
  ])('[D17.35] continues reading the video when %s is dropped and refused', async (_, other) => {
    const started = start();
    await started.intake.open([film()]);
    expect(await isOffered(started)).toBe(true);
    const before = started.dialog();
    await started.intake.open([other]);
    expect(started.state().error).toContain(other.name);
    expect(started.dialog()).toBe(before);
    await takeTracks(started);
    expect(started.state()).toMatchObject({ fileName: 'Film.srt', error: '' });
  });

  it.each([
    ['and the other file is opened, which was asked for later', srt('Other.srt'), 'Other.srt'],
    [
      'and opened where the other file is refused',
      new File(['{"format": "subtitle-translator-project"}'], 'Work.json'),
      'Film.srt',
    ],
  ])('[D17.35] is read to its end while the page is still checking another file, %s', async (_, other, opened) => {
    for (const isChosen of [true, false]) {
      const started = start();
      await started.intake.open([film()]);
      if (isChosen) await started.intake.openTracks();
      const { coming, give } = awaited();
      const opening = started.intake.open([slow(new File([other], other.name), coming, 'text')]);
      await vi.dynamicImportSettled();
      await chooseTracks(started);
      await settle();
      give();
      await opening;
      await until(() => started.dialog() === undefined);
      expect(started.state()).toMatchObject({ fileName: opened, error: '' });
    }
  });

  it.each([
    ['gone', goneFile('Other.srt')],
    ['no text', new File([new Uint8Array(2_000)], 'Other.srt')],
  ])('[D17.35] continues reading the video if a dropped file turns out to be %s', async (_, other) => {
    for (const isChosen of [true, false]) {
      const started = start();
      await started.intake.open([film()]);
      if (isChosen) await started.intake.openTracks();
      const opening = started.intake.open([other]);
      await vi.dynamicImportSettled();
      await takeTracks(started);
      await opening;
      expect(started.state().fileName).toBe('Film.srt');
    }
  });

  it.each([true, false])(
    '[D17.35] is opened before a file that was dropped while the video was read, however long the file takes (chosen: %s)',
    async (isChosen) => {
      const started = start();
      await started.intake.open([film()]);
      if (isChosen) await started.intake.openTracks();
      const { coming, give } = awaited();
      const opening = started.intake.open([slow(srt('Other.srt'), coming, 'arrayBuffer')]);
      await takeTracks(started);
      expect(started.state().fileName).toBe('Film.srt');
      give();
      await opening;
      expect(started.state().fileName).toBe('Other.srt');
    },
  );

  it('[D17.35] subtitles that are being read are opened if all later files are refused', async () => {
    const started = start();
    const { coming, give } = awaited();
    const first = started.intake.open([srt('First.srt')]);
    const others = ['one.pdf', 'two.pdf'].map((name) =>
      started.intake.open([slow(new File(['x'], name), coming, 'text')]),
    );
    await vi.dynamicImportSettled();
    await new Promise(setImmediate);
    give();
    await Promise.all([first, ...others]);
    expect(started.state().fileName).toBe('First.srt');
    expect(started.state().error).toContain('two.pdf');
  });

  it('[D17.35] the subtitles of the newest call win, however long the files of the first one take', async () => {
    const started = start();
    const { coming, give } = awaited();
    const first = started.intake.open([slow(srt('Slow.srt'), coming, 'arrayBuffer')]);
    await vi.dynamicImportSettled();
    await started.intake.open([srt('New.srt')]);
    give();
    await first;
    expect(started.state().fileName).toBe('New.srt');
  });

  it('without a readable file beside it does not remove the earlier error', async () => {
    const started = start();
    await started.intake.open([new File(['x'], 'notes.pdf')]);
    await started.intake.open([film()]);
    expect(started.page.getState().refused).toMatch(/^"notes.pdf"/);
    expect(started.inPreview()).toBe('Film.mkv');
  });
});

describe('the subtitles in the video of the preview', () => {
  it('[D17.36] are offered when a person asks for them, and the chosen ones replace what is open', async () => {
    const started = start();
    await started.intake.openTracks();
    expect(await isOffered(started)).toBe(false);
    await started.intake.open([srt()]);
    await started.intake.open([film()]);
    await started.intake.openTracks();
    await takeTracks(started, { format: 'vtt', bytes: bytesOf('WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n') });
    expect(started.state()).toMatchObject({ fileName: 'Film.vtt', readAs: 'vtt' });
    expect(started.intake.canReadAgain()).toBe(true);
  });

  it('[D17.36] are refused during a run with a sentence, as are other files', async () => {
    const started = await startRun();
    await started.intake.open([film()]);
    await started.intake.openTracks();
    expect(await isOffered(started)).toBe(false);
    expect(started.page.getState().refusal).toMatch(
      /^The subtitles in the video were not opened\. .* Press Restart to close that film\. If it is not saved, the page asks first\.$/,
    );
    // The same is true of a paused run.
    await started.intake.open([srt('Other.srt')]);
    expect(started.page.getState().refusal).toMatch(
      /^“Other.srt” was not opened\. The film on the page is not finished\. Press Restart to close that film\. /,
    );
    // To close the film would not help to open this one.
    await started.intake.open([new File(['GIF89a'], 'photo.gif')]);
    expect(started.page.getState().refusal).toMatch(
      /^"photo.gif" is not an .srt file or another subtitle file\. Choose one /,
    );
    expect(started.state().fileName).toBe('Film.srt');
  });

  it.each([
    ['with subtitles', new File([sampleSrt(3)], 'Other.srt')],
    ['that cannot be read', new File([], 'Other.srt')],
  ])('[D1.22] a file %s that was dropped before a run began is not opened, and the page says so', async (_, file) => {
    const { coming, give } = awaited();
    const started = start();
    await started.intake.open([srt()]);
    const opening = started.intake.open([slow(file, coming, 'text')]);
    await settle();
    await started.session.translate();
    give();
    await opening;
    expect(started.state().fileName).toBe('Film.srt');
    expect(started.page.getState().refusal).toMatch(
      /^“Other.srt” was not opened\. The film on the page is not finished\./,
    );
  });

  it('[D17.30] finds the video among several hundred files', async () => {
    const started = start();
    const others = Array.from({ length: 205 }, (_, index) => new File(['x'], `${index}.jpg`));
    await started.intake.open([...others, film('Z.mkv')]);
    expect(started.inPreview()).toBe('Z.mkv');
  });

  it('[D17.31] subtitles that are stopped while their text is prepared are not opened', async () => {
    const { coming, give: prepared } = awaited();
    const started = start(() => coming);
    await started.intake.open([film()]);
    await chooseTracks(started);
    await settle();
    started.dialog()?.stop();
    prepared();
    await settle();
    expect(started.state().sourceText).toBe('');
  });

  it('[D17.36] subtitles that were requested before a run began are refused, and the page says so', async () => {
    const started = start();
    await started.intake.open([srt()]);
    await started.intake.open([film()]);
    await started.intake.openTracks();
    await started.session.translate();
    await takeTracks(started);
    expect(started.page.getState().refusal).toMatch(/^“Film.srt” was not opened\. /);
    expect(started.state().sourceText).toBe(sampleSrt(2));
  });

  it('[D17.38] are read in their own encoding, which the page names, and can be read again in another one', async () => {
    const started = start();
    await started.intake.open([film()]);
    const text = '1\n00:00:01,000 --> 00:00:02,000\nНу и что же ты теперь будешь с этим делать?\n';
    const notices = [{ kind: 'cut-off', film: 'Film.mkv' } as const];
    await takeTracks(started, { bytes: encode(text, 'windows-1251'), isCutOff: true });
    expect(started.state()).toMatchObject({
      sourceText: text,
      notices: [{ kind: 'encoding', name: 'windows-1251' }, ...notices],
    });
    await started.intake.readAgainAs('KOI8-R');
    expect(started.state().sourceText).toContain('мС Х ВРН');
    await started.intake.readAgainAs('windows-1251');
    expect(started.state()).toMatchObject({ sourceText: text, fileName: 'Film.srt' });
  });

  it('[D17.38] subtitles that were encoded twice are reported, as in a file', async () => {
    const started = start();
    await started.intake.open([film()]);
    const twice = bytesOf(sampleSrt(3).replaceAll('Фраза', 'Ð¢Ð¾, Ñ‡Ñ‚Ð¾ Ð½ÑƒÐ¶Ð½Ð¾'));
    await takeTracks(started, { bytes: twice });
    expect(started.state().notices).toEqual([{ kind: 'doubly-encoded' }]);
  });

  it('[D17.38] subtitles that are no text are refused, as a file is', async () => {
    const started = start();
    await started.intake.open([film()]);
    await takeTracks(started, { bytes: new Uint8Array(400).fill(1) });
    expect(started.state()).toMatchObject({ sourceText: '', error: expect.stringContaining('is not text') });
  });

  it('[D17.36] subtitles are not offered any more, even after Stop, once an earlier file is opened', async () => {
    const started = start();
    await started.intake.open([srt()]);
    await started.intake.open([film()]);
    await started.intake.openTracks();
    await settle();
    started.dialog()?.open();
    await settle();
    const { coming, give } = awaited();
    const opening = started.intake.open([slow(srt('Other.srt'), coming, 'text')]);
    await settle();
    started.dialog()?.stop();
    await settle();
    expect(started.dialog()).toMatchObject({ reading: undefined });
    give();
    await opening;
    await settle();
    expect(started.state().fileName).toBe('Other.srt');
    expect(started.dialog()).toBeUndefined();
  });

  it('[D17.36] are not opened if another file is opened while the page asks whether to save the film first', async () => {
    const answers: ((mayGo: boolean) => void)[] = [];
    const started = start(undefined, () => new Promise((resolve) => answers.push(resolve)));
    await started.intake.open([srt()]);
    await started.session.translate();
    await vi.advanceTimersByTimeAsync(5_000);
    await started.intake.open([film()]);
    await started.intake.openTracks();
    const taken = takeTracks(started);
    await settle();
    await settle();
    const other = started.intake.open([srt('Other.srt')]);
    await settle();
    for (const answer of answers.toReversed()) {
      answer(true);
      await settle();
    }
    await Promise.all([taken, other]);
    expect(answers).toHaveLength(2);
    expect(started.state().fileName).toBe('Other.srt');
  });
});
