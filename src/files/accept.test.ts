import { expect, it, test } from 'vitest';
import { createFakeFolder } from '../../test/fake-folder.ts';
import { checkUpload, filesOfFolder } from './accept.ts';
import { decodeSubtitle } from './decode.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['film.smi', 'SAMI'],
  ['Film.SAMI', 'SAMI'],
  ['film.mpl', ' is an MPL2 file'],
  ['film.scc', ' is a Scenarist'],
  ['film.stl', ' is an STL file'],
  ['film.pac', 'PAC'],
  ['film.cap', 'Cavena'],
  ['film.usf', 'USF'],
  ['film.json', 'JSON'],
  ['film.idx', 'pictures'],
  ['film.sup', 'pictures'],
])('[D1.31] names the format of %s in the refusal, with advice: %s', (name, word) => {
  for (const anyFormat of [true, false]) {
    const { error } = checkUpload({ name, size: 100 }, { anyFormat }) as { error: string };
    expect(error).toContain(name);
    expect(error).toContain(word);
    expect(error).toMatch(/Subtitle Edit/);
  }
});

it.each([
  ['SAMI', '<SAMI>\n<HEAD>'],
  ['SAMI', '<?xml version="1.0"?>\n<!-- x -->\n<sami>'],
  ['SubViewer', '[TITLE]\nx\n[BEGIN]\n'],
  ['SubViewer', '[SUBTITLE]\n[COLF]&HFFFFFF\n'],
  ['QuickTime', '{QTtext} {font:Tahoma}\n'],
  ['an Avid file', '@ This file\n\n<begin subtitles>\n'],
  ['Final Cut', '<?xml version="1.0"?>\n<!DOCTYPE fcpxml>\n<fcpxml version="1.8">'],
  ['pictures', '<?xml version="1.0"?>\n<BDN Version="0.93">'],
  ['CSV', 'Number,Start,End,Text\n1,0,1,Hi\n'],
  ['RTF', '{\\rtf1\\ansi Hi}'],
  ['HTML', '<!DOCTYPE html>\n<html>'],
  ['MPL2', '[12][30]One|Two\n'],
  ['SCC', 'Scenarist_SCC V1.0\n'],
  ['EBU STL', `850STL25.01${'\0'.repeat(50)}`],
  ['Spruce STL', '$FontName = Arial\r\n00:00:01:00 , 00:00:02:00 , Hi\r\n'],
  ['SubViewer', '[INFORMATION]\n[TITLE]\n'],
  ['SubViewer', '00:00:01.00,00:00:02.00\nHi\n'],
  ['TMPlayer', '00:00:01:Hi there\n00:00:03:You\n'],
  ['USF', '<?xml version="1.0"?>\n<USFSubtitles version="1.0">'],
  ['YouTube', '<?xml version="1.0" ?><transcript><text start="1">'],
  ['JSON', '{"segments": [{"start": 1}]}'],
  ['pictures', `\0\0\u0001\u00ba${'\0'.repeat(50)}`],
  ['pictures', '# VobSub index file, v7\n'],
  ['pictures', `PG${'\0'.repeat(8)}\u0016\0`],
])('[D1.31] names the format of %s in the refusal by its content', (word, content) => {
  const found = decodeSubtitle(bytes(content), 'film.txt') as { error: string };
  expect(found.error).toContain(word);
  // The terminal says the same, and has no page.
  expect(found.error).not.toMatch(/this page|then open/);
});

it.each([
  '1\n00:00:01,000 --> 00:00:02,000\nHi\n',
  '{1}{1}25\n{25}{50}Hi\n',
  '[00:12.00]Hi\n',
  '[1] Hi\n',
  '[Script Info]\n',
  '0:00:01.000,0:00:02.000\nHi\n',
  'WEBVTT\n',
  'source,translation\nstart,início\n',
  'number;source;target\n1;a;b\n',
  '{25}{50}{Y:i}Hi\n',
  '[ti:Title]\n[00:12.00]Hi\n',
  '<?xml version="1.0"?>\n<tt xmlns="x"><body/></tt>',
  '12:00:05 Hi\n',
  '00:00:01,000 --> 00:00:02,000\nHi\n00:00:03,000 --> 00:00:04,000\n',
])('does not refuse the readable or repairable content %j', (content) => {
  expect(decodeSubtitle(bytes(content), 'film.txt').ok).toBe(true);
});

test.each(['film.srt', 'FILM.SRT', 'film.ru.Srt', '.srt'])('[S5.4] opens the file name %s', (name) => {
  expect(checkUpload({ name, size: 100 })).toEqual({ ok: true, value: undefined });
});

test.each(['film.srt.mp4', 'srt', 'film.srt ', ''])(
  '[S5.4] refuses the file name "%s" and says what to choose',
  (name) => {
    expect(checkUpload({ name, size: 100 })).toEqual({
      ok: false,
      error: `"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt.`,
    });
  },
);

test.each(['film.vtt', 'FILM.ASS', 'film.sbv'])(
  '[S5.4] refuses the file "%s" that replaces an .srt file, and says how to open it',
  (name) => {
    expect(checkUpload({ name, size: 100 })).toEqual({
      ok: false,
      error: `Open "${name}" with “Open…”. “Upload .srt” opens only .srt files.`,
    });
    expect(checkUpload({ name, size: 100 }, { anyFormat: true }).ok).toBe(true);
  },
);

test('[D1.2] accepts exactly 20 MB, and refuses one more byte with both sizes', () => {
  const limit = 20 * 1024 * 1024;
  expect(checkUpload({ name: 'a.srt', size: limit }).ok).toBe(true);
  const refused = checkUpload({ name: 'a.srt', size: limit + 1 });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('21 MB; at most 20 MB') });
});

test.each(['Season 1.zip', 'film.srt.GZ', 'subs.rar', 'subs.7z'])('asks the person to unpack %s', (name) => {
  const message = `"${name}" is an archive. Unpack it, then open the subtitle file in it.`;
  expect(checkUpload({ name, size: 100 })).toEqual({ ok: false, error: message });
  expect(checkUpload({ name, size: 100 }, { anyFormat: true })).toEqual({ ok: false, error: message });
});

test('[D18.1] finds the subtitles of a folder behind 5,000 pictures', async () => {
  const pictures = Array.from({ length: 5_000 }, (_, at) => [`${at}.jpg`, 'x'] as const);
  const { handle } = createFakeFolder('Show', Object.fromEntries([...pictures, ['E1.srt', 'x']]));
  const files = await filesOfFolder(handle);
  expect(files).toHaveLength(5_001);
  expect(files.at(-1)?.webkitRelativePath).toBe('Show/E1.srt');
});
