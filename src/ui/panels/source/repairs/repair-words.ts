import type { FoundKind, Repairs } from '../../../../subtitles/mend/find-repairs.ts';

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`;

/** "17 repairs of 3 kinds". */
export function repairsCount(kinds: readonly FoundKind[]): string {
  const repairs = kinds.reduce((sum, kind) => sum + kind.repairs.length, 0);
  return `${count(repairs, 'repair')} of ${count(kinds.length, 'kind')}`;
}

export const offerWords = ({ kinds }: Repairs): string =>
  `This file can be mended: ${repairsCount(kinds.filter(({ isTold }) => !isTold))}`;

export const mendedWords = ({ kinds }: Repairs, mended: ReadonlySet<string>): string =>
  `The file was mended: ${repairsCount(kinds.filter(({ name }) => mended.has(name)))}`;

const MOST_SENTENCES = 3;

/** What a person should know of a file that can be read as it stands. */
export function toldWords({ kinds }: Repairs): string {
  const more = kinds.length - MOST_SENTENCES;
  const sentences = kinds.slice(0, MOST_SENTENCES).map(({ sentence }) => sentence);
  return [...sentences, ...(more > 0 ? [`And ${count(more, 'other thing')}.`] : [])].join(' ');
}
