import { isPhrase } from '../loose/loose-block.ts';
import { beginsAgain, numberFromOne } from '../loose/numbering.ts';
import { fewOf, inspectEach, type RepairKind } from '../repair.ts';

/** What joining files leaves: a byte-order mark in the middle, or numbers that begin again. */
export const joinedFiles: RepairKind = {
  name: 'joined-files',
  standing: 'needed',
  inspect: inspectEach(isPhrase, (phrase, index, phrases) =>
    index > 0 && (phrase.markBefore || beginsAgain(phrases, index))
      ? { found: [{ line: phrase.line, before: phrase.number ?? '', after: `${index + 1}` }] }
      : undefined,
  ),
  afterwards: numberFromOne,
  sentence: (found) =>
    found.length === 1
      ? `Two files seem to be joined at line ${found[0]?.line}. Phrases are numbered from 1.`
      : `${found.length + 1} files seem to be joined, at lines ${fewOf(found.map(({ line }) => line))}. Phrases are numbered from 1.`,
};
