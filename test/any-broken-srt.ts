import fc from 'fast-check';

/** Lines of real .srt files, correct and broken. */
const LINES = [
  ...['', '', '', ' ', '\u00a0', '1', '2', '3', '7', '12', '0', '9999', ' 4 ', '\ufeff1', '\u200b5', 'dix', '12.'],
  ...['00:00:01,000 --> 00:00:02,000', '00:00:03,000 --> 00:00:04,000', '00:00:05,000 --> 00:00:04,000'],
  ...['00:00:01.5 -> 00:00:02', '00:01,2 --> 00:03', '0:00:05.440,0:00:09.360', '00:00:07,000-->00:00:08,000'],
  ...['00:00:07,000 &gt; 00:00:08,000', '00: 00:07, 000 —> 00:00:08;5', '-00:00:02,345 --> 00:00:01,234'],
  ...['00:00:01,000 --> 00:00:02,000  X1:40 X2:600', '00:00:01,000 --> 00:00:02,000 align:start', '10:30 - 11:45'],
  ...['00:00:01,000 --> 00:00:02,000 beside', '00:00:0X,000 --> 00:00:02,000', '00:00:0X,000 -> 00:00:02,000'],
  ...['00:00:05,000', '00:00:01,000 -->', '--> 00:00:01,000', 'a --> b', 'Hello', '- Yes?\u2028No', '1984', '♪'],
  ...['<i>open', '<i>a<i>', 'Subtitles by www.example.com', '{\\an8}Above', 'WEBVTT', 'Ünï\u200b', '\u202eabc'],
  ...['2 00:00:03,000 --> 00:00:04,000', '3.\t00:00:05,000\t00:00:06,000\tthere', '[4]', '00:00:07,000  00:00:08,000'],
  ...['00:00:0l,000 --> 00:00:02,000', '00:00:03,000 -- 00:00:04,000', '٠٠:٠٠:٠٥,٠٠٠ --> ٠٠:٠٠:٠٦,٠٠٠'],
  ...[
    '[00:01.000 --> 00:02.000]  A',
    '[00:00:03.000 --> 00:00:04.000] 3, 2',
    '[00:05.000 --> 00:06.000]',
    '[10:30 - 11:45]',
  ],
  ...['২', '1个', '四', '[00:00:07,000 --> 00:00:08,000] ♪'],
  ...['#5', '<b></b>', 'Hello', 'there', 'you'],
];

const POINT = fc.constantFrom(',', '.', ':', ' , ');
const ARROW = fc.constantFrom(' --> ', '->', ' > ', ',');
const anyLine = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...LINES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(99), fc.nat(99), POINT, ARROW, fc.nat(1999)).map(([at, second, point, arrow, ms]) => {
      const time = (seconds: number) => `00:${at}:${seconds}${point}${ms}`;
      return time(second) + arrow + time(second + 1);
    }),
  },
);

/** Any of these lines in any order: texts with errors of people and programs. */
export const anyBrokenSrt: fc.Arbitrary<string> = fc
  .tuple(fc.array(anyLine, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end));
