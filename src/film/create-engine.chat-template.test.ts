import { expect, it, onTestFinished, vi } from 'vitest';
import { answered } from '../../test/answering-transport.ts';
import { refusedWith, unused } from '../../test/compatible-calls.ts';
import { createEngineHarness } from '../../test/engine-harness.ts';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import { modelOf } from '../../test/settings-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { progress } from '../engine/run-state.ts';
import { createCompatible } from '../providers/adapters/compatible.ts';
import type { HttpOutcome } from '../providers/transport/http.ts';
import { planSuggestions } from './plan-suggestions.ts';

fakeTimersAndConsole();

interface Message {
  readonly role: string;
  readonly content: string;
}

const ANSWER_MS = 1_000;
const BATCHES = 6;
const MODEL = modelOf('llamacpp', 'model.gguf');
const NO_SYSTEM = 'Jinja Exception: System role not supported';
const MUST_ALTERNATE = 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...';

/** The error with which the chat templates of Gemma 2 and Mistral refuse these turns; undefined: they accept them. */
const refusalOf = (roles: readonly string[]): string | undefined => {
  if (roles.includes('system')) return NO_SYSTEM;
  return roles.every((role, turn) => role === (turn % 2 === 0 ? 'user' : 'assistant')) ? undefined : MUST_ALTERNATE;
};

/** Translates the last object of a turn, which contains the phrases. */
const replyTo = (turn: string): string => {
  const keys = Object.keys(JSON.parse(turn.slice(turn.lastIndexOf('\n\n')).trim()));
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, `PT ${key}`])));
};

function openServer(atOnce: number) {
  const calls: { readonly roles: readonly string[]; readonly refusal: string | undefined }[] = [];
  const send = async ({ body }: { readonly body?: object | undefined }): Promise<HttpOutcome> => {
    const { messages } = body as { readonly messages: readonly Message[] };
    const roles = messages.map(({ role }) => role);
    const refusal = refusalOf(roles);
    calls.push({ roles, refusal });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (refusal !== undefined)
      return refusedWith(500, { error: { code: 500, message: refusal, type: 'server_error' } });
    const content = replyTo(messages.at(-1)?.content ?? '');
    return answered({ choices: [{ message: { content }, finish_reason: 'stop' }] });
  };
  const { translate } = createCompatible('llamacpp', { send }, unused);
  const engine = createEngineHarness({
    kept: { model: MODEL, concurrency: atOnce },
    models: [MODEL],
    listMs: 0,
    translate,
  });
  onTestFinished(engine.dispose);
  return { ...engine, calls };
}

it.each([1, 3])(
  '[D12.50] repeats only requests sent before the first refusal if a server refuses system messages (%i at once)',
  async (atOnce) => {
    const { session, calls } = openServer(atOnce);
    const state = () => session.store.getState();
    session.openSource(sampleSrt(20 * BATCHES), []);
    await session.translate();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(20 * ANSWER_MS);

    expect(progress(state())).toMatchObject({ ok: BATCHES, failed: 0 });
    expect(state().paused).toBeNull();
    const refusals = calls.flatMap(({ refusal = [] }) => refusal);
    expect(refusals).toEqual(Array.from({ length: atOnce }, () => NO_SYSTEM));
    expect(calls).toHaveLength(BATCHES + atOnce);

    session.ask(planSuggestions(state(), [21], { kind: 'again' }));
    await vi.advanceTimersByTimeAsync(3 * ANSWER_MS);
    expect(state().suggestions[21]).toMatchObject([{ text: 'PT 21' }]);
    expect(calls.slice(BATCHES + atOnce).map(({ roles }) => roles)).toEqual([['user']]);
  },
);
