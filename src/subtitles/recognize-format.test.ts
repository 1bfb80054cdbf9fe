import { expect, it } from 'vitest';
import { recognizeFormat } from './recognize-format.ts';

it.each([
  ['WEBVTT', 'vtt'],
  ['\uFEFFWEBVTT - Film\n\n00:01.000 --> 00:02.000\nHi', 'vtt'],
  ['\n\nWEBVTT\r\n', 'vtt'],
  ['WEBVTTX\n', 'srt'],
  ['0:00:00.599,0:00:04.160\nHi', 'sbv'],
  ['0:00:00.599,0:00:04.160 Hi', 'srt'],
  ['[Script Info]\r\nScriptType: v4.00+\r\n', 'ass'],
  ['; made by a program\n; on a day\n\n[script info]\nTitle: x', 'ass'],
  ['[Script Info]\nScriptType: v4.00\n\n[V4 Styles]\n', 'ssa'],
  ['[Events]\nFormat: Start, End, Text\n', 'ass'],
  ['Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi', 'ass'],
  ['Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,Hi', 'ass'],
  ['!: made by a program\n[Script Info]\n', 'ass'],
  ['!: made by a program\n[music]\n', 'srt'],
  ['[music]\n', 'srt'],
  ['Title: x\nScriptType: v4.00\n\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi', 'ssa'],
  ['Dialogue: Marked = 0, 0:00:01.0, 0:00:02.0,Default,,0,0,0,,Hi', 'ass'],
  ['Dialogue: 0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi', 'ass'],
  ['1\n00:00:01,000 --> 00:00:02,000\nDialogue: 0,0:00:01.00,0:00:02.00,', 'srt'],
  ['1\n00:00:01,000 --> 00:00:02,000\nWEBVTT', 'srt'],
  ['1\n00:00:01.000 --> 00:00:02.000\nHi', 'srt'],
  ['', 'srt'],
])('[D2.11][D13.4] %j is %s', (text, format) => {
  expect(recognizeFormat(text)).toBe(format);
});
