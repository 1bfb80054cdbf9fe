import { beforeEach, expect, test, vi } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';
import { standIn } from '../../test/terminal-program.ts';
import { checkFiles, createCore, type FilmRequest } from '../core.ts';
import { NO_NOTES } from '../notes/notes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const MODEL = 'openai/gpt-5.4-mini';
const NOTES = {
  ...NO_NOTES,
  about: 'Phrases.',
  people: [{ name: 'Анна', translation: 'Ana', gender: 'female' as const, note: '' }],
  address: [
    { from: 'Анна', to: 'Пётр', form: 'informal' },
    { from: 'Пётр', to: 'Анна', form: 'você' },
  ],
  terms: [
    { source: 'Фраза', translation: 'Frase', note: '' },
    { source: 'Лондон', translation: '', note: '' },
  ],
};

beforeEach(() => void vi.useRealTimers());

/** A project of a film that is translated into Brazilian Portuguese. */
async function project(more: Partial<FilmRequest> = {}): Promise<string> {
  const core = createCore({ network: standIn().fetch, keys: { openai: 'key' } });
  const request = { to: 'pt-BR', model: MODEL, notes: NOTES, ...more };
  const film = await core.open({ bytes: bytesOf(sampleSrt(45)), name: 'Film.srt' }, request);
  if (!film.ok) throw new Error(film.error);
  expect(await film.value.run()).toEqual({ kind: 'finished' });
  return film.value.project();
}

async function goneOn(text: string, request: Partial<FilmRequest>) {
  const network = standIn();
  const core = createCore({ network: network.fetch, keys: { openai: 'key' } });
  const film = await core.open({ bytes: bytesOf(text), name: 'Film.project.json' }, request);
  if (!film.ok) throw new Error(film.error);
  const end = await film.value.run();
  return { film: film.value, end, network };
}

test('a project is continued in its own language', async () => {
  const text = await project();
  for (const to of [undefined, 'pt-BR', 'pt']) {
    const { film, end, network } = await goneOn(text, { to });
    expect(end).toEqual({ kind: 'finished' });
    expect(network.sent).toEqual([]);
    expect(film.notes).toEqual(NOTES);
  }
});

test.each(['de', 'pt-PT'])('a project in another language than %s is translated from its original', async (to) => {
  const { film, end, network } = await goneOn(await project(), { to });
  expect(end).toEqual({ kind: 'finished' });
  expect(network.batches()).toBe(3);
  expect(film.told).toMatchObject([{ code: 'other-language' }]);
  expect(film.notes).toEqual({
    ...NOTES,
    people: [{ ...NOTES.people[0], translation: '' }],
    address: NOTES.address.slice(0, 1),
    terms: NOTES.terms.slice(1),
  });
});

test('nothing is printed for a project whose answers lack a line', async () => {
  const console = (['error', 'warn', 'log'] as const).map((name) => vi.spyOn(globalThis.console, name));
  const text = (await project()).replace(/\\n *\\"2\\": \\"T Фраза 2\\",/, '');
  const { end, film } = await goneOn(text, {});
  expect(end.kind).toBe('finished');
  await film.save();
  for (const print of console) expect(print).not.toHaveBeenCalled();
});

test('no empty file is saved for answers that lack a line', async () => {
  const text = (await project())
    .replace(/\\n *\\"2\\": \\"T Фраза 2\\",/, '')
    .replace(/"translated": "(?:[^"\\]|\\.)*"/, '"translated": ""');
  const { film } = await goneOn(text, {});
  expect(await film.save()).toEqual({ ok: false, error: expect.stringContaining('subtitle 2') });
});

test('lines at the same time are checked against each other in their order', async () => {
  const file = (one: string, two: string) =>
    bytesOf(`1\n00:00:01,000 --> 00:00:03,000\n${one}\n\n2\n00:00:01,000 --> 00:00:03,000\n${two}\n`);
  const checked = await checkFiles(
    { bytes: file('Good morning, John, how are you?', 'The sign says: NO ENTRY!'), name: 'a.srt' },
    { bytes: file('Bom dia, John, como vai?', 'A placa diz: PROIBIDO!'), name: 'b.srt' },
  );
  expect(checked).toMatchObject({ ok: true, value: { lines: 2, problems: [] } });
});
