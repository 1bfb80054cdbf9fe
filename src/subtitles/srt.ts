import { fail, ok } from '../lib/result.ts';
import { grouped } from '../lib/text.ts';
import type {
  DocumentNote,
  NewText,
  Part,
  Phrase,
  ReadDocument,
  SrtDifference,
  SrtDifferenceKind,
  SubtitleDocument,
} from './document.ts';
import { withFollowingMarks } from './following-marks.ts';
import { isBlank, linesOf, shorten, withoutControls, withPlainLineEnds } from './lines.ts';
import {
  blocksOf,
  haveAscendingNumbers,
  isNumber,
  linesOfSrtBlock,
  parseSrt,
  SPOILT_BYTE_ORDER_MARK,
  type SrtBlock,
  srtNotes,
} from './parse-srt.ts';
import { withoutTags } from './tags.ts';
import { containsTimingLine } from './timing.ts';

export const readSrt: ReadDocument = (text, { isEdited }) => {
  if (isEdited) return readLeniently(text, isEdited, SPOILT_BYTE_ORDER_MARK);
  const parsed = parseSrt(text);
  return parsed.ok ? ok(srtDocument(equalOnce(blocksOfPhrases(parsed.value.phrases)), parsed.value.notes)) : parsed;
};

/** Makes a strict .srt file from phrases alone, for films that were stored without their source. */
export const documentOfPhrases = (phrases: readonly Phrase[]): SubtitleDocument =>
  withFollowingMarks(srtDocument(blocksOfPhrases(phrases)));

const blocksOfPhrases = (phrases: readonly Phrase[]): readonly Block[] =>
  phrases.map((phrase) => ({ kind: 'phrase', phrase, writtenAs: phrase.number, sameAs: undefined }));

/** Reads a repaired .srt file: blocks that are no phrases, and phrases without words, stay in their place and are not sent. */
export const readMendedSrt: ReadDocument = (text, { isEdited = false }) => readLeniently(text, isEdited);

function readLeniently(text: string, isEdited: boolean, dropped = /^/): ReturnType<ReadDocument> {
  const found = blocksIn(text, isEdited);
  const { renumbered, blankLinesMissing } = found;
  const blocks = isEdited ? found.blocks : equalOnce(found.blocks);
  const notes = [...srtNotes(renumbered, blankLinesMissing), ...keptNote(blocks)];
  const original = (source: string) => blocksIn(source.replace(dropped, ''), false).blocks;
  const document = srtDocument(blocks, notes, isEdited ? original : undefined);
  return document.phrases.length > 0
    ? ok(document)
    : fail({ message: 'There is nothing to translate in this .srt file.', line: 1 });
}

function blocksIn(text: string, isEdited: boolean) {
  const found = blocksOf(withPlainLineEnds(text.trimEnd()));
  const blankLinesMissing = found.filter((block) => block.blankLineMissing).length;
  const asFound = found.map((block): Block => {
    const { number, time, body } = linesOfSrtBlock(block);
    if (!isNumber(number) || !time.includes('-->')) {
      return { kind: 'unreadable', text: block.text, line: block.firstLine };
    }
    const phrase = { number: Number(number), time, text: body };
    // An edited phrase may be empty although its original is not.
    const isEmpty = (isEdited ? body : withoutTags(body)).trim() === '';
    return { kind: isEmpty ? 'wordless' : 'phrase', phrase, writtenAs: phrase.number, sameAs: undefined };
  });
  const renumbered = !haveAscendingNumbers(phrasesOf(asFound));
  return { blocks: renumbered ? withNumbersFromOne(asFound, isEdited) : asFound, renumbered, blankLinesMissing };
}

/** `areKept`: phrases are written with their old numbers. */
function withNumbersFromOne(blocks: readonly Block[], areKept: boolean): readonly Block[] {
  let last = 0;
  return blocks.map((block) => {
    if (block.kind === 'unreadable') return block;
    const number = ++last;
    return { ...block, phrase: { ...block.phrase, number }, writtenAs: areKept ? block.writtenAs : number };
  });
}

const phrasesOf = (blocks: readonly Block[]): readonly Phrase[] => blocks.filter(isPhrase).map(({ phrase }) => phrase);

function keptNote(blocks: readonly Block[]): readonly DocumentNote[] {
  const unreadable = blocks.filter((block) => block.kind === 'unreadable');
  const [first] = unreadable;
  return first ? [{ kind: 'kept', count: unreadable.length, line: first.line, text: shorten(first.text) }] : [];
}

type Block = PhraseBlock | { readonly kind: 'unreadable'; readonly text: string; readonly line: number };
interface PhraseBlock {
  readonly kind: 'phrase' | 'wordless';
  readonly phrase: Phrase;
  readonly writtenAs: number;
  /** The number of an equal phrase at the same time, whose translation this phrase gets; undefined: there is none. */
  readonly sameAs: number | undefined;
}

function equalOnce(blocks: readonly Block[]): readonly Block[] {
  const known = new Map<string, number>();
  return blocks.map((block) => {
    if (block.kind !== 'phrase') return block;
    const { number, time, text } = block.phrase;
    const key = `${time.trim()}\n${text}`;
    const sameAs = known.get(key);
    if (sameAs !== undefined) return { ...block, sameAs };
    known.set(key, number);
    return block;
  });
}
const isPhrase = (block: Block): block is PhraseBlock => 'phrase' in block;

/**
 * Pairs each phrase with a phrase of another file at the same time. Of several, it takes the one with the same number. If numbers differ and there
 * are equally many, it pairs them in order.
 */
function matchBlocks(ones: readonly Block[], others: readonly Block[]): ReadonlyMap<Block, PhraseBlock> {
  const othersAt = grouped(others.filter(isPhrase), ({ phrase }) => phrase.time.trim());
  const pairs = [...grouped(ones.filter(isPhrase), ({ phrase }) => phrase.time.trim())].map(
    ([time, at]) => [at, othersAt.get(time) ?? []] as const,
  );
  // If both files have the same numbers, only times were changed. Then a phrase at the time of another phrase is not that other phrase.
  const areOther = numbersOf(ones) !== numbersOf(others);
  const areNumbersNew =
    areOther &&
    pairs.some(([[one, more], there]) => !more && there.length === 1 && one?.writtenAs !== there[0]?.writtenAs);
  // After a phrase was inserted or deleted and the others got new numbers, numbers prove nothing.
  const known = pairs.filter(([at, there]) => at.length === there.length || !areNumbersNew);
  return new Map(known.flatMap(([at, there]) => matchAtTime(at, there, areOther)));
}

function matchAtTime(at: readonly PhraseBlock[], there: readonly PhraseBlock[], areNumbersOther: boolean) {
  const byNumber = grouped(there, ({ writtenAs }) => writtenAs);
  const isInOrder =
    areNumbersOther && at.length === there.length && at.some(({ writtenAs }) => !byNumber.has(writtenAs));
  return at.flatMap((one, place) => {
    const [other, twin] = isInOrder ? there.slice(place, place + 1) : (byNumber.get(one.writtenAs) ?? []);
    return other && !twin ? [[one, other] as const] : [];
  });
}

const numbersOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(isPhrase)
    .map(({ writtenAs }) => writtenAs)
    .join();

/** The phrases whose text is uncertain: a blank line splits it, or the next phrase was joined to it. `kept`: known unreadable blocks. */
function uncertainAmong(blocks: readonly Block[], kept: ReadonlySet<string>): ReadonlySet<Block> {
  const isRest = (block: Block | undefined) =>
    block?.kind === 'unreadable' && !block.text.includes('-->') && !kept.has(block.text);
  return new Set(
    blocks.filter(
      (block, place) => isPhrase(block) && (containsTimingLine(block.phrase.text) || isRest(blocks[place + 1])),
    ),
  );
}

/** Writes the file as specified, whatever spaces and line ends it had. `original`: reads the original of an edited text. */
function srtDocument(
  blocks: readonly Block[],
  notes: readonly DocumentNote[] = [],
  original?: (source: string) => readonly Block[],
): SubtitleDocument {
  const phrases = blocks.flatMap((block) =>
    block.kind === 'phrase' && block.sameAs === undefined ? [block.phrase] : [],
  );
  return {
    format: 'srt',
    phrases,
    notes,
    styles: [],
    atTop: () => [],
    textsIn(written) {
      const others = original?.(written) ?? blocksIn(written, true).blocks;
      const kept = new Set(blocks.map((block) => (block.kind === 'unreadable' ? block.text : '')));
      const uncertain = original ? new Set() : uncertainAmong(others, kept);
      const found = matchBlocks(blocks, others);
      return new Map(
        blocks.flatMap((block) => {
          const other = found.get(block);
          return other && block.kind === 'phrase' && block.sameAs === undefined && !uncertain.has(other)
            ? [[block.phrase.number, other.phrase.text]]
            : [];
        }),
      );
    },
    /** Unreadable blocks and phrases without words that the file itself has are no differences. */
    compare(written) {
      const lines = withPlainLineEnds(written).split('\n');
      const kept = new Set(blocks.map((block) => (block.kind === 'unreadable' ? block.text.split('\n', 1)[0] : '')));
      const wordless = new Set(blocks.map((block) => (block.kind === 'wordless' ? block.phrase.number : undefined)));
      return compareSrt(written, phrasesOf(blocks)).filter(
        ({ kind, line, number }) =>
          !(kind === 'unreadable' && kept.has(lines[line - 1])) &&
          !(kind === 'no-text' && number !== undefined && wordless.has(number)),
      );
    },
    write(texts) {
      const written = blocks.map((block) => blockText(block, texts)).filter((block) => block !== undefined);
      return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
    },
  };
}

function blockText(block: Block, texts: ReadonlyMap<number, NewText>): string | undefined {
  if (block.kind === 'unreadable') return block.text;
  const { number, time, text } = block.phrase;
  if (block.kind === 'phrase') {
    const given = texts.get(block.sameAs ?? number);
    const written = given === undefined ? text : withoutControls(textOf(given));
    return written === '' ? undefined : formatSrt([{ number: block.writtenAs, time, text: written }]).slice(0, -1);
  }
  return [block.writtenAs, time, ...(text === '' ? [] : [text])].join('\n');
}

const LOOKS: Readonly<Record<NonNullable<Part['look']>, readonly [before: string, behind: string]>> = {
  italics: ['<i>', '</i>'],
  grey: ['<font color="#808080">', '</font>'],
};

/** Joins the parts of a text with tags that .srt players know. */
const textOf = (text: NewText): string => (typeof text === 'string' ? text : text.map(partText).join('\n'));

function partText({ text, look }: Part): string {
  const [before, behind] = look ? LOOKS[look] : ['', ''];
  return before + text + behind;
}

/**
 * Writes number, time and text, a blank line between phrases, and "\n" at the end; '' for no phrases. Removes blank lines inside a text, which
 * would end the phrase.
 */
export function formatSrt(phrases: readonly Phrase[]): string {
  const blocks = phrases.map(({ number, time, text }) =>
    [number, time, ...linesOf(text).filter((line) => !isBlank(line))].join('\n'),
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

/**
 * Compares numbers and timing lines of an .srt text with the phrases from which it was made. Differences are sorted by line; an unchanged text has
 * none. Linear in the length of the text.
 */
export function compareSrt(text: string, phrases: readonly Phrase[]): readonly SrtDifference[] {
  const source = withPlainLineEnds(text);
  const placeOf = new Map(phrases.map(({ number }, place) => [number, place]));
  const found = new Map<number, number>();
  const differences: SrtDifference[] = [];
  let previous = -1;
  const blocks = blocksOf(source);

  for (const [index, block] of blocks.entries()) {
    const { place, number, kinds, isAnchor } = identifyBlock(block, blocks[index + 1], phrases, placeOf, previous + 1);
    const isDoubled = found.has(place ?? -1);
    const line = block.firstLine;
    // Do not report a doubled phrase as moved too.
    const reported: readonly (SrtDifferenceKind | false)[] = [
      block.blankLineMissing && 'blank-line',
      ...(isDoubled ? ['doubled' as const] : kinds),
      isAnchor && place < previous && !isDoubled && 'moved',
    ];
    differences.push(...reported.filter((kind) => kind !== false).map((kind) => ({ kind, line, number })));
    if (place !== undefined && !isDoubled) found.set(place, line);
    if (isAnchor) previous = place;
  }
  return [...differences, ...missingOf(phrases, found, source)].sort((one, other) => one.line - other.line);
}

/** A missing phrase is reported at the blank line before the next phrase found, or at the end. */
function missingOf(
  phrases: readonly Phrase[],
  found: ReadonlyMap<number, number>,
  source: string,
): readonly SrtDifference[] {
  const missing: SrtDifference[] = [];
  let line = source.split('\n').length;
  for (let place = phrases.length - 1; place >= 0; place--) {
    const at = found.get(place);
    if (at === undefined) missing.push({ kind: 'missing', line, number: phrases[place]?.number });
    else line = Math.max(1, at - 1);
  }
  return missing.reverse();
}

/** Which phrase a block is, as an index, and how it differs from the phrase. After an identified block, the next phrase is expected. */
type IdentifiedBlock = { readonly number: number | undefined; readonly kinds: readonly SrtDifferenceKind[] } & (
  | { readonly place: number; readonly isAnchor: true }
  | { readonly place: number | undefined; readonly isAnchor: false }
);

/**
 * Identifies a phrase by its number and its timing line, or by one of them if it is the expected phrase. Elsewhere one wrong digit would shift all
 * later phrases. A number without a timing does not count if the next block has both.
 */
function identifyBlock(
  block: SrtBlock,
  next: SrtBlock | undefined,
  phrases: readonly Phrase[],
  placeOf: ReadonlyMap<number, number>,
  expected: number,
): IdentifiedBlock {
  const { number: firstLine, time, body } = linesOfSrtBlock(block);
  const hasNumber = isNumber(firstLine);
  const hasTime = time.includes('-->');
  const place = hasNumber ? placeOf.get(Number(firstLine)) : undefined;
  const hasTimeOf = (at: number, line: string) => phrases[at]?.time.trim() === line.trim();
  const as = (at: number, ...kinds: SrtDifferenceKind[]): IdentifiedBlock => ({
    place: at,
    number: phrases[at]?.number,
    kinds: body === '' && hasNumber && hasTime ? [...kinds, 'no-text'] : kinds,
    isAnchor: true,
  });

  if (place !== undefined && hasTimeOf(place, time)) return as(place);
  if (hasNumber && hasTimeOf(expected, time)) return as(expected, 'renumbered');
  if (hasTimeOf(expected, firstLine)) return as(expected, 'unreadable');
  if (place === expected && (hasTime || !isBlockOf(next, phrases[place])))
    return as(expected, hasTime ? 'time' : 'unreadable');
  if (!hasNumber || !hasTime) return { place: undefined, number: undefined, kinds: ['unreadable'], isAnchor: false };
  if (place !== undefined) return { place, number: Number(firstLine), kinds: ['time'], isAnchor: false };
  return { place: undefined, number: Number(firstLine), kinds: ['foreign'], isAnchor: false };
}

function isBlockOf(block: SrtBlock | undefined, phrase: Phrase | undefined): boolean {
  if (block === undefined || phrase === undefined) return false;
  const { number, time } = linesOfSrtBlock(block);
  return Number(number) === phrase.number && time.trim() === phrase.time.trim();
}
