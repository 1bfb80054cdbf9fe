import { adverts } from './kinds/adverts.ts';
import { blankLines } from './kinds/blank-lines.ts';
import { changedTimes } from './kinds/changed-times.ts';
import { invisibleCharacters } from './kinds/invisible-characters.ts';
import { joinedFiles } from './kinds/joined-files.ts';
import { numbers } from './kinds/numbers.ts';
import { outOfOrder } from './kinds/out-of-order.ts';
import { phrasesWithoutWords } from './kinds/phrases-without-words.ts';
import { rollingCaptions } from './kinds/rolling-captions.ts';
import { stackedTimings } from './kinds/stacked-timings.ts';
import { textBesideTiming } from './kinds/text-beside-timing.ts';
import { timingForms } from './kinds/timing-forms.ts';
import { unclosedTags } from './kinds/unclosed-tags.ts';
import { unreadableBlocks } from './kinds/unreadable-blocks.ts';
import type { RepairKind } from './repair.ts';

/**
 * In the order in which they are shown and made: first what makes phrases of lines, then what changes phrases, and what changes their
 * neighbours last, so that each kind changes no other phrases than those at which it was found.
 */
export const REPAIR_KINDS: readonly RepairKind[] = [
  invisibleCharacters,
  stackedTimings,
  textBesideTiming,
  ...blankLines,
  ...timingForms,
  joinedFiles,
  numbers,
  unreadableBlocks,
  phrasesWithoutWords,
  ...changedTimes,
  unclosedTags,
  adverts,
  rollingCaptions,
  outOfOrder,
];
