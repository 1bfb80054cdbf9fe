import { assertNever } from '../lib/result.ts';
import { shownName } from '../lib/text.ts';
import { PHRASES_PER_BATCH } from '../translation/batch.ts';
import type { Notice } from './film.ts';

const GARBLED =
  'The letters of this file are wrong: another program saved them in a wrong encoding. Repair them before you translate.';

/** A notice in a sentence. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'renumbered':
      return 'The numbers in this file are not in order, so its subtitles are numbered again, from 1.';
    case 'blank-lines-missing':
      return notice.count === 1
        ? 'One subtitle has no blank line before it. It is read as a separate subtitle.'
        : `${notice.count.toLocaleString('en')} subtitles have no blank line before them. They are read as separate subtitles.`;
    case 'encoding':
      return `Encoding: ${notice.name}`;
    case 'doubly-encoded':
      return GARBLED;
    case 'one-of-several':
      return notice.left === 1
        ? `${shownName(notice.name)} was opened. The other file was not opened, because it is not a subtitle file.`
        : `${shownName(notice.name)} was opened. ${notice.left} other files were not opened, because they are not subtitle files.`;
    case 'reply-form':
      return notice.form === 'object'
        ? `${notice.model} does not support the reply format “strict schema”. Requests ask for JSON in another way. You need to do nothing.`
        : `${notice.model} supports neither the reply format “strict schema” nor “JSON”. Requests ask for JSON in another way. You need to do nothing.`;
    case 'room':
      return roomWords(notice);
    case 'track-of-film':
      return `Opened from ${shownName(notice.film)}: ${notice.track}. “Subtitles in the film…” in the menu of the video shows all its tracks.`;
    case 'cut-off':
      return `${shownName(notice.film)} is incomplete. These are the subtitles of the part that is there.`;
    case 'kept':
      return notice.count === 1
        ? `Line ${notice.line} of the file cannot be read: “${notice.text}”. It stays in the file and is not sent.`
        : `${notice.count} places of the file cannot be read, the first in line ${notice.line}: “${notice.text}”. They stay in the file and are not sent.`;
    case 'damaged':
      return `This file has an XML error in line ${notice.line} of the file: “${notice.text}”. Subtitles after this error may be missing. The saved file has the same error, and some players may not open it.`;
    default:
      return assertNever(notice);
  }
}

const roomWords = ({ model, lines, hasContext }: Extract<Notice, { kind: 'room' }>): string => {
  const asked = lines === 1 ? 'Each request has one line.' : `Each request has about ${lines} lines.`;
  return [
    `${model} can read only a little at once.`,
    ...(lines >= PHRASES_PER_BATCH ? [] : [asked]),
    ...(hasContext ? [] : ['The lines around a batch are not sent.']),
  ].join(' ');
};
