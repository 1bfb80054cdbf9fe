import { COMMANDS, type CommandName, OPTION_GROUPS, OPTIONS } from './options.ts';

/** Columns of a terminal that shows everything. */
const WIDTH = 80;
const NAME_WIDTH = 28;

const USAGE: Readonly<Record<CommandName, readonly string[]>> = {
  translate: [
    'subtitle-translator FILE|FOLDER|- … --to LANGUAGE --model NAME [options]',
    '',
    'Translates subtitle files, and subtitles inside of videos, with a language model',
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
    'Says which lines of a translation are doubtful. Sends nothing. Ends with 1 if',
    'there is one.',
  ],
  tracks: ['subtitle-translator tracks FILM [--json]', '', 'Lists the subtitles inside of a video.'],
  models: [
    'subtitle-translator models [ENDPOINT] [--json]',
    '',
    'Lists the models that your key may use, with their price for a million tokens.',
  ],
};

const ENVIRONMENT = `Keys stand in the environment alone, each also as a file in …_FILE:
  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY,
  OPENROUTER_API_KEY, DEEPSEEK_API_KEY, MISTRAL_API_KEY, GROQ_API_KEY,
  XAI_API_KEY; SUBTITLE_TRANSLATOR_API_KEY for --url.
Other addresses: OPENAI_BASE_URL, ANTHROPIC_BASE_URL, GOOGLE_GEMINI_BASE_URL.
Obeyed too: HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS, NO_COLOR.`;

const ENDS = `It ends with 0 when all is written, 1 when a file failed, 2 when nothing was
sent because of the call, 3 with --strict and doubtful lines, 4 when --max-cost
was reached, 5 when a key or an account is refused, 130 or 143 when interrupted.`;

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
      ? [ENVIRONMENT, ENDS, `Beside it:\n${others.join('\n')}\n  subtitle-translator --version`]
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
