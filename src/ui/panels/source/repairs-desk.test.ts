import { beforeEach, expect, it, vi } from 'vitest';
import { createHarness } from '../../../../test/session-harness.ts';
import { mend, searchRepairs } from './repairs-desk.ts';

const BROKEN = '00:00:01 -> 00:00:02\nA\n\n00:00:03 -> 00:00:04\nB';
const OTHER = '1\n00:00:01,000 --> 00:00:02,000\nSomething else\n';

beforeEach(() => void vi.useFakeTimers());

it('[D2.7] late repairs are neither shown nor made for a text that was opened meanwhile', async () => {
  const { session, state } = createHarness();
  /** Functions that let the answers arrive. */
  const held: (() => void)[] = [];
  const ask: typeof session.analysis.ask = async (...question) => {
    const answer = await session.analysis.ask(...question);
    await new Promise<void>((resolve) => held.push(resolve));
    return question[2]?.aborted ? undefined : answer;
  };
  const release = async () => {
    await vi.advanceTimersByTimeAsync(0);
    for (const go of held.splice(0)) go();
    await vi.advanceTimersByTimeAsync(0);
  };
  const desk = { ...session, analysis: { ...session.analysis, ask } };
  const repairs = () => session.analysis.store.getState().repairs;
  const open = (text: string) => session.openSource(text, []);

  open(BROKEN);
  void searchRepairs(desk);
  await release();
  expect(repairs().repairs).toMatchObject({ isOffered: true });
  // "Mend the file" is pressed, and another film is opened before the answer.
  const mending = mend(desk, async () => {});
  open(OTHER);
  await release();
  await mending;
  expect(state().sourceText).toBe(OTHER);

  open(BROKEN);
  void searchRepairs(desk);
  open(OTHER);
  const searching = searchRepairs(desk);
  await release();
  await searching;
  expect(repairs()).toMatchObject({ of: { text: OTHER }, repairs: { isOffered: false } });

  // "Mend the file" is pressed, and a newer search replaces the one that it waits for.
  open(BROKEN);
  const pressed = mend(desk, async () => {});
  session.edit('original', OTHER);
  void searchRepairs(desk);
  await release();
  await release();
  await pressed;
  expect(state().sourceText).toBe(OTHER);
});
