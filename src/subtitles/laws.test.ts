import { ANY_DOCUMENT, ASS_HEAD, CODES } from '../../test/any-documents.ts';
import { documentLaws } from '../../test/document-laws.ts';
import { findEvents, readAss } from './ass.ts';
import { findLyrics, readLrc } from './lrc.ts';
import { findMicroDvdEvents, readMicroDvd } from './microdvd.ts';
import { findBlocks, readSbv } from './sbv.ts';
import { findTtmlPhrases, readTtml } from './ttml.ts';
import { findCues, readVtt } from './vtt.ts';

const ttmlFragments = [
  '<tt><body><div>',
  '<p begin="1s">',
  '</p>',
  '<p begin="1s" end="x">',
  '<span begin="1s">',
  '<br>',
  ...CODES.ttml,
];
const microDvdFragments = ['\n{1}{20}', '{1}{1}25\n', '{20}{}', ...CODES.sub];
const lrcFragments = ['\n[00:01.00]', '[00:01]', '[offset:+5]\n', '<00:01.00>', '[ti:x]\n'];
const vttFragments = ['WEBVTT\n\n', '00:01.000 --> 00:02.000\n', 'STYLE\n', ...CODES.vtt];
const assEvent = '\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,';
const ssaHead = '[Events]\nFormat: Marked, Start, End, Style, Text\n';
const ssaEvent = 'Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,';
const assFragments = [ASS_HEAD, assEvent, '\nFormat: Text, Start, End\n', ssaHead, ssaEvent, ...CODES.ass];
const sbvFragments = ['0:00:01.000,0:00:02.000\n', '[br]'];

documentLaws('WebVTT', { read: readVtt, find: findCues, document: ANY_DOCUMENT.vtt, fragments: vttFragments });
// readSsa differs from readAss only by its name.
documentLaws('ASS and SSA', { read: readAss, find: findEvents, document: ANY_DOCUMENT.ass, fragments: assFragments });
documentLaws('SBV', { read: readSbv, find: findBlocks, document: ANY_DOCUMENT.sbv, fragments: sbvFragments });
documentLaws('TTML', { read: readTtml, find: findTtmlPhrases, document: ANY_DOCUMENT.ttml, fragments: ttmlFragments });
const readByRate = readMicroDvd();
documentLaws('MicroDVD', {
  read: readByRate,
  find: findMicroDvdEvents(),
  document: ANY_DOCUMENT.sub,
  fragments: microDvdFragments,
});
documentLaws('LRC', {
  read: readLrc,
  find: findLyrics,
  document: ANY_DOCUMENT.lrc,
  fragments: lrcFragments,
  isOneLine: true,
});
