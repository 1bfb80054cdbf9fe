import type { FrameRate } from '../frame-rates.ts';
import { lineEndOf, linesIn } from '../lines.ts';
import { findRolling } from '../unroll-vtt.ts';
import { isReadAsTiming } from '../vtt.ts';
import { isPhrase, type LenientBlock, linesOfBlock, type RepairKind } from './blocks.ts';
import { foundKinds, mended, type Repairs } from './find-repairs.ts';
import { blankLines } from './kinds/blank-lines.ts';
import { frameTimes } from './kinds/frame-times.ts';
import { ROLLING } from './kinds/rolling-captions.ts';
import { textBesideTiming, unreadableBlocks } from './kinds/texts.ts';
import { fourDigits, timingForms } from './kinds/timing-forms.ts';
import { changedTimes } from './kinds/wrong-times.ts';
import { readVttLeniently } from './vtt-blocks.ts';

/** As of .srt files: in the order in which they are shown and made. A number is no part of the format, and hours may be missing. */
const REPAIR_KINDS: readonly RepairKind[] = [
  textBesideTiming,
  ...blankLines,
  frameTimes('.'),
  ...timingForms('.').filter(({ name }) => name === 'arrows' || name === 'unusual-times'),
  fourDigits,
  // A time before the beginning is none in WebVTT.
  ...changedTimes('.').map((kind) =>
    kind.name === 'negative-times' ? ({ ...kind, severity: 'error' } as const) : kind,
  ),
  // Its text stays where it is: that is said when the file is opened.
  { ...unreadableBlocks, severity: 'info' },
];

/** Looks for all that can be mended in the text of a WebVTT file. Every byte beside what is mended stays. Linear; never throws. */
export function findVttRepairs(source: string, rate?: FrameRate): Repairs {
  const blocks = readVttLeniently(source).map(({ block }) => block);
  const isOffered = blocks.some((block) => isPhrase(block) && !isReadable(block));
  const rolling = findRolling(source);
  const kinds = foundKinds(REPAIR_KINDS, blocks, isOffered, rate);
  return {
    isOffered,
    kinds: rolling ? [...kinds, rolling.kind] : kinds,
    mend(names) {
      const text = mendBlocks(
        source,
        REPAIR_KINDS.filter(({ name }) => names.has(name)),
        rate,
      );
      return names.has(ROLLING) ? (findRolling(text)?.unroll() ?? text) : text;
    },
    readAsAfter: () => 'vtt',
  };
}

const isReadable = (block: LenientBlock): boolean =>
  !isPhrase(block) ||
  (isReadAsTiming(block.time) && !block.blankAfterNumber && !block.blankAfterTiming && block.text.length <= 1);

function mendBlocks(source: string, kinds: readonly RepairKind[], rate: FrameRate | undefined): string {
  if (kinds.length === 0) return source;
  const places = readVttLeniently(source);
  const lines = linesIn(source);
  const before = new Set(places.map(({ block }) => block));
  const changed = new Map(
    mended([...before], kinds, rate).flatMap((block) =>
      isPhrase(block) && !before.has(block) ? [[block.line, block]] : [],
    ),
  );
  const parts: string[] = [];
  let end = 0;
  for (const { block, first, end: behind } of places) {
    const phrase = changed.get(block.line);
    if (phrase === undefined) continue;
    const blank = phrase.separated && !block.separated ? [''] : [];
    parts.push(source.slice(end, lines.from(first)), [...blank, ...linesOfBlock(phrase)].join(lineEndOf(source)));
    end = lines.to(behind - 1);
  }
  return parts.join('') + source.slice(end);
}
