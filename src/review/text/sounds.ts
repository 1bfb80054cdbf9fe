import { withoutDirectionMarks } from '../../subtitles/lines.ts';
import { hasBracket, TAGS, withoutTags } from '../../subtitles/tags.ts';

// Neighbouring parts never match the same character, so the expression is linear on any text.
const BRACKET = String.raw`\[[^[\]]*\]|\([^()]*\)|（[^（）]*）|【[^【】]*】|［[^［］]*］|〔[^〔〕]*〕`;
/** Sounds: only brackets, optionally behind a speaker's dash. */
const IN_BRACKETS = new RegExp(String.raw`^[\s\p{Pd}]*(?:(?:${BRACKET})[\s\p{Pd}.,…]*)+$`, 'u');
const NOTE = '[♪♫♬♩🎵🎶]';
/** Songs: between music notes, or notes alone. British captions write "#" for a note. */
const BETWEEN_NOTES = new RegExp(
  String.raw`^[\s\p{Pd}]*(?:${NOTE}+(?:[^${NOTE.slice(1)}+${NOTE}+)*|#\s[^#]*\s#)\s*$`,
  'u',
);

function isSound(text: string): boolean {
  const plain = withoutDirectionMarks(withoutTags(text));
  return IN_BRACKETS.test(plain) || BETWEEN_NOTES.test(plain);
}

/** Removes lines that are entirely in brackets or between notes; '' if nothing else remains. */
export function withoutSounds(text: string): string {
  const lines = text.split('\n');
  // Keep tags that apply to the other lines, and placeholders of the format's code.
  let tags = '';
  const said: string[] = [];
  for (const line of lines) {
    if (isSound(line)) tags += tagsThatGoOn(line);
    else {
      said.push(tags + line);
      tags = '';
    }
  }
  return isSound(said.join('\n')) ? '' : said.join('\n') + (said.length > 0 ? tags : '');
}

const PAIR = /<([a-z]+)[^<>]*><\/\1>/gi;

const tagsThatGoOn = (line: string): string =>
  hasBracket(line) ? (line.match(TAGS) ?? []).join('').replace(PAIR, '') : '';
