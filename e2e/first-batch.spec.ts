import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  editorReady,
  giveKey,
  openBatch,
  openPage,
  pickModel,
  region,
  upload,
  write,
} from './page-actions.ts';

/** One batch is tried and looked at, the prompt changed, tried again; then the film goes on. */

/** First phrase, model and prompt of each call for a translation. */
const sent = (standIn: StandIn, prompts: readonly string[]) =>
  standIn.calls
    .filter(({ kind }) => kind === 'translate')
    .map(({ model, phrases, body }) => {
      const text = JSON.stringify(body);
      return [Object.keys(phrases ?? {})[0], model, prompts.find((prompt) => text.includes(prompt))];
    });

test('[D11.5] what is sent from then on uses the changed prompt and model; each batch tells its own, over a reload too', async ({
  page,
  standIn,
}) => {
  const prompts = ['As a poet.', 'As a pirate.', 'As a lawyer.'];
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await write(page, 'Prompt', 'As a poet.');
  await button(page, 'Try the first batch').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expect(batches(page, 'waiting')).toHaveCount(2);
  await write(page, 'Prompt', 'As a pirate.');
  await button(page, 'Try the first batch again').click();
  await expect.poll(() => sent(standIn, prompts)).toHaveLength(2);
  await expect(batches(page, 'ok')).toHaveCount(1);
  await write(page, 'Prompt', 'As a lawyer.');
  await pickModel(page, 'gpt-4o-mini');
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(sent(standIn, prompts).slice(0, 2)).toEqual([
    ['1', 'gpt-4o', 'As a poet.'],
    ['1', 'gpt-4o', 'As a pirate.'],
  ]);
  expect(sent(standIn, prompts).slice(2).sort()).toEqual([
    ['21', 'gpt-4o-mini', 'As a lawyer.'],
    ['41', 'gpt-4o-mini', 'As a lawyer.'],
  ]);

  await page.reload();
  await editorReady(page, 'Original subtitles');
  await openBatch(page, 1);
  const original = region(page, 'Original');
  await expect(original.getByText('As a pirate.')).toBeVisible();
  await expect(original.getByText('Made with gpt-4o (OpenAI); prompt or model have changed since')).toBeVisible();
  await openBatch(page, 3);
  await expect(original.getByText('As a lawyer.')).toBeVisible();
  await expect(original.getByText('Made with gpt-4o-mini (OpenAI)', { exact: true })).toBeVisible();
});
