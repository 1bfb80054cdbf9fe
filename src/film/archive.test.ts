import { expect, test } from 'vitest';
import { archiveName, archivePaths, createNumbering, labelsOf, namesInList, shortNamesOf } from './archive.ts';

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

test('[D18.1] names equal files by their paths, in the list and in sentences about its films', () => {
  const rows = ['A', 'S/Season 1/E1', 'S/Season 2/E2', 'S/Season 10/\u202eE1'].map((path) => ({ id: path, path }));
  expect(labelsOf(rows)).toEqual(['A', 'S/Season 1/E1', 'E2', 'S/Season 10/E1']);
  expect(labelsOf(rows.slice(1)), 'within the folder of all').toEqual(['Season 1/E1', 'E2', 'Season 10/E1']);
  expect(rows.map(namesInList(rows))).toEqual(labelsOf(rows));
  expect(namesInList(rows)({ id: 'gone', path: 'S/E1.srt' })).toBe('E1.srt');
});

test.each([
  ['Show.S01E01.srt Show.S01E02.srt Show.S01E10.srt', 'S01E01 S01E02 S01E10'],
  ['E1.srt E2.srt', 'E1 E2'],
  ['Lecture_01_en.srt Lecture_02_en.srt', '01 02'],
  ['A.srt A.vtt', 'srt vtt'],
  ['Show.srt Show.pt.srt', 'Show.srt pt'],
  ['A.srt', 'A.srt'],
])('[D18.9] %s: short names are %s', (names, short) => {
  expect(shortNamesOf(names.split(' ').map((path) => ({ path })))).toEqual(short.split(' '));
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

test.each([
  ['S/E1.pt.srt', 'S/E1 (2).pt.srt'],
  ['S.1/E1.both.pt-BR.forced.srt', 'S.1/E1 (2).both.pt-BR.forced.srt'],
  ['E1.3-of-5.pt.srt', 'E1.3-of-5 (2).pt.srt'],
  ['E1.translated.srt', 'E1.translated (2).srt'],
  ['pt-BR.srt', 'pt-BR (2).srt'],
  ['S/.srt', 'S/ (2).srt'],
  ['_', '_ (2)'],
])('[D18.5] %s with a number is %s: players read the language between the last two dots', (path, second) => {
  const numbered = createNumbering();
  expect([numbered(path), numbered(path), numbered(path)]).toEqual([path, second, second.replace('2', '3')]);
});

test('[D18.13] into a folder, a browser can write each file: invisible characters and blanks at the ends are not allowed there', () => {
  const named = [
    { path: 'Show/a.srt', name: 'می\u200cخواهم.pt.srt' },
    { path: 'Show/b.srt', name: '\u202e👩\u200d🚀.pt.srt' },
    { path: 'Show/c.srt', name: ' ~c.pt.srt' },
    { path: 'Show/d.srt', name: '.d.pt.srt' },
    { path: 'Show/e.srt', name: 'میخواهم.pt.srt' },
  ];
  const paths = ['میخواهم.pt.srt', '👩🚀.pt.srt', '_c.pt.srt', '.d.pt.srt', 'میخواهم (2).pt.srt'];
  for (const into of ['own-folders', 'chosen-folder'] as const)
    expect(archivePaths(named, into)).toEqual({ paths, numbered: [paths[4]], replaced: ['_c.pt.srt'] });
  expect(archivePaths(named).paths).toEqual(named.map(({ name }) => name));
});
