import type { FileFormat } from './document.ts';

/** The rest of a head that long tells nothing new. */
const HEAD_CHARACTERS = 20_000;

const TIME = String.raw`\d+:\d\d:\d\d\.\d{3}`;
const WEB_VTT = /^WEBVTT(?=\s|$)/;
const SBV = new RegExp(String.raw`^${TIME},${TIME}[ \t]*(?:[\r\n]|$)`);
const ASS = /^(?:\[(?:script info|v4\+? styles|events)\]|Dialogue: *(?:Marked=)?\d+,\d+:\d\d:\d\d\.\d\d,)/i;
const SSA = /^(?:\[v[34] styles\]|ScriptType:[ \t]*v[1-4]\.00[ \t]*\r?$)/im;
/** An event of a file that begins with neither: old converters leave out the sections, or some of them. */
const EVENT =
  /^[ \t]*Dialogue:[ \t]*(?:(?:Marked[ \t]*=[ \t]*)?\d+[ \t]*,[ \t]*)?\d+:\d\d?:\d\d?[.:,]\d+[ \t]*,[ \t]*\d+:\d\d?:/im;
/** So begins what could be a strict .srt file. */
const NUMBER = /^\d+[ \t]*(?:[\r\n]|$)/;
const TTML = /^(?:<(?:\?[^>]*|!--(?:(?!-->)[\s\S])*--|!DOCTYPE(?:[^[>]|\[[^\]]*\])*)>\s*)*<(?:[\w.-]{1,40}:)?tt[\s>]/i;
const MICRO_DVD = /^\{(?:\d+|DEFAULT)\}[ \t]*\{\d*\}/i;
/** A song's tags, then a line with its time. */
const LRC = /^(?:\[[a-z#][^\]:\r\n]{0,20}:[^\]\r\n]*\]\s*)*\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3}){0,2}\]/i;
const COMMENTS = /^(?:[ \t]*(?:;|!:)[^\r\n]*[\r\n]+|\s+)*/;

/**
 * What a text certainly is, by its content alone; an .srt file where it is nothing else. What the strict .srt rules accept is
 * never taken for another format, since their first line is a number. Takes the same time for a text of any length.
 */
export function recognizeFormat(text: string): FileFormat {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/^[\uFEFF\s]+/, '');
  if (WEB_VTT.test(head)) return 'vtt';
  if (SBV.test(head)) return 'sbv';
  if (TTML.test(head)) return 'ttml';
  if (MICRO_DVD.test(head)) return 'sub';
  if (LRC.test(head)) return 'lrc';
  if (!ASS.test(head.replace(COMMENTS, '')) && (NUMBER.test(head) || !EVENT.test(head))) return 'srt';
  return SSA.test(head) ? 'ssa' : 'ass';
}
