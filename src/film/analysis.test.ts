import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectInside, createHarness } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import type { FilmWorker } from '../film-worker/calls.ts';
import { createAnalysis } from './analysis.ts';

const ENGLISH = (said: string) => `1\n00:00:01,000 --> 00:00:02,000\nWhat is it that you want? ${said}\n`;
const BROKEN = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n00:00:03,000 --> 00:00:04,000\nTwo';

describe('the analysis of the original', () => {
  beforeEach(() => void vi.useFakeTimers());

  function start(options: Parameters<typeof createHarness>[0] = {}) {
    const harness = createHarness(options);
    const { store, look } = harness.session.analysis;
    return { ...harness, look, view: () => store.getState().source };
  }

  it('analyses an opened file at once, and typed text after a pause', async () => {
    const { session, view, pass } = start();
    session.openSource(ENGLISH('I'), []);
    await pass(0);
    expect(view()).toMatchObject({ summary: { phrases: 1, lengthMs: 2_000 }, language: 'en', error: undefined });
    for (const said of ['I h', 'I ha', 'I have to go']) {
      session.edit('original', ENGLISH(said));
      await pass(299);
      expect(view()?.of.sourceText).toBe(ENGLISH('I'));
    }
    await pass(1);
    expect(view()?.of.sourceText).toBe(ENGLISH('I have to go'));
  });

  it.each<[string, (page: ReturnType<typeof start>) => void]>([
    ['another file is opened', ({ session }) => session.openSource(BROKEN, [])],
    ['another file is pasted', ({ session }) => session.edit('original', BROKEN)],
    ['the original is cleared', ({ session }) => session.clear('original')],
  ])('never shows the analysis of another file: %s', async (_, change) => {
    const page = start();
    page.session.openSource(sampleSrt(30), []);
    await page.pass(0);
    expect(page.view()).toBeDefined();
    change(page);
    expect(page.view()).toBeUndefined();
    await page.pass(300);
    expect(page.view()?.of.sourceText).toBe(page.state().sourceText || undefined);
  });

  it('resolves with the analysis of the present text, and discards that of an earlier text', async () => {
    const { session, state } = createHarness();
    const held: (() => void)[] = [];
    const release = () => {
      for (const go of held.splice(0)) go();
      return vi.advanceTimersByTimeAsync(0);
    };
    const worker = connectInside();
    const ask: FilmWorker['ask'] = async (...question) => {
      const answer = await worker.ask(...question);
      await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    };
    const analysis = createAnalysis({
      store: session.store,
      refuse: () => {},
      worker: { ask },
    });
    session.openSource(ENGLISH('I'), []);
    const looked = analysis.look();
    await vi.advanceTimersByTimeAsync(0);
    session.edit('original', ENGLISH('I have to go'));
    await release();
    expect(analysis.store.getState().source).toBeUndefined();
    await release();
    expect((await looked)?.of.sourceText).toBe(state().sourceText);
    expect(analysis.store.getState().source?.of.sourceText).toBe(ENGLISH('I have to go'));
    analysis.dispose();
  });

  it('reports why a text cannot be read', async () => {
    const { session, view, pass } = start();
    session.openSource(BROKEN, []);
    await pass(0);
    expect(view()).toMatchObject({ error: { line: 5 }, batches: undefined });
  });

  it('counts the batches of a translated film by its phrases, even if it was stored without its original', async () => {
    const { session, pass, state } = start();
    session.openSource(sampleSrt(45), []);
    await session.translate();
    await pass(300);
    const { source } = session.analysis.store.getState();
    expect(source?.batches?.map(({ phrases }) => phrases)).toEqual([20, 20, 5]);
    const stored = start({ initial: { ...state(), sourceText: '' } });
    await stored.pass(300);
    expect(stored.view()?.batches).toEqual(source?.batches);
  });

  it('lists all styles of an ASS file, even those that the person excludes', async () => {
    const { session, view, pass } = start();
    const line = (style: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,${style},Said in ${style}\n`;
    session.openSource(
      `[Events]\nFormat: Layer, Start, End, Style, Text\n${['Main', 'Sign', 'Song'].map(line).join('')}`,
      [],
    );
    await pass(0);
    const styles = ['Main', 'Sign', 'Song'].map((name) => ({ name, phrases: 1, sample: `Said in ${name}` }));
    expect(view()).toMatchObject({ summary: { phrases: 3, lengthMs: 2_000 }, styles });
    session.readSourceAs({ withoutStyles: ['Song'] });
    await pass(300);
    expect(view()).toMatchObject({ summary: { phrases: 2 }, styles });
    session.readSourceAs({ withoutStyles: ['Main', 'Sign', 'Song'] });
    await pass(300);
    expect(view()).toMatchObject({ error: { line: 1 }, batches: undefined, styles });
  });

  it('analyses a film later if the code of the film worker could not be loaded when the film was opened', async () => {
    const worker = connectInside();
    let isThere = false;
    const { session, view, pass } = start({
      filmWorker: {
        ...worker,
        ask: async (...question) => {
          if (!isThere) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
          return worker.ask(...question);
        },
      },
    });
    session.openSource(ENGLISH('I'), []);
    await pass(100);
    isThere = true;
    await pass(10_000);
    expect(view()).toBeDefined();
  });
});
