import { describe, expect, it } from 'vitest';
import { kindOfTrack, type TrackEntry } from '../src/containers/matroska/tracks.ts';
import { hasSubtitleName } from '../src/files/endings.ts';
import { otherContentWords, otherNameWords } from '../src/files/other-formats.ts';
import { isOtherFilm, readingAfterEdit } from '../src/film/read-as.ts';
import { finishFile } from '../src/review/finish-file.ts';
import { savedName } from '../src/review/saved-name.ts';
import { FILE_FORMATS, type FileFormat, FORMATS, formatName, recognizeFormat } from '../src/subtitles/formats.ts';
import { readDocument } from '../src/subtitles/read-document.ts';
import { SAVED_FORMATS } from '../src/subtitles/saved-formats.ts';
import { phraseAtCursor } from '../src/ui/panels/video/phrase-at-cursor.ts';

interface FormatSample {
  readonly head: string;
  readonly phrase: (text: string, second: number) => string;
  readonly end: string;
  /** CodecIDs of its tracks in Matroska films; empty: films have no such tracks. */
  readonly tracks: readonly string[];
}

const clock = (second: number, mark: string): string => `0${mark === '.' ? '' : '0'}:00:0${second}${mark}`;
const events = {
  head: '',
  phrase: (text: string, at: number) => `Dialogue: 0,0:00:0${at}.00,0:00:0${at}.90,D,,0,0,0,,${text}\n`,
  end: '',
};

/** The compiler asks for a sample of a new format. */
const FORMAT_SAMPLES: Readonly<Record<FileFormat, FormatSample>> = {
  srt: {
    head: '',
    phrase: (text, at) => `${at + 1}\n${clock(at, ',')}000 --> ${clock(at, ',')}900\n${text}\n\n`,
    end: '',
    tracks: ['S_TEXT/UTF8', 'S_TEXT/ASCII'],
  },
  vtt: {
    head: 'WEBVTT\n\n',
    phrase: (text, at) => `0${clock(at, '.')}000 --> 0${clock(at, '.')}900\n${text}\n\n`,
    end: '',
    tracks: ['S_TEXT/WEBVTT', 'D_WEBVTT/SUBTITLES'],
  },
  ass: {
    ...events,
    head: '[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n',
    tracks: ['S_TEXT/ASS', 'S_ASS'],
  },
  ssa: {
    ...events,
    head: '[Script Info]\nScriptType: v4.00\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n',
    tracks: ['S_TEXT/SSA', 'S_SSA'],
  },
  sbv: {
    head: '',
    phrase: (text, at) => `${clock(at, '.')}000,${clock(at, '.')}900\n${text}\n\n`,
    end: '',
    tracks: [],
  },
  ttml: {
    head: '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n',
    phrase: (text, at) => `<p begin="${at}s" dur="0.9s">${text}</p>\n`,
    end: '</div></body></tt>\n',
    tracks: [],
  },
  sub: { head: '{1}{1}25\n', phrase: (text, at) => `{${at * 25}}{${at * 25 + 22}}${text}\n`, end: '', tracks: [] },
  lrc: { head: '', phrase: (text, at) => `[00:0${at}.00]${text}\n`, end: '', tracks: [] },
};

const TEXTS = 'Hello the sea/Shop of the street/The ship goes down/All is over now/Bye to all/Nobody knows'.split('/');
const OTHERS = 'Wer da?/Bäckerei an der Ecke/Niemand weiß es/Ende der Fahrt/Leb wohl/Keiner geht'.split('/');

describe.each(FILE_FORMATS)('the format %s', (format) => {
  const { head, phrase, end } = FORMAT_SAMPLES[format];
  const { endings, named } = FORMATS[format];
  const filmOf = (texts: readonly string[]): string => head + texts.map(phrase).join('') + end;
  const film = filmOf(TEXTS);
  const textsOf = (text: string): readonly string[] => {
    const read = readDocument(text, format);
    if (!read.ok) throw new Error(read.error.message);
    return read.value.phrases.map((each) => each.text);
  };

  it('[D13.4] recognizes and reads its film, also behind a byte-order mark and with other line ends', () => {
    for (const text of [film, `\uFEFF${film}`, film.replaceAll('\n', '\r\n')]) {
      expect(recognizeFormat(text)).toBe(format);
      expect(textsOf(text)).toEqual(TEXTS);
    }
  });

  it('has endings and a name of its own, and its files are not refused as of another format', () => {
    expect(named.endsWith(` ${formatName(format)}`)).toBe(true);
    expect(otherContentWords('a', film)).toBeUndefined();
    for (const ending of endings) {
      expect(FILE_FORMATS.filter((other) => FORMATS[other].endings.includes(ending))).toEqual([format]);
      expect(hasSubtitleName(`Film${ending.toUpperCase()}`)).toBe(true);
      expect(otherNameWords(`Film${ending}`)).toBeUndefined();
      expect(savedName(`Film.en${ending}`, 'pt', format)).toBe(`Film.pt${ending}`);
    }
    expect(savedName('', undefined, format)).toBe(`translated.${format}`);
  });

  it('[D1.20] keeps the name of a film that is edited, and not of another film in its place', () => {
    const opened = { sourceText: film, fileName: 'Film.x', readAs: format, withoutStyles: [] };
    const edited = filmOf(TEXTS.map((text) => text.replaceAll('the', 'that')));
    const other = filmOf(OTHERS);
    expect(readingAfterEdit(opened, edited)).toMatchObject({ fileName: 'Film.x', readAs: format });
    expect(readingAfterEdit(opened, other)).toMatchObject({ fileName: '' });
    expect(isOtherFilm(film, other)).toBe(true);
    expect(isOtherFilm(film, edited)).toBe(false);
  });

  it('finds the phrase in which the cursor stands', () => {
    const read = readDocument(film, format);
    const phrases = read.ok ? read.value.phrases : [];
    for (const [index, text] of TEXTS.entries()) {
      expect(phraseAtCursor(phrases, film, film.indexOf(text) + 1, format)).toBe(phrases[index]?.number);
    }
  });

  it('saves with the line ends, the mark, the lines and the looks of its row', () => {
    const { lineEnds, mayHaveMark, hasLines, hasLooks } = SAVED_FORMATS[format];
    const sourceText = film.replaceAll('\n', '\r\n');
    const file = { translated: sourceText, sourceText, readAs: format, withoutStyles: [], language: 'de' };
    expect(finishFile(file, {}).includes('\r')).toBe(lineEnds === 'file');
    const forTv = finishFile(file, { lineEnds: 'tv' });
    expect(forTv.startsWith('\uFEFF')).toBe(mayHaveMark);
    expect(textsOf(forTv)).toEqual(TEXTS);
    const read = readDocument(film, format);
    const inLines = read.ok ? read.value.write(new Map([[read.value.phrases[0]?.number ?? 0, 'One\ntwo']])) : '';
    expect(textsOf(inLines)[0]).toBe(hasLines ? 'One\ntwo' : 'One two');
    const both = { ...file, translated: filmOf(OTHERS), sourceText: film };
    const isLooked = finishFile(both, { both: 'below', look: 'italics' }) !== finishFile(both, { both: 'below' });
    expect(isLooked).toBe(hasLooks);
  });
});

const TRACKS = FILE_FORMATS.flatMap((format) => FORMAT_SAMPLES[format].tracks.map((codecId) => ({ format, codecId })));
it.each(TRACKS)('a track $codecId of a Matroska film opens as $format', ({ format, codecId }) => {
  const entry: Partial<TrackEntry> = { codecId, packings: [], packingsOfHead: [] };
  expect(kindOfTrack(entry as TrackEntry)[1]).toBe(format);
});
