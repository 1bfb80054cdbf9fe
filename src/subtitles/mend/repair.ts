import type { Steps } from '../document.ts';
import type { LooseBlock } from './loose/loose-block.ts';
import type { LooseFile } from './loose/loose-file.ts';

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

/** A kind of repair: finds its places, says so in words, and makes the repair. All are linear in the length of the text. */
export interface RepairKind {
  readonly name: string;
  /**
   * "needed": it makes a file readable, and is only looked for where the file cannot be read as it stands. "left-out": the same for
   * what is not translated; once the file was mended, that is settled. "form": needed there, and in a file that can be read only
   * told, since some players stumble over it. "told": always only told.
   */
  readonly standing: 'needed' | 'left-out' | 'form' | 'told';
  find(file: LooseFile): Steps<readonly Found[]>;
  /** For people; `found` has at least one place. */
  sentence(found: readonly Found[]): string;
  /** Where it is only told: what mending would do, in a few words; for "form" the whole sentence. `phraseCount`: of the file. */
  offer?(found: readonly Found[], phraseCount: number): string;
  /** The blocks with all repairs of the kind, in steps where that takes long; kinds before it in the table may have been mended already. */
  apply(blocks: readonly LooseBlock[]): readonly LooseBlock[] | Steps<readonly LooseBlock[]>;
}
