import { expect, it, test } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readLrc } from './lrc.ts';

it.each<[string, string, readonly (readonly [time: string, text: string])[]]>([
  ['a stamp', '[00:12.50]Hi', [['00:00:12.500 --> 00:00:17.500', 'Hi']]],
  [
    'the stamp of the next line',
    '[00:12]Hi\n[00:14.25]You',
    [
      ['00:00:12.000 --> 00:00:14.250', 'Hi'],
      ['00:00:14.250 --> 00:00:19.250', 'You'],
    ],
  ],
  ['a stamp with a colon before the fraction', '[00:12:50]Hi', [['00:00:12.500 --> 00:00:17.500', 'Hi']]],
  ['a stamp with hours', '[01:00:12.500]Hi', [['01:00:12.500 --> 01:00:17.500', 'Hi']]],
  ['an empty stamp', '[00:12.00]Hi\n[00:13.00]\n', [['00:00:12.000 --> 00:00:13.000', 'Hi']]],
  [
    'several stamps',
    '[01:00.00][00:12.00]Hi\n[00:20.00]You',
    [
      ['00:00:12.000 --> 00:00:20.000', 'Hi'],
      ['00:00:20.000 --> 00:01:00.000', 'You'],
    ],
  ],
  ['an offset', '[offset:+500]\n[00:12.00]Hi', [['00:00:11.500 --> 00:00:16.500', 'Hi']]],
  ['word stamps', '[00:12.00]<00:12.00> One <00:12.50> two<00:13.00>', [['00:00:12.000 --> 00:00:17.000', 'One two']]],
  [
    'word stamps before spaces',
    '[00:12.00]One<00:12.50> two<00:12.80> <00:12.90> three',
    [['00:00:12.000 --> 00:00:17.000', 'One two three']],
  ],
  [
    'word stamps within words',
    '[00:12.00]Hap<00:12.50>py<00:12.80>end',
    [['00:00:12.000 --> 00:00:17.000', 'Happyend']],
  ],
  ['word stamps in brackets', '[00:12.00]One [00:12.50]two[00:13.00]', [['00:00:12.000 --> 00:00:17.000', 'One two']]],
])('[D13.10] reads the times of lyrics from %s', (_, source, phrases) => {
  expect(okValue(readLrc(source, {})).phrases.map(({ time, text }) => [time, text])).toEqual(phrases);
});

it.each<[string, string, string]>([
  ['[ti:Song]\r\n[00:12.00] Hi \r\n', 'Olá', '[ti:Song]\r\n[00:12.00] Olá \r\n'],
  ['[01:00.00][00:12.00]Hi', 'Olá', '[01:00.00][00:12.00]Olá'],
  ['[00:12.00]<00:12.00>One <00:12.50>two<00:13.00>', 'Um dois', '[00:12.00]<00:12.00>Um dois<00:13.00>'],
  ['[00:12.00]One [00:12.50]two[00:13.00]', 'Um dois', '[00:12.00]Um dois[00:13.00]'],
  ['[00:12.00]Hi', 'Um\ndois', '[00:12.00]Um dois'],
  ['[00:12.00]Hi', '[00:13.00]a <00:14.00>b [x]', '[00:12.00](00:13.00)a 00:14.00b [x]'],
])('[D13.10] writes into %j the translation %j: %j', (source, translation, written) => {
  expect(okValue(readLrc(source, {})).write(new Map([[1, translation]]))).toBe(written);
});

test('[D13.10] reads tags of a song as no text, and keeps and reports a line without a stamp', () => {
  const { phrases, notes } = okValue(readLrc('[ar:Anna]\n[00:01.00]Hi\nlost\n[by:]\n', {}));
  expect(phrases).toHaveLength(1);
  expect(notes).toEqual([{ kind: 'kept', count: 1, line: 3, text: 'lost' }]);
});
