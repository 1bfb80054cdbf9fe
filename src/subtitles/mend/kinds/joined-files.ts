import { inEach } from '../loose/in-each.ts';
import { beginsAgain, numberFromOne } from '../loose/numbering.ts';
import type { RepairKind } from '../repair.ts';
import { fewOf } from './few-of.ts';

/** What joining files leaves: a byte-order mark in the middle, or numbers that begin again. */
export const joinedFiles: RepairKind = {
  name: 'joined-files',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, (phrase, place) =>
      place > 0 && (phrase.markBefore || beginsAgain(phrases, place))
        ? [{ line: phrase.line, before: phrase.number ?? '', after: `${place + 1}` }]
        : undefined,
    ),
  sentence: (found) =>
    found.length === 1
      ? `Two files seem to be joined at line ${found[0]?.line}. Phrases are numbered from 1.`
      : `${found.length + 1} files seem to be joined, at lines ${fewOf(found.map(({ line }) => line))}. Phrases are numbered from 1.`,
  apply: numberFromOne,
};
