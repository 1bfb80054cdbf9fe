import { adverts } from './kinds/adverts.ts';
import { blankAfterNumber } from './kinds/blank-after-number.ts';
import { blankLineInside } from './kinds/blank-line-inside.ts';
import { blankLineMissing } from './kinds/blank-line-missing.ts';
import { invisibleCharacters } from './kinds/invisible-characters.ts';
import { joinedFiles } from './kinds/joined-files.ts';
import { numbers } from './kinds/numbers.ts';
import { phrasesWithoutWords } from './kinds/phrases-without-words.ts';
import { rollingCaptions } from './kinds/rolling-captions.ts';
import { arrows } from './kinds/timings/arrows.ts';
import { blankAfterTiming } from './kinds/timings/blank-after-timing.ts';
import { endBeforeStart } from './kinds/timings/end-before-start.ts';
import { hoursMissing } from './kinds/timings/hours-missing.ts';
import { negativeTimes } from './kinds/timings/negative-times.ts';
import { outOfOrder } from './kinds/timings/out-of-order.ts';
import { overlaps } from './kinds/timings/overlaps.ts';
import { sbvTimings } from './kinds/timings/sbv-timings.ts';
import { stackedTimings } from './kinds/timings/stacked-timings.ts';
import { textBesideTiming } from './kinds/timings/text-beside-timing.ts';
import { unusualTimes } from './kinds/timings/unusual-times.ts';
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
  blankLineMissing,
  blankAfterNumber,
  blankAfterTiming,
  blankLineInside,
  sbvTimings,
  arrows,
  unusualTimes,
  hoursMissing,
  joinedFiles,
  numbers,
  unreadableBlocks,
  phrasesWithoutWords,
  negativeTimes,
  endBeforeStart,
  overlaps,
  unclosedTags,
  adverts,
  rollingCaptions,
  outOfOrder,
];
