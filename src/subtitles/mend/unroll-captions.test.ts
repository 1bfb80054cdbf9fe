import { expect, it } from 'vitest';
import { findRepairs } from './find-repairs.ts';
import { findVttRepairs } from './find-vtt-repairs.ts';

const at = (ms: number, point: string) => new Date(ms).toISOString().slice(11, 23).replace('.', point);
const blocks = (texts: readonly string[], point: string, ms: number, first = 0) =>
  texts.map((text, index) => `${at(first + index * ms, point)} --> ${at(first + index * ms + ms, point)}\n${text}\n`);
const srt = (parts: readonly string[]) => parts.map((part, index) => `${index + 1}\n${part}`).join('\n');
const vtt = (parts: readonly string[]) => `WEBVTT\n\n${parts.join('\n')}`;
const UNROLL = new Set(['rolling-captions']);

/** Each sentence once for each of its words, with that word between the tags, and sometimes with no tags. */
const marked = (sentences: readonly string[], open: string, close: string, plain = false) =>
  sentences.flatMap((sentence) => {
    const words = sentence.split(' ');
    const all = words.map((_, place) =>
      words.map((word, other) => (other === place ? open + word + close : word)).join(' '),
    );
    return plain ? [...all, sentence] : all;
  });
const growing = (sentences: readonly string[]) =>
  sentences.flatMap((sentence) => {
    const words = sentence.split(' ');
    return words.map((_, place) => words.slice(0, place + 1).join(' '));
  });
/** Captions of two lines: the lower line grows and then moves up. */
const rollUp = (sentences: readonly string[]) =>
  sentences.flatMap((sentence, index) =>
    growing([sentence]).map((text) => (index === 0 ? text : `${sentences[index - 1]}\n${text}`)),
  );

const SENTENCES = [
  'We went home at night by the old road',
  'and nobody was there to see us',
  'but the dog knew it all',
];

const ROLLING: readonly (readonly [what: string, texts: readonly string[]])[] = [
  ['<u>', marked(SENTENCES, '<u>', '</u>')],
  ['stars', marked(SENTENCES, '*', '*')],
  ['Markdown', marked(SENTENCES, '**', '**')],
  ['brackets', marked(SENTENCES, '[', ']')],
  [
    'capitals',
    SENTENCES.flatMap((sentence) => {
      const words = sentence.split(' ');
      return words.map((_, place) =>
        words.map((word, other) => (other === place ? word.toUpperCase() : word)).join(' '),
      );
    }),
  ],
  ['<b>', marked(SENTENCES, '<b>', '</b>')],
  ['<i>', marked(SENTENCES, '<i>', '</i>')],
  ['<font>', marked(SENTENCES, '<font color="#00ff00">', '</font>')],
  ['<u>, and sometimes no tag', marked(SENTENCES, '<u>', '</u>', true)],
  ['words that appear one by one', growing(SENTENCES)],
  [
    'words that appear one by one, with the newest marked',
    growing(SENTENCES).map((text) => text.replace(/\S+$/, '<u>$&</u>')),
  ],
  ['two lines of which the lower one grows', rollUp(SENTENCES)],
  [
    'two lines that move up',
    [...SENTENCES, ...SENTENCES.map((one) => `${one}!`), 'a', 'b', 'c', 'd', 'e'].map((text, index, all) =>
      index === 0 ? text : `${all[index - 1]}\n${text}`,
    ),
  ],
];

it.each(ROLLING)('[D2.25] shows each line of rolling captions once, for as long as it was shown: %s', (_, texts) => {
  for (const [text, kinds, mend] of [
    [srt(blocks(texts, ',', 400)), findRepairs(srt(blocks(texts, ',', 400))).kinds, findRepairs],
    [vtt(blocks(texts, '.', 400)), findVttRepairs(vtt(blocks(texts, '.', 400))).kinds, findVttRepairs],
  ] as const) {
    expect(kinds.map(({ name }) => name)).toContain('rolling-captions');
    const unrolled = mend(text).mend(UNROLL);
    for (const sentence of SENTENCES) expect(unrolled.split(`\n${sentence}\n`)).toHaveLength(2);
    expect(unrolled).not.toMatch(/<\/?[ubi]>|<font/);
    expect(mend(unrolled).kinds.map(({ name }) => name)).not.toContain('rolling-captions');
  }
});

it('[D2.25] shows a sentence with one marked word after another until the last one', () => {
  const first = blocks(marked(SENTENCES, '<u>', '</u>'), ',', 400);
  expect(findRepairs(srt(first)).mend(UNROLL)).toBe(
    srt([
      `00:00:00,000 --> 00:00:03,600\n${SENTENCES[0]}\n`,
      `00:00:03,600 --> 00:00:06,400\n${SENTENCES[1]}\n`,
      `00:00:06,400 --> 00:00:08,800\n${SENTENCES[2]}\n`,
    ]),
  );
});

it('[D2.25] keeps italics around a whole sentence whose words are marked', () => {
  const texts = marked(SENTENCES, '<u>', '</u>').map((text) => `<i>${text}</i>`);
  expect(findRepairs(srt(blocks(texts, ',', 400))).mend(UNROLL)).toContain(`\n<i>${SENTENCES[0]}</i>\n`);
});

it.each<[what: string, texts: readonly string[]]>([
  [
    'usual lines',
    ['Hello.', 'How are you?', 'Fine.', 'And you?', 'Fine, too.', 'Good.', 'Yes.', 'It is.', 'So.', 'Bye.'],
  ],
  [
    'a word that is repeated in the next line',
    ['No.', 'No, I will not.', 'You must.', 'Why?', 'Because.', 'Ha.', 'I say so.', 'Well.', 'Go.', 'Bye.'],
  ],
  ['italics in one of two equal lines', ['<i>No.</i>', 'No.', 'You must.', 'Why?', 'Because.', 'I say so.']],
  ['a song', ['La', 'La', 'Lu', 'Li', 'La', 'Lu', 'Lo', 'Li', 'La', 'Lu']],
])('[D2.25] finds no rolling captions in %s', (_, texts) => {
  expect(findRepairs(srt(blocks(texts, ',', 2_000))).kinds.map(({ name }) => name)).not.toContain('rolling-captions');
  expect(findVttRepairs(vtt(blocks(texts, '.', 2_000))).kinds).toEqual([]);
});

it('[D2.25] keeps a sentence both times if it is said again later', () => {
  const again = [
    ...blocks(marked(SENTENCES, '<u>', '</u>'), ',', 400),
    ...blocks(marked(SENTENCES, '<u>', '</u>'), ',', 400, 60_000),
  ];
  expect(findRepairs(srt(again)).mend(UNROLL).split(`\n${SENTENCES[0]}\n`)).toHaveLength(3);
});

it.each<[what: string, texts: readonly string[], sentences: readonly string[]]>([
  [
    'if the lower of two new lines grows as it moves up',
    ['A one\nI think', 'I think so\nRight', 'B\nyes it is', 'yes it is\nno way', 'C\nout', 'out then\nD'],
    ['A one\nI think so', 'Right', 'B\nyes it is', 'no way', 'C\nout then', 'D'],
  ],
  [
    'if this line grows alone',
    ['A one\nI think', 'I think so', 'B\nyes it is', 'yes it is now', 'C\nout', 'out then'],
    ['A one\nI think so', 'B\nyes it is now', 'C\nout then'],
  ],
  [
    'if a word begins like the word before',
    ['No', 'Nobody came', 'He', 'Help me', 'Do', 'Don’t go'],
    ['No', 'Nobody came', 'He', 'Help me', 'Do', 'Don’t go'],
  ],
  ['if letters appear one by one', ['H', 'He', 'Hel', 'Help', 'Help ', 'Help m', 'Help me'], ['Help me']],
  [
    'if Chinese letters appear one by one',
    ['我', '我们', '我们回家', '我们回家了', '你', '你好', '你好吗'],
    ['我们回家了', '你好吗'],
  ],
  [
    'if lines with new line breaks grow',
    ['I think', 'I\nthink so', 'I\nthink so too', 'But', 'But\nnot now', 'But\nnot now please'],
    ['I\nthink so too', 'But', 'not now please'],
  ],
])('[D2.26] loses no word of rolling captions %s', (_, texts, sentences) => {
  const growingBeside = growing(['x1 y1 z1', 'x2 y2 z2', 'x3 y3 z3']);
  const repairs = findRepairs(srt(blocks([...texts, ...growingBeside], ',', 1_000)));
  const unrolled = repairs
    .mend(UNROLL)
    .trim()
    .split('\n\n')
    .map((phrase) => phrase.split('\n').slice(2).join('\n'));
  expect(unrolled).toEqual([...sentences, 'x1 y1 z1', 'x2 y2 z2', 'x3 y3 z3']);
});

it('[D2.21] promises no smaller number of phrases if two lines move up', () => {
  const texts = Array.from({ length: 12 }, (_, index) => `This is line ${index}\nThis is line ${index + 1}`);
  for (const { kinds } of [findRepairs(srt(blocks(texts, ',', 500)))]) {
    expect(kinds.find(({ name }) => name === 'rolling-captions')?.offer).toBe(
      'Without the repetitions you send and pay for each line only once.',
    );
  }
});
