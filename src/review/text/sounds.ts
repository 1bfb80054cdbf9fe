import { withoutDirectionMarks } from '../../subtitles/direction-marks.ts';
import { hasBracket, TAGS, withoutTags } from '../../subtitles/tags.ts';

// No two neighbouring parts can take the same character: linear on any text.
const BRACKET = String.raw`\[[^[\]]*\]|\([^()]*\)|（[^（）]*）|【[^【】]*】|［[^［］]*］|〔[^〔〕]*〕`;
/** Wholly in brackets, once or several times, with a speaker's dash before it: what is heard. */
const IN_BRACKETS = new RegExp(String.raw`^[\s\p{Pd}]*(?:(?:${BRACKET})[\s\p{Pd}.,…]*)+$`, 'u');
const NOTE = '[♪♫♬♩🎵🎶]';
/** Between notes, or notes alone: what is sung. British captions write "#" for a note. */
const BETWEEN_NOTES = new RegExp(
  String.raw`^[\s\p{Pd}]*(?:${NOTE}+(?:[^${NOTE.slice(1)}+${NOTE}+)*|#\s[^#]*\s#)\s*$`,
  'u',
);

function isSound(text: string): boolean {
  const plain = withoutDirectionMarks(withoutTags(text));
  return IN_BRACKETS.test(plain) || BETWEEN_NOTES.test(plain);
}

/** The text without what stands wholly in brackets or between notes: what is heard and sung, not said; '' where nothing else is there. */
export function withoutSounds(text: string): string {
  const lines = text.split('\n');
  // Tags that go on in the other lines, and what stands for code of the format, stay.
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
