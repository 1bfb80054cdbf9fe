/** Inputs that can make a parser slow. Tests repeat each of them to any length. */
export const WORST = [
  ...['\n', '\r\n', ' ', '\t', '1', '1\n', '1 ', '-', '-->', ' -->', '--> \n', '00:', '0:0', '00:00:00,000 --> '],
  ...['1\n00:00:01,000 --> 00:00:02,000\n\n', '1\n00:00:01,000 --> 00:00:02,000\nx\n', '\u202e', '\ufeff', '<i>'],
  ...['{', '}', '[', '{"1":', '{"1":[', '"', '\\', '\\"', '"1":"x",', '```', '```json\n{', '}{', '{}', 'null '],
  ...['\u00a0', '{\\an8}', '\u0000'],
];

export const filled = (pattern: string, characters: number): string =>
  pattern.repeat(Math.ceil(characters / pattern.length)).slice(0, characters);

export const asValue = (text: string): string => `{"1":"${text.replace(/["\\\p{Cc}]/gu, '')}"}`;
