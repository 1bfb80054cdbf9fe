/** The commands. `translate` has no name of its own: it is what files alone ask for. */
export const COMMANDS = ['translate', 'check', 'tracks', 'models'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** `takes`: the name of its value in the help; undefined: it takes none. */
export interface OptionRow {
  readonly takes: string | undefined;
  /** Whether it may be given several times. */
  readonly many: boolean;
  readonly short: string | undefined;
  readonly words: string;
  readonly of: readonly CommandName[];
}

const TRANSLATE = ['translate'] as const;
/** All but `translate`. */
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

/** Under their headings, in the order of the help. The parser and the help read these rows, so that neither knows an option that the other does not. */
export const OPTION_GROUPS = {
  Files: {
    recursive: flag('Also the folders inside a folder.'),
    'files-from': value('FILE', 'A list of files, one a line; - reads standard input.'),
    null: { ...flag('The names in the list end with a NUL byte.'), short: '0' },
    track: value('TRACK', 'Of a video: a language, or a number from 1.'),
    overwrite: flag('Translate a film again that has its output.'),
    'skip-language': flag('Skip a film with any file or track of the language.'),
  },
  Languages: {
    to: values('LANGUAGE', 'Into this language, as in pt-BR. May be given again.'),
    from: value('LANGUAGE', 'From this one; otherwise as each film looks.'),
    tone: value('TONE', 'informal (usual), neutral or formal.'),
    prompt: value('TEXT|@FILE', 'Your own prompt in place of --to.'),
    'name-language': value('LANGUAGE', 'The language in the name, with --prompt.'),
  },
  Model: {
    model: value('NAME', 'As in openai/gpt-5.4-mini or ollama/llama3.'),
    url: value('ADDRESS', 'Another server; --model is the name it knows.'),
    'read-film': flag('The model first reads the film for notes.'),
    notes: value('FILE', 'Notes: a project, notes as JSON, or terms as CSV.'),
    'notes-out': value('FILE', 'Write the notes that were used.'),
    settings: value('FILE', 'The settings that the page exported.'),
    'reply-format': value('FORM', 'json (usual), schema or plain.'),
    context: value('LINES', 'batch (usual): the batch before; or around.'),
    batches: value('SIZE', 'twenty (usual), or sentence: ends with sentences.'),
    'at-once': value('N', 'Most requests at once; otherwise found out.'),
    thinking: value('AMOUNT', 'least (usual), default or more.'),
    'half-price': flag('Wait longer and pay half, where it is offered.'),
    'without-style': values('NAME', 'Leave this style of an ASS file as it is.'),
  },
  Repairs: {
    'strict-read': flag('Refuse a file with faults instead of mending it.'),
    unroll: flag('Write each line of rolling captions once.'),
    'repair-letters': flag('Repair letters that were saved wrongly.'),
    'frame-rate': value('RATE', 'Of the video, where the times count frames.'),
    'one-language': value('WHICH', 'Of a film in two: translate the first or second.'),
    'fill-gaps': flag('Write the original where no translation came.'),
  },
  Output: {
    out: value('FOLDER', 'Write there; folders are kept.'),
    output: { ...value('FILE', 'Write one film to this file; - is standard output.'), short: 'o' },
    'line-ends': value('KIND', 'lf, file (as in the source) or tv.'),
    marks: value('KIND', 'For right-to-left text: rlm or embedding.'),
    'line-breaks': value('KIND', 'balanced: lines of one length.'),
    bilingual: value('PLACE', 'Also the original, below or above.'),
    project: value('FILE', 'Also write a project that the page opens.'),
  },
  Run: {
    'dry-run': flag('Say what it would cost. Sends nothing.'),
    'max-cost': value('DOLLARS', 'Send nothing that could cost more in all.'),
    patience: value('TIME', 'Give up after so long without an answer (30m).'),
    restart: flag('Begin anew, whatever an interrupted run left.'),
    strict: flag('End with 3 when a written line is doubtful.'),
    insecure: flag('Allow an address without https.'),
    quiet: flag('Print errors alone.'),
    json: flag('Print events as JSON, one a line.', [...TRANSLATE, ...BESIDE]),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionRow>>>>;

type Groups = typeof OPTION_GROUPS;
export type OptionName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export const OPTIONS = Object.assign({}, ...Object.values(OPTION_GROUPS)) as Readonly<Record<OptionName, OptionRow>>;

export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

/** The known word that differs least from the typed one; undefined: none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, far: word.startsWith(typed) && typed.length > 1 ? 1 : distance(typed, word) }))
    .toSorted((one, other) => one.far - other.far);
  return best && best.far <= Math.min(typed.length - 1, Math.max(2, typed.length / 3)) ? best.word : undefined;
}

/** How many letters must be changed, added or taken away (Levenshtein). */
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
