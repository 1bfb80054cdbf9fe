import { parseArgs } from 'node:util';
import { FRAME_RATES, TONES, type Tone } from '../core.ts';
import { atOnceOf, Mistake, moneyOf, outputFileOf, ownPromptOf, timeOf, trackOf, urlOf } from './call-values.ts';
import { BESIDE, type CommandName, isOption, nearest, OPTIONS, type OptionName } from './options.ts';

/** A call of the program, parsed. */
export type ProgramCall =
  | { readonly command: 'help'; readonly of: CommandName }
  | { readonly command: 'version' }
  | { readonly command: 'check'; readonly original: string; readonly translated: string; readonly json: boolean }
  | { readonly command: 'tracks'; readonly film: string; readonly json: boolean }
  | { readonly command: 'models'; readonly endpoint: string | undefined; readonly json: boolean }
  | TranslateCall;

/** undefined: not given. */
export interface TranslateCall {
  readonly command: 'translate';
  /** Files and folders; '-': standard input. */
  readonly files: readonly string[];
  /** A list of files; '-': standard input. */
  readonly filesFrom: string | undefined;
  /** True: the names in that list end with NUL. */
  readonly byNul: boolean;
  readonly recursive: boolean;
  /** A language, or a number from 1. */
  readonly track: string | number | undefined;
  readonly overwrite: boolean;
  readonly skipLanguage: boolean;
  /** Each language gets its own output. Empty with a prompt, or for projects. */
  readonly to: readonly string[];
  readonly from: string | undefined;
  readonly tone: Tone | undefined;
  readonly prompt: { readonly text: string } | { readonly file: string } | undefined;
  readonly nameLanguage: string | undefined;
  readonly model: string | undefined;
  readonly url: string | undefined;
  readonly readFilm: boolean;
  readonly notes: string | undefined;
  readonly notesOut: string | undefined;
  readonly settings: string | undefined;
  readonly replyFormat: (typeof REPLY_FORMATS)[number] | undefined;
  readonly context: (typeof CONTEXTS)[number] | undefined;
  readonly batches: (typeof BATCHES)[number] | undefined;
  readonly atOnce: number | undefined;
  readonly thinking: (typeof THINKING)[number] | undefined;
  readonly halfPrice: boolean;
  readonly withoutStyles: readonly string[];
  readonly strictRead: boolean;
  readonly unroll: boolean;
  readonly repairLetters: boolean;
  readonly frameRate: (typeof FRAME_RATES)[number] | undefined;
  readonly oneLanguage: (typeof LANGUAGES)[number] | undefined;
  readonly fillGaps: boolean;
  readonly out: string | undefined;
  /** '-': standard output. */
  readonly output: string | undefined;
  readonly lineEnds: (typeof LINE_ENDS)[number] | undefined;
  readonly marks: (typeof MARKS)[number] | undefined;
  readonly lineBreaks: 'balanced' | undefined;
  readonly bilingual: (typeof BILINGUAL)[number] | undefined;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  /** US dollars. */
  readonly maxCost: number | undefined;
  /** ms; Infinity: for ever. */
  readonly patienceMs: number;
  readonly restart: boolean;
  readonly strict: boolean;
  readonly insecure: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

const REPLY_FORMATS = ['json', 'schema', 'plain'] as const;
const CONTEXTS = ['batch', 'around'] as const;
const BATCHES = ['twenty', 'sentence'] as const;
const THINKING = ['least', 'default', 'more'] as const;
const LINE_ENDS = ['lf', 'file', 'tv'] as const;
const MARKS = ['rlm', 'embedding'] as const;
const LANGUAGES = ['first', 'second'] as const;
const BILINGUAL = ['below', 'above'] as const;

/**
 * Parses the arguments after the program's name. `looksLikeKey`: whether a text seems to be a provider's key, which other people on the computer could read
 * among the arguments. Throws a Mistake.
 */
export function readCall(args: readonly string[], looksLikeKey: (text: string) => boolean): ProgramCall {
  refuseKeys(args, looksLikeKey);
  const [first = '', ...rest] = args;
  const beside = BESIDE.find((name) => name === first);
  const command = beside ?? 'translate';
  const given = readOptions(beside ? rest : args, command);
  if (given.help) return { command: 'help', of: command };
  if (given.version) return { command: 'version' };
  switch (command) {
    case 'check': {
      const [original, translated] = exactly(2, given, 'check ORIGINAL TRANSLATED');
      return { command, original, translated, json: given.has('json') };
    }
    case 'tracks': {
      const [film] = exactly(1, given, 'tracks FILM');
      return { command, film, json: given.has('json') };
    }
    case 'models': {
      if (given.files.length > 1) throw new Mistake('models takes one provider, as in: models openai');
      return { command, endpoint: given.files[0], json: given.has('json') };
    }
    case 'translate':
      return translateCall(given);
  }
}

const KEY_OPTION = /^--?(?:[\w-]*[_-])?(?:key|token|secret|password)(?:=|$)/i;

function refuseKeys(args: readonly string[], looksLikeKey: (text: string) => boolean): void {
  const where = args.findIndex((arg) => KEY_OPTION.test(arg) || looksLikeKey(arg.replace(/^--?[\w-]+=/, '')));
  if (where < 0) return;
  throw new Mistake(
    `Argument ${where + 1} looks like a key. Do not write keys here: everybody on this computer can read arguments. Set the key in the environment, for example OPENAI_API_KEY. See --help.`,
  );
}

interface Given {
  readonly files: readonly string[];
  readonly help: boolean;
  readonly version: boolean;
  has(name: OptionName): boolean;
  all(name: OptionName): readonly string[];
  one(name: OptionName): string | undefined;
}

/** Options that only print words. */
const WORDS_ONLY = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

function readOptions(args: readonly string[], command: CommandName): Given {
  const values = new Map<OptionName, string[]>();
  const rows = Object.entries(OPTIONS).map(
    ([name, { takes, short }]) =>
      [name, { type: takes === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) }] as const,
  );
  const options = { ...WORDS_ONLY, ...Object.fromEntries(rows) };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const named = tokens.filter((token) => token.kind === 'option');
  const words = new Set(named.map(({ name }) => name).filter((name) => Object.hasOwn(WORDS_ONLY, name)));
  const files = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  // A person who asks for help gets it, whatever is wrong with the rest of the call.
  for (const token of words.size > 0 ? [] : named) {
    const name = knownOption(token.name, args[token.index] ?? token.rawName, command);
    values.set(name, [...(values.get(name) ?? []), givenValue(name, token)]);
  }
  for (const [name, of] of values)
    if (of.length > 1 && !OPTIONS[name].many)
      throw new Mistake(`--${name} is given ${of.length} times. Give it only once.`);
  const all = (name: OptionName) => values.get(name) ?? [];
  return {
    files,
    help: words.has('help'),
    version: words.has('version'),
    has: (name) => values.has(name),
    all,
    one: (name) => all(name)[0],
  };
}

/** `typed`: the whole argument, which may be several short options: "-to" for "--to". */
function knownOption(name: string, typed: string, command: CommandName): OptionName {
  if (isOption(name) && OPTIONS[name].of.includes(command)) return name;
  const [written = typed] = typed.split('=', 1);
  if (isOption(name)) throw new Mistake(`${written} is not an option of ${command}. See ${command} --help.`);
  const near = nearest(written.replace(/^-+/, ''), [...Object.keys(OPTIONS), ...Object.keys(WORDS_ONLY)]);
  throw new Mistake(`${written} is not an option. ${near ? `Did you mean --${near}? ` : ''}See --help.`);
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/** '' for an option that takes no value. */
function givenValue(name: OptionName, { rawName, value, inlineValue }: OptionToken): string {
  const { takes } = OPTIONS[name];
  if (takes === undefined) {
    if (value !== undefined) throw new Mistake(`${rawName} takes no value. Write it without "=".`);
    return '';
  }
  const isNext = value !== undefined && !inlineValue && value.startsWith('-') && value !== '-';
  if (value === undefined || value === '' || isNext)
    throw new Mistake(
      `${rawName} needs a value: ${rawName} ${takes}.${isNext ? ` For a value that begins with "-" write ${rawName}=${value}.` : ''}`,
    );
  return value;
}

function exactly<Count extends 1 | 2>(count: Count, { files }: Given, usage: string) {
  if (files.length !== count)
    throw new Mistake(`${usage} takes ${count === 1 ? 'one file' : 'two files'}. See --help.`);
  return files as unknown as Count extends 1 ? readonly [string] : readonly [string, string];
}

function translateCall(given: Given): TranslateCall {
  const call: TranslateCall = {
    command: 'translate',
    files: given.files,
    filesFrom: given.one('files-from'),
    byNul: given.has('null'),
    recursive: given.has('recursive'),
    track: trackOf(given.one('track')),
    overwrite: given.has('overwrite'),
    skipLanguage: given.has('skip-language'),
    to: [...new Set(given.all('to'))],
    from: given.one('from'),
    tone: oneOf(given, 'tone', TONES),
    prompt: ownPromptOf(given.one('prompt')),
    nameLanguage: given.one('name-language'),
    model: given.one('model'),
    url: urlOf(given.one('url')),
    readFilm: given.has('read-film'),
    notes: given.one('notes'),
    notesOut: given.one('notes-out'),
    settings: given.one('settings'),
    replyFormat: oneOf(given, 'reply-format', REPLY_FORMATS),
    context: oneOf(given, 'context', CONTEXTS),
    batches: oneOf(given, 'batches', BATCHES),
    atOnce: atOnceOf(given.one('at-once')),
    thinking: oneOf(given, 'thinking', THINKING),
    halfPrice: given.has('half-price'),
    withoutStyles: given.all('without-style'),
    strictRead: given.has('strict-read'),
    unroll: given.has('unroll'),
    repairLetters: given.has('repair-letters'),
    frameRate: oneOf(given, 'frame-rate', FRAME_RATES),
    oneLanguage: oneOf(given, 'one-language', LANGUAGES),
    fillGaps: given.has('fill-gaps'),
    out: given.one('out'),
    output: outputFileOf(given.one('output')),
    lineEnds: oneOf(given, 'line-ends', LINE_ENDS),
    marks: oneOf(given, 'marks', MARKS),
    lineBreaks: oneOf(given, 'line-breaks', ['balanced']),
    bilingual: oneOf(given, 'bilingual', BILINGUAL),
    project: given.one('project'),
    dryRun: given.has('dry-run'),
    maxCost: moneyOf(given.one('max-cost')),
    patienceMs: timeOf(given.one('patience')),
    restart: given.has('restart'),
    strict: given.has('strict'),
    insecure: given.has('insecure'),
    quiet: given.has('quiet'),
    json: given.has('json'),
  };
  const contradiction = CONTRADICTIONS.find(({ holds }) => holds(call));
  if (contradiction) throw new Mistake(commandMeant(call) ?? contradiction.words);
  return call;
}

/** If the first file looks like a misspelt command, returns the command: otherwise it would be read as a file. */
function commandMeant({ files: [first = ''], to }: TranslateCall): string | undefined {
  const near = to.length > 0 ? undefined : nearest(first, [...BESIDE, ...Object.keys(WORDS_ONLY)]);
  if (near === undefined) return undefined;
  const meant = near in WORDS_ONLY ? `--${near}` : near;
  return `There is no command "${first}". Did you mean ${meant}? If it is a file, add --to LANGUAGE.`;
}

/** Decides by the file's name, before it is read. */
export const isProject = (file: string): boolean => /\.json$/i.test(file);
const isOneFile = ({ files, filesFrom }: TranslateCall): boolean => files.length === 1 && filesFrom === undefined;
const isFilter = ({ files }: TranslateCall): boolean => files.includes('-');

/** In the order in which a person would notice them. */
const CONTRADICTIONS: readonly { readonly holds: (call: TranslateCall) => boolean; readonly words: string }[] = [
  {
    holds: ({ files, filesFrom }) => files.length === 0 && filesFrom === undefined,
    words:
      'No file is given. Give a subtitle file, a video or a folder, as in: subtitle-translator Film.srt --to pt-BR',
  },
  {
    holds: ({ to, prompt, files, settings }) =>
      to.length === 0 && !prompt && settings === undefined && !files.some(isProject),
    words: 'The target language is missing. Give it, as in --to pt-BR',
  },
  {
    holds: ({ to, prompt }) => to.length > 0 && prompt !== undefined,
    words:
      '--to and --prompt cannot be used together. Give one of them. With --prompt, --name-language sets the language in the file name.',
  },
  {
    holds: ({ tone, prompt, to }) => tone !== undefined && (prompt !== undefined || to.length === 0),
    words: '--tone can only be used with --to. With --prompt, describe the tone in the prompt.',
  },
  {
    holds: ({ prompt, output, nameLanguage, files }) =>
      prompt !== undefined && output === undefined && nameLanguage === undefined && !files.includes('-'),
    words:
      'The program does not look for the target language in your --prompt. Give it with --name-language LANGUAGE, or name the output with -o FILE.',
  },
  {
    holds: ({ nameLanguage, prompt, to, settings }) =>
      nameLanguage !== undefined && !prompt && (to.length > 0 || settings === undefined),
    words:
      '--name-language can only be used with --prompt. With --to, the target language is in the file name already.',
  },
  {
    holds: ({ byNul, filesFrom }) => byNul && filesFrom === undefined,
    words: '-0 can only be used with --files-from. It means that each name in the list ends with a NUL byte.',
  },
  {
    holds: (call) => isFilter(call) && !isOneFile(call),
    words: 'Standard input (-) is one film. Do not give other files with it.',
  },
  {
    holds: (call) => isFilter(call) && call.filesFrom === '-',
    words: 'Standard input cannot be both the film and the list of files. Give the list as a file.',
  },
  {
    holds: (call) => (isFilter(call) || call.output === '-') && call.json,
    words: '--json and the film cannot both be written to standard output. Give a file with -o, or do not use --json.',
  },
  {
    holds: ({ output, out }) => output !== undefined && out !== undefined,
    words: '-o is one file, and --out is a folder for all files. Give only one of them.',
  },
  {
    holds: (call) => call.output !== undefined && !isOneFile(call),
    words: '-o works for one file only. For several files, give a folder with --out.',
  },
  {
    holds: (call) => call.to.length > 1 && (call.output !== undefined || isFilter(call)),
    words: 'Give only one --to together with -o or -. Several languages need several outputs.',
  },
  {
    holds: (call) => call.project !== undefined && (!isOneFile(call) || call.to.length > 1),
    words: '--project needs exactly one file and one language.',
  },
  {
    holds: (call) => call.notesOut !== undefined && !isOneFile(call),
    words: '--notes-out is one file of notes. Give only one film.',
  },
  {
    holds: ({ url, model }) => url !== undefined && model === undefined,
    words: 'With --url, give the name that the server has for the model: --model NAME.',
  },
];

function oneOf<const Known extends string>(given: Given, name: OptionName, known: readonly Known[]): Known | undefined {
  const value = given.one(name);
  if (value === undefined) return undefined;
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Mistake(`--${name} cannot be ${value}. Use ${listOf(known)}.`);
  return found;
}

const listOf = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words.join('');
