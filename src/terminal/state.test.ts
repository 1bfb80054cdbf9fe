import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { isProjectFile } from '../files/accept.ts';
import { EMPTY_WORK } from '../film/film.ts';
import { modelByName } from '../providers/models.ts';
import { formatProject, parseProject } from '../storage/project-file.ts';
import { DISK } from './outputs.ts';
import {
  type FilmState,
  fingerprintOf,
  removeFinishedState,
  type StateParts,
  statePath,
  type TakenFilm,
  takeFilm,
} from './state.ts';

let folder = '';
let output = '';
const states: FilmState[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'));
  output = join(folder, 'Film.pt-BR.srt');
});
afterEach(async () => {
  for (const state of states.splice(0)) await state.letGo();
  await rm(folder, { recursive: true, force: true });
});

const PARTIAL = '.Film.pt-BR.srt.partial.json';
const STAMPS = { source: fingerprintOf('source'), prompt: 'p', model: 'm', notes: 'n' };
/** A project with as many answers. */
const project = (answers: number | string) =>
  `{"format": "subtitle-translator-project",\n "answers": "${answers}"\n}\n`;

const parts = (given: Partial<StateParts> = {}): StateParts => ({
  output,
  stamps: STAMPS,
  project: () => project(0),
  restart: false,
  overwrite: false,
  onProblem: (message) => expect.unreachable(message),
  ...given,
});

async function take(given: Partial<StateParts> = {}): Promise<TakenFilm> {
  const taken = await takeFilm(parts(given));
  if (taken.kind === 'taken') states.push(taken.state);
  return taken;
}

async function takeOk(given: Partial<StateParts> = {}) {
  const taken = await take(given);
  if (taken.kind !== 'taken') throw new Error(taken.kind);
  return taken;
}

const textOf = () => readFile(join(folder, PARTIAL), 'utf8');
const names = async () => (await readdir(folder)).sort();
const own = { host: hostname(), pid: process.pid, time: Date.now() };
const DEAD = { ...own, pid: spawnSync(process.execPath, ['-e', '']).pid };
const keep = (terminal: object, answers: number | string = 7) =>
  writeFile(join(folder, PARTIAL), JSON.stringify({ ...JSON.parse(project(answers)), terminal }));

describe('the file', () => {
  it('is a project that the page opens, and says who has the film', async () => {
    const text = formatProject({
      session: { ...EMPTY_WORK, sourceText: 'x}', fileName: 'Film.srt' },
      prompt: 'To {Portuguese}',
      model: modelByName('openai:gpt-4o') ?? expect.unreachable(),
    });
    await takeOk({ project: () => text });
    const written = await textOf();
    expect(parseProject(written)).toEqual(parseProject(text));
    expect(parseProject(written).ok).toBe(true);
    expect(await isProjectFile(new Blob([written]))).toBe(true);
    const { terminal } = JSON.parse(written);
    expect(terminal).toMatchObject({ host: hostname(), pid: process.pid, stamps: STAMPS });
    expect(Math.abs(terminal.time - Date.now())).toBeLessThan(60_000);
  });

  it('is beside the output, and is removed when the output is written', async () => {
    const { state, restored, told } = await takeOk({ output: join(folder, 'new', 'deep', 'Film.srt') });
    expect([restored, told]).toEqual([undefined, undefined]);
    expect(await readdir(join(folder, 'new', 'deep'))).toEqual(['.Film.srt.partial.json']);
    state.changed();
    await state.finish();
    expect(await readdir(join(folder, 'new', 'deep'))).toEqual([]);
  });

  it("has a short name if the output's name is long", async () => {
    const one = join(folder, `${'я'.repeat(120)}1.pt-BR.srt`);
    const { state } = await takeOk({ output: one });
    state.changed();
    await state.letGo();
    expect((await takeOk({ output: one })).restored).toBe(`${JSON.stringify(JSON.parse(project(0)), null, 1)}\n`);
    expect(statePath(one)).not.toBe(statePath(join(folder, `${'я'.repeat(120)}2.pt-BR.srt`)));
    expect(await names()).toHaveLength(1);
  });

  it('is not made for an output that is not a regular file', async () => {
    const { state } = await takeOk({ output: '/dev/null' });
    state.changed();
    state.keepNow();
    await state.finish();
    expect(await readdir('/dev')).not.toContain('.null.partial.json');
  });
});

describe('answers', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] }),
  );
  const kept = async () => JSON.parse(await textOf()).answers;

  it('are written together, 50 ms after the first', async () => {
    let answers = 0;
    const made = vi.fn(() => project(answers));
    const { state } = await takeOk({ project: made });
    made.mockClear();
    for (answers = 1; answers < 5; answers++) state.changed();
    await vi.advanceTimersByTimeAsync(49);
    expect(made).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await eventually(async () => expect(await kept()).toBe('5'));
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('that come while others are written follow them', async () => {
    let answers = 1;
    const { state } = await takeOk({ project: () => project(answers) });
    state.changed();
    await vi.advanceTimersByTimeAsync(50);
    answers = 2;
    state.changed();
    await eventually(async () => expect(await kept()).toBe('2'));
    expect(await names()).toEqual([PARTIAL]);
  });

  it('that come during a write that takes 50 ms follow it without a wait', async () => {
    let answers = 1;
    const { state } = await takeOk({ project: () => project(answers) });
    const waits = vi.spyOn(globalThis, 'setTimeout');
    let endWrite = () => {};
    const { open } = DISK;
    vi.spyOn(DISK, 'open').mockImplementationOnce(async (...file) => {
      await new Promise<void>((resolve) => {
        endWrite = resolve;
      });
      return open(...file);
    });
    state.changed();
    await vi.advanceTimersByTimeAsync(50);
    answers = 2;
    state.changed();
    await vi.advanceTimersByTimeAsync(50);
    endWrite();
    await eventually(async () => expect(await kept()).toBe('2'));
    expect(waits.mock.calls.map(([, waitMs]) => waitMs)).toEqual([50, 0]);
    vi.restoreAllMocks();
  });

  it('are stored at once on a signal, even while older ones are being written', async () => {
    let answers = 1;
    const { state } = await takeOk({ project: () => project(answers) });
    state.changed();
    await vi.advanceTimersByTimeAsync(50);
    answers = 2;
    state.changed();
    state.keepNow();
    expect(JSON.parse(readFileSync(join(folder, PARTIAL), 'utf8')).answers).toBe('2');
    await state.letGo();
    expect(await kept()).toBe('2');
    expect(await names()).toEqual([PARTIAL]);
  });

  it('are not written again after that, so that the state is never newer than the output', async () => {
    const { state } = await takeOk({ project: () => project(1) });
    state.changed();
    await vi.advanceTimersByTimeAsync(49);
    state.keepNow();
    const before = readFileSync(join(folder, PARTIAL), 'utf8');
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(60);
    expect(readFileSync(join(folder, PARTIAL), 'utf8')).toBe(before);
  });

  it('are stored when the film is released, and the next process gets them', async () => {
    const { state } = await takeOk({ project: () => project(3) });
    state.changed();
    await state.letGo();
    expect(JSON.parse(await textOf()).terminal.pid).toBe(0);
    expect(JSON.parse((await takeOk()).restored ?? '')).toEqual(JSON.parse(project(3)));
  });

  it('stay if the next process gets no answer', async () => {
    await keep({ ...DEAD, stamps: STAMPS });
    const { state } = await takeOk();
    await state.letGo();
    expect(await kept()).toBe('7');
  });

  it('come before the file: a film without an answer leaves no file', async () => {
    const { state } = await takeOk();
    await state.letGo();
    expect(await names()).toEqual([]);
  });

  it('a heartbeat confirms every 30 seconds that the process is running, and does not write the project again', async () => {
    const made = vi.fn(() => project(0));
    await takeOk({ project: made });
    made.mockClear();
    const before = JSON.parse(await textOf()).terminal.time;
    await vi.advanceTimersByTimeAsync(30_000);
    await eventually(async () =>
      expect(JSON.parse(await textOf()).terminal.time).toBeGreaterThanOrEqual(before + 30_000),
    );
    expect(made).not.toHaveBeenCalled();
  });

  it('that cannot be stored are reported once, and stored when the disk allows it again', async () => {
    const onProblem = vi.fn();
    const { state } = await takeOk({ project: () => project(4), onProblem });
    await rename(folder, `${folder}-away`);
    state.changed();
    await eventually(() => expect(onProblem).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(2_000);
    state.keepNow();
    await rename(`${folder}-away`, folder);
    await eventually(async () => expect(await kept()).toBe('4'));
    expect(onProblem.mock.calls).toEqual([
      [expect.stringMatching(/partial\.json could not be written: .* is not a folder/)],
    ]);
  });
});

describe('a film', () => {
  const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
  test.each<[string, object, number, TakenFilm['kind']]>([
    ['that this process has is not taken', own, 0, 'being-translated'],
    ['that a living process of this host has is not taken', { ...own, pid: process.ppid }, 0, 'being-translated'],
    ['that a dead process of this host had is taken', DEAD, 0, 'taken'],
    ['that a process has released is taken', { ...own, pid: 0 }, 0, 'taken'],
    ['of an older process whose number this one has now is taken', own, YEAR_MS, 'taken'],
    [
      'of an older process whose number the parent has now is taken if the system says when that began',
      { ...own, pid: process.ppid },
      YEAR_MS,
      process.platform === 'linux' ? 'taken' : 'being-translated',
    ],
    ['that another host confirmed 119 seconds ago is not taken', { ...DEAD, host: 'nas' }, 119_000, 'being-translated'],
    ['that another host confirmed 2 minutes ago is taken', { ...own, host: 'nas' }, 120_000, 'taken'],
    ['of another host whose clock is fast is not taken', { ...own, host: 'nas' }, -60_000, 'being-translated'],
    ['of another host whose clock is wrong by a year is taken', { ...own, host: 'nas' }, -YEAR_MS, 'taken'],
    [
      'that another container of this host’s name has is not taken',
      { ...DEAD, pidNamespace: 'pid:[1]' },
      0,
      'being-translated',
    ],
  ])('%s', async (_, owner, agoMs, kind) => {
    await keep({ ...owner, time: Date.now() - agoMs, stamps: STAMPS });
    const before = await textOf();
    const result = await take();
    expect(result.kind).toBe(kind);
    if (result.kind === 'taken') expect(JSON.parse(result.restored ?? '')).toEqual(JSON.parse(project(7)));
    else expect(await textOf()).toBe(before);
    expect(await names()).toEqual([PARTIAL]);
  });

  it('that was written meanwhile is not begun', async () => {
    await writeFile(output, 'written');
    expect((await take()).kind).toBe('has-output');
    expect(await names()).toEqual(['Film.pt-BR.srt']);
    expect((await take({ overwrite: true })).kind).toBe('taken');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['that nobody has begun', async () => {}],
    ['that a dead process had', () => keep({ ...DEAD, stamps: STAMPS })],
    ['whose state is damaged', () => writeFile(join(folder, PARTIAL), '{')],
  ])('%s is given to one of eight processes that claim it at once', async (_, prepare) => {
    await prepare();
    const kinds = (await Promise.all(Array.from({ length: 8 }, () => take()))).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...Array(7).fill('being-translated'), 'taken']);
    expect((await names()).filter((name) => !name.includes('damaged'))).toEqual([PARTIAL]);
  });

  it('that two processes want to continue is given to one of them', async () => {
    await keep({ ...DEAD, stamps: STAMPS });
    const program = `
      const { takeFilm } = await import('./src/terminal/state.ts');
      process.stdout.write('ready ');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      const project = () => '{}';
      const stamps = ${JSON.stringify(STAMPS)};
      const taken = await takeFilm({ output: process.argv[1], stamps, project, restart: false, overwrite: false });
      process.stdout.write(taken.kind);
      await new Promise((resolve) => process.stdin.once('end', resolve).resume());
    `;
    const node = ['--import', './scripts/run-typescript.mjs', '--input-type=module', '-e', program, output];
    const running = Array.from({ length: 2 }, () => promisify(execFile)(process.execPath, node));
    const each = (act: (child: (typeof running)[number]['child']) => unknown) => running.map(({ child }) => act(child));
    const said = () => Promise.all(each((child) => new Promise((resolve) => child.stdout?.once('data', resolve))));
    await said();
    const kinds = said();
    each(({ stdin }) => stdin?.write('go'));
    await kinds;
    each(({ stdin }) => stdin?.end());
    const outputs = (await Promise.all(running)).map(({ stdout, stderr }) => stdout + stderr);
    expect(outputs.toSorted()).toEqual(['ready being-translated', 'ready taken']);
    expect(JSON.parse(await textOf()).answers).toBe('7');
  });

  it('is free if the process that claimed it has died meanwhile', async () => {
    await keep({ ...DEAD, stamps: STAMPS });
    const found = await textOf();
    const claim = (number: number) =>
      join(folder, `.subtitle-translator-claim-${fingerprintOf(`${PARTIAL}\n${found}`)}-${number}.tmp`);
    await writeFile(claim(0), JSON.stringify(DEAD));
    await writeFile(claim(1), JSON.stringify(own));
    expect((await take()).kind).toBe('being-translated');
    expect(await names()).toHaveLength(3);
    await writeFile(claim(1), JSON.stringify(DEAD));
    expect((await take()).kind).toBe('taken');
    expect(await names()).toEqual([PARTIAL]);
  });
});

describe('a film that was begun in another way', () => {
  test.each([
    ['source', 'the file or an option for its text', 'bring the earlier file back and '],
    ['prompt', 'the prompt (the languages and the tone are part of it)', ''],
    ['model', 'the model', ''],
    ['notes', 'the notes', ''],
  ])('is reported with what would be lost and what it cost, and does not change: %s', async (stamp, words, first) => {
    await keep({ ...DEAD, stamps: { ...STAMPS, [stamp]: 'other' } });
    const before = await textOf();
    const message = `Since ${output} was begun, something has changed: ${words}. So the program cannot use the replies in ${join(folder, PARTIAL)}. To use them, ${first}give the first command again. To start again without them, add --restart: you pay for the whole film again. To see the price first, add --dry-run, too.`;
    expect(await take()).toEqual({ kind: 'other-stamps', message });
    expect(await textOf()).toBe(before);
  });

  it('begins again on command', async () => {
    await keep({ ...DEAD, stamps: { ...STAMPS, prompt: 'other', model: 'other' } });
    expect(await take()).toMatchObject({
      message: expect.stringContaining(
        'something has changed: the prompt (the languages and the tone are part of it), the model.',
      ),
    });
    expect(await takeOk({ restart: true })).toMatchObject({ restored: undefined, told: undefined });
    expect(JSON.parse(await textOf())).toMatchObject({ answers: '0', terminal: { stamps: STAMPS } });
  });

  it('begins again on command although its stamps are the same, but not while a process has it', async () => {
    await keep({ ...own, stamps: STAMPS });
    expect((await take({ restart: true })).kind).toBe('being-translated');
    await keep({ ...DEAD, stamps: STAMPS });
    expect((await takeOk({ restart: true })).restored).toBeUndefined();
  });
});

describe('a damaged file', () => {
  test.each(['', 'no JSON', '[]', 'null', '{}', '{"terminal": {"host": "x"}}', project(7), project(7).slice(0, 30)])(
    'is reported and stored under another name, and the film begins again: %j',
    async (text) => {
      await writeFile(join(folder, PARTIAL), text);
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const taking = takeOk();
      const done = vi.fn();
      void taking.finally(done);
      await eventually(() => expect(done).toHaveBeenCalled());
      const { restored, told } = await taking;
      const aside = PARTIAL.replace('.json', '.damaged.json');
      expect(restored).toBeUndefined();
      expect(told).toBe(
        `The stored replies in ${join(folder, PARTIAL)} are damaged. The program translates the whole film again, and you pay again. It keeps the damaged file as ${join(folder, aside)}.`,
      );
      expect(await readFile(join(folder, aside), 'utf8')).toBe(text);
      expect(JSON.parse(await textOf()).answers).toBe('0');
      expect(await names()).toEqual([aside, PARTIAL].sort());
    },
  );

  it('whose project cannot be opened is set aside beside an older one', async () => {
    await writeFile(join(folder, PARTIAL.replace('.json', '.damaged.json')), 'older');
    await keep({ ...DEAD, stamps: STAMPS });
    const { state, restored } = await takeOk();
    const aside = join(folder, PARTIAL.replace('.json', '.damaged-2.json'));
    expect(await state.setAside()).toContain(`keeps the damaged file as ${aside}.`);
    expect(await readFile(aside, 'utf8')).toBe(restored);
    expect(JSON.parse(await textOf()).answers).toBe('0');
  });
});

it('a folder that cannot be written is reported before anything is sent', async () => {
  await writeFile(join(folder, 'file'), '');
  const message = expect.stringMatching(/could not be written: .*file is not a folder\. Choose another one with --out/);
  expect(await take({ output: join(folder, 'file', 'Film.srt') })).toEqual({ kind: 'unwritable', message });
});

test.each([
  ['a dead process that wrote the film', DEAD, 5_000, true],
  ['a dead process that goes on with an older film', DEAD, -5_000, false],
  ['a living process', own, 100, false],
])('the state of a written film is removed: %s', async (_, owner, olderMs, goes) => {
  await writeFile(output, '');
  await keep({ ...owner, time: Date.now() - olderMs, stamps: STAMPS });
  await removeFinishedState(output);
  expect((await names()).includes(PARTIAL)).toBe(!goes);
});
