import { ALL_LANGUAGES } from './language-table.ts';

export const TONES = ['informal', 'neutral', 'formal'] as const;

export type Tone = (typeof TONES)[number];

/** BCP 47 codes. */
export interface LanguagePair {
  readonly from: string;
  readonly into: string;
  readonly tone: Tone;
}

let names: Intl.DisplayNames | undefined;

/** "pt-BR" → "Brazilian Portuguese"; undefined: the browser has no name for the code. */
export function languageName(code: string): string | undefined {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  try {
    return names.of(code);
  } catch {
    // Not a valid language code.
    return undefined;
  }
}

/** The specified default prompt (specification, section 1) for other languages and tones. */
export function standardPrompt({ from, into, tone }: LanguagePair): string {
  const [source, target] = [from, into].map((code) => languageName(code) ?? code);
  const how = tone === 'neutral' ? '' : `${tone} `;
  return `Translate the subtitles of a movie from ${how}${source} into ${how}${target}. ${END}`;
}

const END = 'Reply in JSON with the same number of phrases as the input.';

const STANDARD = new RegExp(
  String.raw`^Translate the subtitles of a movie from (informal |formal |)(.{1,60}) into \1(.{1,60})\. ${END}$`,
);

/** The languages and tone of a standard prompt; undefined: a person wrote or changed the prompt. */
export function readStandardPrompt(prompt: string): LanguagePair | undefined {
  const [, how = '', source, target] = STANDARD.exec(prompt) ?? [];
  if (source === undefined || target === undefined) return undefined;
  const [from, into] = [codeOf(source), codeOf(target)];
  if (from === undefined || into === undefined) return undefined;
  return { from, into, tone: TONES.find((tone) => `${tone} ` === how) ?? 'neutral' };
}

let codes: ReadonlyMap<string, string> | undefined;

/** If two codes share a name, the more frequent one. */
function codeOf(name: string): string | undefined {
  codes ??= new Map(ALL_LANGUAGES.toReversed().map((code) => [languageName(code) ?? code, code]));
  return codes.get(name);
}
