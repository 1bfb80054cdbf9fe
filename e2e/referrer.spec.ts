import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { startStaticServer } from '../scripts/static-server.mjs';
import { PROVIDER_IDS } from '../src/providers/endpoints.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { excluded } from '../test/stand-in-call.ts';
import { DIST, test } from './fixtures.ts';
import { batches, button, editorReady, giveKey, modelSelect, pressTranslate, upload } from './page-actions.ts';

/** A Google key may be restricted to certain websites, so Google gets the page's origin. No provider gets its path. */

const HEADERS: { readonly everywhere: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../deploy/headers.json', import.meta.url), 'utf8'),
);

test('[D5.5] Google gets the page’s origin but never its path, the other providers get neither, served with and without headers', async ({
  page,
  standIn,
}) => {
  // All requests of a provider have one policy. Without headers, each key is checked too, and Google, whose policy is its own, translates a film.
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
    const isWithoutHeaders = headers !== HEADERS.everywhere;
    for (const provider of PROVIDER_IDS) {
      await giveKey(page, provider);
      await expect(modelSelect(page)).not.toHaveText(/Loading|Add/);
      if (!isWithoutHeaders && provider !== 'google') continue;
      await button(page, 'Check key').click();
      await expect(page.getByText('The key works.')).toBeVisible();
      if (!isWithoutHeaders || provider !== 'google') continue;
      await upload(page, sampleSrt(3));
      await pressTranslate(page);
      await expect(batches(page, 'ok')).toHaveCount(1);
    }
    await server.close();

    const told = new Set(
      standIn.calls.map(({ provider, kind, headers: sent }) => `${provider} ${kind} ${sent.referer}`),
    );
    expect([...told].toSorted()).toEqual([
      ...(isWithoutHeaders ? ['anthropic key-check undefined'] : []),
      'anthropic models undefined',
      `google models ${origin}/`,
      ...(isWithoutHeaders ? [`google translate ${origin}/`] : []),
      'openai models undefined',
    ]);
    expect(JSON.stringify(standIn.calls)).not.toMatch(/some\/folder|film=secret/);
  }
});
