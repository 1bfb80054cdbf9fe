import { guessLanguage, mayBe } from '../languages/guess-language.ts';
import { baseLanguage, languageName, languagesNamedIn } from '../languages/language-names.ts';
import { mainScript, scriptOfLanguage } from '../languages/scripts.ts';
import { asJson, readWritten, type Written, type WrittenMember } from '../lib/lenient-json.ts';
import { grouped, withPlainDigits } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutDirectionMarks } from '../subtitles/lines.ts';
import { isUnseen, withoutTags } from '../subtitles/tags.ts';
import { containsTimingLine, isTimingLine } from '../subtitles/timing.ts';
import { keysWithAnotherPair } from './check-reply.ts';
import { completePairs, parseString, readReply } from './read-reply.ts';
import { isRemark } from './whole-output.ts';

/**
 * Converts the reply to one JSON object of numbers and texts, if each number has a single certain text. Otherwise returns the reply unchanged; check-reply.ts
 * then reports missing and surplus keys. `language` (BCP 47): the target language, needed if numbers have several texts.
 */
export function plainReply(phrases: readonly Phrase[], reply: string, language: () => string | undefined): string {
  const { problems, keys = [] } = readReply(reply);
  if (problems.length === 0 && keys.every((key) => String(Number(key)) === key)) return reply;
  const source = withoutEscapes(withinMarks(reply));
  const written = readWritten(source, parseString);
  if (written === undefined) return (!JSON_BEGINS.test(source) && jsonOfLines(phrases, source)) || reply;
  const { values, before, isCut } = written;
  const found = candidatesOf(
    values.map((value) => withoutWrapper(value, phrases)),
    before,
  );
  const [one, other] = chosen(found, phrases, language);
  if (one === undefined || other !== undefined) return reply;
  // If the reply was cut off, its last text may be incomplete.
  const keysOf = ({ members }: Candidate) => members.map(([key]) => key).join();
  const last = found.at(-1);
  const breaksOff = isCut && last !== undefined && keysOf(last) === keysOf(one);
  // JSON that lacks only its end needs no conversion.
  if (breaksOff && completePairs(reply).texts.size >= one.members.length) return reply;
  return jsonOfMembers(one.members, phrases, breaksOff) ?? reply;
}

/** Signs that the reply may be damaged JSON. */
const JSON_BEGINS = /[{[]\s*["'“„«＂{]|\{\s*[\w#]+\s*[:：]/;

function jsonOfLines(phrases: readonly Phrase[], source: string): string | undefined {
  const texts = readNumberedLines(phrases, source);
  return texts && `{${phrases.map(({ number }, place) => `"${number}": ${JSON.stringify(texts[place])}`).join(', ')}}`;
}

/** Unwraps a named object that has all requested numbers, such as "batch 1". */
function withoutWrapper(value: Written, phrases: readonly Phrase[]): Written {
  const [[name = '', inner] = [], ...others] = isObjectOf(value) ? value.members.filter(([key]) => !isRemark(key)) : [];
  if (inner === undefined || others.length > 0 || !isObjectOf(inner)) return value;
  const numbers = new Set(inner.members.map(([key]) => keyOf(key)?.number));
  const isWhole =
    phrases.every(({ number }) => numbers.has(number)) && inner.members.every(([, one]) => textOf(one) !== undefined);
  const isLine = phrases.length === 1 && keyOf(name)?.number === phrases[0]?.number;
  return isWhole && !isLine ? inner : value;
}

/** gpt-oss puts the reply after the last "< message >". */
function withinMarks(reply: string): string {
  const mark = reply.lastIndexOf('<|message|>');
  if (mark < 0 || reply.slice(0, mark).trimStart().startsWith('{')) return reply;
  return reply.slice(mark + '<|message|>'.length).replace(/<\|(?:end|return|call)\|>\s*$/, '');
}

/** Decodes a reply that is the content of a JSON string, of a web page, or of Python's triple quotes. */
function withoutEscapes(reply: string): string {
  if (/^\s*\{\s*&quot;/.test(reply)) return reply.replace(/&(?:quot|#39|lt|gt|amp);/g, (sign) => SIGNS[sign] ?? sign);
  const text = reply.trim().replace(/"""([\s\S]*?)"""/g, (_, inner: string) => asJson(inner));
  if (/^"\s*(?:\\[nt]|\s)*[{[]/.test(text) && text.endsWith('"')) return parseString(text) ?? text;
  return /^[{[](?:\\[nt]|\s)*\\"/.test(text) ? (parseString(`"${text}"`) ?? text) : text;
}

const SIGNS: Readonly<Record<string, string>> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Texts by number, from one part of the reply. */
interface Candidate {
  /** The part's key, its column, or the words before it. */
  readonly name: string;
  readonly members: readonly WrittenMember[];
}

const isObjectOf = (value: Written): value is Extract<Written, { kind: 'object' }> => value.kind === 'object';

function candidatesOf(values: readonly Written[], before: readonly string[]): readonly Candidate[] {
  const [only] = values;
  if (only !== undefined && values.length === 1) return candidatesIn(only, '');
  const objects = values.filter(isObjectOf);
  // Objects may have one line each. A repeated number begins another version of the reply: an echo or a draft.
  if (objects.length === values.length && objects.every(({ members }) => isRecord(members)))
    return columnsOf(objects.map(({ members }) => members));
  const candidates: Candidate[] = [];
  let open: { name: string; members: WrittenMember[]; numbers: Set<number> } | undefined;
  for (const [place, value] of values.entries()) {
    const name = nameBefore(before[place] ?? '');
    if (!isObjectOf(value) || !hasNumbers(value.members)) {
      candidates.push(...candidatesIn(value, name));
      open = undefined;
      continue;
    }
    const numbers = value.members.flatMap(([key]) => keyOf(key)?.number ?? []);
    if (open === undefined || name !== '' || numbers.some((number) => open?.numbers.has(number))) {
      open = { name, members: [], numbers: new Set() };
      candidates.push(open);
    }
    open.members.push(...withoutRemarks(value.members));
    for (const number of numbers) open.numbers.add(number);
  }
  return candidates;
}

/** The label on the last line before an object, such as "Notes:". */
const nameBefore = (words: string): string =>
  /(?:^|\n)[^\p{L}\n]*((?:\p{L}+[ ]?){1,4})[^\p{L}\n]*\n?(?:```\w*)?\s*$/u.exec(words.slice(-200))?.[1]?.trim() ?? '';

function candidatesIn(value: Written, name: string): readonly Candidate[] {
  switch (value.kind) {
    case 'object':
      if (hasNumbers(value.members)) return [{ name, members: withoutRemarks(value.members) }];
      if (isRecord(value.members)) return columnsOf([value.members]);
      return value.members.flatMap(([key, inner]) => candidatesIn(inner, key));
    case 'list':
      return candidatesInList(value.items, name);
    case 'text': {
      const inner = /^\s*[{[]/.test(value.text) ? readWritten(value.text, parseString) : undefined;
      const [only] = inner?.values ?? [];
      return inner?.values.length === 1 && !inner.isCut && only !== undefined ? candidatesIn(only, name) : [];
    }
    default:
      return [];
  }
}

function candidatesInList(items: readonly Written[], name: string): readonly Candidate[] {
  const pairs = items.flatMap((item): WrittenMember[] => {
    const [key, text] = item.kind === 'list' && item.items.length === 2 ? item.items : [];
    const number = key && writtenNumber(key);
    return number !== undefined && text?.kind === 'text' ? [[number, text]] : [];
  });
  if (pairs.length > 0 && pairs.length === items.length) return [{ name, members: pairs }];
  const objects = items.filter(isObjectOf).map(({ members }) => members);
  if (objects.length < items.length) return [];
  if (objects.every(hasNumbers)) return [{ name, members: objects.flatMap(withoutRemarks) }];
  return objects.every(isRecord) ? columnsOf(objects) : items.flatMap((item) => candidatesIn(item, name));
}

/** An echo of the request's context does not belong to the reply either. */
const withoutRemarks = (members: readonly WrittenMember[]): readonly WrittenMember[] =>
  members.filter(([key]) => !isRemark(key) && !key.startsWith('context, not to be translated'));

const hasNumbers = (members: readonly WrittenMember[]): boolean => members.some(([key]) => keyOf(key) !== undefined);

/** Names that models use for the phrase number in a record. */
const ID =
  /^(?:#|№|id|i|n|no|nr|num|number|numero|número|numéro|nummer|номер|key|k|index|idx|pos|position|order|seq|sequence|line|row|entry|cue|phrase|subtitle)(?:[ _-]?(?:id|no|num|number|index))?$/i;
const TEXT =
  /^(?:t|tr|txt|text|texts|translated|translation|translations|translated[ _-]?text|translatedText|trans|target|target[ _-]?text|dst|tgt|output|result|value|content|subtitle|line)$/;
const SOURCE =
  /^(?:src|source|sources|original|originals|orig|input|request|from|source[ _-]?text|sourceText|original[ _-]?text|phrases|context)\b/i;

/** True for an object that contains its own number. */
const isRecord = (members: readonly WrittenMember[]): boolean =>
  members.some(([key, value]) => ID.test(key) && writtenNumber(value) !== undefined);

/** The value as a number. Numbers may be written like keys. */
function writtenNumber(value: Written): string | undefined {
  const written = value.kind === 'literal' ? value.json : value.kind === 'text' ? value.text : '';
  return keyOf(written) === undefined ? undefined : written.trim();
}

/** Texts of records such as {"id": 1, "text": "…"}: one candidate for each pair of a number column and a text column. */
function columnsOf(records: readonly (readonly WrittenMember[])[]): readonly Candidate[] {
  // A record with a repeated key is ambiguous.
  if (records.some((members) => new Set(members.map(([key]) => key)).size < members.length)) return [];
  const columns = grouped(
    records.flatMap((members, row) => members.map(([key, value]) => ({ key, value, row }))),
    ({ key }) => key,
  );
  const names = [...columns.keys()];
  const isOfNumbers = (name: string) => {
    const column = columns.get(name) ?? [];
    return column.length === records.length && column.every(({ value }) => writtenNumber(value) !== undefined);
  };
  const ofNumbers = names.filter(isOfNumbers);
  const ids = ofNumbers.filter((name) => ID.test(name));
  const most = Math.max(
    0,
    ...names.filter((name) => !ids.includes(name)).map((name) => columns.get(name)?.length ?? 0),
  );
  const texts = names.filter((name) => {
    const column = columns.get(name) ?? [];
    const some = column.find(({ value }) => value.kind === 'text' || value.kind === 'object');
    return !ofNumbers.includes(name) && column.length === most && some !== undefined;
  });
  return ids.flatMap((id) => {
    const numbers = (columns.get(id) ?? []).map(({ value }) => writtenNumber(value) ?? '');
    return texts.map((name) => ({
      name,
      members: (columns.get(name) ?? []).map(({ value, row }): WrittenMember => [numbers[row] ?? '', value]),
    }));
  });
}

/** A number that is written as a key: "1", "01", "1.", "#1", "۱", "line 1". `frame`: the signs around it. */
function keyOf(written: string): { readonly number: number; readonly frame: string } | undefined {
  const plain = withPlainDigits(written.normalize('NFKC')).trim();
  const [, before, digits, behind] =
    /^([#№([<"'*]{0,2}|(?:[\p{L}_]{1,20}[ _#:.-]{0,2}))(\d{1,15})(\.0|[.:)\]>"'*\-–]{0,2}|[句条條行号號番])$/u.exec(
      plain,
    ) ?? [];
  return digits === undefined ? undefined : { number: Number(digits), frame: `${before} ${behind}` };
}

/** Drops candidates that cannot be the translation: duplicates, remarks, originals, other languages. If several remain, the reply is ambiguous. */
function chosen(
  all: readonly Candidate[],
  phrases: readonly Phrase[],
  language: () => string | undefined,
): readonly Candidate[] {
  const texts = new Map(all.map((one) => [one, textsOf(one, phrases)]));
  const of = (one: Candidate) => texts.get(one) ?? new Map<number, string>();
  const distinct = [...grouped(all, (one) => JSON.stringify([...of(one)])).values()].flatMap(([first]) => first ?? []);
  /** Keeps the candidates that qualify, or all if none does. */
  const left = (some: readonly Candidate[], isLeft: (one: Candidate) => boolean) => {
    const kept = some.length > 1 ? some.filter(isLeft) : some;
    return kept.length > 0 ? kept : some;
  };
  const hasTexts = left(distinct, (one) => of(one).size > 0);
  const unnamed = left(hasTexts, ({ name }) => !isRemark(name) && !SOURCE.test(name));
  const own = left(unnamed, (one) => !isEcho(of(one), phrases));
  if (own.length < 2) return own;
  const wanted = baseLanguage(language());
  const inLanguage = left(own, (one) => !isInOther(one.name, [...of(one).values()], wanted));
  if (inLanguage.length === 1) return inLanguage;
  const called = own.filter(({ name }) => TEXT.test(name));
  // Another column may contain the speaker. Of several objects, however, each could be the reply.
  const areColumns = own.every((one) => one.members.length === own[0]?.members.length);
  return called.length === 1 && areColumns && own.every(({ name }) => name !== '') ? called : own;
}

function textsOf({ members }: Candidate, phrases: readonly Phrase[]): ReadonlyMap<number, string> {
  const asked = new Set(phrases.map(({ number }) => number));
  return new Map(
    members.flatMap(([key, value]) => {
      const { number } = keyOf(key) ?? {};
      const text = textOf(value);
      const isText = number !== undefined && asked.has(number) && text !== undefined && !containsTimingLine(text);
      return isText ? [[number, text] as const] : [];
    }),
  );
}

function textOf(value: Written): string | undefined {
  if (value.kind === 'text') return value.text;
  const [inner, other] = value.kind === 'object' ? value.members : [];
  return inner !== undefined && other === undefined && inner[1].kind === 'text' ? inner[1].text : undefined;
}

const bare = (text: string): string =>
  withoutDirectionMarks(withoutTags(text))
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** True if nearly all texts equal the originals. */
function isEcho(texts: ReadonlyMap<number, string>, phrases: readonly Phrase[]): boolean {
  const there = phrases.filter(({ number, text }) => texts.has(number) && /\p{L}/u.test(withoutTags(text)));
  const same = there.filter(({ number, text }) => bare(texts.get(number) ?? '') === bare(text));
  return there.length > 0 && same.length >= there.length * 0.8;
}

/** The language in a name such as "pt", "pt-BR", "Portuguese" or "translation_pt". '': none. */
function languageOfName(name: string): string {
  const [, code = ''] = /(?:^|[_ -])([a-z]{2})(?:[_-][a-z]{2,4})?$/i.exec(name) ?? [];
  if (languageName(code.toLowerCase()) !== undefined) return code.toLowerCase();
  return baseLanguage(languagesNamedIn(name.replaceAll('_', ' ')).at(-1)?.language);
}

/** True if the texts are certainly in a wrong language. `wanted` is '' if the target is unknown. */
function isInOther(name: string, texts: readonly string[], wanted: string): boolean {
  if (wanted === '') return false;
  const found = languageOfName(name) || guessLanguage(texts);
  if (found !== undefined) return !mayBe(found, wanted);
  const [script, ofWanted] = [mainScript(texts), scriptOfLanguage(wanted)];
  return script !== undefined && ofWanted !== undefined && script !== ofWanted;
}

/**
 * The members as JSON. Keys become plain numbers if all have equal signs around them ("1.", "۱", "#1") and match the requested numbers. Repeated keys with
 * equal or empty texts become one. A text that may contain another pair becomes null. undefined: the numbers are of different kinds.
 */
function jsonOfMembers(
  members: readonly WrittenMember[],
  phrases: readonly Phrase[],
  isCut: boolean,
): string | undefined {
  const keys = members.map(([key]) => keyOf(key));
  const isPlain = members.every(([key], place) => keys[place] === undefined || /^(?:0|[1-9]\d*)$/.test(key));
  const numbers = new Set(keys.map((key) => key?.number));
  const frames = new Set(keys.map((key) => key?.frame));
  const areAsked = numbers.size === phrases.length && phrases.every(({ number }) => numbers.has(number));
  if (!isPlain && !(frames.size === 1 && areAsked)) return undefined;
  const byKey = grouped(members, ([key]) => String(keyOf(key)?.number ?? key));
  const textsUnder = (key: string) => (byKey.get(key) ?? []).map(([, value]) => textOf(value) ?? '').join(' ');
  const unsure = keysWithAnotherPair(phrases, [...byKey.keys()], textsUnder);
  const pairs = [...byKey].flatMap(([key, same]) => {
    if (unsure.has(key)) return `"${key}": null`;
    const seen = same.filter(([, value]) => !isUnseen(textOf(value) ?? '♪'));
    const [first, ...others] = seen.length > 0 ? seen : same.slice(0, 1);
    const isOne = others.every(([, value]) => first && jsonOfWritten(value) === jsonOfWritten(first[1]));
    return (isOne ? [first] : same).flatMap((member) =>
      member ? `${JSON.stringify(key)}: ${jsonOfWritten(member[1])}` : [],
    );
  });
  return `{${pairs.join(', ')}${isCut ? ', ' : '}'}`;
}

function jsonOfWritten(value: Written): string {
  switch (value.kind) {
    case 'text':
      return JSON.stringify(value.text);
    case 'literal':
      return value.json;
    case 'list':
      return `[${value.items.map(jsonOfWritten).join(', ')}]`;
    default:
      return `{${value.members.map(([key, inner]) => `${JSON.stringify(key)}: ${jsonOfWritten(inner)}`).join(', ')}}`;
  }
}

/** A numbered line, with the signs around its number: "7.", "[7]", "**7**:", " 7 ", `"7": `. */
const HEAD = /^([\s>*_|#№([<"'-]{0,8})(\d{1,9})(["'\])>*_]{0,4}(?:\s*[.:)|,=–—-]|\s*$|\t))/;
const ELEMENT = /^<(\w+) \w+=["']?(\d{1,9})["']?>([\s\S]*)<\/\1>$/;

/**
 * Reads replies without JSON that have a line or block per phrase: lists, YAML, tables, elements, .srt blocks. Each requested number must begin a text, in
 * order, with equal signs around it. undefined: this is not so, or something follows the last text.
 */
function readNumberedLines(phrases: readonly Phrase[], reply: string): readonly string[] | undefined {
  if (phrases.length < 2) return undefined;
  const lines = reply
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => !/^\s*```\w*\s*$/.test(line));
  if (lines.length > MOST_LINES * phrases.length) return undefined;
  return elementsOf(phrases, lines) ?? blocksOf(phrases, lines);
}

/** The most lines per phrase, including lines between phrases. */
const MOST_LINES = 20;

const areAsked = (phrases: readonly Phrase[], numbers: readonly number[]): boolean =>
  numbers.length === phrases.length && phrases.every(({ number }, place) => number === numbers[place]);

function elementsOf(phrases: readonly Phrase[], lines: readonly string[]): readonly string[] | undefined {
  const elements = lines.join('\n').split(/(?<=>)\s*\n(?=<\w)/);
  const read = elements.map((element) => ELEMENT.exec(element.trim()));
  const numbers = read.map((found) => Number(found?.[2]));
  return areAsked(phrases, numbers) ? read.map((found) => found?.[3] ?? '') : undefined;
}

function blocksOf(phrases: readonly Phrase[], lines: readonly string[]): readonly string[] | undefined {
  const heads = lines.flatMap((line, at) => {
    const plain = withPlainDigits(line);
    const [whole = '', before = '', digits = '', behind = ''] = HEAD.exec(plain) ?? [];
    const isHead = digits !== '' && plain.length === line.length && !isTimingLine(line);
    return isHead
      ? [{ at, number: Number(digits), frame: `${before.trim()} ${behind.trim()}`, rest: line.slice(whole.length) }]
      : [];
  });
  const numbers = heads.map(({ number }) => number);
  if (!areAsked(phrases, numbers) || new Set(heads.map(({ frame }) => frame)).size > 1) return undefined;
  const blocks = heads.map(({ at, rest }, place) => [rest, ...lines.slice(at + 1, heads[place + 1]?.at)]);
  const texts = withoutTimes(blocks).map((block) => block.join('\n').trim());
  const inCells = withoutCells(texts);
  const isDoubtful = (text: string) => text === '' || /\n\s*\n|\|\s*$/.test(text);
  return inCells.some(isDoubtful) || hasMoreLines(inCells.at(-1), phrases.at(-1)) ? undefined : unquoted(inCells);
}

/** True if lines follow the last text that may not belong to it. */
const hasMoreLines = (text = '', original?: Phrase): boolean =>
  text.split('\n').length > (original?.text ?? '').split('\n').length;

/** Removes the timing line if every block has one, as in an .srt file. */
function withoutTimes(blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const written = blocks.map((block) => block.filter((line, at) => at > 0 || line.trim() !== ''));
  return written.every(([line = '']) => isTimingLine(line)) ? written.map((block) => block.slice(1)) : written;
}

/** The match in each text. undefined: not all texts match. */
function eachOf(texts: readonly string[], pattern: RegExp): readonly string[] | undefined {
  const found = texts.flatMap((text) => pattern.exec(text)?.[1] ?? []);
  return found.length === texts.length ? found : undefined;
}

const withoutCells = (texts: readonly string[]): readonly string[] => eachOf(texts, /^([^|]*?)\s*\|$/) ?? texts;

function unquoted(texts: readonly string[]): readonly string[] {
  const quoted = eachOf(texts, /^("(?:[^"\\]|\\[\s\S])*"),?$/)?.flatMap((text) => parseString(text) ?? []);
  return quoted?.length === texts.length ? quoted : texts;
}
