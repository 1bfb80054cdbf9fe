import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { FOUND, filmIn, folderOfTest, interruptedWhen, programIn, standIn } from '../../test/terminal-program.ts';

const at = folderOfTest('begun');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];

describe('a sum of money', () => {
  test('limits each call of the program by itself, however often it has stopped the film', async () => {
    await film('Film.srt', 160);
    const args = ['Film.srt', '--json', '--at-once', '1', '--max-cost', '0.012', ...ASKED];
    const counts: number[] = [];
    const codes: number[] = [];
    for (let call = 0; codes.at(-1) !== 0 && call < 9; call++) {
      const network = standIn();
      const ran = await run(args, { network: network.fetch });
      counts.push(network.batches());
      codes.push(ran.code);
      expect(ran.lines.at(-1)?.cost).toBeLessThanOrEqual(0.012);
      if (ran.code === 0) continue;
      expect(ran.lines.at(-2)).toMatchObject({ event: 'note', code: 'stopped' });
      expect(ran.err).toMatch(/^--max-cost is too low for the next request: [^\n]* 1 file is not finished\. [^\n]+\n$/);
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(8);
    expect(codes).toEqual([...codes.slice(1).map(() => 4), 0]);
  });
});

describe('an earlier state', () => {
  async function begun(...more: readonly string[]) {
    await film('Film.srt', 100);
    const first = interruptedWhen((count) => count === 2);
    const args = ['Film.srt', '--at-once', '1', ...more, ...ASKED];
    expect((await run(args, first.parts)).code).toBe(130);
    expect(first.batches()).toBe(2);
    return args;
  }

  test('of another prompt is reported, and only --restart begins again', async () => {
    const args = [...(await begun()), '--tone', 'formal'];
    const network = standIn();
    const other = await run(args, { network: network.fetch });
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/ something has changed: the prompt \(.*\)\..* --restart/);
    expect(network.batches()).toBe(0);
    expect((await run([...args, '--restart'], { network: network.fetch })).code).toBe(0);
    expect(network.batches()).toBe(5);
    expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
  });

  test('is continued with --overwrite, even if its output exists', async () => {
    await writeFile(at('Film.pt-BR.srt'), 'Old.');
    const args = await begun('--overwrite');
    expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toBe('Old.');
    const network = standIn();
    expect((await run(args, { network: network.fetch })).code).toBe(0);
    expect(network.batches()).toBe(3);
    expect(await readFile(at('Film.pt-BR.srt'), 'utf8')).toContain('T Фраза 100');
  });

  test('is continued with its own batches, even with other options for batches', async () => {
    const args = [...(await begun()), '--batches', 'sentence', '--context', 'around'];
    const network = standIn();
    expect((await run(args, { network: network.fetch })).code).toBe(0);
    expect(network.batches()).toBe(3);
  });

  test('keeps the notes of the call', async () => {
    const notes = at('Notes.json');
    await writeFile(notes, JSON.stringify({ format: 'subtitle-translator-notes', version: 1, notes: FOUND }));
    const args = await begun('--notes', notes);
    const network = standIn();
    expect((await run(args, { network: network.fetch })).code).toBe(0);
    expect(network.batches()).toBe(3);
    expect(network.sent.every(({ text }) => text.includes('Frase'))).toBe(true);
  });
});

test('32 of many films are open at once, and the first one is written in the first half of the run', async () => {
  const names = Array.from({ length: 44 }, (_, index) => `E${index + 1}.srt`);
  for (const name of names) await film(name, 3);
  let [open, most] = [0, 0];
  const written: string[] = [];
  const ran = await run([at(), '--json', '--at-once', '2', ...ASKED], {
    streams: {
      out(text) {
        const { event, file } = JSON.parse(text);
        if (event === 'opened') most = Math.max(most, ++open);
        if (event === 'finished') open--;
        if (event === 'written') written.push(file);
      },
      err: () => {},
      columns: () => undefined,
      now: Date.now,
    },
  });
  expect(ran.code).toBe(0);
  expect(most).toBe(32);
  expect(written).toHaveLength(44);
  expect(written.indexOf(at('E1.srt'))).toBeLessThan(22);
  expect(written.indexOf(at('E44.srt'))).toBeGreaterThan(25);
});

describe('a reading for several languages', () => {
  const LANGUAGES = ['--to', 'pt-BR', '--to', 'de', '--read-film', '--at-once', '1', '--model', 'openai/gpt-5.4-mini'];

  test('gives its translations only to its own language', async () => {
    await film('Film.srt', 3);
    const network = standIn();
    expect((await run(['Film.srt', ...LANGUAGES], { network: network.fetch })).code).toBe(0);
    expect(network.readings()).toBe(1);
    const batches = network.sent.filter(({ phrases }) => phrases).map(({ text }) => text);
    const portuguese = batches.filter((text) => text.includes('Brazilian Portuguese'));
    const german = batches.filter((text) => text.includes('into informal German'));
    expect(portuguese.map((text) => text.includes('Фраза = Frase'))).toEqual([true]);
    expect(german.map((text) => [text.includes(FOUND.about), text.includes('Frase')])).toEqual([[true, false]]);
  });

  test('that fails is reported once for each language', async () => {
    await film('Film.srt', 3);
    const network = standIn(({ phrases }) =>
      phrases ? undefined : Response.json({ error: { message: 'No such thing.' } }, { status: 400 }),
    );
    const ran = await run(['Film.srt', '--json', ...LANGUAGES], { network: network.fetch });
    expect(ran.lines.filter(({ event }) => event === 'failed')).toHaveLength(2);
    expect(ran.lines.at(-1)).toMatchObject({ failed: 2, written: 0 });
  });
});

test('answers for a text that was read in another way stay stored until --restart', async () => {
  await film('Film.srt', 60);
  const args = ['Film.srt', '--at-once', '1', ...ASKED];
  await run(args, interruptedWhen((count) => count === 2).parts);
  const network = standIn();
  const other = await run([...args, '--unroll'], { network: network.fetch });
  expect(other.code).toBe(2);
  expect(other.err).toMatch(/ something has changed: the file or an option for its text\..* --restart/);
  expect(network.sent).toEqual([]);
  expect((await run(args, { network: network.fetch })).code).toBe(0);
  expect(network.batches()).toBe(1);
});
