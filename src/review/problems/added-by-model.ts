import { baseLanguage, languageName } from '../../languages/language-names.ts';
import { shorten } from '../../subtitles/lines.ts';
import { type FilmRules, type Fix, type MeasuredLine, measure, type Rule } from '../measured-line.ts';
import {
  type Addition,
  type AdditionFinder,
  elements,
  markdown,
  notes,
  ownNumberIn,
  quotes,
  restOfJson,
  thoughts,
} from './added-around.ts';

/**
 * Matches special tokens of Llama, Qwen, Gemma, DeepSeek, Mistral, Cohere, T5, BERT and others, and the role behind some of them. "▁" is
 * SentencePiece's space.
 */
const TOKEN =
  /(?:<\|(?:im_start|start|channel|start_header_id)\|>|<start_of_turn>|<\|turn>)(?:assistant|model|user|system|final|analysis|commentary)?|<[|｜][^<>|｜\n]{1,40}[|｜]>|<(?:end|start|begin)_of_(?:turn|text|sentence|image)>|<turn\|>|<\/?(?:eos|bos|eot|eop|sop|pad|unk|mask|EOS_TOKEN|BOS_TOKEN|END_OF_TURN_TOKEN|assistant|think|thinking|tool_call|extra_id_\d{1,3}|unused\d{1,4}|0x[\dA-F]{2})>|\[(?:\/?INST|EOS|BOS|PAD|UNK|CLS|SEP|MASK|gMASK|\/?THINK)\]|<<\/?SYS>>|(?<=[\p{L}.,!?])▁(?=\p{L}|$)|▁(?=\p{L}{2})/gu;

const tokens: AdditionFinder = ({ original, translation: { text } }) => {
  if (!/[<[▁]/.test(text)) return undefined;
  const isAdded = (token: string) => !original.text.includes(token);
  const first = text.match(TOKEN)?.find(isAdded);
  if (first === undefined) return undefined;
  const lines = text.split('\n').flatMap((line) => {
    const rest = line.replace(TOKEN, (token) => (!isAdded(token) ? token : token === '▁' ? ' ' : ''));
    if (rest === line) return [line];
    return rest.trim() === '' ? [] : [rest.replace(/ {2,}/g, ' ').trim()];
  });
  return { words: `Added by the model: “${first}”.`, without: lines.join('\n').trim() };
};

const HEAD = /^[\s*"]{0,4}([^:：*\n]{1,60})\*{0,2}[:：](?!\/\/)\*{0,2}\s*(?=[^\s\d])/;
const HEAD_IN_BRACKETS = /^\s{0,4}[[(（【]([^[\]()（）【】\n]{1,40})[\])）】]\s?[:：]?\s*(?=\S)/;

/** Matches "Translation" in frequent languages. No translation has this word unless the original has it. */
const TRANSLATION =
  /^(?:(?:sure|certainly|of course|ok(?:ay)?)[,!.]? )?(?:here(?: is|['’]s) )?(?:(?:the|my|your|a|final|corrected|literal|improved|la|le|il|die|de|a) )?(?:\p{L}{1,20} )?(?:translat(?:ion|ed)|tradu(?:ção|cción|cció|ction|zione|cere|zido|cido|it|ducción)|übersetz(?:ung|t)|vertaling|tłumaczenie|çeviri|översättning|oversættelse|oversettelse|käännös|fordítás|překlad|preklad|prijevod|prevod|превод|перевод|переклад|μετάφραση|翻译|翻譯|译文|譯文|翻訳|訳|번역|ترجمة|ترجمه|תרגום|terjemahan|bản dịch|คำแปล|अनुवाद)(?:\s(?:is|é|es|ist|est|text|line|subtitle|in|into|to|from|of|para|en|em|al|au|auf|ins|na|на|в|з)(?:\s[^:：]{1,40})?|\s?\([^()]{1,30}\))?\s*$/iu;
/** Matches an original that itself speaks of translating. */
const SPEAKS_OF_IT =
  /translat|tradu|übers|vertal|tłumacz|çevir|oversæt|överst|oversett|käänn|fordít|překl|prekl|prev[oe]|перев[оеё]|перекл|превод|μεταφρ|翻|译|譯|訳|번역|ترجم|תרג|terjemah|dịch|แปล|अनुवाद/iu;
/** Labels that English-speaking models write before a translation into another language. */
const OUTPUT =
  /^(?:output|answer|response|result|reply|subtitle|text|assistant|model|user|human|system|(?:sure|okay|ok|certainly|of course)[,!.]? here (?:you go|it is))$/i;
/** Matches an original that also begins with a name. */
const NAMES_FIRST = /^[\s\p{P}]{0,4}[^:：\n]{1,60}[:：]|^[^\n]{0,40}?\p{L}\s?[–—]\s/u;

const labels: AdditionFinder = ({ original, translation: { text } }, { language }) => {
  const [whole, head = ''] = HEAD.exec(text) ?? [];
  if (whole === undefined || (NAMES_FIRST.test(original.plain) && !HEAD.test(text.slice(whole.length))))
    return undefined;
  const isLabel =
    (TRANSLATION.test(head) && !SPEAKS_OF_IT.test(original.plain)) ||
    (OUTPUT.test(head) && baseLanguage(language) !== 'en') ||
    isNameOf(language, head.replace(IN_LANGUAGE, ''));
  if (!isLabel) return undefined;
  return { words: `Added by the model: “${whole.trim()}”.`, without: text.slice(whole.length) };
};

/** "In Portuguese", "Em português". */
const IN_LANGUAGE = /^(?:in|em|en|auf|på|na|по-|in het|in die|in to|into) ?/i;

/** Returns true if the text names the target language: "Portuguese", "Brazilian Portuguese", "português", "pt-BR". */
const isNameOf = (language: string | undefined, head: string): boolean =>
  language !== undefined &&
  [language, baseLanguage(language)].some((code) =>
    [code, languageName(code), ownNameOf(code)].some(
      (name) =>
        name?.toLowerCase() ===
        head
          .trim()
          .replace(/^([a-z]{2,3})-[a-z]{2}$/i, '$1')
          .toLowerCase(),
    ),
  );

function ownNameOf(language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language);
  } catch {
    // The code is not a valid language code.
    return undefined;
  }
}

/** Matches a model's remarks about the tone. */
const REGISTER =
  /^(?:(?:very|more|less|slightly|in|tone|register|estilo|tom|tono|ton|стиль)[:\s]\s?)?(?:(?:in)?form(?:al|ell|el|elle|ale|eel|alny|ální|ális)(?:ly|e|mente|nie|ně|t)?|neutral|polite|casual(?:ly)?|slang|colloquial(?:ly)?|literal(?:ly|mente)?|spoken|vulgar|masculine|feminine|plural|singular|coloquial|familiar|neutro|gíria|jerga|argot|familier|familière|umgangssprachlich|salopp|wörtlich|colloquiale|letterale|potocznie|nieformalnie|dosłownie|hovorově|vardagligt|samimi|resmi|gündelik|не(?:формально|официально)|(?:не)?формальн(?:о|ое|ый)|разг\.?|разговорн(?:о|ое|ый|ая)|букв\.?|буквально|неформально|розм\.?|розмовн(?:е|о)|дослівно|ανεπίσημα|口语|口語|非正式|正式|俚语|俗语|くだけた|カジュアル|敬語|丁寧|반말|존댓말|비격식|عامية|غير رسمي|santai|thân mật)(?:[\s-](?:tone|style|form|register|speech|language|version|translation|стиль))?$/iu;

/** Matches a remark in brackets at the end of a line, with the full stop and the tags behind it. */
const REMARK = /[[(（【]\s?\*?([^[\]()（）【】\n]{1,60}?)\*?\s?[\])）】]([.!?…。！？]?)((?:<\/[^<>]{1,10}>)?)$/u;
const LONGEST_REMARK = 100;
const BRACKETS = /[[(（【]/g;

const countBrackets = (text: string): number => text.match(BRACKETS)?.length ?? 0;

/** The remark in lower case. */
const remarkOf = (line: string): string | undefined =>
  REMARK.exec(line.trimEnd().slice(-LONGEST_REMARK))?.[1]?.trim().toLowerCase();

function withoutRemark(line: string): string {
  const all = line.trimEnd();
  const [found = '', , mark = '', tags = ''] = REMARK.exec(all.slice(-LONGEST_REMARK)) ?? [];
  const rest = all.slice(0, all.length - found.length).trimEnd();
  return rest + (/[\p{L}\p{N}]$/u.test(rest) ? mark : '') + tags;
}

/** Returns true if the model wrote this remark: it is about the tone, or many lines have it. */
const isOfModel = (remark: string | undefined, { remarks }: FilmRules): boolean =>
  remark !== undefined && (REGISTER.test(remark) || remarks.includes(remark));

const remarks: AdditionFinder = ({ original, translation: { text } }, rules) => {
  const isMore = countBrackets(text) > countBrackets(original.plain);
  if (!isMore) return undefined;
  const [whole, head = ''] = HEAD_IN_BRACKETS.exec(text) ?? [];
  if (
    whole !== undefined &&
    (isOfModel(head.trim().toLowerCase(), rules) ||
      isNameOf(rules.language, head) ||
      (TRANSLATION.test(head) && !SPEAKS_OF_IT.test(original.plain)))
  ) {
    return { words: `Added by the model: “${whole.trim()}”.`, without: text.slice(whole.length) };
  }
  const lines = text.split('\n');
  const remark = lines.map(remarkOf).find((found) => isOfModel(found, rules));
  if (remark === undefined) return undefined;
  const rest = lines.map((line) => (isOfModel(remarkOf(line), rules) ? withoutRemark(line) : line));
  const without = rest.filter((line, place) => line !== '' || lines[place] === '').join('\n');
  return { words: `Added by the model: “(${shorten(remark, 40)})”.`, without };
};

/** Returns the remarks at the end of several translations whose originals have no brackets. */
export function usualRemarks(lines: readonly Pick<MeasuredLine, 'original' | 'translation'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { original, translation } of lines) {
    const remark = remarkOf(translation.text);
    if (remark === undefined || !/\p{L}/u.test(remark) || countBrackets(original.plain) > 0) continue;
    counts.set(remark, (counts.get(remark) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= 3).map(([remark]) => remark);
}

const ownNumber: AdditionFinder = (line, rules) => {
  const { text } = line.translation;
  const found = ownNumberIn(line, rules);
  if (found === undefined) return undefined;
  const number = text.slice(found.from, found.to).trim();
  return {
    words: `Added by the model: “${number}”, the number of the line.`,
    without: text.slice(0, found.from) + text.slice(found.to),
  };
};

/**
 * Matches a letter in place of one with an accent: "voc[e]". At the beginning of a word it is an edited quotation, and "(a)" is an optional ending.
 */
const IN_BRACKETS = /\p{L}{1,30}\[\p{Ll}{1,2}[~^'`´"¨]?\]\p{L}{0,30}/u;

const spoiltLetters: AdditionFinder = ({ original, translation: { plain } }) => {
  const [found] = (plain.includes('[') && IN_BRACKETS.exec(plain)) || [];
  return found === undefined || original.plain.includes('[')
    ? undefined
    : { words: `A letter is in brackets, perhaps instead of an accent: “${shorten(found, 40)}”.`, without: undefined };
};

const tabs: AdditionFinder = ({ original, translation: { text } }) => {
  if (!text.includes('\t') || original.text.includes('\t')) return undefined;
  const words = 'Tab in the text.';
  // Between two letters nobody can know what was lost.
  if (/[\p{L}\p{M}]\t+[\p{L}\p{M}]/u.test(text)) return { words, without: undefined };
  const lines = text.split('\n').map((line) => {
    if (!line.includes('\t')) return line;
    return line.replace(/[ \t]+/g, (space) => (space.includes('\t') ? ' ' : space)).trim();
  });
  return { words, without: lines.join('\n') };
};

const FINDERS: readonly AdditionFinder[] = [
  ...[thoughts, tokens, elements, restOfJson, ownNumber, labels, notes, remarks],
  ...[markdown, quotes, spoiltLetters, tabs],
];

/** Returns a sentence about the first addition of the model. */
export const added: Rule = (line, rules) => firstOf(line, rules)?.words;

function firstOf(line: MeasuredLine, rules: FilmRules): Addition | undefined {
  for (const find of FINDERS) {
    const addition = find(line, rules);
    if (addition !== undefined) return addition;
  }
  return undefined;
}

/** Returns the text without the additions; undefined: nothing would remain, or a person must correct it. */
export const addedTakenOff: Fix = (line, rules) => {
  let translation = line.translation;
  // One text can have several additions: "Translation: 12. …".
  for (let count = 0; count < 8; count++) {
    const addition = firstOf({ ...line, translation }, rules);
    if (addition === undefined) return count === 0 ? undefined : translation.text;
    if (addition.without === undefined || !/[\p{L}\p{N}♪]/u.test(addition.without)) return undefined;
    translation = measure(addition.without);
  }
  return undefined;
};
