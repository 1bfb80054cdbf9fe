import { beforeEach, describe, expect, test, vi } from 'vitest';
import { begin, replyOf, success } from '../../test/session-harness.ts';
import { formatProject, parseProject } from '../project.ts';
import { formatSession, parseSession } from './film-codec.ts';

beforeEach(() => void vi.useFakeTimers());

const model = { endpoint: 'openai', id: 'gpt-4o' } as const;
const USAGE = { input: 1_000, output: 500, reasoning: 0 };

/** A run whose first call has been answered, and whose second one is under way. */
async function midRun() {
  const harness = begin(60, {
    maxAtOnce: 1,
    readPricing: () => ({ prompt: 'Translate.', model, own: {}, stopAt: null }),
    answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage: USAGE }),
  });
  await harness.pass(1_500);
  expect(harness.requests).toHaveLength(2);
  return harness;
}

describe('[D9.2] a call that was under way as the page ended has been paid for, and counts as never reported', () => {
  test('after a reload or a crash', async () => {
    const texts = formatSession((await midRun()).state());
    const { state, broken } = parseSession({ read: (key) => texts[key], torn: false });
    expect([...broken]).toEqual([]);
    expect(state.spent).toHaveLength(1);
    expect(state.spent[0]?.reported).toEqual({ input: 1_000, output: 500 });
    expect(state.spent[0]?.unreported.input).toBeGreaterThan(0);
    expect(state.spent[0]).not.toHaveProperty('unreportedEnded');
  });

  test('in a project file that is saved meanwhile', async () => {
    const session = (await midRun()).state();
    const project = parseProject(formatProject({ session, prompt: '', model }));
    expect(project.ok && project.value.session.spent[0]?.unreported.input).toBeGreaterThan(0);
  });

  test('but not once it has been answered', async () => {
    const { pass, state } = await midRun();
    await pass(60_000);
    expect(state().spent).toMatchObject([{ reported: { input: 3_000 }, unreported: { input: 0, output: 0 } }]);
  });
});
