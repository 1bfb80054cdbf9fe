import { expect, test } from 'vitest';
import { archiveName, archivePaths } from './archive.ts';

const files = (...paths: readonly string[]) =>
  paths.map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1).replace('.srt', '.pt.srt') }));

test('[D18.5] keeps the paths within the folder, and names the archive after it', () => {
  const season = files('Show/Season 1/E1.srt', 'Show/Season 2/E1.srt', 'Show/Extra.srt');
  expect(archivePaths(season)).toEqual({
    paths: ['Season 1/E1.pt.srt', 'Season 2/E1.pt.srt', 'Extra.pt.srt'],
    numbered: [],
    replaced: [],
  });
  expect(archiveName(season, 'pt')).toBe('Show.pt.zip');
});

test.each([
  [['Show.S01E01.1080p.srt', 'Show.S01E02.1080p.srt'], 'Show.pt.zip'],
  [['Show.E01.srt', 'Show.E12.srt'], 'Show.pt.zip'],
  [['Talk 9.en.srt', 'Talk 10.en.srt'], 'Talk.pt.zip'],
  [['01.srt', '02.srt'], 'subtitles.pt.zip'],
  [['A.srt', 'B.srt'], 'subtitles.pt.zip'],
  [['A/1.srt', 'B/1.srt'], 'subtitles.pt.zip'],
])('[D18.5] names the archive of %j', (paths, name) => {
  expect(archiveName(files(...paths), 'pt')).toBe(name);
});

test('[D18.5] no path leads out, Windows can write each, and no two are equal', () => {
  const { paths, numbered, replaced } = archivePaths([
    { path: '../../etc/passwd', name: '..' },
    { path: 'A/x', name: 'a:b?.srt' },
    { path: 'B/x', name: 'CON.srt' },
    { path: 'B/y', name: 'con_.SRT' },
    { path: 'C./x', name: 'É.srt'.normalize('NFD') },
    { path: 'C./y', name: 'é.srt' },
    { path: 'C./z', name: '' },
    { path: 'D/x', name: 'LPT¹ .pt.srt' },
    { path: 'D/y', name: 'a\u0085b.srt' },
  ]);
  expect(paths).toEqual([
    '__/__/etc/__',
    'A/a_b_.srt',
    'B/CON_.srt',
    'B/con_ (2).SRT',
    `C_/${'É.srt'.normalize('NFD')}`,
    'C_/é (2).srt',
    'C_/_',
    'D/LPT¹_ .pt.srt',
    'D/a_b.srt',
  ]);
  expect(numbered).toEqual(['B/con_ (2).SRT', 'C_/é (2).srt']);
  expect(replaced).toEqual(paths.filter((path) => path !== 'B/con_ (2).SRT'));
});

test('[D18.13] into a folder, a browser can write each file: invisible characters and blanks at the ends are not allowed there', () => {
  const named = [
    { path: 'Show/a.srt', name: 'می\u200cخواهم.pt.srt' },
    { path: 'Show/b.srt', name: '\u202e👩\u200d🚀.pt.srt' },
    { path: 'Show/c.srt', name: ' ~c.pt.srt' },
    { path: 'Show/d.srt', name: '.d.pt.srt' },
    { path: 'Show/e.srt', name: 'میخواهم.pt.srt' },
  ];
  const paths = ['میخواهم.pt.srt', '👩🚀.pt.srt', '_c.pt.srt', '.d.pt.srt', 'میخواهم.pt (2).srt'];
  for (const into of ['own-folders', 'chosen-folder'] as const)
    expect(archivePaths(named, into)).toEqual({ paths, numbered: [paths[4]], replaced: ['_c.pt.srt'] });
  expect(archivePaths(named).paths).toEqual(named.map(({ name }) => name));
});
