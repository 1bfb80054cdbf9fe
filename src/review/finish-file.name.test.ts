import { expect, it } from 'vitest';
import type { FileFormat } from '../subtitles/document.ts';
import { savedName } from './finish-file.ts';

it.each<[opened: string, language: string | undefined, format: FileFormat, saved: string]>([
  ['Film.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.SRT', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.en.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.en-US.srt', 'pt-BR', 'srt', 'Film.pt-BR.srt'],
  ['Film.zh_Hans.srt', 'en', 'srt', 'Film.en.srt'],
  ['Film.eng.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.English.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.Русский.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.Brazilian_Portuguese.srt', 'de', 'srt', 'Film.de.srt'],
  ['Film.en.forced.srt', 'pt', 'srt', 'Film.pt.forced.srt'],
  ['Film.en.forced.sdh.srt', 'pt', 'srt', 'Film.pt.forced.sdh.srt'],
  ['Film.sdh.srt', 'pt', 'srt', 'Film.pt.sdh.srt'],
  ['Film.en.hi.srt', 'pt', 'srt', 'Film.pt.hi.srt'],
  ['Film.hi.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Show.S01E02.en.vtt', 'uk', 'vtt', 'Show.S01E02.uk.vtt'],
  ['Film.2019.srt', 'pt', 'srt', 'Film.2019.pt.srt'],
  ['en.srt', 'pt', 'srt', 'en.pt.srt'],
  ['It.srt', 'pt', 'srt', 'It.pt.srt'],
  ['Film.en.srt', undefined, 'srt', 'Film.srt'],
  ['Film.ass', 'pt', 'ass', 'Film.pt.ass'],
  ['subs.sbv.srt', 'pt', 'sbv', 'subs.sbv.pt.sbv'],
  ['Film', 'pt', 'srt', 'Film.pt.srt'],
  ['Just.Do.It.srt', 'pt', 'srt', 'Just.Do.It.pt.srt'],
  ['JUST.DO.IT.srt', 'pt', 'srt', 'JUST.DO.IT.pt.srt'],
  ['just.do.it.srt', 'pt', 'srt', 'just.do.it.pt.srt'],
  ['Log.Me.In.srt', 'pt', 'srt', 'Log.Me.In.pt.srt'],
  ['The.Black.Cat.srt', 'pt', 'srt', 'The.Black.Cat.pt.srt'],
  ['Just.Do.It.it.srt', 'pt', 'srt', 'Just.Do.It.pt.srt'],
  ['Film.it.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.IT.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['Film.Fr.srt', 'pt', 'srt', 'Film.pt.srt'],
  ['The.Constructor.srt', 'pt', 'srt', 'The.Constructor.pt.srt'],
  ['The.Constructor', 'pt', 'srt', 'The.Constructor.pt.srt'],
  ['', 'pt', 'srt', 'translated.pt.srt'],
])('[D1.4] %s in %s (%s) is saved as %s', (opened, language, format, saved) => {
  expect(savedName(opened, language, format)).toBe(saved);
});
