import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { cutOff, refusal, reply, stall, translatedJson } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  download,
  giveKey,
  openBatch,
  openPage,
  stopNow,
  textBox,
  translateAll,
  translateUntilSettled,
  upload,
  write,
} from './page-actions.ts';

/** Specification, section 4 ("Translation pipeline per batch"), and the ways out that issue "The specified product" adds. */

test('[D7.6][S4.9] a reply that lacks a phrase is corrected once; a cut-off one comes in parts', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const count = Object.keys(call.phrases).length;
    if ('1' in call.phrases && !call.isCorrection) return reply(translatedJson(call, { without: 1 }));
    return '21' in call.phrases && count > 10 ? cutOff('{"21": "PT') : undefined;
  });
  await openPage(page);
  await upload(page, sampleSrt(40));
  await giveKey(page);
  await translateAll(page, 2);
  const [first, second] = standIn.calls.filter(({ phrases }) => '1' in phrases);
  expect(first?.isCorrection).toBe(false);
  expect(second?.isCorrection).toBe(true);
  const asked = JSON.stringify(second?.body);
  expect(asked).toContain(
    JSON.stringify(translatedJson({ phrases: first?.phrases ?? {} }, { without: 1 })).slice(1, -1),
  );
  expect(asked).toContain('Translated object keys should be a range from 1 to 20.');

  await openBatch(page, 1);
  await page.getByText('Corrected by the model: what was wrong').click();
  await expect(page.getByText('Translated object keys should be a range from 1 to 20.')).toBeVisible();
  await button(page, 'Next batch').click();
  await expect(page.getByText('Put together from several replies.')).toBeVisible();
  await button(page, 'Close').click();
  const { bytes } = await download(page);
  expect(bytes.toString().match(/^PT: /gm)).toHaveLength(40);
});

test('[D6.2] a first answer that is being corrected outlives a reload and Stop: only the correction is asked for again', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    return call.isCorrection ? stall('before') : reply(translatedJson(call, { without: 1 }));
  });
  const sent = (isCorrection: boolean) =>
    standIn.calls.filter((call) => call.kind === 'translate' && call.isCorrection === isCorrection);
  await openPage(page);
  await upload(page, sampleSrt(20));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expect.poll(() => sent(true)).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sessionExtras'))).toContain('"correction"');
  const asked = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  await expect.poll(() => sent(true)).toHaveLength(2);
  await stopNow(page);
  await expect(batches(page, 'waiting')).toHaveCount(1);

  standIn.behave(() => undefined);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  expect(sent(false)).toHaveLength(1);
  expect(sent(true)).toHaveLength(3);
  expect(JSON.stringify(sent(true).at(-1)?.body)).toContain('Translated object keys should be a range from 1 to 20.');
});

test('[S4.5][S4.6] differences that stay: the first one is shown; Format, Validate and an edit mend the batch', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => (call.kind === 'translate' ? reply('{"2":"b", "x":"", "1":" "}') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(2));
  await giveKey(page);
  await translateUntilSettled(page);
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toHaveLength(2);
  await expect(batch(page, 1)).toHaveAccessibleName('Batch 1, failed: All keys must be numeric: x is not');
  await openBatch(page, 1);
  await expect(textBox(page, 'Batch errors')).toHaveText('All keys must be numeric: x is not');

  // An edit keeps the error until it is validated.
  await write(page, 'Batch output', '{"1":"a\\n00:00:01,000 --> 00:00:02,000","2":"b"}');
  await expect(textBox(page, 'Batch errors')).toHaveText('All keys must be numeric: x is not');
  await button(page, 'Validate').click();
  await expect(textBox(page, 'Batch errors')).toHaveText('Subtitle at key 1 contains a timing line.');
  await write(page, 'Batch output', '{"2":"b","1":"a"');
  await button(page, 'Format').click();
  expect(await editorText(page, 'Batch output')).toBe('{"2":"b","1":"a"');
  await button(page, 'Validate').click();
  await expect(textBox(page, 'Batch errors')).toHaveText(/^Failed to parse JSON: /);
  await write(page, 'Batch output', '{"2":"b","1":"a"}');
  await button(page, 'Format').click();
  await expect.poll(() => editorText(page, 'Batch output')).toBe('{\n    "1": "a",\n    "2": "b"\n}');
  await button(page, 'Validate').click();
  await expect(textBox(page, 'Batch errors')).toHaveText('');
  await expect(batch(page, 1)).toHaveAccessibleName('Batch 1, OK');
});

test('[D6.5][S4.10] a refused phrase and one that is cut off fail their batches alone, and gaps can be filled', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => {
    if ('1' in phrases) return refusal('I would rather not.');
    return '41' in phrases ? cutOff('{"41": "PT') : undefined;
  });
  await openPage(page);
  await upload(page, sampleSrt(41));
  await giveKey(page);
  await translateUntilSettled(page);
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expect(button(page, 'Download')).toBeDisabled();

  await openBatch(page, 1);
  await expect(textBox(page, 'Batch errors')).toHaveText('The model refused: I would rather not.');
  expect(await editorText(page, 'Batch output')).toBe('I would rather not.');
  await button(page, 'Fill gaps with the original').click();
  await expect(batch(page, 1)).toHaveAccessibleName('Batch 1, OK');
  await batch(page, 3).click();
  await expect(textBox(page, 'Batch errors')).toHaveText('The reply was cut off by the length limit.');
  expect(await editorText(page, 'Batch output')).toBe('{"41": "PT');
  await button(page, 'Fill gaps with the original').click();
  await expect(page.getByText('Gaps filled with the original by you: 41')).toBeVisible();
  await button(page, 'Close').click();
  await expect(batch(page, 1)).toHaveAccessibleDescription('20 lines are untranslated');
  await expect(button(page, 'Download')).toHaveAccessibleDescription(/^21 lines are untranslated\./);

  const { bytes } = await download(page);
  const text = bytes.toString();
  for (const { number, time, text: source } of samplePhrases(41)) {
    const kept = number <= 20 || number === 41;
    expect(text).toContain(`${number}\n${time}\n${kept ? '' : 'PT: '}${source}\n`);
  }
});

test('gaps keep what is complete in a reply that breaks off, and can be taken back', async ({ page, standIn }) => {
  standIn.behave((call) =>
    call.kind === 'translate' ? reply('{"1": "PT: first", "2": "PT: second", "3": "PT: thi') : undefined,
  );
  await openPage(page);
  await upload(page, sampleSrt(4));
  await giveKey(page);
  await translateUntilSettled(page);
  await openBatch(page, 1);
  await button(page, 'Fill gaps with the original').click();
  await expect(page.getByText('Gaps filled with the original by you: 3, 4')).toBeVisible();
  await expect(page.getByText(/by the model: what was wrong/)).toHaveText('Not corrected by the model: what was wrong');
  expect(JSON.parse(await editorText(page, 'Batch output'))).toMatchObject({ 1: 'PT: first', 2: 'PT: second' });
  await button(page, 'Undo').click();
  await expect(batch(page, 1)).toHaveAttribute('data-state', 'failed');
  expect(await editorText(page, 'Batch output')).toContain('"3": "PT: thi');
});
