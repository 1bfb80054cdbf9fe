import { type MeasuredLine, measure } from '../measured-line.ts';
import type { FilmRules } from '../rules.ts';

/** Something that a model put into a text although nobody says it. */
export interface Addition {
  /** A sentence for people. */
  readonly words: string;
  /** The corrected text; missing: only a person can correct it. */
  readonly without?: string;
}

export type AdditionFinder = (line: MeasuredLine, rules: FilmRules) => Addition | undefined;

/** A model's thoughts before the answer. Their opening tag may be missing. */
const THOUGHTS =
  /^(?:\s*<(think|thinking|thought|reasoning|scratchpad|analysis)>[\s\S]{0,20000}?<\/\1>|[\s\S]{0,20000}?<\/(?:think|thinking|thought|reasoning)>)/i;
const THOUGHT = /<\/?(?:think|thinking|thought|reasoning|scratchpad|analysis)>/i;

export const thoughts: AdditionFinder = ({ original, translation: { text } }) => {
  const mark = text.includes('<') ? THOUGHT.exec(text)?.[0] : undefined;
  if (mark === undefined || original.text.includes(mark)) return undefined;
  const words = `“${mark}” is a thought of the model.`;
  const [before] = THOUGHTS.exec(text) ?? [];
  // Without a closing tag, all of it may be a thought.
  return before === undefined ? { words } : { words, without: text.slice(before.length).trim() };
};

/** An element around the whole text. */
const ELEMENT =
  /^\s*<(translation|translated|output|answer|response|result|final|reply|text|subtitle|line|target|s)>([\s\S]*?)(?:<\/\1>)?\s*$/i;
/** Marks of Llama and Mistral; "<s>…</s>" is struck-through text. */
const LONE_S = /^\s*<s>(?![\s\S]*<\/s>)|(?<!<s>[\s\S]{0,500})<\/s>\s*$/i;

export const elements: AdditionFinder = ({ original, translation: { text } }) => {
  // No phrase is as long.
  if (!text.includes('<') || text.length > 5_000 || original.text.includes('<s>')) return undefined;
  const [s] = LONE_S.exec(text) ?? [];
  if (s !== undefined)
    return { words: `“${s.trim()}” is a mark of the model.`, without: text.replace(LONE_S, '').trim() };
  const [, name = '', inside = ''] = ELEMENT.exec(text) ?? [];
  if (name === '' || name.toLowerCase() === 's' || original.text.includes(`<${name}`)) return undefined;
  return { words: `“<${name}>” is a mark of the model.`, without: inside.trim() };
};

/** Markdown: bold, code, a heading, a quotation. */
const FENCE = /^\s*`{3}(?:\w{0,12}[ \t]*\n)?([\s\S]*?)\n?[ \t]*`{3}\s*$/;
/** Not between letters, where stars stand for other letters: "m**da". */
const INLINE = /(?<![\p{L}\p{N}])(\*\*|__|`)(?=\S)([^*_`\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;
const ITALICS = /^(\s*[-–—]?\s*)\*(?=\S)([^*]+)(?<=\S)\*(\s*)$/;
const LINE_HEAD = /^[ \t]*(?:#{1,6}|>)[ \t]+(?=\p{L})/gmu;

export const markdown: AdditionFinder = ({ original, translation: { text } }) => {
  if (!/[*_`#>]/.test(text) || /[*_`#♪♫]|^\s*>/m.test(original.plain)) return undefined;
  const without = text.replace(FENCE, '$1').replace(INLINE, '$2').replace(ITALICS, '$1$2$3').replace(LINE_HEAD, '');
  return without === text ? undefined : { words: 'It has signs of Markdown (**, `, #).', without };
};

/** The end of a reply's JSON. */
const JSON_REST = /(?:"\s?[,}\]][\s,}\]]*|^\s*\{\s*"\d{1,6}"\s*:\s*"?)/g;

export const restOfJson: AdditionFinder = ({ original, translation: { text } }) => {
  if (!/"\s?[,}\]]\s*$|^\s*\{\s*"\d/.test(text) || /[{}]|",/.test(original.text)) return undefined;
  const without = text
    .replace(JSON_REST, '')
    .replace(/"\s*\}?\s*$/, '')
    .trim();
  // A quotation before a comma.
  if (/[,]\s*$/.test(text) && (text.match(/"/g)?.length ?? 0) > 1) return undefined;
  return { words: 'It has a rest of the model’s JSON.', without };
};

/** A translator's remark, in brackets behind the text or on its own line. */
const NOTE =
  "(?:(?:translator[’']?s? )?notes?|t/?n|n/?t|n\\.? ?d\\.? ?[trt]\\.?|nota(?: d[oe]l? tradu[ct]+or)?|note du traducteur|remarque|anm(?:erkung)?|opmerking|uwaga|przyp(?:\\. ?tłum)?|прим(?:ечание)?(?:\\.? ?пер(?:еводчика)?)?|примітка|lit(?:erally|eral)?|literalmente|wörtlich|букв|дословно|注|译注|訳注|주)\\.?";
const NOTE_IN_BRACKETS = new RegExp(
  `\\s*[[(（]\\s?\\*?${NOTE}\\s?(?:[:：.]|[“"«]|(?=[\\])）]))[^\\[\\]()（）\\n]{0,200}[\\])）]\\*?\\s*$`,
  'iu',
);
const LINE_OF_NOTE = new RegExp(`^\\s*[[(（*]?${NOTE}\\s?[:：][^\\n]*$`, 'iu');
const SPEAKS_OF_NOTES = new RegExp(`(?<!\\p{L})${NOTE}(?!\\p{L})|замет|запис`, 'iu');

export const notes: AdditionFinder = ({ original, translation: { text } }) => {
  if (SPEAKS_OF_NOTES.test(original.plain) || /[[(（]/.test(original.plain)) return undefined;
  const [bracketed] = NOTE_IN_BRACKETS.exec(text.slice(-300)) ?? [];
  if (bracketed !== undefined)
    return {
      words: `“${bracketed.trim().slice(0, 40)}” is a remark of the model.`,
      without: text.slice(0, -bracketed.length),
    };
  const lines = text.split('\n');
  const rest = lines.filter((line) => !LINE_OF_NOTE.test(line));
  if (rest.length === lines.length || lines.length === 1 || original.plain.includes(':')) return undefined;
  return { words: 'It has a remark of the model.', without: rest.join('\n') };
};

const QUOTES = /["“”„«»‹›‘’'「」『』]/;
const QUOTED = /^\s*(?:"([^"“”]+)"|“([^"“”]+)”|„([^"“”„]+)[“”]|«([^«»]+)»|「([^「」]+)」)\s*$/u;

const isQuoted = ({ original, translation }: Pick<MeasuredLine, 'original' | 'translation'>): boolean =>
  QUOTED.test(translation.text) && !QUOTES.test(original.plain);

const LEAST_LINES = 3;
const LEAST_SHARE = 0.3;

/** Whether the film's translations have quotation marks that their originals lack. */
export function standInQuotes(lines: readonly Pick<MeasuredLine, 'original' | 'translation'>[]): boolean {
  const quoted = lines.filter(isQuoted).length;
  return quoted >= LEAST_LINES && quoted >= lines.length * LEAST_SHARE;
}

export const quotes: AdditionFinder = (line, rules) => {
  if (!rules.areQuoted || !isQuoted(line)) return undefined;
  const inside = QUOTED.exec(line.translation.text)?.slice(1).find(Boolean) ?? '';
  return measure(inside).plain === ''
    ? undefined
    : { words: 'It stands in quotation marks that the original does not have.', without: inside };
};
