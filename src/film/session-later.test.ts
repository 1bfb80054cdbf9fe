import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEngineHarness } from '../../test/engine-harness.ts';
import { success } from '../../test/session-harness.ts';
import { KEPT, modelOf, NO_KEYS } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { progress } from '../engine/run-state.ts';
import { loadOnce } from '../lib/memo.ts';
import { NO_NOTES } from '../notes/notes.ts';
import type { Work } from './film.ts';
import * as runPart from './run-part.ts';

beforeEach(() => void vi.useFakeTimers());

const { endpoint, id } = KEPT.model;

/** A page on which the test decides when the session's code is loaded, or fails to load. */
function openPage(initial?: Work) {
  const loads: { come: (part: typeof runPart) => void; fail: (reason: Error) => void }[] = [];
  let requests = 0;
  const { session, dispose } = createEngineHarness({
    ...(initial && { initial }),
    kept: { keys: { ...NO_KEYS, [endpoint]: 'a-key' } },
    models: [modelOf(endpoint, id)],
    listMs: 0,
    loadRunPart: loadOnce(() => new Promise((come, fail) => loads.push({ come, fail }))),
    async translate({ messages }) {
      requests++;
      const phrases = JSON.parse(messages.at(-1)?.parts.at(-1) ?? '{}');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return success(JSON.stringify(Object.fromEntries(Object.keys(phrases).map((key) => [key, `PT ${key}`]))));
    },
  });
  onTestFinished(dispose);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  async function settle(act: () => void) {
    act();
    await pass(0);
  }
  return {
    session,
    dispose,
    loads: () => loads.length,
    comes: () => settle(() => loads.at(-1)?.come(runPart)),
    fails: () =>
      settle(() => loads.at(-1)?.fail(Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }))),
    requests: () => requests,
    state: () => session.store.getState(),
    pass,
  };
}

/** The stored work of a page with a film of 45 lines, in the middle of its run. */
async function runningWork(): Promise<Work> {
  const page = openPage();
  page.session.openSource(sampleSrt(45), []);
  void page.session.translate();
  await page.comes();
  await page.pass(100);
  page.dispose();
  return page.state();
}

describe('the session of an empty page', () => {
  it('loads no code before the first command', async () => {
    const { session, loads, pass } = openPage();
    await session.finish(1_000, () => {});
    await pass(10_000);
    expect(loads()).toBe(0);
  });

  it('carries out waiting commands in their order after the code is loaded', async () => {
    const { session, loads, comes, state } = openPage();
    session.openSource(sampleSrt(2), [], 'a.srt');
    session.readSourceAs({ withoutStyles: ['Songs'] });
    session.refuseSource('No text');
    expect(state().sourceText).toBe('');
    await comes();
    const { fileName, withoutStyles, error } = state();
    expect({ loads: loads(), fileName, withoutStyles, error }).toEqual({
      loads: 1,
      fileName: 'a.srt',
      withoutStyles: ['Songs'],
      error: 'No text',
    });
  });

  it('takes text that is being typed, and waits for it, before the work is given away', async () => {
    const { session, comes, state } = openPage();
    session.takeTyped.use(() => session.edit('original', 'typed'));
    const finished = session.finish(60_000, () => {});
    await comes();
    await finished;
    expect(state().sourceText).toBe('typed');
  });

  it('stores typed text at once, before the code is loaded, so that a reload does not lose it', async () => {
    const { session, comes, state } = openPage();
    session.edit('original', sampleSrt(2));
    expect(state().sourceText).toBe(sampleSrt(2));
    await comes();
    expect(state()).toMatchObject({ sourceText: sampleSrt(2), readAs: 'srt', past: [] });
  });

  it('detects the format of typed text before the code is loaded', async () => {
    const { session, comes, state } = openPage();
    session.edit('original', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n');
    expect(state().readAs).toBe('vtt');
    await comes();
    expect(state().readAs).toBe('vtt');
  });

  it.each([
    ['that was cleared, so that its notes do not stay', true],
    ['that was stored, so that Undo brings it back', false],
  ])('replaces another film correctly if text is typed before the code is loaded: a film %s', async (_, isCleared) => {
    const other = sampleSrt(20).replaceAll('Фраза', 'Another film, line');
    const edit = (page: Pick<ReturnType<typeof openPage>, 'session'>) => page.session.edit('original', other);
    const before = openPage();
    before.session.openSource(sampleSrt(2), [], 'a.srt');
    before.session.changeNotes({ ...NO_NOTES, about: 'About the film' });
    if (isCleared) before.session.clear('original');
    await before.comes();
    const stored = before.state();
    edit(before);
    const page = openPage(stored);
    edit(page);
    expect(page.state().sourceText).toBe(other);
    await page.comes();
    expect(page.state()).toEqual(before.state());
    expect(page.state().notes.about).toBe('');
  });

  it('reports that its code cannot be loaded, and loads it again with the next command', async () => {
    const { session, loads, comes, fails, state } = openPage();
    session.openSource(sampleSrt(2), []);
    await fails();
    expect(state().error).toContain('A part of this page could not be loaded: ChunkLoadError: Loading chunk 7 failed');
    session.openSource(sampleSrt(3), []);
    await comes();
    expect({ loads: loads(), error: state().error, text: state().sourceText }).toEqual({
      loads: 2,
      error: '',
      text: sampleSrt(3),
    });
  });
});

describe('the session of a stored film', () => {
  it('loads the code for a stored film at once, and continues the run', async () => {
    const page = openPage(await runningWork());
    expect(page.loads()).toBe(1);
    await page.comes();
    await page.pass(3_000);
    expect({ ok: progress(page.state()).ok, requests: page.requests() }).toEqual({ ok: 3, requests: 3 });
  });

  it('[D18.6] is made once: a file that is added during the run lets no request under way be sent a second time', async () => {
    const page = openPage(await runningWork());
    await page.comes();
    await page.pass(100);
    // The page asks for the session before it reads an added file.
    await page.session.whenReady();
    await page.pass(3_000);
    expect({ ok: progress(page.state()).ok, requests: page.requests() }).toEqual({ ok: 3, requests: 3 });
  });

  it('sends nothing of a paused run before Resume', async () => {
    const stored = await runningWork();
    const page = openPage({ ...stored, paused: { reason: 'person' } });
    await page.comes();
    await page.pass(3_000);
    expect(page.requests()).toBe(0);
    page.session.resume();
    await page.pass(3_000);
    expect(progress(page.state()).ok).toBe(3);
  });

  it.each(['stop', 'clear', 'dispose', 'finish'] as const)(
    'sends nothing if %s came before the code was loaded',
    async (command) => {
      const page = openPage(await runningWork());
      if (command === 'finish') void page.session.finish(1_000, () => {});
      else if (command === 'clear') page.session.clear('all');
      else page.session[command]();
      await page.comes();
      await page.pass(5_000);
      expect(page.requests()).toBe(0);
    },
  );
});
