/** The commands. `translate` has no name in the call: files without a command mean it. */
export const COMMANDS = ['translate', 'check', 'tracks', 'models'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** `takes`: the name of its value in the help; undefined: it takes none. */
interface OptionRow {
  readonly takes: string | undefined;
  /** Whether the option may be given several times. */
  readonly many: boolean;
  readonly short: string | undefined;
  readonly words: string;
  readonly of: readonly CommandName[];
}

const TRANSLATE = ['translate'] as const;
/** All commands except `translate`. */
export const BESIDE = ['check', 'tracks', 'models'] as const;

const flag = (words: string, of: readonly CommandName[] = TRANSLATE): OptionRow => ({
  takes: undefined,
  many: false,
  short: undefined,
  words,
  of,
});
const value = (takes: string, words: string): OptionRow => ({ ...flag(words), takes });
const values = (takes: string, words: string): OptionRow => ({ ...value(takes, words), many: true });

/** The options under their headings, in the order of the help. The parser and the help both read these rows, so they always have the same options. */
const OPTION_GROUPS = {
  Files: {
    recursive: flag('Also translate the folders inside a folder.'),
    'files-from': value('FILE', 'A list of files, one per line; -: standard input.'),
    null: { ...flag('Names in the list end with a NUL byte.'), short: '0' },
    track: value('TRACK', 'Track of a video: a language, or a number from 1.'),
    'without-style': values('NAME', 'Do not translate this style of an ASS file.'),
    overwrite: flag('Also translate films whose output exists.'),
    'skip-language': flag('Skip films with a file or track in the target language.'),
  },
  Languages: {
    to: values('LANGUAGE', 'Target language, as in pt-BR; can be repeated.'),
    from: value('LANGUAGE', 'Language of the films. Default: detected.'),
    tone: value('TONE', 'informal (default), neutral or formal.'),
    prompt: value('TEXT|@FILE', 'Your own prompt instead of --to.'),
    'name-language': value('LANGUAGE', 'With --prompt: the language in the file name.'),
  },
  Model: {
    model: value('NAME', 'For example openai/gpt-5.4-mini or ollama/llama3.'),
    url: value('ADDRESS', 'Your own server. --model is then the name of a model there.'),
    'read-film': flag('First let the model read the film and write notes.'),
    notes: value('FILE', 'Notes to use: a project, JSON, or terms as CSV.'),
    'notes-out': value('FILE', 'Also write the film notes to this file.'),
    settings: value('FILE', 'Settings that the page has exported.'),
    'reply-format': value('FORM', 'How the model must write its reply: json (default), schema or plain.'),
    context: value(
      'WHICH',
      'Lines sent around a batch: batch (the batch before, default) or around (ten before, five after).',
    ),
    batches: value(
      'ENDS',
      'Where a batch ends: twenty (after 20 lines, default) or sentence (at the end of a sentence).',
    ),
    'at-once': value('N', 'Send at most N requests at once. Default: automatic.'),
    thinking: value(
      'AMOUNT',
      'How much the model thinks: least (used if not given), more, or default (the provider decides).',
    ),
    'half-price': flag('Wait longer and pay half, if the provider offers it.'),
  },
  Repairs: {
    'strict-read': flag('Refuse damaged files; do not repair them.'),
    unroll: flag('Remove the repetitions of rolling captions.'),
    'repair-letters': flag('Repair letters that were saved in a wrong encoding.'),
    'frame-rate': value('RATE', 'Frame rate of the video, if the times count frames.'),
    'one-language': value('WHICH', 'Translate only the first or second of two languages.'),
    'fill-gaps': flag('Write the original where a translation is missing.'),
  },
  Output: {
    out: value('FOLDER', 'Write to this folder, with the same subfolders.'),
    output: { ...value('FILE', 'Write the film to this file; -: standard output.'), short: 'o' },
    'line-ends': value('KIND', 'lf, file (as in the source) or tv (old TVs).'),
    marks: value('KIND', 'Marks for right-to-left text: rlm or embedding.'),
    'line-breaks': value('KIND', 'balanced: make the rows of a subtitle equally long.'),
    bilingual: value('PLACE', 'Write both texts: the translation below or above.'),
    project: value('FILE', 'Also write a project file for the page.'),
  },
  Run: {
    'dry-run': flag('Only show what it would cost. Sends nothing.'),
    'max-cost': value('DOLLARS', 'Stop before all films together cost more than this.'),
    patience: value('TIME', 'Give up after this time without an answer. Default: 30m.'),
    restart: flag('Start again and pay again: the replies so far are not used.'),
    strict: flag('Exit code 3 if lines need a look.'),
    insecure: flag('Allow an address without https.'),
    quiet: flag('Print only errors.'),
    json: flag('Print JSON, one object on each line.', [...TRANSLATE, ...BESIDE]),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionRow>>>>;

type Groups = typeof OPTION_GROUPS;
export type OptionName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export const OPTIONS = Object.assign({}, ...Object.values(OPTION_GROUPS)) as Readonly<Record<OptionName, OptionRow>>;

export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

/** The known word that differs least from the typed one; undefined: none is similar. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, far: word.startsWith(typed) && typed.length > 1 ? 1 : distance(typed, word) }))
    .toSorted((one, other) => one.far - other.far);
  return best && best.far <= Math.min(typed.length - 1, Math.max(2, typed.length / 3)) ? best.word : undefined;
}

/** How many letters must be changed, added or removed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Any usual terminal has this many columns. */
const WIDTH = 80;
const NAME_WIDTH = 28;

const USAGE: Readonly<Record<CommandName, readonly string[]>> = {
  translate: [
    'subtitle-translator FILE|FOLDER|- … --to LANGUAGE --model NAME [options]',
    '',
    'Translates subtitle files, and subtitles inside videos, with a language model',
    'and your own key. Writes each translation beside its source: Film.srt becomes',
    'Film.pt-BR.srt. The same command again sends only what is missing.',
    '',
    '  subtitle-translator Film.srt --to pt-BR --model openai/gpt-5.4-mini',
    '  subtitle-translator Season --to de --model google/gemini-3.8-flash --dry-run',
    '  subtitle-translator - --to fr --model ollama/llama3 < Film.srt > Film.fr.srt',
  ],
  check: [
    'subtitle-translator check ORIGINAL TRANSLATED [--json]',
    '',
    'Lists the lines to review, and says why. Sends nothing. Exit code 1: there are',
    'such lines.',
  ],
  tracks: ['subtitle-translator tracks FILM [--json]', '', 'Lists the subtitles inside a video.'],
  models: [
    'subtitle-translator models [PROVIDER] [--json]',
    '',
    'Lists the models that your key may use, with the price of a million tokens.',
  ],
};

const ENVIRONMENT = `Keys come only from the environment. Set one of these variables to your key. Or
add _FILE to the name, and set it to the path of a file with the key:
  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY,
  OPENROUTER_API_KEY, DEEPSEEK_API_KEY, MISTRAL_API_KEY, GROQ_API_KEY,
  XAI_API_KEY; SUBTITLE_TRANSLATOR_API_KEY for --url.
To send requests to another address, set OPENAI_BASE_URL, ANTHROPIC_BASE_URL or
GOOGLE_GEMINI_BASE_URL. The program also reads HTTPS_PROXY, NO_PROXY,
NODE_EXTRA_CA_CERTS and NO_COLOR.`;

const ENDS = `Exit codes: 0 all is written; 1 a file failed; 2 nothing was sent, because the
command is wrong or a file does not open; 3 lines to review, with --strict;
4 stopped by --max-cost; 5 a key is missing, or a key or an account is refused;
130, 143 interrupted.`;

/** The text of --help, 80 columns wide. */
export function helpOf(command: CommandName): string {
  const groups = Object.entries(OPTION_GROUPS).flatMap(([heading, rows]) => {
    const lines = Object.keys(rows).flatMap((name) => optionLines(name, command));
    return lines.length > 0 ? [`${heading}:\n${lines.join('\n')}`] : [];
  });
  const others = COMMANDS.filter((name) => name !== 'translate').map((name) => `  ${USAGE[name][0] ?? ''}`);
  const parts = [
    USAGE[command].join('\n'),
    ...groups,
    ...(command === 'translate'
      ? [ENVIRONMENT, ENDS, `Other commands:\n${others.join('\n')}\n  subtitle-translator --version`]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionLines(name: string, command: CommandName): readonly string[] {
  const row = Object.entries(OPTIONS).find(([each]) => each === name)?.[1];
  if (!row?.of.includes(command)) return [];
  const named = `  ${row.short === undefined ? '' : `-${row.short}, `}--${name}${row.takes === undefined ? '' : ` ${row.takes}`}`;
  const isOver = named.length > NAME_WIDTH - 2;
  const lines = wrapped(row.words, WIDTH - NAME_WIDTH);
  const indented = lines.map((line) => ' '.repeat(NAME_WIDTH) + line);
  return isOver ? [named, ...indented] : [named.padEnd(NAME_WIDTH) + (lines[0] ?? ''), ...indented.slice(1)];
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
