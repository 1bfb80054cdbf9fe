import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { FILE_FORMATS, FORMATS } from '../subtitles/formats.ts';
import {
  FOLDERS,
  type Folders,
  findSources,
  isOfLanguage,
  pathsInList,
  readWhole,
  type SourcesWanted,
  unreadWords,
} from './sources.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHi\n';
const SUB = '{25}{50}Hi\n';
const TTML = '<tt><body><div><p begin="1s" end="2s">Hi</p></div></body></tt>';

/** A disk with these files; folders are the beginnings of their paths. A value that begins with "→" is a link. */
function diskOf(files: Readonly<Record<string, string>> | readonly string[]): Folders {
  const texts = new Map(Array.isArray(files) ? files.map((path) => [path, '']) : Object.entries(files));
  const paths = [...texts.keys()];
  const isFolder = (path: string) => path === '.' || paths.some((each) => each.startsWith(`${path}/`));
  function real(given: string): string {
    const path = given.replace(/\/$/, '');
    const [, target] = /^→(.*)$/.exec(texts.get(path) ?? '') ?? [];
    if (target !== undefined) return real(target);
    const slash = path.lastIndexOf('/');
    return slash < 0 ? path : `${real(path.slice(0, slash))}/${path.slice(slash + 1)}`;
  }
  const kindOf = (path: string) => {
    const text = texts.get(path);
    if (text?.startsWith('→')) return 'link';
    return text === undefined ? (isFolder(path) ? 'folder' : undefined) : 'file';
  };
  return {
    async list(folder) {
      const inside = folder === '.' ? '' : `${real(folder)}/`;
      const names = paths
        .filter((path) => path.startsWith(inside))
        .map((path) => path.slice(inside.length).split('/')[0]);
      return [...new Set(names)].reverse().map((name = '') => {
        const kind = kindOf(inside + name) ?? 'other';
        return { name, kind };
      });
    },
    async look(path) {
      const kind = kindOf(real(path));
      return kind === 'link' ? undefined : kind;
    },
    realPath: async (path) => real(path),
    head: async (path) => texts.get(real(path)) ?? '',
    changedAt: async () => 0,
  };
}

const WANTED: SourcesWanted = {
  named: ['f'],
  listed: [],
  isRecursive: false,
  from: undefined,
  targets: ['pt-BR'],
  skipLanguage: undefined,
  overwrite: false,
  out: undefined,
  outputFile: undefined,
  isBoth: false,
};

const find = (disk: Folders, wanted: Partial<SourcesWanted> = {}) => findSources(disk, { ...WANTED, ...wanted });

async function namesOf(disk: Folders, wanted: Partial<SourcesWanted> = {}) {
  const { sources } = await find(disk, wanted);
  return sources.map(({ path }) => path);
}

/** In the folder "f". */
const inF = (...names: readonly string[]) => diskOf(names.map((name) => `f/${name}`));

test('if nobody names the language, the oldest file is the source, because the others may be its translations', async () => {
  const disk = {
    ...inF('Film.de.srt', 'Film.en.srt', 'Film.es.srt'),
    changedAt: async (path: string) => (/en/.test(path) ? 1 : 2),
  };
  expect(await namesOf(disk)).toEqual(['f/Film.en.srt']);
  expect(await namesOf(disk, { from: 'es' })).toEqual(['f/Film.es.srt']);
  expect(await namesOf(inF('Film.de.srt', 'Film.en.srt'))).toEqual(['f/Film.de.srt']);
});

describe('a folder', () => {
  it('gives its films and subtitles in natural order', async () => {
    const names = [
      'E10.srt',
      'E2.srt',
      'e1.srt',
      'E3.mkv',
      'E4.vtt',
      'E5.ass',
      'E6.ssa',
      'E7.sbv',
      'E8.webm',
      'E9.mp4',
    ];
    expect(await namesOf(inF(...names, 'E11.m4v', 'E12.MOV', 'E13.project.json'))).toEqual(
      'e1.srt E2.srt E3.mkv E4.vtt E5.ass E6.ssa E7.sbv E8.webm E9.mp4 E10.srt E11.m4v E12.MOV E13.project.json'
        .split(' ')
        .map((name) => `f/${name}`),
    );
  });

  test.each([
    ['.hidden.srt', '.Film.pt-BR.srt.partial.json', '@eaDir', 'sample.mkv', 'Sample.srt', 'Film-sample.mkv'],
    ['Film.sample.mkv', 'Film-trailer.mkv', 'Film-trailer.en.srt', 'Film.nfo', 'Film.jpg', 'package.json', 'Film.avi'],
  ])('does not look at %s, %s, %s …', async (...names) => {
    expect(await namesOf(inF(...names))).toEqual([]);
  });

  it.each(['Sampled.srt', 'The Free Sample.srt', 'Film-trailer-park.srt', 'trailer.srt', 'Example.srt'])(
    'looks at %s',
    async (name) => {
      expect(await namesOf(inF(name))).toEqual([`f/${name}`]);
    },
  );

  it('takes a .txt file that holds subtitles', async () => {
    const disk = diskOf({ 'f/a.txt': SRT, 'f/b.txt': 'Read me.', 'f/c.txt': 'WEBVTT\n' });
    expect(await namesOf(disk)).toEqual(['f/a.txt', 'f/c.txt']);
  });

  it('[D19.2] takes the files of every format', async () => {
    const endings = FILE_FORMATS.flatMap((format) => FORMATS[format].endings);
    const files = endings.map((ending, at) => [`f/${at}${ending}`, ending === '.sub' ? SUB : TTML] as const);
    expect(await namesOf(diskOf(Object.fromEntries(files)))).toEqual(files.map(([path]) => path));
  });

  it('[D19.2] does not take an .xml file of another program, or a .sub file with pictures', async () => {
    expect(await namesOf(diskOf({ 'f/movie.xml': '<movie/>', 'f/Film.sub': '\0\0\x01\xba' }))).toEqual([]);
  });

  it.each(['Film.ttml', 'Film.dfxp', 'Film.xml', 'Film.sub', 'Film.lrc'])(
    '[D19.2] does not translate %s again if its translation exists',
    async (name) => {
      const text = /[tx]/.test(name.slice(5)) ? TTML : SUB;
      expect(await namesOf(diskOf({ [`f/${name}`]: text }))).toEqual([`f/${name}`]);
      expect(await namesOf(diskOf({ [`f/${name}`]: text, [`f/Film.pt-BR${name.slice(4)}`]: text }))).toEqual([]);
    },
  );

  it('[D19.2] does not count pictures beside a video as its translation', async () => {
    const disk = diskOf({ 'f/Film.mkv': '', 'f/Film.pt-BR.sub': '\0\0\x01\xba' });
    expect(await namesOf(disk)).toEqual(['f/Film.mkv']);
  });

  const TREE = [
    'f/a.srt',
    'f/B/c.srt',
    'f/B/10/d.srt',
    'f/B/9/e.srt',
    'f/C.srt',
    'f/.git/x.srt',
    'f/@eaDir/x.srt',
    'f/Sample/x.srt',
  ];
  it('is searched with its subfolders on request', async () => {
    expect(await namesOf(diskOf(TREE))).toEqual(['f/a.srt', 'f/C.srt']);
    const { sources } = await find(diskOf(TREE), { isRecursive: true });
    expect(sources.map(({ path, below }) => [path, below])).toEqual([
      ['f/a.srt', ''],
      ['f/B/9/e.srt', 'B/9'],
      ['f/B/10/d.srt', 'B/10'],
      ['f/B/c.srt', 'B'],
      ['f/C.srt', ''],
    ]);
  });

  it('takes no translation for a source whose name has a line break or another control character', async () => {
    const disk = inF('new\nline.srt', 'new_line.fr.srt', 'esc\x1b[31m.srt', 'esc_[31m.fr.srt');
    expect(await namesOf(disk)).toEqual(['f/esc\x1b[31m.srt', 'f/new\nline.srt']);
  });

  it('gives each file once, in whatever ways it was given and linked', async () => {
    const files = {
      'f/a.srt': '',
      'f/b.srt': '→f/a.srt',
      'f/in': '→f',
      'f/g': '→h',
      'h/c.srt': '',
      'h/f': '→f',
      'f/x.srt': '→none',
    };
    const disk = diskOf(files);
    expect(
      await namesOf(disk, { named: ['f', './f', 'f/a.srt', 'f/b.srt', 'h'].slice(0, 5), isRecursive: true }),
    ).toEqual(['f/a.srt', 'f/g/c.srt']);
  });

  it('that cannot be read is reported', async () => {
    const disk = diskOf(['f/a.srt', 'f/b/c.srt', 'g/d.srt']);
    const refuse = (path: string) => /^g|b$/.test(path);
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    const list: Folders['list'] = (folder) => (refuse(folder) ? Promise.reject(refused) : disk.list(folder));
    expect(await find({ ...disk, list }, { named: ['f', 'g', 'none.srt'], isRecursive: true })).toMatchObject({
      sources: [{ path: 'f/a.srt' }],
      left: [{ path: 'f/b', reason: 'it cannot be read' }],
      missing: [
        {
          path: 'g',
          message: 'It cannot be read: this user may not read it. Change its permissions, or leave it out.',
        },
        { path: 'none.srt', message: 'It does not exist. Check its name and its folder.' },
      ],
    });
  });
});

describe('of one film', () => {
  test.each<[string, Partial<SourcesWanted>, string, string]>([
    ['Film.mkv Film.en.srt', {}, 'Film.en.srt', 'Film.mkv'],
    ['Film.mkv Film.de.srt Film.en.srt', {}, 'Film.de.srt', 'Film.en.srt Film.mkv'],
    ['Film.mkv Film.de.srt Film.en.srt', { from: 'en' }, 'Film.en.srt', 'Film.de.srt Film.mkv'],
    ['Film.mkv Film.de.srt Film.eng.srt', { from: 'en-US' }, 'Film.eng.srt', 'Film.de.srt Film.mkv'],
    ['Film.de.srt Film.mkv', { from: 'en' }, 'Film.mkv', 'Film.de.srt'],
    ['Film.srt Film.mkv', { from: 'en' }, 'Film.srt', 'Film.mkv'],
    ['Film.srt Film.en.srt', { from: 'en' }, 'Film.en.srt', 'Film.srt'],
    ['Film.srt Film.en.srt Film.de.srt', {}, 'Film.srt', ''],
    ['Film.en.srt Film.en.hi.srt Film.en.forced.srt', {}, 'Film.en.srt', 'Film.en.forced.srt Film.en.hi.srt'],
    ['Film.en.hi.srt Film.en.forced.srt', {}, 'Film.en.hi.srt', 'Film.en.forced.srt'],
    ['Film.en.forced.srt Film.mkv', {}, 'Film.mkv', 'Film.en.forced.srt'],
    ['Film.srt Film.vtt Film.txt', {}, 'Film.srt', 'Film.vtt'],
    ['Film.project.json Film.srt', {}, 'Film.srt', 'Film.project.json'],
    ['Film.project.json Film.mkv', {}, 'Film.project.json', 'Film.mkv'],
    ['Film.pt-PT.srt Film.ru.srt', {}, 'Film.ru.srt', 'Film.pt-PT.srt'],
    ['Film.mp4 Film.mkv', {}, 'Film.mkv', 'Film.mp4'],
    ['Johnny.English.mkv Johnny.English.srt', {}, 'Johnny.English.srt', 'Johnny.English.mkv'],
    ['Johnny.English.mkv Johnny.English.en.srt', {}, 'Johnny.English.en.srt', 'Johnny.English.mkv'],
    [
      'Show.1080p.[h264]-BRUH.mkv Show.1080p.[h264]-BRUH.en.srt',
      {},
      'Show.1080p.[h264]-BRUH.en.srt',
      'Show.1080p.[h264]-BRUH.mkv',
    ],
    ['Show.mkv Show.S01E01.srt Show.S01E02.srt', {}, 'Show.mkv Show.S01E01.srt Show.S01E02.srt', ''],
    ['Film.srt Film.zh-Hans.srt Film.zh-Hant.srt', { from: 'zh-TW' }, 'Film.zh-Hant.srt', 'Film.srt'],
  ])('%s (%j) %s is translated', async (names, wanted, chosen, others) => {
    const { sources, left } = await find(inF(...names.split(' ')), wanted);
    const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path.slice(2)).join(' ');
    expect([paths(sources), paths(left)]).toEqual([chosen, others]);
    for (const { reason } of left)
      expect(reason).toContain(`it is not needed, because ${chosen} is translated instead`);
  });

  it('a file beside a video may be an earlier translation, and the program says so if nobody names the language of the film', async () => {
    const hint = 'If Film.en.srt is a translation, too, name the language of the film: --from LANGUAGE';
    const reasonsOf = async (from: string | undefined) =>
      (await find(inF('Film.mkv', 'Film.en.srt'), { from })).left.map(({ reason }) => reason);
    expect(await reasonsOf(undefined)).toEqual([expect.stringContaining(hint)]);
    expect(await reasonsOf('en')).toEqual([expect.not.stringContaining(hint)]);
  });

  it('only the file that was given as an argument is translated', async () => {
    const disk = inF('Film.srt', 'Film.en.srt', 'Film.pt-BR.srt');
    const { sources, left } = await find(disk, { named: ['f', 'f/Film.en.srt'], overwrite: true });
    expect(sources).toMatchObject([{ path: 'f/Film.en.srt', origin: 'named' }]);
    expect(left).toEqual([
      { path: 'f/Film.srt', reason: 'it is not needed, because Film.en.srt is translated instead', output: undefined },
    ]);
    expect(await namesOf(disk, { named: ['f/Film.en.srt', 'f/Film.srt'], overwrite: true })).toEqual([
      'f/Film.en.srt',
      'f/Film.srt',
    ]);
    expect(await namesOf(disk, { named: ['f/Film.pt-BR.srt'] })).toEqual(['f/Film.pt-BR.srt']);
  });
});

describe('a film that is done', () => {
  test.each<[string, Partial<SourcesWanted>, string]>([
    ['Film.srt Film.pt-BR.srt', {}, 'Film.pt-BR.srt'],
    ['Film.en.hi.srt Film.pt-BR.hi.srt', {}, 'Film.pt-BR.hi.srt'],
    ['Film.en.hi.srt Film.pt-BR.srt', {}, ''],
    ['Film.srt Film.pt.srt', {}, ''],
    ['Film.srt Film.pt-BR.vtt', {}, ''],
    ['Film.mkv Film.pt-BR.ass', {}, 'Film.pt-BR.ass'],
    ['Film.mkv Film.pt-BR.sdh.srt', {}, 'Film.pt-BR.sdh.srt'],
    ['Film.project.json Film.pt-BR.vtt', {}, 'Film.pt-BR.vtt'],
    ['Film.srt Film.both.pt-BR.srt', {}, ''],
    ['Film.srt Film.both.pt-BR.srt', { isBoth: true }, 'Film.both.pt-BR.srt'],
    ['Film.srt Film.translated.srt', { targets: [undefined] }, 'Film.translated.srt'],
    ['Film.srt Film.pt-BR.srt', { overwrite: true }, ''],
  ])('among %s (%j) has the output "%s"', async (names, wanted, output) => {
    const { sources, left } = await find(inF(...names.split(' ')), wanted);
    const [name = ''] = names.split(' ');
    if (output === '') expect(sources).toMatchObject([{ path: `f/${name}`, targets: wanted.targets ?? ['pt-BR'] }]);
    else {
      expect(sources).toEqual([]);
      expect(left).toEqual([
        { path: `f/${name}`, reason: `it is translated already (${output} exists)`, output: `f/${output}` },
      ]);
    }
  });

  it('has its output in the folder of outputs', async () => {
    const disk = diskOf(['f/S1/a.srt', 'f/S1/b.srt', 'out/S1/a.pt-BR.srt', 'f/S1/b.pt-BR.srt', 'one.srt']);
    expect(await namesOf(disk, { out: 'out', isRecursive: true })).toEqual(['f/S1/b.srt']);
    expect(await find(disk, { named: ['f/S1/a.srt'], outputFile: 'one.srt' })).toMatchObject({
      left: [{ path: 'f/S1/a.srt', output: 'one.srt' }],
    });
  });

  it('into one of several languages is translated only into the others', async () => {
    const { sources } = await find(inF('Film.srt', 'Film.de.srt'), { targets: ['pt-BR', 'de', 'fr'] });
    expect(sources).toMatchObject([{ path: 'f/Film.srt', targets: ['pt-BR', 'fr'] }]);
  });

  it('is reported if only its translation remains, which can be translated only into other languages', async () => {
    expect(await find(inF('Film.pt-BR.srt'))).toMatchObject({
      sources: [],
      left: [{ path: 'f/Film.pt-BR.srt', reason: 'it is in Brazilian Portuguese already' }],
    });
    expect(await find(inF('Film.pt-BR.srt'), { targets: ['pt-BR', 'de'] })).toMatchObject({
      sources: [{ path: 'f/Film.pt-BR.srt', targets: ['de'] }],
    });
  });
});

test.each<[string, Partial<SourcesWanted>, readonly string[], boolean]>([
  ['f/Film.srt', { targets: ['pt-BR', 'de'] }, ['f/Film.pt-BR.srt', 'f/Film.de.srt'], true],
  ['f/Film.srt', { out: 'o' }, ['o/Film.pt-BR.srt'], true],
  ['f/Film.srt', { outputFile: 'x.srt' }, ['x.srt'], true],
  ['f/Film.txt', {}, ['f/Film.pt-BR.srt'], false],
  ['f/Film.mkv', {}, ['f/Film.pt-BR.srt'], false],
])('the outputs of %s (%j) are expected at %j', async (path, wanted, outputs, areSure) => {
  const { sources } = await find(diskOf([path]), { named: [path], ...wanted });
  expect(sources).toMatchObject([{ outputs, areSure }]);
});

describe('a language to skip', () => {
  test.each<[readonly string[], Partial<SourcesWanted>, readonly string[], readonly string[]]>([
    [['a.en.srt', 'a.pt.srt', 'b.en.srt'], {}, ['f/b.en.srt'], ['there are Portuguese subtitles already (a.pt.srt)']],
    [['a.en.srt', 'a.pt-BR.hi.srt'], {}, [], ['there are Portuguese subtitles already (a.pt-BR.hi.srt)']],
    [['a.mkv', 'a.por.srt'], { named: ['f/a.mkv'] }, [], ['there are Portuguese subtitles already (a.por.srt)']],
    [['a.mkv', 'b.por.srt'], { named: ['f/a.mkv'] }, ['f/a.mkv'], []],
    [
      ['a.en.srt', 'a.pt.srt'],
      { listed: ['f/a.en.srt'], named: [] },
      [],
      ['there are Portuguese subtitles already (a.pt.srt)'],
    ],
  ])('skips the films of %j (%j) except %j', async (names, wanted, chosen, reasons) => {
    const { sources, left } = await find(inF(...names), { targets: ['de'], skipLanguage: 'pt', ...wanted });
    expect(sources.map(({ path }) => path)).toEqual(chosen);
    expect(left.map(({ reason }) => reason).filter((reason) => / subtitles already /.test(reason))).toEqual(reasons);
  });

  it('names the video whose tracks must be checked', async () => {
    const { sources } = await find(inF('a.en.srt', 'a.mkv', 'b.srt'), { skipLanguage: 'pt' });
    expect(sources).toMatchObject([
      { path: 'f/a.en.srt', film: 'f/a.mkv' },
      { path: 'f/b.srt', film: undefined },
    ]);
    expect((await find(inF('a.en.srt', 'a.mkv'))).sources).toMatchObject([{ film: undefined }]);
  });

  test.each([
    ['pt', 'pt', true],
    ['pt-BR', 'pt', true],
    ['pt', 'pt-BR', false],
    ['pt-PT', 'pt-BR', false],
    ['zh-TW', 'zh-Hant', true],
    ['zh', 'zh-Hant', false],
    ['es', 'pt', false],
    [undefined, 'pt', false],
  ])('counts %s as %s: %s', (language, asked, expected) => {
    expect(isOfLanguage(language, asked)).toBe(expected);
  });
});

describe('a list', () => {
  test.each([
    ['a.srt\r\nb c.srt\n\n', false, ['a.srt', 'b c.srt']],
    ['\uFEFFa.srt', false, ['a.srt']],
    ['a\nb.srt\0c.srt\0', true, ['a\nb.srt', 'c.srt']],
    ['', false, []],
  ])('%j names files, a line each or separated by NUL (%s): %j', (text, isByNul, paths) => {
    expect(pathsInList(text, isByNul)).toEqual(paths);
  });

  it('gives files in its order, one of each film, and no outputs', async () => {
    const disk = inF('b.srt', 'a.srt', 'a.pt-BR.srt', 'c.en.srt', 'c.de.srt', 'd.txt', 'e.srt');
    const listed = ['f/b.srt', 'f/a.pt-BR.srt', 'f/e.srt', 'f/c.en.srt', 'f/c.de.srt', 'f/d.txt', 'f/none.srt'];
    const found = await find(disk, { named: [], listed, overwrite: true });
    expect(found.sources).toMatchObject([
      { path: 'f/b.srt', origin: 'listed' },
      { path: 'f/e.srt' },
      { path: 'f/c.en.srt' },
    ]);
    expect(found.left.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'f/d.txt it contains no subtitles',
      'f/a.pt-BR.srt it is in Brazilian Portuguese already',
      'f/c.de.srt it is not needed, because c.en.srt is translated instead',
    ]);
    expect(found.missing).toMatchObject([{ path: 'f/none.srt' }]);
  });

  test.each([
    ['S1/a.srt', 'S1'],
    ['./S1/a.srt', 'S1'],
    ['a.srt', ''],
    ['/S1/a.srt', ''],
    ['../S1/a.srt', ''],
  ])('%s lies in "%s" below the folder of outputs', async (path, below) => {
    const { sources } = await find(diskOf([path]), { named: [], listed: [path] });
    expect(sources).toMatchObject([{ path, below }]);
    expect((await find(diskOf([path]), { named: [path] })).sources).toMatchObject([{ path, below: '' }]);
  });

  it('gives the files of a folder in it', async () => {
    const disk = diskOf(['x/S1/a.srt', 'x/S1/b/c.srt']);
    const { sources } = await find(disk, { named: [], listed: ['x/S1/'], isRecursive: true });
    expect(sources).toMatchObject([
      { path: 'x/S1/a.srt', below: 'x/S1', origin: 'folder' },
      { path: 'x/S1/b/c.srt', below: 'x/S1/b' },
    ]);
  });
});

describe('on this computer', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'sources-')));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('links are followed once and never in a circle', async () => {
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    await writeFile(join(folder, 'a', 'Film 2.txt'), SRT);
    await writeFile(join(folder, 'a', 'b', 'Film 10.srt'), SRT);
    await symlink('..', join(folder, 'a', 'b', 'up'));
    await symlink('a', join(folder, 'link'));
    await symlink('none', join(folder, 'none.srt'));
    await symlink('loop', join(folder, 'loop'));
    await symlink(join('a', 'Film 2.txt'), join(folder, 'Film 1.srt'));
    const { sources, left, missing } = await find(FOLDERS, { named: [`${folder}/`], isRecursive: true });
    expect(sources.map(({ path, below }) => [path.slice(folder.length), below])).toEqual([
      ['/a/b/Film 10.srt', 'a/b'],
      ['/a/Film 2.txt', 'a'],
    ]);
    expect([left, missing]).toEqual([[], []]);
  });

  it('a path that is neither a file nor a folder can be given', async () => {
    expect((await find(FOLDERS, { named: ['/dev/null'] })).sources).toMatchObject([
      { path: '/dev/null', kind: 'text' },
    ]);
    expect((await find(FOLDERS, { named: [join(folder, 'none', 'x.srt')] })).missing).toHaveLength(1);
  });

  it('a file whose name is not UTF-8 is skipped with the reason, and another one of that name in UTF-8 is not', async () => {
    await writeFile(Buffer.from(`${folder}/caf\xe9.srt`, 'latin1'), SRT);
    const { sources, left } = await find(FOLDERS, { named: [folder] });
    expect(sources).toEqual([]);
    expect(left).toMatchObject([{ path: `${folder}/caf\uFFFD.srt`, reason: expect.stringContaining('UTF-8') }]);
    await writeFile(join(folder, 'caf\uFFFD.srt'), SRT);
    expect((await find(FOLDERS, { named: [folder] })).sources).toHaveLength(1);
  });

  it('a file that is too large for subtitles is not read into memory, and a project is', async () => {
    const wordsOf = (name: string) => readWhole(join(folder, name)).catch((error) => unreadWords('It', error));
    for (const name of ['Film.avi', 'Film.json']) {
      await writeFile(join(folder, name), '');
      await truncate(join(folder, name), 20 * 1024 * 1024 + 1);
    }
    expect(await wordsOf('Film.avi')).toMatch(
      /^"Film.avi" is too large for a subtitle file \(21 MB; at most 20 MB\)\./,
    );
    expect(await wordsOf('Film.json')).toHaveLength(20 * 1024 * 1024 + 1);
    expect(await wordsOf('none.srt')).toMatch(/^It does not exist\./);
  });

  it('a stream without end is read no further than subtitles can be long', async () => {
    const words = await readWhole('/dev/zero').catch((error) => unreadWords('It', error));
    expect(words).toMatch(/^"zero" is too large for a subtitle file \(21 MB; at most 20 MB\)\./);
  });

  it('2,000 files are found without opening one', async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `f/Lecture ${at + 1}.${at % 2 ? 'mkv' : 'srt'}`);
    const disk = diskOf([]);
    const list: Folders['list'] = async () => names.map((name) => ({ name: name.slice(2), kind: 'file' }));
    const look: Folders['look'] = async (path) => (path === 'f' ? 'folder' : undefined);
    const head = () => expect.unreachable('a file is opened');
    const { sources } = await find({ ...disk, list, look, head });
    expect([sources.length, sources[1]?.path, sources[1_999]?.path]).toEqual([
      2_000,
      'f/Lecture 2.mkv',
      'f/Lecture 2000.mkv',
    ]);
  });
});
