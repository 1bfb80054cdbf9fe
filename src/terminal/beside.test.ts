import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { filmFile } from '../../test/film-file.ts';
import { EN, FILMS } from '../../test/one-film-in-languages.ts';
import { srtOf } from '../../test/srt-sample.ts';
import { folderOfTest } from '../../test/terminal-program.ts';
import { createProgramClock } from '../core.ts';
import { runProgram } from './program.ts';

const at = folderOfTest('beside');

async function run(
  args: readonly string[],
  { env = {}, network, columns }: { env?: Record<string, string>; network?: typeof fetch; columns?: number } = {},
) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    columns: () => columns,
    now: Date.now,
  };
  const code = await runProgram({
    ...{ args, env, streams, version: '1.0.0', clock: createProgramClock(), forms: undefined, pace: undefined },
    network: network ?? (() => Promise.reject(new Error('Nothing is to be sent.'))),
    connect: async () => {},
    readStdin: async () => new Uint8Array(),
    writeStdout: async () => {},
    onRun: () => {},
    interrupted: () => 0,
  });
  return { code, out, err, json: args.includes('--json') && out !== '' ? JSON.parse(out) : undefined };
}

describe('check', () => {
  const ORIGINAL = '1\n00:00:01,000 --> 00:00:03,000\nOne cat.\n\n2\n00:00:04,000 --> 00:00:06,000\nTwo dogs.\n';
  beforeEach(async () => {
    await writeFile(at('Film.srt'), ORIGINAL);
    await writeFile(at('Good.srt'), ORIGINAL.replace('One cat.', 'Um gato.').replace('Two dogs.', 'Dois cães.'));
    await writeFile(at('Bad.srt'), ORIGINAL.replace('One cat.', 'Um gato.').replace('Two dogs.', 'Two dogs.'));
  });

  test('ends with 0 and prints nothing if no line needs a look', async () => {
    expect(await run(['check', at('Film.srt'), at('Good.srt')])).toMatchObject({ code: 0, out: '', err: '' });
    const { json, code } = await run(['check', at('Film.srt'), at('Good.srt'), '--json']);
    expect([json, code]).toEqual([{ lines: 2, fits: 0, problems: [] }, 0]);
  });

  test('ends with 1 and says what is wrong with each line', async () => {
    const ran = await run(['check', at('Film.srt'), at('Bad.srt')]);
    expect(ran).toMatchObject({ code: 1, out: expect.stringMatching(/^2 {2}\S.*\n$/), err: '' });
    const { json, code } = await run(['check', at('Film.srt'), at('Bad.srt'), '--json']);
    expect(code).toBe(1);
    expect(json).toEqual({
      lines: 2,
      fits: 0,
      problems: [{ line: 2, kind: expect.any(String), words: expect.any(String) }],
    });
  });

  test('reports a line without words, in a file that has other small faults too', async () => {
    await writeFile(
      at('Empty.srt'),
      ORIGINAL.replace('One cat.', 'Um gato.').replace('Two dogs.', '').replace(' --> ', ' -> '),
    );
    const { json, code } = await run(['check', at('Film.srt'), at('Empty.srt'), '--json']);
    expect(code).toBe(1);
    expect(json).toEqual({ lines: 2, fits: 0, problems: [{ line: 2, kind: 'missing', words: expect.any(String) }] });
  });

  test('says on a terminal how many lines it has checked if it has found nothing', async () => {
    const ran = await run(['check', at('Film.srt'), at('Good.srt')], { columns: 80 });
    expect(ran).toMatchObject({ code: 0, out: '', err: '2 lines, none to review.\n' });
  });

  test('takes the original from a video', async () => {
    const film = filmFile([{ language: 'en', texts: ['One cat.', 'Two dogs.'] }], 'Film.mkv');
    await writeFile(at('Film.mkv'), new Uint8Array(await film.arrayBuffer()));
    const ran = await run(['check', at('Film.mkv'), at('Bad.srt'), '--json']);
    expect(ran).toMatchObject({ code: 1, err: '', json: { lines: 2, problems: [{ line: 2 }] } });
  });

  test('finds a translation that is in another language than its name says', async () => {
    await writeFile(at('Long.srt'), srtOf(FILMS.Russian));
    await writeFile(at('Long.de.srt'), srtOf(EN));
    const { json, code } = await run(['check', at('Long.srt'), at('Long.de.srt'), '--json']);
    expect(code).toBe(1);
    expect(json.problems).toContainEqual(
      expect.objectContaining({ line: 1, words: expect.stringMatching(/^Wrong language: .* English\.$/) }),
    );
  });

  test.each([
    ['None.srt', /None\.srt does not exist\. Check/],
    ['Prose.srt', /Prose\.srt cannot be read: /],
  ])('ends with 2 and names the file if %s is unusable', async (name, words) => {
    await writeFile(at('Prose.srt'), 'No subtitles here.');
    for (const files of [
      [at('Film.srt'), at(name)],
      [at(name), at('Film.srt')],
    ])
      expect(await run(['check', ...files])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(words) });
  });
});

describe('tracks', () => {
  const film = filmFile(
    [
      { language: 'en', name: 'Signs', isForced: true },
      { language: 'en', isDefault: true, texts: ['What is it that you want?', 'I have to go.'] },
      { codecId: 'S_HDMV/PGS', language: 'fr', texts: ['1'] },
    ],
    'Film.mkv',
  );
  beforeEach(async () => writeFile(at('Film.mkv'), new Uint8Array(await film.arrayBuffer())));

  test('are printed one a line, with the number that --track takes', async () => {
    const { code, out, err } = await run(['tracks', at('Film.mkv')]);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^1 {2}en .*Signs {2}forced/),
      expect.stringMatching(/^2 {2}en /),
      expect.stringMatching(/^3 {2}fr {2}PGS {2}pictures: cannot be translated {2}1 subtitle$/),
      '',
    ]);
  });

  test('have all their fields in JSON, with null for facts that the video does not contain', async () => {
    const { json, code } = await run(['tracks', at('Film.mkv'), '--json']);
    expect(code).toBe(0);
    expect(json.film).toBe(at('Film.mkv'));
    expect(json.tracks[1]).toEqual({
      ...{ number: 2, language: 'en', kind: expect.any(String), title: '', default: true, forced: false, text: true },
      phrases: 2,
    });
    const fields = 'number language kind title default forced text phrases'.split(' ');
    for (const track of json.tracks) expect(Object.keys(track)).toEqual(expect.arrayContaining(fields));
  });

  test.each(['None.mkv', 'Text.mkv'])('end with 2 and name the file if "%s" is not a video', async (name) => {
    await writeFile(at('Text.mkv'), 'No film.');
    const ran = await run(['tracks', at(name)]);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
    expect(ran.err).toContain(at(name));
  });
});

describe('models', () => {
  const env = { OPENAI_API_KEY: 'a-key', OPENROUTER_API_KEY: 'other-key' };
  const list: typeof fetch = async (url) =>
    String(url).startsWith('https://api.openai.com/')
      ? Response.json({ data: [{ id: 'gpt-5.4-mini' }, { id: 'gpt-99' }] })
      : Response.json({ error: { message: 'No credits with other-key.' } }, { status: 402 });

  test('are printed in the form for --model, with their price', async () => {
    const { code, out, err } = await run(['models', 'openai'], { env, network: list });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^openai\/gpt-5\.4-mini {2}a million tokens: \$\d+\.\d\d+ sent, \$\d+\.\d\d+ received$/m);
    expect(out).toMatch(/^openai\/gpt-99 {2}price unknown$/m);
  });

  test('have all their fields as JSON, with null for an unknown price', async () => {
    const { json, code } = await run(['models', 'openai', '--json'], { env, network: list });
    expect(code).toBe(0);
    expect(json).toEqual({
      endpoint: 'openai',
      models: expect.arrayContaining([
        { id: 'gpt-5.4-mini', name: expect.any(String), input: expect.any(Number), output: expect.any(Number) },
        { id: 'gpt-99', name: expect.any(String), input: null, output: null },
      ]),
    });
  });

  test('of all keys are listed; if one list fails, the program ends with 1 and does not print the key', async () => {
    const { code, out, err } = await run(['models'], { env, network: list });
    expect(code).toBe(1);
    expect(out).toContain('openai/gpt-5.4-mini');
    expect(err).toMatch(/^The models of OpenRouter could not be listed: [^\n]+\n$/);
    expect(err).not.toContain('other-key');
  });

  test.each([
    [2, ['models', 'opnai'], 'opnai is not a known provider. Did you mean openai? Use one of: openai, '],
    [2, ['models', 'local'], 'local is not a known provider.'],
    [5, ['models'], 'There is no key in the environment. Set one as --help says'],
  ])('end with %i in a sentence: %j', async (code, args, words) => {
    expect(await run(args)).toMatchObject({ code, out: '', err: expect.stringContaining(words) });
  });
});
