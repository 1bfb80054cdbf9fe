import { COMMANDS, type CommandName, OPTION_GROUPS, OPTIONS } from './options.ts';

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
