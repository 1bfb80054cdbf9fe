import { expect, test } from 'vitest';
import { partsOfName, savedName } from './saved-name.ts';

test.each([
  ['Film.srt', 'Film', undefined, []],
  ['Film.en.hi.srt', 'Film', 'en', ['hi']],
  ['Film.eng.forced.srt', 'Film', 'en', ['forced']],
  ['Film.pb.srt', 'Film', 'pt-BR', []],
  ['Film.pt_BR.sdh.srt', 'Film', 'pt-BR', ['sdh']],
  ['Film.spa-lat.srt', 'Film', 'es-419', []],
  ['Film.zh-hant.ass', 'Film', 'zh-Hant', []],
  ['Film.chs&jpn.ass', 'Film', undefined, []],
  ['Film.chs-eng.ass', 'Film', undefined, []],
  ['Film.chs.eng.ass', 'Film', undefined, []],
  ['Film.双语.ass', 'Film', undefined, []],
  ['Film (English).srt', 'Film', 'en', []],
  ['Film [ger].srt', 'Film', 'de', []],
  ['Film - Deutsch.srt', 'Film', 'de', []],
  ['Film.Brazilian-Portuguese.srt', 'Film', 'pt-BR', []],
  ['Film.Español (España).srt', 'Film', 'es', []],
  ['2_English.srt', '2', 'en', []],
  ['3_eng,English.srt', '3', 'en', []],
  ['film-eng.srt', 'film', 'en', []],
  ['pt-br.sdh.srt', '', 'pt-BR', ['sdh']],
  ['Film.both.pt.srt', 'Film', 'pt', []],
  ['Show.S01E01.1080p[h264]-BRUH.srt', 'Show.S01E01.1080p[h264]-BRUH', undefined, []],
  ['Just.Do.It.srt', 'Just.Do.It', undefined, []],
  ['Film.mkv', 'Film', undefined, []],
  ['Film.2019.mkv.de.srt', 'Film.2019.mkv', 'de', []],
  ['en.srt', 'en', undefined, []],
])('[D1.4] reads %s as the name %s, the language %s and the flags %j', (opened, name, language, flags) => {
  expect(partsOfName(opened)).toEqual({ name, language, flags });
});

test.each([
  ['of 255 letters', `${'x'.repeat(251)}.srt`, `${'x'.repeat(233)}.pt.srt`],
  ['of 255 bytes', `${'é'.repeat(122)}.forced.srt`, `${'é'.repeat(113)}.pt.forced.srt`],
  ['with whole emoji', `${'😀'.repeat(62)}.srt`, `${'😀'.repeat(58)}.pt.srt`],
  ['which ends with its language', `${'x'.repeat(247)}.pt.srt`, `${'x'.repeat(233)}.pt.srt`],
])('[D1.4] shortens a name %s, so that every file system can store it', (_, opened, saved) => {
  expect(savedName(opened, 'pt', 'srt')).toBe(saved);
  expect(new TextEncoder().encode(saved).length).toBeLessThanOrEqual(240);
});
