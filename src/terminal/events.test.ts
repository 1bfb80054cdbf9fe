import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  type Asked,
  filmIn,
  folderOfTest,
  interruptedWhen,
  programIn,
  type Ran,
  standIn,
} from '../../test/terminal-program.ts';
import type { RunLine } from './events.ts';
import type { ProgramParts } from './program.ts';

const at = folderOfTest('events');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--json', '--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];
const ran = (args: readonly string[], parts?: Partial<ProgramParts>) => run([...args, ...ASKED], parts);

const NUMBER = expect.any(Number);
const NUMBER_OR_NULL = expect.toBeOneOf([NUMBER, null]);
const TEXT = expect.stringMatching(/./);
const TOKENS = { input: NUMBER, output: NUMBER };

/** Exactly the fields of each event. */
const SHAPES: { readonly [Event in RunLine['event']]: Omit<Extract<RunLine, { event: Event }>, 'event'> } = {
  start: { version: 1, tool: 'subtitle-translator 1.0.0', model: TEXT, files: NUMBER, at: NUMBER },
  opened: { file: TEXT, format: TEXT, phrases: NUMBER, language: 'ru' },
  priced: {
    ...{ file: TEXT, phrases: NUMBER, requests: NUMBER, tokens: TOKENS },
    ...{ low: NUMBER_OR_NULL, high: NUMBER_OR_NULL, currency: 'USD' },
  },
  batch: { file: TEXT, n: NUMBER, of: NUMBER, cost: NUMBER },
  failed: { file: TEXT, batch: NUMBER, message: TEXT },
  wait: { file: TEXT, until: NUMBER, reason: TEXT },
  note: { code: TEXT, message: TEXT, file: TEXT },
  written: { file: TEXT, output: TEXT },
  skipped: { file: TEXT, reason: TEXT },
  finished: { file: TEXT, lines: NUMBER, doubtful: NUMBER, fits: NUMBER, cost: NUMBER },
  end: { code: NUMBER, written: NUMBER, skipped: NUMBER, failed: NUMBER, cost: NUMBER, tokens: TOKENS },
};

const OF_OPEN_FILMS = ['opened', 'priced', 'batch', 'wait', 'written', 'finished'];

/** Fails if a line does not have the shape of its event, if the last line is not the end, or if another line is. */
function expectShapes({ code, lines }: Ran): void {
  // Each line about a film that is open says in which language.
  for (const { event, to, ...fields } of lines) {
    if (OF_OPEN_FILMS.includes(String(event))) expect(to).toBeTypeOf('string');
    const { batch, ...ofFilm } = SHAPES.failed;
    const { file, ...ofAll } = SHAPES.note;
    if (event === 'failed' && !('batch' in fields)) expect(fields).toEqual(ofFilm);
    else if (event === 'note' && !('file' in fields)) expect(fields).toEqual(ofAll);
    else expect({ event, ...fields }).toEqual({ event, ...SHAPES[event as RunLine['event']] });
  }
  expect(lines.findIndex(({ event }) => event === 'end')).toBe(lines.length - 1);
  expect(lines.at(-1)?.code).toBe(code);
}

const of = ({ lines }: Ran, wanted: RunLine['event']) => lines.filter(({ event }) => event === wanted);
const refused = (status: number, message: string) => () => Response.json({ error: { message } }, { status });
const echo = ({ phrases = {} }: Asked) =>
  Response.json({
    choices: [{ message: { content: JSON.stringify(phrases) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  });

describe('the last line is the event of the end, with the code', () => {
  test.each<[code: number, words: string, args: readonly string[], parts: () => Partial<ProgramParts>]>([
    [0, 'all is written', ['Film.srt'], () => ({})],
    [0, 'only the price was asked for', ['Film.srt', '--dry-run'], () => ({ env: {} })],
    [1, 'a batch has failed', ['Film.srt'], () => ({ network: standIn(refused(400, 'No.')).fetch })],
    [1, 'one of two does not open', ['Film.srt', 'Bad.srt'], () => ({})],
    [1, 'one of two is not there', ['Film.srt', 'None.srt'], () => ({})],
    [1, 'nobody answers', ['Film.srt', '--patience', '1s'], () => ({ network: standIn(refused(503, 'Busy.')).fetch })],
    [
      1,
      'the program has a fault',
      ['--files-from', '-'],
      () => ({ readStdin: () => Promise.reject(new Error('Oh.')) }),
    ],
    [2, 'the call is wrong', ['Film.srt', '--nothing'], () => ({})],
    [2, 'nothing opens', ['Bad.srt'], () => ({})],
    [2, 'nothing can be written', ['Film.srt', '-o', '/dev/null/Film.srt'], () => ({})],
    [2, 'the price is not known', ['Film.srt', '--max-cost', '1', '--model', 'openai/gpt-99'], () => ({})],
    [3, 'lines are doubtful', ['Film.srt', '--strict'], () => ({ network: standIn(echo).fetch })],
    [4, 'the sum is spent', ['Film.srt', '--max-cost', '0.0001'], () => ({})],
    [5, 'the key is refused', ['Film.srt'], () => ({ network: standIn(refused(401, 'No such key.')).fetch })],
    [5, 'there is no key', ['Film.srt'], () => ({ env: {} })],
    [5, 'the key has a character that no key has', ['Film.srt'], () => ({ env: { OPENAI_API_KEY: 'a key' } })],
    [130, 'Ctrl+C came', ['Film.srt', '--at-once', '1'], () => interruptedWhen(() => true).parts],
    [143, 'SIGTERM came', ['Film.srt', '--at-once', '1'], () => interruptedWhen(() => true, 143).parts],
  ])('%i if %s', async (code, _, args, parts) => {
    await film('Film.srt');
    await writeFile(at('Bad.srt'), 'No subtitles here.');
    const isModelNamed = args.includes('--model');
    const found = isModelNamed ? await run([...args, '--json', '--to', 'de'], parts()) : await ran(args, parts());
    expect(found.code).toBe(code);
    expectShapes(found);
    expect(found.err === '').toBe([0, 3, 130, 143].includes(code));
    // The events alone say why, without standard error.
    if (found.lines.length > 1 && code !== 0 && code !== 3)
      expect(of(found, 'failed').length + of(found, 'note').length).toBeGreaterThan(0);
  });
});

describe('events say', () => {
  test('which films are written or skipped, and what there is to know about them', async () => {
    await film('E1.srt');
    await film('E2.srt', 3);
    await writeFile(at('E2.pt-BR.srt'), 'It is there.');
    const found = await ran(['E1.srt', 'E2.srt'], {
      env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'https://x.example/v1' },
    });
    expectShapes(found);
    expect(found.lines.map(({ event }) => event)).toEqual(
      'start note skipped opened priced batch batch batch written finished end'.split(' '),
    );
    const [start, note, skipped, opened, priced, , , last, written, finished, end] = found.lines;
    expect(start).toMatchObject({ model: 'openai/gpt-5.4-mini', files: 1 });
    expect(note).toEqual({
      ...{ event: 'note', code: 'address' },
      message: 'OPENAI_BASE_URL is set: requests and the key go to x.example.',
    });
    expect(skipped).toEqual({
      event: 'skipped',
      file: at('E2.srt'),
      reason: 'it is translated already (E2.pt-BR.srt exists)',
    });
    expect(opened).toMatchObject({ file: at('E1.srt'), format: 'srt', phrases: 45 });
    expect(priced).toMatchObject({ requests: 3 });
    expect(last).toMatchObject({ n: 3, of: 3 });
    expect(written).toEqual({ event: 'written', to: 'pt-BR', file: at('E1.srt'), output: at('E1.pt-BR.srt') });
    expect(finished).toMatchObject({ file: at('E1.srt'), lines: 45 });
    expect(finished?.cost).toBeCloseTo(Number(last?.cost), 10);
    expect(end).toMatchObject({ written: 1, skipped: 1, failed: 0, tokens: { input: 3_000, output: 1_500 } });
  });

  test('which batch fails, with its number from 1', async () => {
    await film('Film.srt');
    const network = standIn(({ phrases = {} }) => ('21' in phrases ? refused(400, 'No.')() : undefined)).fetch;
    const found = await ran(['Film.srt'], { network });
    expectShapes(found);
    expect(of(found, 'failed')).toEqual([
      { event: 'failed', file: at('Film.srt'), to: 'pt-BR', batch: 2, message: 'No.' },
      {
        ...{ event: 'failed', file: at('Film.srt'), to: 'pt-BR' },
        message: '1 of 3 batches failed: No. The same command tries them again.',
      },
    ]);
  });

  test('until when the program waits, and why', async () => {
    await film('Film.srt', 3);
    const later = { headers: { 'retry-after': '2' }, status: 429 };
    const network = standIn((_, count) =>
      count === 1 ? Response.json({ error: { message: 'Slow down.' } }, later) : undefined,
    ).fetch;
    const before = Date.now();
    const found = await ran(['Film.srt'], { network });
    expectShapes(found);
    expect(found.code).toBe(0);
    expect(of(found, 'wait')[0]).toMatchObject({
      file: at('Film.srt'),
      reason: expect.stringMatching(/Slow down|asks the program to wait/),
    });
    expect(Number(of(found, 'wait')[0]?.until) - before).toBeGreaterThan(1_000);
  });

  test('what was mended', async () => {
    await writeFile(
      at('Film.srt'),
      '1\n00:00:01,000 -> 00:00:02,000\nЭто первая фраза.\n\n2\n00:00:03,000 --> 00:00:04,000\nА это вторая.\n',
    );
    const found = await ran(['Film.srt']);
    expectShapes(found);
    expect(of(found, 'note')).toEqual([
      {
        event: 'note',
        to: 'pt-BR',
        code: 'mended',
        message: expect.stringContaining('1 timing has another arrow than'),
        file: at('Film.srt'),
      },
    ]);
  });
});
