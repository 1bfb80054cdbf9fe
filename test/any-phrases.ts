import fc from 'fast-check';
import type { Phrase } from '../src/subtitles/document.ts';

const anyMs = fc.nat(359_999_999);
const anyTime = fc
  .tuple(anyMs, anyMs, fc.constantFrom(',', '.'), fc.constantFrom('', ' ', '  X1:40 X2:600'))
  .map(([start, end, point, after]) => `${timestamp(start, point)} --> ${timestamp(end, point)}${after}`);

/** A line without line ends, which would make several lines, and without outer white space, which the parser removes. */
const anyLine = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('1', '42', 'a --> b', '- Да?', '<i>♪</i>', '{"1": "x"}', '__proto__', '  leading', '\u00a0x'),
  )
  .map((line) => line.replace(/[\r\n]/g, '').trimEnd())
  .filter((line) => line.trim() !== '');

/** One to three lines, none blank. A line may look like a number, but practically never like a timing line. */
const anyPhraseText = fc.array(anyLine, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

/** A phrase text with visible characters: a translation of control characters would count as empty (specification, S5.9). */
export const anyText: fc.Arbitrary<string> = anyPhraseText.filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text));

const anyGapAndCue = fc.record({ gap: fc.constantFrom(1, 1, 1, 2, 7), time: anyTime, text: anyPhraseText });

/** A film as parseSrt returns it, with ascending numbers and gaps between them. */
export const anyPhrases = (bounds: { minLength?: number; maxLength: number }): fc.Arbitrary<readonly Phrase[]> =>
  fc
    .tuple(
      fc.oneof(fc.nat(2000), fc.constantFrom(0, 1, 4_294_967_290, 9_007_199_254_740_000)),
      fc.array(anyGapAndCue, { minLength: 1, ...bounds }),
    )
    .map(([start, cues]) => {
      let number = start;
      return cues.map(({ gap, time, text }) => {
        number += gap;
        return { number, time, text };
      });
    });

function timestamp(ms: number, point: string): string {
  const padded = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  return `${padded(hours)}:${padded(minutes)}:${padded(seconds)}${point}${padded(ms % 1000, 3)}`;
}
