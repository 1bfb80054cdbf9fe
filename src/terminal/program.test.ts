import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';
import { filmIn, folderOfTest, interruptedWhen, programIn, standIn } from '../../test/terminal-program.ts';
import { createForms } from './pace.ts';

const at = folderOfTest('terminal');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];

describe('the program translates', () => {
  test('a film to a file beside it, and prints only its path', async () => {
    await film('Film.srt');
    const ran = await run(['Film.srt', ...ASKED]);
    expect(ran).toMatchObject({ code: 0, out: `${at('Film.pt-BR.srt')}\n`, err: '' });
    expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toContain('\nT ');
    expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
  });

  test('each film into each language, unless the output exists', async () => {
    await film('E1.srt');
    await film('E2.srt');
    const { fetch, sent } = standIn();
    const args = ['E1.srt', 'E2.srt', '--to', 'de', ...ASKED];
    expect(await run(args, { network: fetch })).toMatchObject({ code: 0 });
    expect(sent.length).toBe(12);
    expect(await readdir(at())).toEqual(['E1.de.srt', 'E1.pt-BR.srt', 'E1.srt', 'E2.de.srt', 'E2.pt-BR.srt', 'E2.srt']);
    expect(await run(args, { network: fetch })).toMatchObject({ code: 0, out: '', err: '' });
    expect(sent.length).toBe(12);
  });

  test.each(['Film.srt', ''])(
    'through a link that leads to no file yet, given by its name or with its folder: %j',
    async (name) => {
      await film('Film.srt');
      await mkdir(at('far'));
      await symlink('far/Film.srt', at('Film.pt-BR.srt'));
      expect(await run([at(name), ...ASKED])).toMatchObject({ code: 0, err: '' });
      expect(await readFile(at('far', 'Film.srt'), 'utf8')).toContain('T ');
      expect(await run([at(name), '--json', ...ASKED])).toMatchObject({
        lines: [{}, { event: 'skipped', reason: 'it is translated already (Film.pt-BR.srt exists)' }, { written: 0 }],
      });
    },
  );

  test('over a connection that was opened before the first request, to the address that requests have', async () => {
    await film('Film.srt');
    const { fetch, sent } = standIn();
    const opened: [string, number][] = [];
    const connect = async (address: string) => void opened.push([address, sent.length]);
    const env = { OPENAI_API_KEY: 'a-key-of-tests', OPENAI_BASE_URL: 'https://gateway.example/v1/' };
    expect(await run(['Film.srt', '--dry-run', ...ASKED], { network: fetch, connect, env })).toMatchObject({ code: 0 });
    expect(opened).toEqual([]);
    expect(await run(['Film.srt', ...ASKED], { network: fetch, connect, env })).toMatchObject({ code: 0 });
    expect(opened).toEqual([['https://gateway.example/v1', 0]]);
  });

  test('the longest batch first, because nobody reads before the file is whole', async () => {
    await writeFile(at('Film.srt'), sampleSrt(60).replace('Фраза 45', 'Очень, очень, очень длинная фраза 45'));
    const { fetch, sent } = standIn();
    await run(['Film.srt', '--at-once', '1', ...ASKED], { network: fetch });
    expect(sent.map(({ phrases }) => Object.keys(phrases ?? {})[0])).toEqual(['41', '21', '1']);
  });

  test('in the order of the list, even if the first film can be read last', async () => {
    const files = [at('A.srt'), at('B.srt'), at('C.srt')] as const;
    await promisify(execFile)('mkfifo', [files[0]]);
    for (const path of files.slice(1)) await writeFile(path, sampleSrt(45));
    async function areReady(films: number): Promise<void> {
      const isReady = (names: readonly string[]) =>
        names.filter((name) => name.endsWith('.partial.json')).length === films &&
        !names.some((name) => name.endsWith('.tmp'));
      while (!isReady(await readdir(at()))) await new Promise(setImmediate);
    }
    const network = standIn(async (_, count) => void (count === 1 && (await areReady(3))));
    const ended = run([...files, '--at-once', '1', '--overwrite', ...ASKED], { network: network.fetch });
    await areReady(2);
    await writeFile(files[0], sampleSrt(400).replaceAll('Фраза', 'First'));
    expect(await ended).toMatchObject({ code: 0 });
    const isFirst = network.sent.map(({ phrases }) => Object.values(phrases ?? {}).some((text) => /First/.test(text)));
    expect(isFirst.slice(1, 21)).toEqual(Array(20).fill(true));
  });

  test('standard input to standard output, with nothing else there', async () => {
    const ran = await run(['-', ...ASKED]);
    expect(ran).toMatchObject({ code: 0, out: '', err: '' });
    expect(new TextDecoder().decode(ran.written)).toMatch(/^1\n00:00.*\nT /);
  });

  test('with events as JSON, one a line', async () => {
    await film('Film.srt');
    const { lines, code } = await run(['Film.srt', '--json', ...ASKED]);
    const file = at('Film.srt');
    expect(lines.map(({ event }) => event)).toEqual(
      'start opened priced batch batch batch written finished end'.split(' '),
    );
    expect(lines[0]).toMatchObject({
      version: 1,
      tool: 'subtitle-translator 1.0.0',
      model: 'openai/gpt-5.4-mini',
      files: 1,
    });
    expect(lines[1]).toMatchObject({ file, format: 'srt', phrases: 45 });
    expect(lines[2]).toMatchObject({ file, requests: 3, currency: 'USD' });
    expect(lines[5]).toMatchObject({ file, n: 3, of: 3 });
    expect(lines[6]).toMatchObject({ file, output: at('Film.pt-BR.srt') });
    expect(lines[7]).toMatchObject({ file, lines: 45 });
    expect(lines[8]).toMatchObject({
      code,
      written: 1,
      skipped: 0,
      failed: 0,
      tokens: { input: 3_000, output: 1_500 },
    });
    expect(code).toBe(0);
  });
});

describe('the price is told', () => {
  test('without a key and without a request', async () => {
    await film('Film.srt');
    const { fetch, sent } = standIn();
    const ran = await run(['Film.srt', '--dry-run', ...ASKED], { network: fetch, env: {} });
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(
      /Film\.srt: 45 subtitles, 3 requests, [\d,]+ tokens sent, [\d,]+ received, \$[\d.]+ to \$[\d.]+\n/,
    );
    expect(sent.length).toBe(0);
  });

  test('of all films together; one reading serves all languages of a film', async () => {
    await film('E1.srt');
    await film('E2.srt');
    const ran = await run(['E1.srt', 'E2.srt', '--dry-run', ...ASKED], { env: {} });
    expect(ran.out).toMatch(
      /\nIn all: 90 subtitles, 6 requests, [\d,]+ tokens sent, [\d,]+ received, \$[\d.]+ to \$[\d.]+\n$/,
    );
    const read = await run(['E1.srt', '--to', 'de', '--dry-run', '--read-film', '--json', '--at-once', '1', ...ASKED]);
    const requests = read.lines.filter(({ event }) => event === 'priced').map((line) => line.requests);
    expect(requests.toSorted()).toEqual([3, 4]);
  });

  test('or, if it is unknown, a limit ends the program with 2 before anything is sent', async () => {
    await film('Film.srt');
    const { fetch, sent } = standIn();
    const ran = await run(['Film.srt', '--to', 'de', '--model', 'openai/gpt-99', '--max-cost', '1'], {
      network: fetch,
    });
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('The price of openai/gpt-99 is not known');
    expect(sent.length).toBe(0);
  });
});

test('a form of request that a model has refused is not sent again by another process', async () => {
  await film('E1.srt', 20);
  await film('E2.srt', 20);
  const refusing = () => {
    const { fetch } = standIn();
    const forms: boolean[] = [];
    const network: typeof globalThis.fetch = async (url, init) => {
      const hasForm = 'response_format' in JSON.parse(String(init?.body));
      forms.push(hasForm);
      const error = { message: "Unsupported parameter: 'response_format' is not supported.", param: 'response_format' };
      return hasForm ? Response.json({ error }, { status: 400 }) : fetch(url, init);
    };
    return { forms, parts: { network, forms: createForms({ XDG_STATE_HOME: at() }) } };
  };
  const [first, second] = [refusing(), refusing()];
  expect((await run(['E1.srt', ...ASKED], first.parts)).code).toBe(0);
  expect((await run(['E2.srt', ...ASKED], second.parts)).code).toBe(0);
  expect([first.forms, second.forms]).toEqual([[true, false], [false]]);
  expect(await readFile(at('subtitle-translator', 'forms.json'), 'utf8')).not.toContain('a-key');
});

describe('with a file of settings the program', () => {
  const MODEL = 'openai/gpt-5.4-mini';
  const settings = (fields: object) =>
    writeFile(at('Settings.json'), JSON.stringify({ format: 'subtitle-translator-settings', version: 1, ...fields }));
  const args = (...more: readonly string[]) => ['Film.srt', '--settings', 'Settings.json', ...more];
  /** The requests' bodies. */
  async function sent(more: readonly string[]) {
    const bodies: Record<string, unknown>[] = [];
    const { fetch } = standIn();
    const ran = await run(args(...more), {
      network: (url, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return fetch(url, init);
      },
    });
    return { ran, bodies };
  }

  test('[D5.21] takes model, prompt and options from it, and names the output by the prompt', async () => {
    await film('Film.srt', 3);
    await settings({
      model: MODEL,
      prompt: 'Translate from Russian to Brazilian Portuguese. Say "you".',
      file: { lineEnds: 'tv' },
      film: { replyFormat: 'schema' },
    });
    const { ran, bodies } = await sent([]);
    expect(ran).toMatchObject({ code: 0, out: `${at('Film.pt-BR.srt')}\n`, err: '' });
    expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toContain('\r\nT ');
    expect(JSON.stringify(bodies[0])).toContain('Say \\"you\\".');
    expect(bodies[0]).toMatchObject({ model: 'gpt-5.4-mini', response_format: { type: 'json_schema' } });
  });

  test('[D5.21] follows the call where both say something', async () => {
    await film('Film.srt', 3);
    await settings({ model: 'openai/gpt-99', prompt: 'Into Greek.', film: { replyFormat: 'schema' } });
    const { ran, bodies } = await sent(['--reply-format', 'json', ...ASKED]);
    expect(ran).toMatchObject({ code: 0, out: `${at('Film.pt-BR.srt')}\n` });
    expect(bodies[0]).toMatchObject({ model: 'gpt-5.4-mini', response_format: { type: 'json_object' } });
    expect(JSON.stringify(bodies[0])).not.toContain('Greek');
  });

  test('keeps to --max-cost by the prices in it', async () => {
    await film('Film.srt', 3);
    await settings({ model: 'openai/gpt-99', ownPrices: { 'openai/gpt-99': { input: 1, output: 1 } } });
    expect((await run(args('--to', 'de', '--max-cost', '1'))).code).toBe(0);
  });

  test('sends to the address in it, with only the key of own servers', async () => {
    await film('Film.srt', 3);
    await settings({ model: 'local/llama', addresses: { local: 'http://10.0.0.2:8000/v1' } });
    const { fetch } = standIn();
    const sentTo: (readonly [string, string | null])[] = [];
    const ran = await run(args('--to', 'de'), {
      env: { OPENAI_API_KEY: 'a-key-of-tests', SUBTITLE_TRANSLATOR_API_KEY: 'own-key' },
      network: (url, init) => {
        sentTo.push([String(url), new Headers(init?.headers).get('authorization')]);
        return fetch(url, init);
      },
    });
    expect(ran.code).toBe(0);
    expect(sentTo).toEqual([['http://10.0.0.2:8000/v1/chat/completions', 'Bearer own-key']]);
  });

  test.each([
    [{ model: MODEL }, [], 'The target language is missing, and --settings has no prompt.'],
    [{ model: MODEL, prompt: 'Be funny.' }, [], 'The prompt in --settings has no target language.'],
    [{ openaiKey: 'word' }, ['--to', 'de'], 'contains what looks like a key'],
    [
      { model: MODEL, addresses: { local: 'http://llm.example/v1' } },
      ['--to', 'de'],
      'The address of local in --settings is http://llm.example',
    ],
    [{ thinking: 'much' }, ['--to', 'de'], 'The settings file has a wrong value in "thinking".'],
  ])('ends with 2 before anything is sent: %j %j', async (fields, more, words) => {
    await film('Film.srt', 3);
    await settings(fields);
    const { ran, bodies } = await sent(more);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) });
    expect(bodies).toEqual([]);
    expect(ran.err).not.toContain('word');
  });
});

describe('the program ends', () => {
  test('with 4 at the limit; the same command then requests what is missing', async () => {
    await film('Film.srt', 200);
    const first = standIn();
    const stopped = await run(['Film.srt', '--at-once', '1', '--max-cost', '0.012', ...ASKED], {
      network: first.fetch,
    });
    expect(stopped.code).toBe(4);
    expect(stopped.err).not.toBe('');
    expect(first.sent.length).toBeGreaterThan(0);
    expect(first.sent.length).toBeLessThan(10);
    expect(await readdir(at())).toEqual(['.Film.pt-BR.srt.partial.json', 'Film.srt']);
    const second = standIn();
    expect(await run(['Film.srt', ...ASKED], { network: second.fetch })).toMatchObject({ code: 0 });
    expect(first.sent.length + second.sent.length).toBe(10);
    expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
  });

  test('with 4 and the advice to give a higher sum if not even one request fits', async () => {
    await film('Film.srt');
    const { fetch, sent } = standIn();
    const ran = await run(['Film.srt', '--max-cost', '0.0001', ...ASKED], { network: fetch });
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringMatching(/1 file is not finished\. Give a higher sum\.\n$/),
    });
    expect(sent).toEqual([]);
  });

  test('with 5 if the key is refused or missing', async () => {
    await film('Film.srt');
    const refused = Response.json({ error: { message: 'No such key.' } }, { status: 401 });
    const { fetch } = standIn(() => refused.clone());
    const ran = await run(['Film.srt', ...ASKED], { network: fetch });
    expect(ran).toMatchObject({ code: 5, out: '' });
    expect(ran.err).toBe('OpenAI: No such key. Correct the key in OPENAI_API_KEY. Then give the same command again.\n');
    const none = await run(['Film.srt', ...ASKED], { env: {} });
    expect(none.code).toBe(5);
    expect(none.err).toBe(
      'There is no key for OpenAI. Set OPENAI_API_KEY in the environment, or OPENAI_API_KEY_FILE to the path of a file that holds it. Then give the same command again.\n',
    );
    expect(await readdir(at())).toEqual(['Film.srt']);
  });

  test('with 2 if no source opens, and with 1 if one of several fails', async () => {
    await writeFile(at('Bad.srt'), 'No subtitles here.');
    const bad = await run(['Bad.srt', ...ASKED]);
    expect(bad).toMatchObject({ code: 2, out: '' });
    expect(bad.err).toContain('Bad.srt: ');
    expect((await run(['None.srt', ...ASKED])).code).toBe(2);
    await film('Film.srt');
    expect(await run(['Bad.srt', 'Film.srt', ...ASKED])).toMatchObject({
      code: 1,
      out: expect.stringContaining('Film'),
    });
  });

  test.each([
    [[], 2, 'Remove the link.'],
    [['--dry-run'], 2, 'Remove the link.'],
    [['--project', 'Loop.json'], 2, 'Remove the link.'],
    [['-o', `${'x'.repeat(300)}.srt`], 2, 'its name is too long'],
    [['-o', `${'x'.repeat(300)}.srt`, '--dry-run'], 2, 'its name is too long'],
  ])('with 2 and a reason if nobody can look at the output: %j', async (args, code, words) => {
    await film('Film.srt');
    for (const name of ['Film.pt-BR.srt', 'Loop.json']) await symlink(name, at(name));
    const network = standIn();
    const ran = await run(['Film.srt', ...args, ...ASKED], { network: network.fetch });
    expect(ran).toMatchObject({ code, out: '', err: expect.stringContaining(words) });
    expect(ran.err).not.toContain('fault');
    expect(network.sent).toEqual([]);
  });

  test('with 2 and three suggestions if no model is named', async () => {
    await film('Film.srt');
    const ran = await run(['Film.srt', '--to', 'de']);
    expect(ran.code).toBe(2);
    expect(ran.err.match(/--model \S+\/\S+ {3}\(a film of 1,600 lines: \$/g)).toHaveLength(3);
  });

  test.each([
    [['--model', 'opnai/gpt-5'], '"opnai/gpt-5" does not name a known provider', 'Did you mean openai?'],
    [['--model', 'gpt-5'], '"gpt-5" does not name a known provider', 'as in openai/gpt-5.4-mini. '],
    [['--model', 'openai/'], '"openai/" has no model', 'as in openai/gpt-5.4-mini.'],
    [['--model', 'local/llama'], 'local/llama is on a server of your own', '--url ADDRESS'],
    [['--model', 'openai/gpt-5', '--to', 'klingon'], '--to klingon is not a known language', 'such as pt-BR'],
    [['--model', 'openai/gpt-5', '--notes', 'None.json'], 'None.json does not exist.', 'Check its name'],
    [['--model', 'openai/gpt-5', '--files-from', '/'], '--files-from / is a folder.', 'Give a file instead.'],
  ])('with 2 and one sentence for all files, before anything is read: %j', async (args, what, todo) => {
    await film('E1.srt');
    await film('E2.srt');
    const ran = await run(['E1.srt', 'E2.srt', '--to', 'de', ...args]);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
    expect(ran.err).toContain(what);
    expect(ran.err).toContain(todo);
  });

  test('with one line for all files that the model refuses in the same way', async () => {
    for (const name of ['E1.srt', 'E2.srt', 'E3.srt']) await film(name, 20);
    const { fetch } = standIn(() => Response.json({ error: { message: 'There is no such model.' } }, { status: 404 }));
    const ran = await run(['E1.srt', 'E2.srt', 'E3.srt', ...ASKED], { network: fetch });
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/^\S+: There is no such model\.\n2 more files failed for the same reason as \S+\.\n$/);
  });

  test('with 130 after an interruption, and stores the answers', async () => {
    await film('Film.srt', 100);
    const first = interruptedWhen((count) => count === 2);
    const ran = await run(['Film.srt', '--at-once', '1', ...ASKED], first.parts);
    expect(ran).toMatchObject({ code: 130, out: '' });
    expect(first.sent.length).toBe(2);
    const second = standIn();
    expect((await run(['Film.srt', ...ASKED], { network: second.fetch })).code).toBe(0);
    expect(second.sent.length).toBe(3);
  });
});
