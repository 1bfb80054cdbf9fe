import { expect, it } from 'vitest';
import { recognizeFormat, textToSave } from './formats.ts';

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
  ['<?xml version="1.0"?>\n<!-- made > by a program -->\n<tt xml:lang="en">', 'ttml'],
  ['<!DOCTYPE tt [ <!ENTITY co "Company"> <!-- a --> ]>\n<tt>', 'ttml'],
  ['<!DOCTYPE tt PUBLIC "-//W3C//DTD" "tt.dtd">\n<tt>', 'ttml'],
  ['<tt:tt xmlns:tt="http://www.w3.org/ns/ttml">', 'ttml'],
  ['<?xml version="1.0"?>\n<transcript><text start="1">', 'srt'],
  ['<ttx>', 'srt'],
  ['{1}{1}23.976\n{20}{60}Hi', 'sub'],
  ['{20}{}Hi', 'sub'],
  ['{\\an8}Hi', 'srt'],
  ['[ti:Song]\r\n[offset:+500]\r\n\r\n[00:12.00]Hi', 'lrc'],
  ['[00:12]Hi', 'lrc'],
  ['[00:12.00][01:02.345]Hi', 'lrc'],
  ['[ti:Song]\nHi', 'srt'],
  ['1\n00:00:01,000 --> 00:00:02,000\n[00:12.00]Hi', 'srt'],
  ['', 'srt'],
])('[D2.11][D13.4] recognizes %j as the format %s', (text, format) => {
  expect(recognizeFormat(text)).toBe(format);
});

it.each([
  ['<?xml version="1.0" encoding="ISO-8859-1"?>\n<tt/>', '<?xml version="1.0" encoding="UTF-8"?>\n<tt/>'],
  ["\uFEFF<?xml version='1.0' encoding='utf-16' ?><tt/>", "\uFEFF<?xml version='1.0' encoding='UTF-8' ?><tt/>"],
  ['<?xml version="1.0" encoding="utf-8"?><tt/>', '<?xml version="1.0" encoding="utf-8"?><tt/>'],
  ['<?xml version="1.0"?><tt/>', '<?xml version="1.0"?><tt/>'],
  ['1\n00:00:01,000 --> 00:00:02,000\n<?xml encoding="x"?>', '1\n00:00:01,000 --> 00:00:02,000\n<?xml encoding="x"?>'],
])('[D13.13] declares UTF-8 as the encoding of a saved file: %j', (text, saved) => {
  expect(textToSave({ readAs: 'ttml', sourceText: '' }, text)).toBe(saved);
});
