import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { openTab, pass, srt, three } from '../../../test/series-harness.ts';
import { awaited, createHarness } from '../../../test/session-harness.ts';
import { startSettings } from '../../../test/settings-harness.ts';
import { sampleSrt, srtOf } from '../../../test/srt-sample.ts';
import type { Work } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import { createPort } from '../../lib/port.ts';
import { createFileIntake, type IntakeServices } from './intake.ts';
import { createPageState, type DemoCommands, type FileIntake, type PageCommands } from './page-state.ts';
import { createVideoDesk } from './video.ts';

const CYRILLIC = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
const file = (content: BlobPart, name = 'film.srt') => new File([content], name);

/** Answers the question before a film is replaced: the film need not be saved. */
function notSaved() {
  const port = createPort<[], boolean>();
  port.use(() => true);
  return port;
}

/** An intake whose answers from the film worker pass through `answer`. */
function start(
  answer: <Found>(found: Found) => Promise<Found> = async (found) => found,
  commands: Partial<PageCommands> = {},
) {
  const harness = createHarness();
  const { analysis } = harness.session;
  const ask: Session['analysis']['ask'] = async (...question) => answer(await analysis.ask(...question));
  const session = { ...harness.session, analysis: { ...analysis, ask } };
  const { settings } = startSettings();
  const page = createPageState();
  const services = { session, settings, page, video: createVideoDesk(), saveFirst: notSaved(), commands };
  return {
    ...harness,
    intake: createFileIntake(services as unknown as IntakeServices, async () => {}),
  };
}

test('[D1.3] a file, or a project, that is opened in the demo leaves it and is opened in the work', async () => {
  const work = start();
  const openProject = vi.fn(async () => {});
  const leave = vi.fn((open?: (work: FileIntake) => void) => open?.({ ...work.intake, openProject }));
  const demo = start(undefined, { demo: { leave } as unknown as DemoCommands });
  await demo.intake.open([file(sampleSrt(2), 'Own.srt')], { how: 'upload' });
  expect(leave).toHaveBeenCalledOnce();
  expect(demo.state()).toMatchObject({ sourceText: '', fileName: '' });
  expect(work.state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'Own.srt' });
  const project = file('{}', 'Own.project.json');
  await demo.intake.openProject(project);
  expect(openProject).toHaveBeenCalledWith(project);
});

test('[D1.3][D18.50] files that are added to the list of the demo leave it and are opened in the work', async () => {
  const open = vi.fn(async () => {});
  const leave = (opens?: (work: FileIntake) => void) => opens?.({ open } as unknown as FileIntake);
  const films = {
    read: async () => undefined,
    clean: async () => {},
    folders: async () => Promise.reject(new Error()),
  };
  const commands = { demo: { leave }, films } as unknown as PageCommands;
  const demo = start(undefined, commands);
  const added = [file(sampleSrt(2), 'Own.srt'), file(sampleSrt(3), 'Other.srt')];
  await (await demo.intake.series())?.add(added);
  expect(open).toHaveBeenCalledExactlyOnceWith(added, { how: 'drop' });
  expect(demo.state()).toMatchObject({ sourceText: '', id: '' });
});

describe('a file', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  it('[D1.1] is read again from its bytes in the encoding that a person chooses', async () => {
    const { intake, state } = start();
    await intake.open([file(CYRILLIC)]);
    expect(state()).toMatchObject({ sourceText: 'Привет', notices: [{ kind: 'encoding', name: 'windows-1251' }] });
    await intake.readAgainAs('windows-1252');
    expect(state()).toMatchObject({
      sourceText: 'Ïðèâåò',
      fileName: 'film.srt',
      notices: [{ kind: 'encoding', name: 'windows-1252' }],
    });
  });

  it('a file that is read again does not replace a file that was opened meanwhile', async () => {
    let wait = Promise.resolve();
    const { intake, state } = start(async (found) => {
      const late = wait;
      wait = Promise.resolve();
      await late;
      return found;
    });
    await intake.open([file(CYRILLIC)]);
    const { coming, give: letCome } = awaited();
    wait = coming;
    const reading = intake.readAgainAs('windows-1252');
    await intake.open([file(sampleSrt(2), 'next.srt')]);
    letCome();
    await reading;
    expect(state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'next.srt' });
  });

  it.each<[string, (session: Session, state: () => Work) => Promise<unknown>]>([
    ['a project', (session, state) => session.replace({ ...state(), sourceText: 'Other', fileName: 'other.srt' })],
    ['the film that Undo has brought back', async (session) => session.undo()],
  ])('[D1.1] is not read again in place of %s', async (_, replace) => {
    const { intake, session, state } = start();
    await intake.open([file(CYRILLIC, 'before.srt')]);
    await intake.open([file(CYRILLIC)]);
    expect(intake.canReadAgain()).toBe(true);
    await replace(session, state);
    const { sourceText, fileName } = state();
    expect(fileName).not.toBe('film.srt');
    expect(intake.canReadAgain()).toBe(false);
    await intake.readAgainAs('windows-1252');
    expect(state()).toMatchObject({ sourceText, fileName });
  });

  it('a file that arrives after a run has begun is not opened, and does not replace the bytes of the film on the page', async () => {
    let wait = Promise.resolve();
    const { intake, session, state } = start(async (found) => {
      await wait;
      return found;
    });
    await intake.open([file(sampleSrt(2), 'first.srt')]);
    const { coming, give: letCome } = awaited();
    wait = coming;
    const opening = intake.open([file(sampleSrt(3), 'next.srt')]);
    await session.translate();
    letCome();
    await opening;
    expect(state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'first.srt' });
    expect(intake.canReadAgain(), 'from the bytes of the film on the page').toBe(true);
    session.clear('all');
    await intake.readAgainAs('windows-1251');
    expect(state()).toMatchObject({ sourceText: '', fileName: '' });
  });

  it('[S8.10] is not opened if the code that reads it cannot be loaded, and the page says so', async () => {
    const missing = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const { intake, state } = start(() => Promise.reject(missing));
    await intake.open([file(sampleSrt(2))]);
    expect(state().sourceText).toBe('');
    expect(state().error).toMatch(
      /^The file was not opened, because a part of this page could not be loaded: .*Loading chunk 7 failed/,
    );
  });
});

test('[D18.20] a text without subtitles that is opened by itself replaces no list', async () => {
  vi.useFakeTimers();
  const tab = await three();
  void tab.intake.open([file('Dear translator,\n', 'Letter.srt')]);
  await pass(500);
  expect(tab.view().rows).toHaveLength(3);
  expect(tab.session.store.getState()).toMatchObject({
    fileName: 'E1.srt',
    error: '"Letter.srt" contains no subtitles. The film on the page is not changed.',
  });
});

test('[D1.1] a film is not read again from the bytes of another film that has its name in another folder', async () => {
  vi.useFakeTimers();
  const tab = await openTab();
  void tab.intake.open([srt('E1.srt', 45)]);
  await pass(500);
  expect(tab.intake.canReadAgain()).toBe(true);
  const text = srtOf(['Another film,', 'with the same name.']);
  const other = Object.defineProperty(file(text, 'E1.srt'), 'webkitRelativePath', { value: 'Season 2/E1.srt' });
  void tab.desk.add([other]);
  await pass(1_000);
  void tab.open('Season 2/E1.srt');
  await pass(500);
  expect(tab.session.store.getState().sourceText).toBe(text);
  expect(tab.intake.canReadAgain()).toBe(false);
  void tab.intake.readAgainAs('windows-1251');
  await pass(500);
  expect(tab.session.store.getState().sourceText).toBe(text);
});
