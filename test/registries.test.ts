import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { kindOfTrack, type TrackEntry } from '../src/containers/matroska/elements-and-tracks.ts';
import { otherContentWords, otherNameWords } from '../src/files/other-formats.ts';
import { spendingSchema } from '../src/film/accepted-facts.ts';
import { isOtherFilm, readingAfterEdit } from '../src/film/read-as.ts';
import {
  type Address,
  acceptNotes,
  areEmpty,
  type FilmNotes,
  NO_NOTES,
  type Person,
  type Term,
} from '../src/notes/notes.ts';
import { type Price, withCall } from '../src/prices/price.ts';
import {
  ENDPOINT_IDS,
  ENDPOINTS,
  fallbackModels,
  isCompatible,
  namedAs,
  nameOf,
  PROVIDERS,
  withArticle,
} from '../src/providers/endpoints.ts';
import { cleanKey, isStartOfKey, otherProviderOfKey } from '../src/providers/keys.ts';
import { isKnownModel, modelByName, modelName } from '../src/providers/models.ts';
import { finishFile } from '../src/review/finish-file.ts';
import { savedName } from '../src/review/saved-name.ts';
import {
  FILE_FORMATS,
  type FileFormat,
  FORMATS,
  formatName,
  hasSubtitleName,
  recognizeFormat,
} from '../src/subtitles/formats.ts';
import { readDocument } from '../src/subtitles/read-document.ts';
import { SAVED_FORMATS } from '../src/subtitles/saved-formats.ts';
import { phraseAtCursor } from '../src/ui/panels/video/player.ts';

interface FormatSample {
  readonly head: string;
  readonly phrase: (text: string, second: number) => string;
  readonly end: string;
  /** CodecIDs of its tracks in Matroska files. Empty: videos have no such tracks. */
  readonly tracks: readonly string[];
}

const clock = (second: number, mark: string): string => `0${mark === '.' ? '' : '0'}:00:0${second}${mark}`;
const events = {
  head: '',
  phrase: (text: string, at: number) => `Dialogue: 0,0:00:0${at}.00,0:00:0${at}.90,D,,0,0,0,,${text}\n`,
  end: '',
};

/** The compiler requires a sample of each new format. */
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

  it('[D13.4] recognises and reads its file, even with a byte-order mark and other line ends', () => {
    for (const text of [film, `\uFEFF${film}`, film.replaceAll('\n', '\r\n')]) {
      expect(recognizeFormat(text)).toBe(format);
      expect(textsOf(text)).toEqual(TEXTS);
    }
  });

  it('a format has its own name and file endings, and accepts its files', () => {
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

  it('[D1.20] keeps the name of an edited film, but not of another film in its place', () => {
    const opened = { sourceText: film, fileName: 'Film.x', readAs: format, withoutStyles: [] };
    const edited = filmOf(TEXTS.map((text) => text.replaceAll('the', 'that')));
    const other = filmOf(OTHERS);
    expect(readingAfterEdit(opened, edited)).toMatchObject({ fileName: 'Film.x', readAs: format });
    expect(readingAfterEdit(opened, other)).toMatchObject({ fileName: '' });
    expect(isOtherFilm(film, other)).toBe(true);
    expect(isOtherFilm(film, edited)).toBe(false);
  });

  it('finds the phrase at the cursor', () => {
    const read = readDocument(film, format);
    const phrases = read.ok ? read.value.phrases : [];
    for (const [index, text] of TEXTS.entries()) {
      expect(phraseAtCursor(phrases, film, film.indexOf(text) + 1, format)).toBe(phrases[index]?.number);
    }
  });

  it('a format saves with the line ends, the byte-order mark, the lines and the looks that its row says', () => {
    const { lineEnds, mayHaveMark, hasLines, hasLooks } = SAVED_FORMATS[format];
    const sourceText = film.replaceAll('\n', '\r\n');
    const file = {
      translated: sourceText,
      isPart: false,
      sourceText,
      readAs: format,
      withoutStyles: [],
      language: 'de',
    };
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
it.each(TRACKS)('the track $codecId of a Matroska file opens as $format', ({ format, codecId }) => {
  const entry: Partial<TrackEntry> = { codecId, packings: [], packingsOfHead: [] };
  expect(kindOfTrack(entry as TrackEntry)[1]).toBe(format);
});

describe.each(ENDPOINT_IDS)('the endpoint %s', (id) => {
  it('an endpoint accepts its own keys, and asks about a key that begins like another provider’s', () => {
    for (const start of ENDPOINTS[id].keyStarts.map((each) => each.replace('^', ''))) {
      const owners = ENDPOINT_IDS.filter((other) => ENDPOINTS[other].keyStarts.some((each) => each.endsWith(start)));
      for (const other of ENDPOINT_IDS) {
        const expected = owners.includes(other) ? undefined : owners[0];
        expect(otherProviderOfKey(`${start}abcdefghijkl`, other), other).toBe(expected);
      }
      expect(isStartOfKey(start.slice(0, -1))).toBe(true);
      expect(cleanKey(`any_name = "${start}abcdefghijkl"`)).toBe(`${start}abcdefghijkl`);
    }
    expect(otherProviderOfKey('abcdefghijkl', id)).toBeUndefined();
  });

  it('[S4.11][D12.2] an endpoint is found by the stored names of its models', () => {
    const names = isCompatible(id)
      ? ['any']
      : [...PROVIDERS[id].modelWords, ...fallbackModels(id).map((each) => each.id)];
    for (const name of names) {
      const model = { endpoint: id, id: name };
      expect(modelByName(modelName(model))).toEqual(model);
      if (!isCompatible(id)) expect(isKnownModel(name)).toBe(true);
    }
  });

  it('an endpoint has a display name, and a name for use within a sentence', () => {
    if (id === 'local') expect([namedAs(id), withArticle(id)]).toEqual(['the server', 'the server’s']);
    else expect(withArticle(id)).toMatch(new RegExp(`^an? ${nameOf(id)}$`));
  });
});

/** One value for each field. The compiler requires one for each new field. */
const NOTE_SAMPLES: Readonly<Required<FilmNotes>> = {
  about: 'A ship',
  people: [
    { name: 'Ann', translation: 'Ana', gender: 'female', note: 'the captain', films: 'E01' },
  ] satisfies Required<Person>[],
  address: [{ from: 'Ann', to: 'Bob', form: 'formal' }] satisfies Required<Address>[],
  terms: [{ source: 'bow', translation: 'proa', note: 'of the ship' }] satisfies Required<Term>[],
  tellsSpeakers: false,
};
it.each(Object.entries(NOTE_SAMPLES))(
  'the field %s of the film notes is accepted, and its content counts as notes',
  (field, value) => {
    const notes = { ...NO_NOTES, [field]: value };
    expect(acceptNotes({ ...notes, about: notes.about })).toEqual(notes);
    expect(areEmpty(notes)).toBe(field === 'tellsSpeakers');
    if (field !== 'tellsSpeakers') expect(acceptNotes({ [field]: value })).toEqual(notes);
  },
);

/** An amount for each part of a price, and whether the costs of a film are stored with it. */
const PRICE_SAMPLES: Readonly<Record<keyof Price, readonly [amount: number, isStored: boolean]>> = {
  input: [2, true],
  output: [3, true],
  request: [4, true],
  thinking: [5, false],
};
it.each(Object.entries(PRICE_SAMPLES))('the part %s of a price', (field, [amount, isStored]) => {
  const price = { input: 0, output: 0, [field]: amount };
  const tokens = { input: 1, output: 1 };
  const model = { endpoint: 'openai', id: 'a' };
  const call = (of: Price) => ({ model, price: of, expected: tokens, reported: tokens });
  const spent = withCall(withCall([], call({ input: 0, output: 0 })), call(price));
  expect(spent).toHaveLength(isStored ? 2 : 1);
  if (isStored) expect(v.parse(spendingSchema, spent[1]).price).toEqual(price);
});
