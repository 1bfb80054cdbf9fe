import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  editorReady,
  giveKey,
  modelSelect,
  openBatch,
  openPage,
  pickModel,
  region,
  stopNow,
  textBox,
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

async function tryFirst(page: Page): Promise<void> {
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await write(page, 'Prompt', 'As a poet.');
  await button(page, 'Try the first batch').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expect(batches(page, 'waiting')).toHaveCount(2);
}

test('[D11.5] what is sent from then on uses the changed prompt and model; each batch tells its own, over a reload too', async ({
  page,
  standIn,
}) => {
  const prompts = ['As a poet.', 'As a pirate.', 'As a lawyer.'];
  await tryFirst(page);
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

test('[D11.5] the prompt is static while the run goes on, and nothing finished is thrown away when it is changed', async ({
  page,
  standIn,
}) => {
  await tryFirst(page);
  standIn.behave(({ phrases }) => ('41' in phrases ? { kind: 'stall', when: 'before' } : undefined));
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect(textBox(page, 'Prompt')).toHaveCount(0);
  await stopNow(page);
  await write(page, 'Prompt', 'As a pirate.');
  await expect(modelSelect(page)).toHaveText('gpt-4o');
  await expect(batches(page, 'ok')).toHaveCount(2);
  standIn.behave(() => undefined);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  const prompts = ['As a poet.', 'As a pirate.'];
  const calls = sent(standIn, prompts);
  expect(calls.filter(([first]) => first !== '41')).toEqual([
    ['1', 'gpt-4o', 'As a poet.'],
    ['21', 'gpt-4o', 'As a poet.'],
  ]);
  expect(calls.at(-1)).toEqual(['41', 'gpt-4o', 'As a pirate.']);
});

test('[D11.6] the finished part can be downloaded; the rest stays in the original', async ({ page }) => {
  await tryFirst(page);
  await expect(page.getByText('20 of 60; the rest stays in the original')).toBeVisible();
  const saving = page.waitForEvent('download');
  await button(page, 'Download the finished part').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('translated-20-of-60.srt');
  const text = (await readFile(await file.path())).toString();
  const blocks = text.trimEnd().split('\n\n');
  const original = sampleSrt(60).trimEnd().split('\n\n');
  expect(blocks).toHaveLength(60);
  expect(blocks.slice(20)).toEqual(original.slice(20));
  for (const [index, block] of blocks.slice(0, 20).entries()) {
    expect(block.split('\n').slice(0, 2)).toEqual(original[index]?.split('\n').slice(0, 2));
    expect(block).not.toBe(original[index]);
  }
});
