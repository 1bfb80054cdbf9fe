import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { reply } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batch,
  button,
  giveKey,
  openBatch,
  openPage,
  textBox,
  translateUntilSettled,
  upload,
  write,
} from './page-actions.ts';

/** A batch that is mended by hand, in its editor. */

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
