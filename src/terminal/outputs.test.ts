import { execFile } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createOutputs, DISK, type Disk, isStream, isThere, makeFolders, outputPath, safeName } from './outputs.ts';

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'outputs-')));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (...parts: readonly string[]) => join(folder, ...parts);
const bytes = (text: string) => new TextEncoder().encode(text);
const textAt = (...parts: readonly string[]) => readFile(at(...parts), 'utf8');
const outputs = () => createOutputs({ sources: [at('Film.srt')] });

const systemError = (code: string) => Object.assign(new Error(`${code}: refused`), { code });
const refusing = (name: keyof Disk, code: string): Disk => ({
  ...DISK,
  [name]: () => Promise.reject(systemError(code)),
});
/** A full disk: files can be made, but no byte can be written. */
const FULL: Disk = {
  ...DISK,
  async open(...given) {
    const handle = await open(...given);
    handle.writeFile = () => Promise.reject(systemError('ENOSPC'));
    return handle;
  },
};

test.each([
  ['Film.srt', '', undefined, 'Film.pt.srt'],
  ['./Film.srt', '', undefined, './Film.pt.srt'],
  ['/films/Film.srt', '', undefined, '/films/Film.pt.srt'],
  ['season/S01/Film.srt', 'S01', undefined, 'season/S01/Film.pt.srt'],
  ['season/Film.srt', '', 'out', 'out/Film.pt.srt'],
  ['season/S01/Film.srt', 'S01', './out/', './out/S01/Film.pt.srt'],
  ['season/S01/Film.srt', 'S01', '/', '/S01/Film.pt.srt'],
])('writes the translation of %s ("%s" below its folder; --out %s) to %s', (path, below, out, output) => {
  expect(outputPath({ path, below }, 'Film.pt.srt', out)).toBe(output);
});

test.each([
  ['../../etc/Film.srt', 'films/.._.._etc_Film.srt'],
  ['a\nb\0.srt', 'films/a_b_.srt'],
  ['..', 'films/translated.srt'],
  ['', 'films/translated.srt'],
])('the name %j from a project leads out of no folder', (name, output) => {
  expect(outputPath({ path: 'films/x.project.json', below: '' }, name, undefined)).toBe(output);
});

test.each([
  ['a:b?.pt.srt', 'a_b_.pt.srt'],
  ['CON.pt.srt', 'CON_.pt.srt'],
  ['Film. ', 'Film__'],
  ['..', 'translated.srt'],
])('writes the name %s in Windows as %s', (name, safe) => {
  expect(safeName(name, true)).toBe(safe);
});

describe('claim', () => {
  it('refuses a second source for one output, and the output of a source of its own again', async () => {
    const { claim } = outputs();
    expect(await claim(at('Film.pt.srt'), 'a.srt')).toBeUndefined();
    expect(await claim(at('Film.pt.srt'), 'a.srt')).toBeUndefined();
    expect(await claim(at('Film.pt.srt'), 'b.srt')).toMatch(/^a\.srt and b\.srt would get the same output: /);
    expect(await claim(at('x', '..', 'Film.pt.srt'), 'b.srt')).toContain('a.srt');
  });

  it('treats names that differ only in case as one if the system does', async () => {
    for (const foldsCase of [true, false]) {
      const { claim } = createOutputs({ foldsCase });
      expect(await claim(at('Café.pt.srt'), 'a.srt')).toBeUndefined();
      const other = await claim(at('CAFÉ.pt.srt'.normalize('NFD')), 'b.srt');
      expect(other === undefined).toBe(!foldsCase);
    }
  });

  it('refuses an output that is a source, also through a link', async () => {
    await writeFile(at('Film.srt'), '');
    await symlink('Film.srt', at('link.srt'));
    for (const name of ['Film.srt', 'link.srt'])
      expect(await outputs().claim(at(name), 'Film.en.srt')).toMatch(/is a file to translate/);
  });

  it('refuses two links to one output', async () => {
    await symlink('Film.pt.srt', at('one.srt'));
    await symlink('Film.pt.srt', at('two.srt'));
    const { claim } = outputs();
    expect(await claim(at('one.srt'), 'a.srt')).toBeUndefined();
    expect(await claim(at('two.srt'), 'b.srt')).toContain('a.srt');
  });

  it('refuses what cannot be written, and changes nothing', async () => {
    await mkdir(at('folder'));
    await writeFile(at('file'), '');
    const { claim } = outputs();
    expect(await claim(at('folder'), 'a.srt')).toMatch(/it is a folder/);
    expect(await claim(at('file', 'Film.pt.srt'), 'a.srt')).toMatch(/is not a folder\. Choose another one with --out/);
    const readOnly = createOutputs({ disk: refusing('access', 'EROFS') });
    expect(await readOnly.claim(at('Film.pt.srt'), 'a.srt')).toMatch(
      /may not write in .*permissions, or choose another/,
    );
    expect(await claim(at('new', 'deep', 'Film.pt.srt'), 'a.srt')).toBeUndefined();
    expect((await readdir(folder)).sort()).toEqual(['file', 'folder']);
  });
});

describe('claimAhead', () => {
  const expected = (path: string, output: string, origin = 'named', areSure = true) => {
    const outputs = [at(output)];
    return { path, origin, outputs, areSure };
  };

  it('refuses two outputs with one name for files that were given as arguments', async () => {
    const both = [expected('a.srt', 'Film.pt.srt'), expected('b.srt', 'Film.pt.srt')];
    expect(await outputs().claimAhead(both)).toContain('a.srt and b.srt would get the same output: ');
    expect(await outputs().claimAhead([expected('a.srt', 'Film.srt')])).toMatch(/is a file to translate/);
  });

  it('does not claim outputs that may get another name, nor those of files that no person has named', async () => {
    for (const [origin, areSure] of [
      ['named', false],
      ['folder', true],
    ] as const) {
      const { claim, claimAhead } = outputs();
      const both = ['a.mkv', 'b.mkv'].map((path) => expected(path, 'Film.pt.srt', origin, areSure));
      expect(await claimAhead(both)).toBeUndefined();
      expect(await claim(at('Film.pt.srt'), 'b.mkv')).toBeUndefined();
    }
  });

  it('looks at each folder once', async () => {
    const looked: unknown[] = [];
    const access: Disk['access'] = async (path) => void looked.push(path);
    const { claimAhead } = createOutputs({ disk: { ...DISK, access } });
    await mkdir(at('S1'));
    const files = ['S1/a.srt', 'S1/b.srt', 'c.srt'].map((path) => expected(path, path, 'folder'));
    expect(await claimAhead(files)).toBeUndefined();
    expect(looked).toEqual([at('S1'), folder]);
    const readOnly = createOutputs({ disk: refusing('access', 'EROFS') });
    expect(await readOnly.claimAhead(files)).toMatch(/S1\/a\.srt could not be written: this user may not write in/);
  });
});

describe('write', () => {
  it('writes a new file and its folders', async () => {
    expect(await outputs().write(at('new', 'deep', 'Film.pt.srt'), bytes('Olá'))).toBeUndefined();
    expect(await textAt('new', 'deep', 'Film.pt.srt')).toBe('Olá');
    expect(await readdir(at('new', 'deep'))).toEqual(['Film.pt.srt']);
  });

  it('replaces a file, and keeps its mode', async () => {
    await writeFile(at('Film.pt.srt'), 'before');
    await chmod(at('Film.pt.srt'), 0o646);
    expect(await outputs().write(at('Film.pt.srt'), bytes('after'))).toBeUndefined();
    expect(await textAt('Film.pt.srt')).toBe('after');
    expect((await stat(at('Film.pt.srt'))).mode & 0o777).toBe(0o646);
  });

  it.each([true, false])('follows a link whose file is there: %s', async (isThere) => {
    await mkdir(at('far'));
    if (isThere) await writeFile(at('far', 'Film.pt.srt'), 'before');
    await symlink(join('far', 'Film.pt.srt'), at('link'));
    await symlink('link', at('Film.pt.srt'));
    expect(await outputs().write(at('Film.pt.srt'), bytes('after'))).toBeUndefined();
    expect(await readlink(at('Film.pt.srt'))).toBe('link');
    expect(await textAt('far', 'Film.pt.srt')).toBe('after');
    expect(await readdir(at('far'))).toEqual(['Film.pt.srt']);
  });

  it('reports links in a circle', async () => {
    await symlink('b', at('a'));
    await symlink('a', at('b'));
    expect(await outputs().write(at('a'), bytes('x'))).toMatch(/could not be written/);
  });

  it('writes to a pipe, which stays one', async () => {
    await promisify(execFile)('mkfifo', [at('pipe')]);
    expect(await isStream(at('pipe'))).toBe(true);
    expect(await isThere(at('pipe'))).toBe(false);
    const read = readFile(at('pipe'), 'utf8');
    expect(await outputs().claim(at('pipe'), 'a.srt')).toBeUndefined();
    expect(await outputs().write(at('pipe'), bytes('through'))).toBeUndefined();
    expect(await read).toBe('through');
    expect(await readdir(folder)).toEqual(['pipe']);
  });

  it.each([
    ['/dev/null', true],
    ['/dev/stdout', true],
    ['/proc/self/fd/1', true],
    ['/dev/shm/Film.pt.srt', false],
  ])('writes directly to %s: %s', async (path, expected) => {
    expect(await isStream(path)).toBe(expected);
  });

  it.each<[string, Disk, RegExp]>([
    ['a full disk', FULL, /Film\.pt\.srt could not be written: the disk is full\. Make room, then give/],
    ['a folder that is read only', refusing('open', 'EACCES'), /this user may not write in .*choose another one/],
    ['a name that cannot be taken', refusing('rename', 'EPERM'), /may not write in/],
    ['a name that is too long', refusing('open', 'ENAMETOOLONG'), /too long for the disk\. Choose a shorter one/],
    ['another error', refusing('open', 'EIO'), /could not be written: EIO: refused\. Choose another folder/],
  ])('keeps the old file and leaves nothing behind: %s', async (_, disk, words) => {
    await writeFile(at('Film.pt.srt'), 'before');
    expect(await createOutputs({ disk }).write(at('Film.pt.srt'), bytes('after'))).toMatch(words);
    expect(await readdir(folder)).toEqual(['Film.pt.srt']);
    expect(await textAt('Film.pt.srt')).toBe('before');
  });

  it.runIf(process.platform === 'linux')('reports that no folder can be made in /proc, and ends', async () => {
    expect(await outputs().write('/proc/none/deep/Film.pt.srt', bytes('x'))).toMatch(
      /\/proc\/none\/deep is not a folder/,
    );
  });

  it('makes nested folders, and returns the new ones', async () => {
    await mkdir(at('there'));
    expect(makeFolders(at('there/a/b'))).toEqual([at('there/a'), at('there/a/b')]);
    expect(makeFolders(at('there/a/b'))).toEqual([]);
    await writeFile(at('file'), '');
    expect(() => makeFolders(at('file/in'))).toThrow('ENOTDIR');
  });

  it('reports that a folder cannot be replaced', async () => {
    expect(await outputs().write(folder, bytes('x'))).toMatch(/it is a folder/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes temporary files of a crash after a day, and no other file', async () => {
    const names = ['.subtitle-translator-1-aaaaaaaaaaaa.tmp', '.subtitle-translator-2-bbbbbbbbbbbb.tmp', '.mine.tmp'];
    for (const name of names) await writeFile(at(name), '');
    const dayAgoS = Date.now() / 1_000 - 25 * 60 * 60;
    for (const name of [names[0], names[2]]) await utimes(at(name ?? ''), dayAgoS, dayAgoS);
    await outputs().write(at('Film.pt.srt'), bytes('x'));
    expect((await readdir(folder)).sort()).toEqual(['.mine.tmp', names[1], 'Film.pt.srt']);
  });

  it('accepts names as long as the disk allows', async () => {
    const name = `${'я'.repeat(125)}.srt`;
    expect(await outputs().write(at(name), bytes('x'))).toBeUndefined();
    expect(await readdir(folder)).toEqual([basename(name)]);
    expect(await outputs().write(at(`я${name}`), bytes('x'))).toMatch(/too long/);
    expect(await readdir(folder)).toEqual([name]);
  });
});
