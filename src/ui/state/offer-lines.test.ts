import { beforeEach, expect, test, vi } from 'vitest';
import { createStores, openTab, pass } from '../../../test/series-harness.ts';
import { success } from '../../../test/session-harness.ts';
import { srtOf } from '../../../test/srt-sample.ts';
import { lineOf } from '../../film/lines.ts';

beforeEach(() => void vi.useFakeTimers());

const SAID = 'I will see you there tomorrow.';
const file = (name: string, ...texts: readonly string[]) => new File([srtOf(texts)], name);

/** Three translated films. Line 2 of the first one and line 1 of the last one have the same original. E1 is open. */
async function translated() {
  const tab = await openTab(createStores(), {
    maxAtOnce: 4,
    answer: ({ numbers }, count) =>
      success(JSON.stringify(Object.fromEntries(numbers.map((number) => [number, `call ${count}, line ${number}`])))),
  });
  const adding = tab.desk.add([
    file('Show.E1.srt', 'Where are you now?', SAID),
    file('Show.E2.srt', 'Nothing of that kind.', 'Or was it so?'),
    file('Show.E3.srt', SAID, 'And what is that?'),
  ]);
  await pass(500);
  await adding;
  void tab.desk.translate();
  await pass(5_000);
  const wait = async (work: Promise<unknown>) => {
    await pass(1_000);
    await work;
    await pass(500);
  };
  const textOf = (number: number) => lineOf(tab.session.store.getState(), number)?.translation;
  return { ...tab, wait, textOf, offers: () => Object.fromEntries(tab.view().offers) };
}

test('[D18.15] a confirmed line is offered for an equal line of another film, without a request', async () => {
  const { session, wait, open, offers, requests, textOf } = await translated();
  session.markLines([2], { confirmed: true });
  const text = textOf(2);
  expect(offers(), 'not in its own film').toEqual({});
  const before = requests.length;
  await wait(open('Show.E3.srt'));
  expect(offers()).toEqual({ 1: [{ text, from: 'E1, line 2' }] });
  await wait(open('Show.E2.srt'));
  expect(offers()).toEqual({});
  expect(requests).toHaveLength(before);
});

test('[D18.15] the offer survives a reload, and disappears with the confirmation or with its film', async () => {
  const first = await translated();
  first.session.markLines([2], { confirmed: true });
  await first.wait(first.open('Show.E3.srt'));
  const again = await first.reload();
  const offers = () => Object.keys(again.view().offers.get(1) ?? {});
  await pass(2_000);
  expect(offers()).toHaveLength(1);
  await first.wait(again.remove('Show.E1.srt'));
  expect(offers()).toHaveLength(0);
  await first.wait(again.desk.bringBack());
  expect(offers()).toHaveLength(1);
  await first.wait(again.open('Show.E1.srt'));
  again.session.markLines([2], { confirmed: false });
  await first.wait(again.open('Show.E3.srt'));
  expect(offers()).toHaveLength(0);
});
