import type { KeptResult } from './kept-results.ts';
import { misalignmentTable } from './misalignment-table.ts';
import { asMarkdown, lighthouseTable, pageTable, runTable, type Table } from './result-table.ts';
import type { Summary } from './summary.ts';
import { tokenTable } from './token-table.ts';

const PEERS: Table = [
  ['tool, setting', 'requests', 'most at once', 'seconds', 'prompt ch/phrase', 'output ch/phrase'],
  ['rockbenben/subtitle-translator, default', '43', '3', '126', '157', '72.3'],
  ['… its best (50 at once, set by hand)', '43', '43', '8.9', '157', '72.3'],
  ['Cerlancism/chatgpt-subtitle-translator, web default', '32', '1', '204', '189', '37.9'],
  ['gnehs/subtitle-translator-electron, default / best', '81', '5 / 10', '102 / 39', '238', '39.3'],
  ['llm-subtrans, default (computed)', '88', '1', '~560', '–', '≥94'],
];

const PEER_PAGES: Table = [
  ['the page itself', 'rockbenben', 'Cerlancism web'],
  ['JavaScript, KB gzip', '611', '437'],
  ['time to interactive at 4× CPU', '3.4 s', '2.2 s'],
  ['opening 10,000 phrases at 4× CPU, longest task', '3.8 s', '4.5 s'],
  ['long tasks while translating (1×), total / longest', '3.8 / 2.1 s', '15.7 / 0.28 s'],
  ['Lighthouse, mobile: performance', '51', '68'],
  ['Lighthouse, mobile: accessibility', '89', '84'],
];

/** The text of docs/performance.md: the measures, with the peers' figures. */
export function performanceDocument(results: readonly KeptResult[], machine: string): string {
  const missed = results.flatMap(({ name, missed: targets }) => targets.map((target) => `- ${name}: ${target}`));
  const runs = [...new Set(results.flatMap((result) => ('runs' in result ? [result.runs] : [])))]
    .sort((a, b) => a - b)
    .join(' to ');
  const medians = runs === '1' ? 'One run each.' : `Medians of ${runs} runs.`;
  return `# Performance

Written by \`BENCH_WRITE=1 npm run bench\`. ${machine} ${medians}

A film in Russian of 1,600 phrases, 31 characters on average, is 80 batches; 10,000 phrases are 500, 200 are 10. A
stand-in provider answers over TLS and HTTP/2 after 1500 ms and 10 ms per output token of four characters, refuses
within 120 ms, answers 500 after 200 ms. *Seconds*: from the click on Translate in the built page, in headless
Chromium, until the last batch is OK. *Least*: what latency and limit allow to one who knows them, without the
faults. Chromium sends at most 256 requests at once to a host, so the least for 500 batches is that of two rounds.
*Refused*: answered 429, in % of the calls. *Paid twice*: batches answered in full more than once, in all runs; their
corrective answers do not count. *Longest task*: of the page's main thread, from the click until the result is shown.
"4× CPU" makes that thread four times slower. The hidden tab lies behind another one, and the browser lets its timers
ring once a second at most.

${asMarkdown(runTable(results))}

${missed.length === 0 ? 'All targets are reached.' : `Missed:\n\n${missed.join('\n')}`}

The same film with other tools, before the same stand-in (no limit):

${asMarkdown([...PEERS, oursAmongPeers(results)])}

*Time to interactive*: from the start of the navigation until Upload can be clicked and the last task over 50 ms
before two quiet seconds is over. *JavaScript*: all that the page loads before anybody touches it.

${asMarkdown(pageTable(results))}

${asMarkdown(lighthouseTable(results))}

${asMarkdown(PEER_PAGES)}

Batches whose translations have slid, as the view Lines finds them without a model (\`src/review/misalignment/\`). The films are
put together from a dialogue of 156 phrases, of this project's own writing in five languages (\`bench/dialogue/\`): five
films a row; one of 120 lines says nothing twice, one of 400 says most phrases three times. In each, every tenth batch has
slid already. *Free*: 15 % of the translations say something else altogether. Each other batch of 20 is judged as it is
(*accused*), and with two phrases merged, two pairs merged, a phrase lost, a phrase cut in two, so that 15, 11, 8 or 4
lines are *left* behind the fault. *Placed*: of those found with 8 or more lines left, told at most two lines off. Asked:
at least 90 % found with 8 lines left, at most 2 % accused.

${asMarkdown(misalignmentTable(results))}

What a film is estimated to take (\`src/prices/\`), against what it takes: a batch of twenty phrases with as many of context, of
this project's own writing in 17 languages (\`bench/token-samples/\`), as it is sent, and a reply halfway between one line and one
line a phrase. Asked: at most 25 % off. After the first batches the estimate is scaled by what those have taken.

${asMarkdown(tokenTable(results))}
`;
}

function oursAmongPeers(results: readonly KeptResult[]): readonly string[] {
  const isFree = (result: KeptResult): result is Summary => !('kind' in result) && result.name === 'no limit';
  const free = results.find(isFree);
  if (!free) return ['this page, default', '', '', 'not measured', '', ''];
  const { calls, mostAtOnce, wallMs, promptCharacters, outputCharacters } = free;
  const figures = [wallMs / 1_000, promptCharacters, outputCharacters].map((figure) => figure.toFixed(1));
  return ['**this page, default**', String(calls), String(mostAtOnce), ...figures];
}
