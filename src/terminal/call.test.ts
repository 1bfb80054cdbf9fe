import { describe, expect, test } from 'vitest';
import { type ProgramCall, readCall, type TranslateCall } from './call.ts';
import { Mistake } from './call-values.ts';
import { COMMANDS, helpOf, nearest, OPTIONS } from './options.ts';

const looksLikeKey = (text: string) => /^(?:sk-|AIza)[\w-]{8,}/.test(text);
const read = (...args: string[]): ProgramCall => readCall(args, looksLikeKey);
const translate = (...args: string[]) => read('Film.srt', '--to', 'pt-BR', ...args) as TranslateCall;
function mistake(...args: string[]): string {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof Mistake) return error.message;
    throw error;
  }
  return '';
}

describe('a call is read', () => {
  test('with the default of each option that is not given', () => {
    expect(translate()).toMatchObject({
      command: 'translate',
      files: ['Film.srt'],
      to: ['pt-BR'],
      model: undefined,
      atOnce: undefined,
      maxCost: undefined,
      patienceMs: 30 * 60_000,
      json: false,
    });
  });

  test.each<[args: string[], found: Partial<TranslateCall>]>([
    [['--to', 'de', '--to=de'], { to: ['pt-BR', 'de'] }],
    [['--model=openai/gpt-5.4-mini'], { model: 'openai/gpt-5.4-mini' }],
    [['--max-cost', '2.00'], { maxCost: 2 }],
    [['--max-cost', '$2'], { maxCost: 2 }],
    [['--patience', '90s'], { patienceMs: 90_000 }],
    [['--patience', '0'], { patienceMs: Number.POSITIVE_INFINITY }],
    [['--track', '2'], { track: 2 }],
    [['--track', 'en'], { track: 'en' }],
    [['--at-once', '1'], { atOnce: 1 }],
    [['-o', 'out.srt'], { output: 'out.srt' }],
    [['-o', '-'], { output: '-' }],
    [['--files-from', 'list', '-0'], { filesFrom: 'list', byNul: true }],
    [['--without-style', 'Sign', '--without-style', 'Song'], { withoutStyles: ['Sign', 'Song'] }],
    [
      ['--line-ends', 'tv', '--marks', 'rlm', '--bilingual', 'above'],
      { lineEnds: 'tv', marks: 'rlm', bilingual: 'above' },
    ],
    [['--', '--odd.srt'], { files: ['Film.srt', '--odd.srt'] }],
    [['check'], { files: ['Film.srt', 'check'] }],
  ])('with %j', (args, found) => {
    expect(translate(...args)).toMatchObject(found);
  });

  test.each<[args: string[], found: Partial<TranslateCall>]>([
    [['--prompt', 'Into Dutch.', '-o', 'a.srt'], { prompt: { text: 'Into Dutch.' } }],
    [['--prompt=@prompt.txt', '--name-language', 'nl'], { prompt: { file: 'prompt.txt' }, nameLanguage: 'nl' }],
    [['--prompt=--politely', '--name-language', 'nl'], { prompt: { text: '--politely' } }],
  ])('with a prompt: %j', (args, found) => {
    expect(read('Film.srt', ...args)).toMatchObject(found);
  });

  test('also if it is one of the other commands', () => {
    expect(read('check', 'a.srt', 'b.srt', '--json')).toEqual({
      command: 'check',
      original: 'a.srt',
      translated: 'b.srt',
      json: true,
    });
    expect(read('tracks', 'a.mkv')).toEqual({ command: 'tracks', film: 'a.mkv', json: false });
    expect(read('models')).toEqual({ command: 'models', endpoint: undefined, json: false });
    expect(read('models', '--help')).toEqual({ command: 'help', of: 'models' });
    expect(read('--version')).toEqual({ command: 'version' });
    expect(read('Film.srt', '--help', '--to')).toEqual({ command: 'help', of: 'translate' });
  });

  test('without a language if its files are projects, which say their own', () => {
    expect(read('Film.project.json')).toMatchObject({ files: ['Film.project.json'], to: [] });
  });
});

describe('a call that cannot be followed is refused with advice', () => {
  test.each<[words: string, args: string[]]>([
    ['No file is given', []],
    ['No file is given', ['--to', 'de']],
    ['The target language is missing', ['Film.srt']],
    ['Did you mean --overwrite?', ['Film.srt', '--to', 'de', '--overwite']],
    ['Did you mean --to?', ['Film.srt', '--too', 'de']],
    ['-to is not an option. Did you mean --to?', ['Film.srt', '-to', 'de']],
    ['There is no command "chek". Did you mean check?', ['chek', 'Film.srt', 'Film.de.srt']],
    ['There is no command "help". Did you mean --help?', ['help']],
    ['--to needs a value: --to LANGUAGE', ['Film.srt', '--to']],
    ['write --to=--quiet', ['Film.srt', '--to', '--quiet']],
    ['--quiet takes no value', ['Film.srt', '--to', 'de', '--quiet=yes']],
    ['--from is given 2 times', ['Film.srt', '--to', 'de', '--from', 'en', '--from', 'fr']],
    ['--quiet is not an option of tracks', ['tracks', 'a.mkv', '--quiet']],
    ['check ORIGINAL TRANSLATED takes two files', ['check', 'a.srt']],
    ['tracks FILM takes one file', ['tracks', 'a.mkv', 'b.mkv']],
    ['write dollars with a point'.slice(6), ['Film.srt', '--to', 'de', '--max-cost', '2,00']],
    ['--max-cost none is not an amount', ['Film.srt', '--to', 'de', '--max-cost', 'none']],
    ['from 1 to 1000', ['Film.srt', '--to', 'de', '--at-once', '0']],
    ['Tracks are counted from 1', ['Film.srt', '--to', 'de', '--track', '0']],
    ['--patience soon is not a time', ['Film.srt', '--to', 'de', '--patience', 'soon']],
    ['informal, neutral or formal', ['Film.srt', '--to', 'de', '--tone', 'kind']],
    ['--to and --prompt', ['Film.srt', '--to', 'de', '--prompt', 'x']],
    ['name the output with -o FILE', ['Film.srt', '--prompt', 'x']],
    ['--name-language can only be used with --prompt', ['Film.srt', '--to', 'de', '--name-language', 'de']],
    ['-0 can only be used with --files-from', ['Film.srt', '--to', 'de', '-0']],
    ['Do not give other files with it', ['-', 'Film.srt', '--to', 'de']],
    ['cannot both be written', ['-', '--to', 'de', '--json']],
    ['cannot both be written', ['Film.srt', '-o', '-', '--to', 'de', '--json']],
    ['-o works for one file only', ['a.srt', 'b.srt', '--to', 'de', '-o', 'c.srt']],
    ['Give only one --to together with -o or -.', ['a.srt', '--to', 'de', '--to', 'fr', '-o', 'c.srt']],
    ['-o is one file, and --out', ['a.srt', '--to', 'de', '-o', 'c.srt', '--out', 'd']],
    ['give the name that the server has for the model', ['a.srt', '--to', 'de', '--url', 'http://127.0.0.1:1']],
    ['is not an address', ['a.srt', '--to', 'de', '--url', 'server', '--model', 'm']],
    ['a user name or a password', ['a.srt', '--to', 'de', '--url', 'http://a:b@server', '--model', 'm']],
  ])('%s: %j', (words, args) => {
    expect(mistake(...args)).toContain(words);
  });

  test.each([
    [['a.srt', '--api-key', 'sk-abcdefghijk']],
    [['a.srt', '--openai-key=sk-abcdefghijk']],
    [['a.srt', '--to', 'de', '--model', 'sk-abcdefghijk']],
    [['a.srt', '--to', 'de', '--model=AIzaabcdefghijk']],
    [['sk-abcdefghijk', '--to', 'de']],
    [['check', '--token', 'secret-word']],
  ])('that does not repeat a key: %j', (args) => {
    expect(mistake(...args)).toContain('Set the key in the environment');
    expect(mistake(...args)).not.toMatch(/abcdefghijk|secret-word/);
  });
});

describe('the help', () => {
  test.each(COMMANDS)('of %s fits in 80 columns', (command) => {
    expect(
      helpOf(command)
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });

  test.each(COMMANDS)('of %s has each option of the command and no other', (command) => {
    const shown = [...helpOf(command).matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
    const known = Object.entries(OPTIONS).flatMap(([name, { of }]) =>
      ([...of] as string[]).includes(command) ? [name] : [],
    );
    expect(shown).toEqual(known);
  });
});

test.each([
  ['overwite', 'overwrite'],
  ['langage', undefined],
  ['max-costs', 'max-cost'],
  ['x', undefined],
])('the option nearest to "%s" is %s', (typed, expected) => {
  expect(nearest(typed, Object.keys(OPTIONS))).toBe(expected);
});
