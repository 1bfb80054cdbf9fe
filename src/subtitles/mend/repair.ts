import type { LenientBlock } from './blocks.ts';

/** One place of a file that can be mended, or that a person should know of. */
export interface Found {
  /** Of the text as it came, counted from 1. */
  readonly line: number;
  /** What stands there, and what would stand there; the same where it stays as it is, '' where it is left out. */
  readonly before: string;
  readonly after: string;
  /** The phrase's place among the phrases, counted from 1, where the words name it. */
  readonly place?: number;
}

/** What a kind of repair has to do with one block. */
interface Repair {
  readonly found: readonly Found[];
  /** What mending puts in the block's place; missing: the block itself. */
  readonly mended?: readonly LenientBlock[];
}

/** What a kind of repair has to do with a block; undefined: nothing. It is asked once for each block of the file, in their order. */
type BlockInspector = (block: LenientBlock) => Repair | undefined;

/** A kind of repair: finds its places, says so in words, and makes the repair. All are linear in the length of the text. */
export interface RepairKind {
  readonly name: string;
  /**
   * "error": it makes a file readable, and is only looked for where the file cannot be read as it stands. "excluded": the same for
   * what is not translated; once the file was mended, that is settled. "style": needed there, and in a file that can be read only
   * told, since some players stumble over it. "info": always only told.
   */
  readonly severity: 'error' | 'excluded' | 'style' | 'info';
  /** Mending leaves something in the file that is no phrase or has no words, so that it has to be read leniently from then on. */
  readonly keepsBlocks?: true;
  /** Inspects a whole file, in which kinds before it in the table may have been mended already. */
  inspect(blocks: readonly LenientBlock[]): BlockInspector;
  /** What mending does to all blocks, after what it has put in the place of single ones. */
  afterwards?(blocks: readonly LenientBlock[]): readonly LenientBlock[];
  /** For people; `found` has at least one place. */
  sentence(found: readonly Found[]): string;
  /** Where it is only told: what mending would do, in a few words; for "style" the whole sentence. `phraseCount`: of the file. */
  offer?(found: readonly Found[], phraseCount: number): string;
}

/** For kinds that look at some of the blocks alone, and at those beside them: each comes with its index among them. */
export const inspectEach =
  <Block extends LenientBlock>(
    isOne: (block: LenientBlock) => block is Block,
    inspect: (block: Block, index: number, all: readonly Block[]) => Repair | undefined,
  ): RepairKind['inspect'] =>
  (blocks) => {
    const all = blocks.filter(isOne);
    let index = 0;
    return (block) => (isOne(block) ? inspect(block, index++, all) : undefined);
  };

const MOST = 10;

/** Numbers for a sentence, the first ten of many: "1, 1578", "1, 2, … and 90 more". */
export function fewOf(values: readonly (number | undefined)[]): string {
  const shown = values.slice(0, MOST).join(', ');
  return values.length > MOST ? `${shown} and ${values.length - MOST} more` : shown;
}

/** A sentence for one place, or for several with their number before `many`. */
export const oneOrMany =
  (one: string, many: string) =>
  ({ length }: readonly Found[]): string =>
    length === 1 ? one : `${length} ${many}`;
