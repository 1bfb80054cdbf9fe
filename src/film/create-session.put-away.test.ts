import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createEngineHarness } from '../../test/engine-harness.ts';
import { okValue } from '../../test/ok-value.ts';
import {
  beginFor,
  createHarness,
  finished,
  type HarnessOptions,
  inMs,
  replyOf,
  success,
} from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { projectCommands } from '../project.ts';
import { DEFAULT_MODEL } from '../providers/endpoints.ts';
import { formatProject } from '../storage/project-file.ts';
import { EMPTY_WORK, isUnsaved, type SettingsInUse, type Work } from './film.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { isStillFilm } from './shown-facts.ts';
import { factsOfFilm, filmStep } from './steps.ts';

beforeEach(() => void vi.useFakeTimers());

const OTHER: Work = { ...EMPTY_WORK, sourceText: sampleSrt(3) };
const project = (session: Work, prompt: string) => formatProject({ session, prompt, model: DEFAULT_MODEL });

/** A page on which the session's Undo and project files also change the prompt in use. */
async function withPrompt(options: HarnessOptions, count = 60) {
  let inUse: SettingsInUse = { prompt: 'first', model: DEFAULT_MODEL };
  const harness = await beginFor(500, count, {
    ...options,
    settingsOfSteps: {
      inUse: () => inUse,
      bringBack(settings) {
        inUse = settings;
      },
    },
  });
  const settings = {
    stopFollowing(prompt: string) {
      inUse = { ...inUse, prompt };
    },
    pickModel() {},
  };
  const { readProject } = projectCommands(harness.session, settings as never);
  const openProject = async (text: string) => {
    const { series, open } = okValue(await readProject(text));
    await open(series.films[0]?.film ?? EMPTY_WORK);
  };
  return { ...harness, openProject, prompt: () => inUse.prompt };
}

const slowly: HarnessOptions = { answer: ({ numbers }) => inMs(2_000, success(replyOf(numbers))) };

describe('[D1.22] a project that is opened while answers are under way', () => {
  it('opens the newer of two projects, and uses its prompt', async () => {
    const { session, state, pass, openProject, prompt } = await withPrompt(slowly);
    void openProject(project(OTHER, 'older'));
    void openProject(project({ ...OTHER, sourceText: sampleSrt(4) }, 'newer'));
    await pass(5_000);
    expect({ text: state().sourceText, prompt: prompt() }).toEqual({ text: sampleSrt(4), prompt: 'newer' });
    session.undo();
    expect({ text: state().sourceText, prompt: prompt() }).toEqual({ text: sampleSrt(60), prompt: 'first' });
  });

  it('takes text that is typed before the project opens as text of the old film', async () => {
    const { session, state, pass } = await finished();
    session.ask(planSuggestions(state(), [1], { kind: 'again' }));
    await pass(100);
    void session.replace(OTHER);
    await pass(100);
    session.takeTyped.use(() => session.changeLines([{ number: 2, text: 'Typed' }]));
    await pass(5_000);
    expect(state().sourceText).toBe(OTHER.sourceText);
    session.undo();
    expect(resultsOf(state())[0]?.[1]).toContain('Typed');
  });

  it('does not open a project if a file was opened during the wait', async () => {
    const { session, state, pass } = await finished();
    session.ask(planSuggestions(state(), [1], { kind: 'again' }));
    await pass(100);
    const opened = session.replace(OTHER);
    session.openSource(sampleSrt(7), [], 'Newer.srt');
    await pass(5_000);
    expect(await opened).toBe(false);
    expect(state().fileName).toBe('Newer.srt');
  });

  it('stops suggestions that were not sent yet when a project is opened, even if no run is active', async () => {
    const { session, state, requests, pass } = await finished(40, { maxAtOnce: 1 });
    const all = Array.from({ length: 40 }, (_, index) => index + 1);
    session.ask(planSuggestions(state(), all, { kind: 'again' }));
    await pass(500);
    const sent = requests.length;
    void session.replace(OTHER);
    await pass(5_000);
    expect(state().sourceText).toBe(OTHER.sourceText);
    expect(requests).toHaveLength(sent);
  });

  it('stops a reading after the current part when a project is opened', async () => {
    const found = success('{"about":"x","people":[],"address":[],"terms":[]}');
    const { session, state, requests, pass } = createHarness({ answer: () => found });
    session.openSource(sampleSrt(40), []);
    session.readFilm([['One'], ['Two'], ['Three']], { from: undefined, into: undefined }, 100);
    await pass(500);
    void session.replace(OTHER);
    await pass(5_000);
    expect(state().sourceText).toBe(OTHER.sourceText);
    expect(requests).toHaveLength(1);
  });

  it('opens a project although the person presses Resume, which sends nothing', async () => {
    const { session, state, requests, pass } = await beginFor(500, 200, {
      maxAtOnce: 2,
      answer: ({ numbers }, count) => inMs(20_000 + 3_000 * count, success(replyOf(numbers))),
    });
    void session.replace(OTHER);
    session.resume();
    await pass(200_000);
    expect(state().sourceText).toBe(OTHER.sourceText);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });
});

test('[D1.22] keeps the newest two works when projects are opened one after another', async () => {
  const { session, state } = await finished();
  const film = { ...state(), past: [] };
  for (const fileName of ['1', '2', '3', '4']) await session.replace({ ...film, fileName });
  expect(state().past.map(({ film: away, command }) => away?.facts.fileName ?? command)).toEqual(['2', '3']);
});

test('[D1.22] keeps the newest two works even if Undo changed their order', async () => {
  const { session, state, pass } = await finished(40);
  const openNext = async (number: number) => {
    session.openSource(`${sampleSrt(20)}\n99\n00:10:00,000 --> 00:10:01,000\nFilm ${number}\n`, [], `E${number}.srt`);
    void session.translate();
    await pass(5_000);
  };
  await openNext(2);
  await openNext(3);
  session.undo();
  expect(state().fileName).toBe('E2.srt');
  await openNext(4);
  const names = [1, 2, 3].map(() => {
    session.undo();
    return state().fileName;
  });
  expect(names).toContain('E3.srt');
});

test('[D15.6] recognizes a film as the same after its translation begins', async () => {
  const { session, state, pass } = await finished(40);
  session.clear('all');
  session.openSource(sampleSrt(7), [], 'E02.srt');
  session.openSource(sampleSrt(8), [], 'E03.srt');
  const was = state();
  void session.translate();
  await pass(100);
  expect(resultsOf(state()).length).toBeGreaterThan(0);
  expect(isStillFilm(was, state())).toBe(true);
});

test('[D1.34] counts a change as unsaved if it was made while the result was being saved', async () => {
  const { session, state } = await finished(40);
  const saved = state();
  session.changeLines([{ number: 1, text: 'Later' }]);
  session.noteSaved(saved);
  expect(isUnsaved(state())).toBe(true);
  session.noteSaved();
  expect(isUnsaved(state())).toBe(false);
});

test('[D1.34] counts an opened project as saved', async () => {
  const film = (await finished()).state();
  const { state, openProject } = await withPrompt({}, 0);
  await openProject(project(film, 'its own'));
  expect(resultsOf(state())).toEqual(resultsOf(film));
  expect(isUnsaved(state())).toBe(false);
});

test.each([true, undefined])(
  '[D1.22] can restore a prompt that was typed before Undo brought back a film with its own prompt (follows: %s)',
  async (follows) => {
    const film = (await finished()).state();
    const madeWith: SettingsInUse = { prompt: 'of the film', model: DEFAULT_MODEL, ...(follows && { follows }) };
    const { session, settings } = createEngineHarness({
      kept: { prompt: 'typed after Restart' },
      initial: { ...EMPTY_WORK, past: [filmStep('restart', factsOfFilm(film), madeWith)] },
      models: [],
      listMs: 10,
      translate: async () => success(''),
    });
    session.undo();
    await vi.dynamicImportSettled();
    expect(settings.store.getState().prompt).toBe('of the film');
    settings.bringPromptBack();
    expect(settings.store.getState().prompt).toBe('typed after Restart');
  },
);

test('another film of a series is drawn before the film worker gets it to write its result', async () => {
  const { session, state, pass } = await finished();
  const other = { ...state(), id: 'two', translated: '', past: [] };
  await session.nameFilm('one');
  const asked = vi.spyOn(session.analysis, 'askOfSame');
  await session.replace(other, async () => true);
  expect(state().id).toBe('two');
  expect(asked).not.toHaveBeenCalled();
  await pass(1);
  expect(asked).toHaveBeenCalledWith('assemble', undefined);
  expect(state().translated).not.toBe('');
});
