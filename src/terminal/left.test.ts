import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { filmBytes } from '../../test/film-file.ts';
import { EN } from '../../test/one-film-in-languages.ts';
import { sampleSrt, srtOf } from '../../test/srt-sample.ts';
import { filmIn, folderOfTest, interruptedWhen, programIn, standIn } from '../../test/terminal-program.ts';

const at = folderOfTest('left');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];
const TERMINAL = {
  out: () => {},
  columns: () => 400,
  now: Date.now,
};

/** What a terminal shows besides the paths. */
async function seen(args: readonly string[], parts: Parameters<typeof run>[1] = {}) {
  let err = '';
  const { fetch, sent } = standIn();
  const streams = {
    ...TERMINAL,
    err: (text: string) => {
      err += text;
    },
  };
  const ran = await run(args, { network: fetch, ...parts, streams });
  return { code: ran.code, err, sent: sent.length };
}

describe('a film that needs no translation', () => {
  test('is skipped with a message, and nothing is paid for it', async () => {
    await writeFile(at('Film.srt'), srtOf(EN));
    const { code, err, sent } = await seen(['Film.srt', '--to', 'en', '--model', 'openai/gpt-5.4-mini']);
    expect({ code, sent }).toEqual({ code: 0, sent: 0 });
    expect(err).toContain('Film.srt is skipped: The film is in English already.');
    expect(await readdir(at())).toEqual(['Film.srt']);
  });

  test('fails on standard input, because nothing would be written', async () => {
    const readStdin = async () => new TextEncoder().encode(srtOf(EN));
    const ran = await run(['-', '--to', 'en-GB', '--model', 'openai/gpt-5.4-mini'], { readStdin });
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('in English already') });
  });
});

test.each([
  [[], 'but the prompt translates from French. Correct the prompt. To send it as it is, add --from en.'],
  [['--from', 'ru'], 'not in Russian. Give the right language with --from, or leave --from out.'],
])('a film in another language than its prompt or %j says fails, with advice', async (from, words) => {
  await writeFile(at('Film.srt'), srtOf(EN));
  const prompt = 'Translate from French into German.';
  const asked = ['--prompt', prompt, '--name-language', 'de', '--model', 'openai/gpt-5.4-mini'];
  const network = standIn();
  const ran = await run(['Film.srt', ...asked, ...from], { network: network.fetch });
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(`The film seems to be in English, ${words}`) });
  expect(network.sent).toEqual([]);
  if (from.length > 0) return;
  const again = await run(['Film.srt', ...asked, '--from', 'en'], { network: network.fetch });
  expect(again.code).toBe(0);
});

test('a film of a folder in another language than --from is skipped, and the others are translated', async () => {
  await mkdir(at('in'));
  await film('in/E1.srt');
  await writeFile(at('in/E2.srt'), srtOf(EN));
  const args = [at('in'), '--from', 'ru', '--json', ...ASKED];
  const { code, lines } = await run(args);
  expect(code).toBe(0);
  expect(lines).toContainEqual({
    ...{ event: 'skipped', file: at('in/E2.srt'), to: 'pt-BR' },
    reason: 'The film seems to be in English, not in Russian.',
  });
  expect(lines.at(-1)).toMatchObject({ written: 1, skipped: 1, failed: 0 });
});

test('a missing file of a list fails, and the others are translated', async () => {
  await film('E1.srt');
  await writeFile(at('list.txt'), `${at('None.srt')}\n${at('E1.srt')}\n`);
  const ran = await run(['--files-from', at('list.txt'), ...ASKED]);
  expect(ran).toMatchObject({ code: 1, out: `${at('E1.pt-BR.srt')}\n` });
  expect(ran.err).toMatch(/None\.srt: It does not exist\. .*\n$/);
});

test('a folder without films is reported', async () => {
  expect(await seen([at(), ...ASKED])).toMatchObject({
    ...{ code: 0, sent: 0 },
    err: expect.stringContaining(`There are no subtitle files or videos in ${at()}. Add --recursive to look`),
  });
});

test('a named output that exists already is reported, even without a terminal', async () => {
  await film('Film.srt');
  await writeFile(at('Out.srt'), 'mine');
  const ran = await run(['Film.srt', '-o', 'Out.srt', ...ASKED]);
  expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('Out.srt exists') });
  expect(await readFile(at('Out.srt'), 'utf8')).toBe('mine');
});

test('a project that can no longer be written is reported before anything is sent', async () => {
  await film('Film.srt');
  await run(['Film.srt', ...ASKED]);
  const { fetch, sent } = standIn();
  const ran = await run(['Film.srt', '--project', 'Film.json', ...ASKED], { network: fetch });
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('again and pay again, add --overwrite.') });
  expect(sent).toEqual([]);
  await run(['Film.srt', '--project', 'Film.json', '--overwrite', ...ASKED]);
  // The same command again has nothing to do.
  expect((await run(['Film.srt', '--project', 'Film.json', ...ASKED])).code).toBe(0);
});

test('a source that was changed after its translation is reported', async () => {
  await film('Film.srt');
  await run(['Film.srt', ...ASKED]);
  expect((await seen(['Film.srt', ...ASKED])).err).not.toContain('--overwrite');
  const later = Date.now() / 1_000 + 60;
  await utimes(at('Film.srt'), later, later);
  expect((await seen(['Film.srt', ...ASKED])).err).toContain('The file was changed since then: --overwrite');
});

test('an output that somebody else wrote meanwhile stays; --overwrite then replaces it and pays nothing more', async () => {
  await film('Film.srt');
  const first = standIn(() => void writeFileSync(at('Film.pt-BR.srt'), 'of a person'));
  const ran = await run(['Film.srt', ...ASKED], { network: first.fetch });
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--overwrite') });
  const second = standIn();
  await run(['Film.srt', ...ASKED], { network: second.fetch });
  expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toBe('of a person');
  expect(await run(['Film.srt', '--overwrite', ...ASKED], { network: second.fetch })).toMatchObject({ code: 0 });
  expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toContain('T ');
  expect([first.batches(), second.batches()]).toEqual([3, 0]);
});

describe('[D19.1] a film that is changed while it is translated', () => {
  const OTHER = sampleSrt(46);

  test('is not written; the same command writes it once the earlier file is back, and pays nothing more', async () => {
    await film('Film.srt');
    const first = standIn(() => void writeFileSync(at('Film.srt'), OTHER));
    const ran = await run(['Film.srt', ...ASKED], { network: first.fetch });
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('changed while it was translated') });
    expect(await readdir(at())).toEqual(['.Film.pt-BR.srt.partial.json', 'Film.srt']);
    const second = standIn();
    const again = await run(['Film.srt', ...ASKED], { network: second.fetch });
    expect(again).toMatchObject({ out: '', err: expect.stringContaining('something has changed: the file') });
    await film('Film.srt');
    expect((await run(['Film.srt', ...ASKED], { network: second.fetch })).code).toBe(0);
    expect([first.batches(), second.batches()]).toEqual([3, 0]);
    expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
  });

  test('is translated as it is now with --restart', async () => {
    await film('Film.srt');
    const { fetch } = standIn(() => void writeFileSync(at('Film.srt'), OTHER));
    await run(['Film.srt', ...ASKED], { network: fetch });
    expect((await run(['Film.srt', '--restart', ...ASKED])).code).toBe(0);
    expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toContain('46');
  });

  test('can also be a video, if another file takes its place', async () => {
    const film = (text: string) => filmBytes([{ language: 'rus', texts: [text] }]);
    await writeFile(at('Film.mkv'), film('Фраза'));
    await writeFile(at('Other.mkv'), film('Другая фраза'));
    const { fetch } = standIn(() => void renameSync(at('Other.mkv'), at('Film.mkv')));
    const ran = await run([at('Film.mkv'), '--from', 'ru', ...ASKED], { network: fetch });
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('changed while it was translated') });
  });

  test.each<[string, () => void]>([
    ['only its time is another', () => utimesSync(at('Film.srt'), 0, 0)],
    ['it is gone', () => rmSync(at('Film.srt'))],
  ])('is written if %s', async (_, change) => {
    await film('Film.srt');
    const { fetch } = standIn((_asked, count) => (count === 1 ? void change() : undefined));
    const ran = await run(['Film.srt', ...ASKED], { network: fetch });
    expect(ran).toMatchObject({ code: 0, out: `${at('Film.pt-BR.srt')}\n`, err: '' });
  });

  test('is written to standard output, because the program stores no replies for it', async () => {
    await film('Film.srt');
    const { fetch } = standIn(() => void writeFileSync(at('Film.srt'), OTHER));
    const ran = await run(['Film.srt', '-o', '-', ...ASKED], { network: fetch });
    expect(ran.code).toBe(0);
    expect(new TextDecoder().decode(ran.written)).toContain('T ');
  });
});

test('the price covers only what is missing, in the order of the films', async () => {
  for (const name of ['E1.srt', 'E2.srt', 'E3.srt', 'E10.srt']) await film(name, name === 'E10.srt' ? 20 : 45);
  await run(['E1.srt', ...ASKED]);
  await run(['E3.srt', '--at-once', '1', ...ASKED], interruptedWhen((count) => count === 2).parts);
  const before = await readdir(at());
  const { lines } = await run([at(), '--dry-run', '--json', ...ASKED], { env: {} });
  const priced = lines.filter(({ event }) => event === 'priced').map(({ file, requests }) => [file, requests]);
  expect(priced).toEqual([
    [at('E2.srt'), 3],
    [at('E3.srt'), 1],
    [at('E10.srt'), 1],
  ]);
  expect(await readdir(at())).toEqual(before);
});

test('with two languages each event says which one it is about', async () => {
  await film('Film.srt', 20);
  const { lines } = await run(['Film.srt', '--json', '--to', 'de', ...ASKED]);
  const finished = lines.filter(({ event }) => event === 'finished' || event === 'batch');
  expect(finished.map(({ event, to }) => `${event} ${to}`).toSorted()).toEqual([
    'batch de',
    'batch pt-BR',
    'finished de',
    'finished pt-BR',
  ]);
  expect((await seen(['Film.srt', '--to', 'fr', '--to', 'it', ...ASKED.slice(2)])).err).toContain('Film.srt (it)  20');
});

test('the first Ctrl+C says what the program waits for', async () => {
  await film('Film.srt');
  const { parts } = interruptedWhen((count) => count === 2);
  const { code, err } = await seen(['Film.srt', '--at-once', '1', ...ASKED], parts);
  expect(code).toBe(130);
  expect(err).toContain('Waiting for 1 reply. Press Ctrl+C again to end now: you pay for this reply and lose it.');
  expect(err).toContain('1 file is not finished. Give the same command again to continue.');
});

test.each([
  ['prose', 'A text about a film.\nIt has sentences.\n'],
  ['subtitles', srtOf(['Yes, you.', 'No, me.'])],
])('notes that are %s are refused', async (_, text) => {
  await film('Film.srt');
  await writeFile(at('notes.txt'), text);
  const ran = await run(['Film.srt', '--notes', at('notes.txt'), ...ASKED]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('Write one term on each line') });
});

test.each([
  ['br', 'For Brazilian Portuguese write pt-BR. For Breton write bre.'],
  ['jp', 'For Japanese write ja.'],
  ['CZ', 'For Czech write cs.'],
])('the code of a country in place of a language names the right one: %s', async (code, words) => {
  await film('Film.srt');
  const ran = await run(['Film.srt', '--to', code, '--model', 'openai/gpt-5.4-mini', '--dry-run']);
  expect(ran).toMatchObject({ code: 2, err: `--to ${code} is the code of a country. ${words}\n` });
});

test('more films than can be open at once all end, even if some fail or are skipped', async () => {
  for (let at = 1; at <= 36; at++) await film(`E${at}.srt`, 3);
  for (const name of ['E3.srt', 'E30.srt']) await writeFile(at(name), 'No subtitles here.');
  for (const name of ['E5.srt', 'E35.srt']) await writeFile(at(name), srtOf(EN));
  const { lines, code } = await run([at(), '--from', 'ru', '--json', ...ASKED]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ written: 32, skipped: 2, failed: 2 });
});
