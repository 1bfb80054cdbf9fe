import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';
import {
  FOUND,
  filmIn,
  folderOfTest,
  interruptedWhen,
  programIn,
  quickClock,
  type Ran,
  standIn,
} from '../../test/terminal-program.ts';
import { type Clock, ConnectionFault, createProgramClock } from '../core.ts';
import { exitCode, type FilmsRun } from './run.ts';

const at = folderOfTest('ends');
const run = programIn(at);
const film = filmIn(at);
const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];

describe('what was paid for is not paid again:', () => {
  test('an interrupted project sends only the batches that are missing', async () => {
    await film('Film.srt');
    await run(['Film.srt', '--project', 'Film.json', '-o', 'Other.srt', ...ASKED]);
    const project = JSON.parse(await readFile(at('Film.json'), 'utf8'));
    expect(project.format).toBe('subtitle-translator-project');
    // The state of the project before the first request.
    await film('Begun.srt', 100);
    const before = interruptedWhen((count) => count === 1);
    expect((await run(['Begun.srt', '--at-once', '1', ...ASKED], before.parts)).code).toBe(130);
    const { terminal, ...begun } = JSON.parse(await readFile(at('.Begun.pt-BR.srt.partial.json'), 'utf8'));
    expect(terminal).toBeDefined();
    await writeFile(at('Work.json'), JSON.stringify(begun));
    const first = interruptedWhen((count) => count === 2);
    const args = ['Work.json', '--at-once', '1', '-o', 'Work.pt.srt', '--model', 'openai/gpt-5.4-mini'];
    expect(await run(args, first.parts)).toMatchObject({ code: 130, err: '' });
    const second = standIn();
    expect(await run(args, { network: second.fetch })).toMatchObject({ code: 0 });
    expect([before.batches(), first.batches(), second.batches()]).toEqual([1, 2, 2]);
  });

  test('a film that was read before the interruption is not read again', async () => {
    await film('Film.srt');
    const args = ['Film.srt', '--read-film', ...ASKED];
    const first = interruptedWhen((_, isReading) => isReading);
    expect((await run(args, first.parts)).code).toBe(130);
    expect([first.readings(), first.batches()]).toEqual([1, 0]);
    const second = standIn();
    expect((await run(args, { network: second.fetch })).code).toBe(0);
    expect([second.readings(), second.batches()]).toEqual([0, 3]);
    expect(second.sent.every(({ text }) => text.includes('Frase'))).toBe(true);
  });

  test('with several languages the film is not read again, whichever of them was interrupted', async () => {
    await film('Film.srt');
    const args = ['Film.srt', '--read-film', '--to', 'de', '--at-once', '1', ...ASKED];
    const first = interruptedWhen((_, isReading) => isReading);
    expect((await run(args, first.parts)).code).toBe(130);
    expect([first.readings(), first.batches()]).toEqual([1, 0]);
    const second = interruptedWhen((count) => count === 1);
    expect((await run(args, second.parts)).code).toBe(130);
    expect([second.readings(), second.batches()]).toEqual([0, 1]);
    const third = interruptedWhen((count) => count === 3);
    expect((await run(args, third.parts)).code).toBe(130);
    expect([third.readings(), third.batches()]).toEqual([0, 3]);
    const last = standIn();
    expect((await run(args, { network: last.fetch })).code).toBe(0);
    expect([last.readings(), last.batches()]).toEqual([0, 2]);
    const sent = [second, third, last].flatMap((each) => each.sent);
    expect(sent.every(({ text }) => text.includes(FOUND.about))).toBe(true);
    const isWithTranslations = sent.map(({ text }) => text.includes('Frase'));
    expect(isWithTranslations).toEqual(sent.map(({ text }) => text.includes('into informal German')));
  });

  test('if the reading is refused, no language is translated without it', async () => {
    await film('Film.srt');
    const network = standIn(({ phrases }) =>
      phrases ? undefined : Response.json({ error: { message: 'No such key.' } }, { status: 401 }),
    );
    const ran = await run(['Film.srt', '--read-film', '--to', 'de', ...ASKED], { network: network.fetch });
    expect(ran.code).toBe(5);
    expect([network.readings(), network.batches()]).toEqual([1, 0]);
  });
});

describe('the program', () => {
  test('translates a language once that is given under two names', async () => {
    await film('Film.srt');
    const network = standIn();
    const ran = await run(['Film.srt', '--to', 'pt_br', ...ASKED], { network: network.fetch });
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(network.batches()).toBe(3);
  });

  test.each([[[]], [['--overwrite']]])(
    'ends with 2 where -o names the source itself, which stays as it is (%j)',
    async (more) => {
      await film('Film.srt');
      const before = await readFile(at('Film.srt'), 'utf8');
      const network = standIn();
      const ran = await run(['Film.srt', '-o', 'Film.srt', ...more, ...ASKED], { network: network.fetch });
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('is a file to translate') });
      expect(network.batches()).toBe(0);
      expect(await readFile(at('Film.srt'), 'utf8')).toBe(before);
    },
  );

  test('ends with 1 if a dry run prices one film and another one does not open, and with 2 if none opens', async () => {
    await film('Film.srt');
    await writeFile(at('Bad.srt'), 'No subtitles here.');
    expect((await run(['Film.srt', 'Bad.srt', '--dry-run', ...ASKED])).code).toBe(1);
    expect((await run(['Bad.srt', '--dry-run', ...ASKED])).code).toBe(2);
  });

  test('prints the event of its end as JSON, even if the call cannot be parsed', async () => {
    await film('Film.srt');
    for (const [args, code, env] of [
      [['Film.srt', '--json', '--to', 'de'], 2, undefined],
      [['Film.srt', '--json', '--nothing', ...ASKED], 2, undefined],
      [['Film.srt', '--json', ...ASKED], 5, { OPENAI_API_KEY: 'a key' }],
    ] as const) {
      const ran = await run(args, env && { env });
      expect(ran.code).toBe(code);
      expect(ran.err).not.toBe('');
      expect(ran.lines.at(-1)).toEqual({
        ...{ event: 'end', code, written: 0, skipped: 0, failed: 0, cost: 0 },
        tokens: { input: 0, output: 0 },
      });
    }
  });

  test('ends with 130 at once, and leaves no state, if the signal comes while the connection is opened', async () => {
    await film('Film.srt');
    const first = interruptedWhen(() => false);
    let started: FilmsRun | undefined;
    let left: readonly string[] = [];
    const ran = await run(['Film.srt', '--json', ...ASKED], {
      ...first.parts,
      onRun(run) {
        started = run;
      },
      interrupted: () => 130,
      // Resolves only if the run stops waiting for the connection.
      async connect(_address, signal) {
        const isStopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
        // The second signal ends the process.
        started?.leave();
        left = await readdir(at());
        started?.interrupt(Number.POSITIVE_INFINITY);
        await isStopped;
      },
    });
    expect(ran.lines.at(-1)).toMatchObject({ code: 130, failed: 0 });
    expect(first.batches()).toBe(0);
    expect(left).toEqual(['Film.srt']);
  });

  test('opens no connection if nothing is left to send', async () => {
    await film('Film.srt');
    await run(['Film.srt', '--project', 'Film.json', ...ASKED]);
    const connect = vi.fn();
    expect((await run(['Film.json', '-o', 'Other.srt', ...ASKED], { connect })).code).toBe(0);
    expect(connect).not.toHaveBeenCalled();
  });

  test('ends with 2 if the project or the notes cannot be written, before anything is sent', async () => {
    await film('Film.srt');
    const network = standIn();
    for (const option of ['--project', '--notes-out'])
      for (const path of [at('Film.srt'), at('Film.srt', 'x.json'), at()]) {
        const ran = await run(['Film.srt', option, path, ...ASKED], { network: network.fetch });
        expect(ran.code).toBe(2);
        expect(ran.err).toContain(path);
      }
    expect(network.sent).toEqual([]);
    expect(await readFile(at('Film.srt'), 'utf8')).toBe(sampleSrt(45));
  });

  test('ends with 2 if several films would write their notes to one file', async () => {
    await film('E1.srt');
    await film('E2.srt');
    expect((await run(['E1.srt', 'E2.srt', '--notes-out', 'Notes.json', ...ASKED])).code).toBe(2);
  });

  test('suggests three models for a list without one', async () => {
    await film('Film.srt');
    await writeFile(at('list.json'), `${at('Film.srt')}\n`);
    const ran = await run(['--files-from', 'list.json', '--to', 'de']);
    expect(ran.code).toBe(2);
    expect(ran.err.match(/--model /g)).toHaveLength(3);
  });

  test('ends with 0 if another process has the only film', async () => {
    await film('Film.srt');
    let go = () => {};
    const isAsked = new Promise<void>((asked) => {
      go = asked;
    });
    let answer = () => {};
    const isFree = new Promise<undefined>((free) => {
      answer = () => free(undefined);
    });
    const first = standIn(() => {
      go();
      return isFree;
    });
    const running = run(['Film.srt', ...ASKED], { network: first.fetch });
    await isAsked;
    const second = standIn();
    const ran = await run(['Film.srt', '--json', ...ASKED], { network: second.fetch });
    expect(ran.code).toBe(0);
    expect(ran.lines).toContainEqual(
      expect.objectContaining({ event: 'skipped', reason: expect.stringContaining('being translated') }),
    );
    expect(second.sent).toEqual([]);
    answer();
    expect((await running).code).toBe(0);
    expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
  });

  describe('if another computer had the only film', () => {
    const partial = () => at('.Film.pt-BR.srt.partial.json');
    let shiftMs = 0;
    beforeEach(() => {
      shiftMs = 0;
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs);
    });
    afterEach(() => void vi.restoreAllMocks());

    /** A clock whose first wait of two minutes ends at once. */
    function clockOf(onWait: () => void): Clock {
      const clock = createProgramClock();
      return {
        ...clock,
        after(ms, callback) {
          if (shiftMs > 0 || ms < 100_000 || ms > 120_010) return clock.after(ms, callback);
          shiftMs = ms;
          onWait();
          return clock.after(0, callback);
        },
      };
    }

    /** Writes a state as if another computer had the film. Returns a function that makes this state with the present time. */
    async function hadElsewhere(): Promise<() => string> {
      await film('Film.srt');
      let text = '';
      const network = standIn(async () => {
        text = await readFile(partial(), 'utf8');
        return undefined;
      });
      await run(['Film.srt', ...ASKED], { network: network.fetch });
      await rm(at('Film.pt-BR.srt'));
      const { terminal, ...project } = JSON.parse(text);
      const stateNow = () =>
        JSON.stringify({ ...project, terminal: { ...terminal, host: 'nas', pid: 1, time: Date.now() } });
      await writeFile(partial(), stateNow());
      return stateNow;
    }

    const told = ({ lines }: Ran) => lines.map(({ event }) => event).filter((event) => event !== 'batch');

    test('looks again after two minutes, and translates the film if that computer has failed', async () => {
      await hadElsewhere();
      const ran = await run(['Film.srt', '--json', ...ASKED], { clock: clockOf(() => {}) });
      expect(ran.code).toBe(0);
      expect(told(ran)).toEqual(expect.arrayContaining(['wait', 'written']));
      expect(await readdir(at())).toEqual(['Film.pt-BR.srt', 'Film.srt']);
    });

    test('ends with 0 and without the film if that computer has confirmed meanwhile that it has it', async () => {
      const stateNow = await hadElsewhere();
      const ran = await run(['Film.srt', '--json', ...ASKED], {
        clock: clockOf(() => writeFileSync(partial(), stateNow())),
      });
      expect(ran.code).toBe(0);
      expect(told(ran).slice(-3)).toEqual(['priced', 'skipped', 'end']);
      expect(await readdir(at())).toEqual(['.Film.pt-BR.srt.partial.json', 'Film.srt']);
    });

    test('ends as an interrupted run if it is interrupted while it waits', async () => {
      await hadElsewhere();
      let started: FilmsRun | undefined;
      const ran = await run(['Film.srt', '--json', ...ASKED], {
        clock: createProgramClock(),
        onRun(run) {
          started = run;
        },
        interrupted: () => 130,
        streams: {
          out: (text) => {
            if (text.includes('"wait"')) queueMicrotask(() => started?.interrupt(0));
          },
          err: () => {},
          columns: () => undefined,
          now: Date.now,
        },
      });
      expect(ran.code).toBe(130);
    });
  });

  test('writes only the film to standard output, also if that is given by name', async () => {
    await film('Film.srt');
    const ran = await run(['Film.srt', '-o', '/dev/stdout', ...ASKED]);
    expect(ran).toMatchObject({ code: 0, out: '', err: '' });
    expect(new TextDecoder().decode(ran.written)).toMatch(/^1\n00:00.*\nT /);
  });

  test('ends with 3 for lines to review, only with --strict', async () => {
    await film('Film.srt', 3);
    const same = () =>
      standIn(({ phrases = {} }) =>
        Response.json({
          choices: [{ message: { content: JSON.stringify(phrases) }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        }),
      ).fetch;
    expect((await run(['Film.srt', '--strict', ...ASKED], { network: same() })).code).toBe(3);
    expect((await run(['Film.srt', '--overwrite', ...ASKED], { network: same() })).code).toBe(0);
  });

  test('writes a complete film although others fail', async () => {
    for (const name of ['E1.srt', 'E2.srt', 'E3.srt']) await film(name, 20);
    await film('E2.srt', 45);
    const network = standIn(({ phrases = {} }) =>
      '41' in phrases ? Response.json({ error: { message: 'No.' } }, { status: 400 }) : undefined,
    );
    const ran = await run(['E1.srt', 'E2.srt', 'E3.srt', ...ASKED], { network: network.fetch });
    expect(ran.code).toBe(1);
    expect(ran.out.split('\n').filter(Boolean)).toHaveLength(2);
    expect(await readdir(at())).toEqual(
      expect.arrayContaining(['E1.pt-BR.srt', 'E3.pt-BR.srt', '.E2.pt-BR.srt.partial.json']),
    );
  });

  test('writes the originals for missing lines with --fill-gaps', async () => {
    await film('Film.srt', 45);
    const network = standIn(({ phrases = {} }) =>
      '41' in phrases
        ? Response.json({ choices: [{ message: { content: '' }, finish_reason: 'content_filter' }], usage: {} })
        : undefined,
    );
    const ran = await run(['Film.srt', '--fill-gaps', ...ASKED], { network: network.fetch });
    expect(ran.code).toBe(0);
    const text = await readFile(at('Film.pt-BR.srt'), 'utf8');
    expect(text).toContain('\nT Фраза 40\n');
    expect(text).toContain('\nФраза 41\n');
  });
});

test('a signal before anything was sent ends with its code, even if a file has failed', () => {
  const outcome = {
    ...{ written: 0, skipped: 0, failed: 1, priced: 0, doubtful: 0, cost: 0, tokens: { input: 0, output: 0 } },
    ...{ isSent: false, why: '', unfinished: 3 },
  };
  expect(exitCode({ ...outcome, stopped: 'interrupted' }, { strict: false }, 143)).toBe(143);
  expect(exitCode({ ...outcome, stopped: undefined }, { strict: false }, 0)).toBe(2);
});

describe('the program waits', () => {
  test('after a signal for unanswered requests, but no longer than allowed', async () => {
    await film('Film.srt', 20);
    const network = interruptedWhen((count) => count === 1, 130, 200);
    const unanswered = standIn(async (asked, count) => {
      await network.before(asked, count);
      return new Promise(() => {});
    });
    const ran = await run(['Film.srt', ...ASKED], { ...network.parts, network: unanswered.fetch });
    expect(ran).toMatchObject({ code: 130, out: '', err: '' });
    expect(await readdir(at())).toEqual(['Film.srt']);
  });

  test('for no further standard input after a signal', async () => {
    let started: FilmsRun | undefined;
    const ran = run(['-', ...ASKED], {
      onRun: (run) => {
        started = run;
      },
      readStdin: async () => {
        started?.interrupt(Number.POSITIVE_INFINITY);
        throw new Error('It was closed.');
      },
      interrupted: () => 130,
    });
    expect(await ran).toMatchObject({ code: 130, out: '', err: '' });
  });

  test('no longer than --patience says', async () => {
    await film('Film.srt');
    await film('Other.srt');
    const network = () => standIn(() => Response.json({ error: { message: 'Busy.' } }, { status: 503 }));
    const args = ['Film.srt', 'Other.srt', '--patience', '12s', ...ASKED];
    const ran = await run(args, whenAllAreTried(network()));
    expect(ran.code).toBe(1);
    expect(ran.err).toBe(
      'No answer came for 12 s: Busy. 2 files are not finished. Give the same command again to continue.\n',
    );
    const { lines } = await run([...args, '--json'], whenAllAreTried(network()));
    expect(lines.filter(({ event }) => event === 'failed').map(({ message }) => message)).toEqual([
      'No answer came for 12 s: Busy.',
      'No answer came for 12 s: Busy.',
    ]);
    expect(lines.at(-1)).toMatchObject({ event: 'end', code: 1, failed: 2 });
  });

  /** The time of --patience is over when each of the six batches was tried three times, however slow the computer is. */
  function whenAllAreTried({ fetch, batches }: ReturnType<typeof standIn>) {
    const real = quickClock();
    const clock: Clock = {
      ...real,
      after(ms, callback) {
        if (ms < 10_000) return real.after(ms, callback);
        let cancel = real.after(ms, function ring() {
          cancel = batches() < 18 ? real.after(100, ring) : real.after(2_000, callback);
        });
        return () => cancel();
      },
    };
    return { network: fetch, clock };
  }

  test('for a server on this computer until the third try', async () => {
    await film('Film.srt', 20);
    const network = standIn(() => {
      throw new ConnectionFault('Nothing answers at 127.0.0.1:9: the connection is refused. Start the server there.');
    });
    const ran = await run(['Film.srt', '--url', 'http://127.0.0.1:9/v1', '--model', 'one', '--to', 'de'], {
      network: network.fetch,
    });
    expect(ran.code).toBe(1);
    expect(network.batches()).toBe(3);
    expect(ran.err).toBe(
      'Nothing answers at 127.0.0.1:9: the connection is refused. Start the server there. 1 file is not finished. Give the same command again to continue.\n',
    );
  });
});
