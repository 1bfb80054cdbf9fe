import { expect, test, vi } from 'vitest';
import { createEngineHarness } from '../test/engine-harness.ts';
import { fakeTimersAndConsole } from '../test/fake-timers-and-console.ts';
import { okValue } from '../test/ok-value.ts';
import { KEPT, keysOf } from '../test/settings-harness.ts';
import { EMPTY_WORK } from './film/film.ts';
import { DEFAULT_PROMPT } from './languages/default-prompt.ts';
import { projectCommands } from './project.ts';
import { formatProject } from './storage/project-file.ts';

fakeTimersAndConsole();

const ENGLISH = Array.from(
  { length: 40 },
  (_, index) =>
    `${index + 1}\n00:00:0${index % 10},000 --> 00:00:0${index % 10},900\nI do not know what you would like to have for the evening.`,
).join('\n\n');

test('[D11.20] keeps the prompt of an opened project file although its film has another language', async () => {
  const prompts: string[] = [];
  const { settings, session } = createEngineHarness({
    kept: { prompt: DEFAULT_PROMPT, keys: keysOf({ openai: 'a-key' }), model: KEPT.model },
    models: [],
    listMs: 10,
    async translate({ system }) {
      prompts.push(system);
      return { ok: false, failure: { kind: 'bad-request', message: 'No' }, text: '', usage: undefined };
    },
  });
  const { readProject } = projectCommands(session, settings);
  const film = { ...EMPTY_WORK, sourceText: ENGLISH, fileName: 'Film.srt' };
  const project = await readProject(formatProject({ session: film, prompt: DEFAULT_PROMPT, model: KEPT.model }));
  await okValue(project).open(film);
  void session.translate();
  for (let turn = 0; turn < 40; turn++) {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(prompts[0]?.slice(0, DEFAULT_PROMPT.length)).toBe(DEFAULT_PROMPT);
});
