import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { RADIO_PHRASES, RADIO_TRANSLATIONS } from '../src/demo/sample.ts';
import { standardPrompt } from '../src/languages/standard-prompt.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { reply, translatedJson } from '../test/stand-in-call.ts';
import { stored, undoStepsStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  download,
  editorReady,
  expectTranslated,
  giveFiles,
  giveKey,
  keyField,
  openBatch,
  openMenu,
  openPage,
  pickModel,
  region,
  sent,
  textBox,
  translateAll,
  upload,
  write,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** One way through each region of the page, from what a person gives to what is sent, kept and saved. The rules are held by the layers below. */

for (const [provider, model] of [
  ['openai', 'gpt-'],
  ['anthropic', 'claude-'],
  ['google', 'gemini-'],
] as const) {
  test(`[S2.10][S9.1] from upload to download with ${provider}: the same numbers and times, byte for byte`, async ({
    page,
    standIn,
  }) => {
    await page.goto('/');
    await upload(page, sampleSrt(129));
    await giveKey(page, provider);
    await translateAll(page, 7);
    const { name, bytes } = await download(page);
    expect(name).toBe('translated.srt');
    expect(bytes.toString()).toBe(translatedFilm(129).translated);
    const calls = sent(standIn);
    expect(calls).toHaveLength(7);
    for (const call of calls)
      expect(call).toMatchObject({ provider, key: 'test-key', model: expect.stringContaining(model) });
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
  });
}

test('[D1.1] windows-1251 is found, said, and can be read as something else; no mojibake is sent', async ({
  page,
  standIn,
}) => {
  const russian = 'Привет! Ты куда пропал вчера вечером? Мама уже волноваться начала.';
  const srt = `1\n00:00:01,000 --> 00:00:02,000\n${russian}\n`;
  // Cyrillic letters as the byte after the one of "А".
  const bytes = Array.from(srt, (letter) => letter.charCodeAt(0) - (letter >= 'А' ? 0x410 - 0xc0 : 0));
  await openPage(page);
  await upload(page, Buffer.from(bytes));
  await expect(page.getByText('Encoding: windows-1251', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(srt);

  await page.getByText('Letters look wrong?').click();
  const choice = page.getByRole('combobox', { name: /Read as/ });
  await expect(choice).toHaveValue('windows-1251');
  await choice.selectOption('KOI8-R');
  await expect(page.getByText('Encoding: KOI8-R', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).not.toContain('Привет');
  await choice.selectOption('windows-1251');
  await giveKey(page);
  await translateAll(page, 1);
  expect(sent(standIn)[0]?.phrases).toEqual({ 1: russian });
});

test('[D2.7][D2.9] a broken file is mended and translated; what cannot be read stays where it stood and is not sent', async ({
  page,
  standIn,
}) => {
  const broken = [
    'A film by somebody',
    '1\r\n00:00:01.5 -> 00:00:02\r\none',
    'deux\r\n00:00:03,000 --> 00:00:04,000\r\n\r\ntwo\r\n\r\nand more',
    '3\r\n00:00:05,000 --> 00:00:06,000\r\n',
    '4\r\n00:00:0X,000 -> 00:00:08,000\r\nnobody can read that',
    '5\r\n00:00:09,000 --> 00:00:10,000\r\nfive',
  ].join('\r\n\r\n');
  const mended = [
    'A film by somebody',
    '1\n00:00:01,500 --> 00:00:02,000\none',
    '2\n00:00:03,000 --> 00:00:04,000\ntwo\nand more',
    '3\n00:00:05,000 --> 00:00:06,000',
    '4\n00:00:0X,000 -> 00:00:08,000\nnobody can read that',
    '4\n00:00:09,000 --> 00:00:10,000\nfive\n',
  ].join('\n\n');
  await openPage(page);
  await giveKey(page);
  await upload(page, broken);
  await expect(region(page, 'Original').getByText('This file can be mended: 8 repairs of 7 kinds')).toBeVisible();
  await button(page, 'Mend the file').click();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(mended);
  await expect(button(page, 'Read strictly')).toBeFocused();
  expect(sent(standIn)).toHaveLength(0);

  await translateAll(page, 1);
  expect(sent(standIn).map(({ phrases }) => phrases)).toEqual([{ 1: 'one', 2: 'two\nand more', 4: 'five' }]);
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(
    mended.replace('\none', '\nPT: one').replace('\ntwo\nand', '\nPT: two\nPT: and').replace('\nfive', '\nPT: five'),
  );
  await expect(button(page, 'Read strictly')).toHaveCount(0);
});

const cue = (number: number) =>
  `${number}\r\n00:${String(number).padStart(2, '0')}.000 --> 00:59.000 line:0\r\n<v Bob>Phrase ${number} &amp; <c.red>more</c> words\r\n`;
const VTT = `WEBVTT - Film\r\n\r\nNOTE 0:00\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n${Array.from({ length: 25 }, (_, index) => cue(index + 1)).join('\r\n')}`;

test('a WebVTT file is opened by Open…, translated and saved with nothing else changed', async ({ page, standIn }) => {
  await page.goto('/');
  await giveFiles(page, 'Open…', { 'Film 10.en.vtt': 'WEBVTT\n', 'Film 2.en.forced.vtt': VTT });
  await expect(page.getByText('This is a WebVTT file.')).toBeVisible();
  await expect(page.getByText('Film 2.en.forced.vtt was opened. One other file was left')).toBeVisible();
  await giveKey(page);
  await translateAll(page, 2);
  const file = await download(page);
  expect(file.name).toBe('translated.vtt');
  expect(file.bytes.toString()).toBe(VTT.replaceAll('>Phrase', '>PT: Phrase'));
  expect(sent(standIn)).toHaveLength(2);
  await page.reload();
  expect((await download(page, 'Save as Film 2.pt.forced.vtt')).name).toBe('Film 2.pt.forced.vtt');
});

test('[D1.3] a folder is opened by its own command: the first subtitle file in it', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('season');
  await mkdir(`${folder}/one`, { recursive: true });
  await writeFile(`${folder}/one/Film 10.vtt`, VTT);
  await writeFile(`${folder}/Film 2.vtt`, VTT);
  await writeFile(`${folder}/Film 1.nfo`, 'no subtitles');
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open folder…').click();
  await (await chooser).setFiles(folder);
  await expect(page.getByText('Film 2.vtt was opened. One other file was left')).toBeVisible();
});

test('[D11.2] a newcomer with a file, a key and another pair of languages begins within six actions', async ({
  page,
  standIn,
}) => {
  const english = ['What is it that you want?', 'I have to go to the house.', 'And this was for you.'];
  const film = translatedFilm(30, ({ number }) => english[number % 3]).translated;
  await page.goto('/');
  const actions: (() => Promise<unknown>)[] = [
    () => upload(page, film),
    () => page.getByRole('combobox', { name: 'Into', exact: true }).click(),
    () => page.getByRole('option', { name: 'German', exact: true }).click(),
    () => keyField(page).fill('test-key'),
    () => button(page, 'Translate').click(),
  ];
  for (const act of actions) await act();
  await expectTranslated(page, 2);
  const bodies = sent(standIn).map(({ body }) => JSON.stringify(body));
  expect(bodies).toHaveLength(2);
  for (const body of bodies) expect(body).toContain(standardPrompt({ from: 'en', into: 'de', tone: 'informal' }));
});

test('[D11.5] what is sent from then on uses the changed prompt and model; each batch tells its own, over a reload too', async ({
  page,
  standIn,
}) => {
  const calls = () =>
    sent(standIn).map(({ model, phrases, body }) => [
      Object.keys(phrases)[0],
      model,
      /As a \w+\./.exec(JSON.stringify(body))?.[0],
    ]);
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
  await expect.poll(calls).toHaveLength(2);
  await expect(batches(page, 'ok')).toHaveCount(1);
  await write(page, 'Prompt', 'As a lawyer.');
  await pickModel(page, 'gpt-4o-mini');
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(calls().slice(0, 2)).toEqual([
    ['1', 'gpt-4o', 'As a poet.'],
    ['1', 'gpt-4o', 'As a pirate.'],
  ]);
  expect(calls().slice(2).sort()).toEqual([
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

test('[D9.1][D9.2] before the run the page tells tokens, price and requests; at the end, over a reload too, what the provider reported', async ({
  page,
  standIn,
}) => {
  // At $2.50 and $10 for a million that is $0.0075 a call.
  const usage = { input: 1_000, output: 500, reasoning: 300 };
  standIn.behave((call) => (call.kind === 'translate' ? reply(translatedJson(call), { usage }) : undefined));
  await openPage(page);
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(65));
  await expect(page.getByText(/^about /)).toHaveText(/^about \d,\d00 tokens in, \d+ out · .*\$.+ · 4 requests$/);
  await expect(page.getByText('prices of', { exact: false })).toContainText('$2.50 in, $10.00 out');
  await translateAll(page, 4);
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
  await expect(page.getByText('Tokens: 4,000 in · 2,000 out')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
});

test('[S4.5][S4.6] a batch that is mended by hand: Format, Validate, and an edit that keeps its error until then', async ({
  page,
}) => {
  await openStored(
    page,
    translatedFilm(2, ({ number }) => (number === 1 ? ' ' : 'b')),
  );
  await openBatch(page, 1);
  const errors = textBox(page, 'Batch errors');
  await expect(errors).toHaveText('Subtitle at key 1 is empty.');
  await write(page, 'Batch output', '{"1":"a\\n00:00:01,000 --> 00:00:02,000","2":"b"}');
  await expect(errors).toHaveText('Subtitle at key 1 is empty.');
  await button(page, 'Validate').click();
  await expect(errors).toHaveText('Subtitle at key 1 contains a timing line.');
  await write(page, 'Batch output', '{"2":"b","1":"a"');
  await button(page, 'Format').click();
  expect(await editorText(page, 'Batch output')).toBe('{"2":"b","1":"a"');
  await button(page, 'Validate').click();
  await expect(errors).toHaveText(/^Failed to parse JSON: /);
  await write(page, 'Batch output', '{"2":"b","1":"a"}');
  await button(page, 'Format').click();
  await expect.poll(() => editorText(page, 'Batch output')).toBe('{\n    "1": "a",\n    "2": "b"\n}');
  await button(page, 'Validate').click();
  await expect(errors).toHaveText('');
  await expect(batch(page, 1)).toHaveAccessibleName('Batch 1, OK');
});

test('what Restart throws away can be taken back after a reload, too, and nothing is sent for it', async ({
  page,
  standIn,
}) => {
  const film = translatedFilm(21);
  /** Waits until the browser keeps as many steps back, and the work with this result. */
  const kept = (steps: number, translated: string) =>
    expect
      .poll(async () => [await undoStepsStored(page), await stored(page, 'translated')])
      .toEqual([steps, translated]);
  await openStored(page, film);
  await button(page, 'Restart').click();
  await expect(region(page, 'Batches')).toHaveCount(0);
  await kept(1, '');
  await page.reload();
  await button(page, 'Undo').click();
  for (const _ of ['at once', 'after another reload']) {
    await expect(batches(page, 'ok')).toHaveCount(2);
    expect(await editorText(page, 'Translated subtitles')).toBe(film.translated);
    await expect(button(page, 'Undo')).toHaveCount(0);
    await kept(0, film.translated);
    await page.reload();
  }
  expect(sent(standIn)).toEqual([]);
});

test('Save project and Open project carry the whole work to another browser, and no key', async ({
  page,
  browser,
  site,
}) => {
  const translated = 'Edited by hand';
  const film = { ...translatedFilm(21), translated, translatedEdited: true };
  await openStored(page, film, { initPrompt: 'My own prompt', model: 'gpt-4o', openaiKey: 'test-secret-4711' });
  await expect(button(page, 'Download')).toBeEnabled();
  await openMenu(page, 'Project');
  const { name, bytes } = await download(page, 'Save project');
  expect(name).toMatch(/\.json$/);
  expect(bytes.includes('test-secret')).toBe(false);

  const elsewhere = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await openPage(other);
  await openMenu(other, 'Project');
  await giveFiles(other, 'Open project', { 'saved.json': bytes });
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await editorText(other, 'Translated subtitles')).toBe(translated);
  await expect.poll(() => stored(other, 'translated')).toBe(translated);
  await other.reload();
  await expect(batches(other, 'ok')).toHaveCount(2);
  const kept = ['initPrompt', 'model', 'uploadedFile', 'translated'].map((key) => stored(other, key));
  expect(await Promise.all(kept)).toEqual(['My own prompt', 'gpt-4o', film.sourceText, translated]);
  await elsewhere.close();
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('[S2.21] one click shows a film translated into the browser’s language, line by line, and leads to a film of one’s own', async ({
    page,
    standIn,
  }) => {
    await openPage(page);
    await button(page, 'Try the demo').click();
    const texts = RADIO_PHRASES.map((phrase, index) => ({ ...phrase, text: RADIO_TRANSLATIONS.de[index] ?? '' }));
    await expect(page.getByRole('row').filter({ hasText: 'Something is walking on the roof.' })).toContainText(
      texts[4]?.text ?? '',
    );
    await expect(button(page, 'Open your own film')).toBeVisible();
    expect((await download(page)).bytes.toString()).toBe(formatSrt(texts));
    await giveFiles(page, 'Open your own film', { 'own.srt': sampleSrt(2) });
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(2));
    expect(standIn.calls).toEqual([]);
  });
});
