import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { startStaticServer } from '../scripts/static-server.mjs';
import { PROVIDER_IDS } from '../src/providers/endpoints.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { excluded } from '../test/stand-in-call.ts';
import { DIST, test } from './fixtures.ts';
import { batches, button, editorReady, giveKey, modelSelect, textBox, upload } from './page-actions.ts';

/** A Google key may be restricted to certain websites, so Google gets the page's origin. No provider gets its path. */

const HEADERS: { readonly everywhere: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../deploy/headers.json', import.meta.url), 'utf8'),
);

test('[D5.5] Google gets the page’s origin but never its path, the other providers get neither, served with and without headers', async ({
  page,
  standIn,
}) => {
  // With headers, only the lists and Google's check of the key are requested; without them, each provider also translates a film.
  for (const headers of [{}, HEADERS.everywhere]) {
    standIn.reset();
    const server = await startStaticServer({ folder: DIST, prefix: '/some/folder/', headers });
    const { origin } = new URL(server.url);
    // Like Google with a key that is restricted to this website.
    standIn.behave(({ provider, headers: sent }) =>
      provider === 'google' && sent.referer !== `${origin}/` ? excluded('website-blocked') : undefined,
    );
    await page.goto(`${server.url}?film=secret#b`);
    await editorReady(page, 'Prompt');
    const isTranslated = headers !== HEADERS.everywhere;
    for (const provider of PROVIDER_IDS) {
      await giveKey(page, provider);
      await expect(modelSelect(page)).not.toHaveText(/Loading|Add/);
      if (!isTranslated && provider !== 'google') continue;
      await button(page, 'Check key').click();
      await expect(page.getByText('The key works.')).toBeVisible();
      if (!isTranslated) continue;
      await upload(page, sampleSrt(3));
      await button(page, 'Translate').click();
      await expect(batches(page, 'ok')).toHaveCount(1);
      await button(page, 'Restart').click();
      await button(page, 'Don’t save').click();
      await expect(textBox(page, 'Original subtitles')).toHaveText('');
    }
    await server.close();

    const told = new Set(
      standIn.calls.map(({ provider, kind, headers: sent }) => `${provider} ${kind} ${sent.referer}`),
    );
    const kinds = (...of: readonly string[]) => of.filter((kind) => isTranslated || kind === 'models');
    expect([...told].toSorted()).toEqual([
      ...kinds('key-check', 'models', 'translate').map((kind) => `anthropic ${kind} undefined`),
      ...kinds('models', 'translate').map((kind) => `google ${kind} ${origin}/`),
      ...kinds('models', 'translate').map((kind) => `openai ${kind} undefined`),
    ]);
    expect(JSON.stringify(standIn.calls)).not.toMatch(/some\/folder|film=secret/);
  }
});
