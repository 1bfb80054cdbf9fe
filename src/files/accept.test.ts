import { expect, test } from 'vitest';
import { checkUpload } from './accept.ts';

test.each(['film.srt', 'FILM.SRT', 'film.ru.Srt', '.srt'])('[S5.4] opens %s', (name) => {
  expect(checkUpload({ name, size: 100 })).toEqual({ ok: true, value: undefined });
});

test.each(['film.srt.mp4', 'srt', 'film.srt ', ''])(
  '[S5.4] refuses "%s", naming it and saying what to choose',
  (name) => {
    expect(checkUpload({ name, size: 100 })).toEqual({
      ok: false,
      error: `"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt.`,
    });
  },
);

test.each(['film.vtt', 'FILM.ASS', 'film.sbv'])(
  '[S5.4] refuses "%s" among .srt files, saying what opens it',
  (name) => {
    expect(checkUpload({ name, size: 100 })).toEqual({
      ok: false,
      error: `"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt, or open this one with “Open…”.`,
    });
    expect(checkUpload({ name, size: 100 }, { anyFormat: true }).ok).toBe(true);
  },
);

test('[D1.2] opens 20 MB to the byte, and refuses one byte more, saying both sizes', () => {
  const limit = 20 * 1024 * 1024;
  expect(checkUpload({ name: 'a.srt', size: limit }).ok).toBe(true);
  const refused = checkUpload({ name: 'a.srt', size: limit + 1 });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('21 MB; at most 20 MB') });
});

test.each(['Season 1.zip', 'film.srt.GZ', 'subs.rar', 'subs.7z'])(
  'what is packed is told to be unpacked: %s',
  (name) => {
    const told = `"${name}" is packed. Unpack it, and open the subtitle file that is in it.`;
    expect(checkUpload({ name, size: 100 })).toEqual({ ok: false, error: told });
    expect(checkUpload({ name, size: 100 }, { anyFormat: true })).toEqual({ ok: false, error: told });
  },
);
