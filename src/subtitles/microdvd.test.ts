import { expect, it, test } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readMicroDvd } from './microdvd.ts';

const phrases = (source: string, rate?: number) =>
  okValue(readMicroDvd(rate)(source, {})).phrases.map(({ time, text }) => [time, text]);

it.each<[string, string, number | undefined, string]>([
  ['the rate of its first line', '{1}{1}25.000\n{25}{50}Hi', undefined, '00:00:01.000 --> 00:00:02.000'],
  ['a rate with a comma', '{0}{0}25,0 fps\r\n{25}{50}Hi', undefined, '00:00:01.000 --> 00:00:02.000'],
  ['its own rate and not the chosen one', '{1}{1}25\n{25}{50}Hi', 50, '00:00:01.000 --> 00:00:02.000'],
  ['a chosen rate', '{24}{48}Hi', 24, '00:00:01.000 --> 00:00:02.000'],
  ['23.976 until a person chooses a rate', '{24}{48}Hi', undefined, '00:00:01.001 --> 00:00:02.002'],
  ['the next event if there is no end', '{25}{}Hi\n{75}{100}There', 25, '00:00:01.000 --> 00:00:03.000'],
  ['a duration of three seconds at the end of the file', '{25}{}Hi', 25, '00:00:01.000 --> 00:00:04.000'],
])('[D13.9] reads the times of a MicroDVD file from %s', (_, source, rate, time) => {
  expect(phrases(source, rate)[0]).toEqual([time, 'Hi']);
});

it.each<[string, string, string, string, string]>([
  ['{1}{9}Hello', 'Hello', 'Olá', '{1}{9}Olá', 'a text'],
  ['{1}{9}One|Two', 'One\nTwo', 'Um\nDois\nTrês', '{1}{9}Um|Dois|Três', 'two lines'],
  ['{1}{9}{Y:i}{c:$00FFFF}One', 'One', 'Um', '{1}{9}{Y:i}{c:$00FFFF}Um', 'codes before a text'],
  ['{1}{9}{y:i}One|{y:b}Two', 'One\n⟦1⟧Two', 'Um\n⟦1⟧Dois', '{1}{9}{y:i}Um|{y:b}Dois', 'a code of a line'],
  ['{1}{9}One', 'One', 'a {x} | b', '{1}{9}a (x) ¦ b', 'what would be code'],
])('[D13.9] reads %j as %j, and writes %j as %j: %4$s', (source, text, translation, written) => {
  const file = okValue(readMicroDvd()(source, {}));
  expect(file.phrases.map((phrase) => phrase.text)).toEqual([text]);
  expect(file.write(new Map([[1, translation]]))).toBe(written);
});

test('[D13.9] reads a translation that is only a number, "{0}{1}25", as a text and not as the frame rate', () => {
  const file = okValue(readMicroDvd(24)('{0}{1}Hello\n{24}{48}Hi', {}));
  const written = file.write(new Map([[1, '25']]));
  expect(phrases(written, 24)).toEqual([
    ['00:00:00.000 --> 00:00:00.042', '25'],
    ['00:00:01.000 --> 00:00:02.000', 'Hi'],
  ]);
});

test('[D13.9] keeps and reports a line that is no event, and reads codes for all texts as no event', () => {
  const source = '{DEFAULT}{}{C:$0000FF}\n{1}{9}One\nstray\n{10}{19}\n';
  const file = okValue(readMicroDvd()(source, {}));
  expect(file.notes).toEqual([{ kind: 'kept', count: 1, line: 3, text: 'stray' }]);
  expect(file.write(new Map([[1, 'Um']]))).toBe('{DEFAULT}{}{C:$0000FF}\n{1}{9}Um\nstray\n{10}{19}\n');
});
